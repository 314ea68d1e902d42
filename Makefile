# SPDX-License-Identifier: Apache-2.0
# A thin face: everything is in build/curvebench. `make help` lists the targets.

BUILD   := build
PROGRAM := $(BUILD)/curvebench
JOBS    ?= $(shell nproc)
SEED    ?= 1
N       ?= 0
VARIANT ?=
STIMULUS = --seed $(SEED) --count $(N)
# On a fresh machine the tools come first; afterwards this file says that they are there.
READY   := $(BUILD)/.setup
# Programs with sanitizers must not take the place of the fast ones.
TESTS   := $(BUILD)$(if $(SANITIZE),/sanitize)

# A variable's value as one word of the shell, or nothing if it is empty.
quoted = $(if $($(1)),'$(subst ','\'',$($(1)))')

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.PHONY: help sim test fpga gate mutate coverage prove evidence fuzz compare bench replay report wave lint format new program readme clean

help: ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 18
	@echo "  VARIANT=family/variant[/configuration] (globs, or a folder)  N=vectors  SEED=  JOBS="

$(READY): scripts/setup
	scripts/setup
	@mkdir -p $(BUILD) && touch $@

program: $(READY) ## build/curvebench alone (several minutes the first time)
	@cmake -G Ninja -S . -B $(BUILD) -DCURVEBENCH_SANITIZE=OFF > $(BUILD)/cmake.log || { cat $(BUILD)/cmake.log; exit 1; }
	@cmake --build $(BUILD) --target curvebench -j $(JOBS)

sim: program ## the regression: every variant against golden, then the comparison (ALL=1: long ones too)
	@set -f; $(PROGRAM) verify $(VARIANT) $(STIMULUS) $(if $(ALL),--all) --jobs $(JOBS)

test: $(READY) ## unit tests, contract tests, small regressions, command line (SANITIZE=1)
	@cmake -G Ninja -S . -B $(TESTS) -DCURVEBENCH_TESTS=ON -DCURVEBENCH_SANITIZE=$(if $(SANITIZE),ON,OFF) > $(BUILD)/cmake.log || { cat $(BUILD)/cmake.log; exit 1; }
	@cmake --build $(TESTS) -j $(JOBS)
	ctest --test-dir $(TESTS) -j $(JOBS) --output-on-failure --no-tests=error

fpga: program ## synthesis estimates (Yosys xc7), or TARGET=ice40|vivado placed and routed; ALL=1 every size, CHECK=1 against the bands, SAVE=1 as the new figures, KNOWN=1 what is there
	@set -f; $(PROGRAM) fpga $(VARIANT) --jobs $(JOBS) $(if $(TARGET),--target $(TARGET)) $(if $(ALL),--all) $(if $(CHECK),--check) $(if $(SAVE),--save) $(if $(KNOWN),--known)

gate: program ## the regression on Yosys netlists: toy fields, or VARIANT=... N=products
	@set -f; $(PROGRAM) gate $(VARIANT) $(STIMULUS) --jobs $(JOBS)

mutate: program ## faults in the RTL that the tests must find (MUTANTS= each, 200)
	set -f; $(PROGRAM) mutate $(VARIANT) $(STIMULUS) --mutants $(or $(MUTANTS),200) --jobs $(JOBS)

coverage: program ## lines, toggles and functional points; page build/coverage/index.html
	set -f; $(PROGRAM) coverage $(VARIANT) $(STIMULUS) --jobs $(JOBS)

prove: program ## constant time, rules of the port, modules against their formula
	set -f; $(PROGRAM) prove $(VARIANT) --jobs $(JOBS)

evidence: program ## mutate, coverage and prove one after the other, then the table of docs/evidence.md
	set -f; failed=0; \
	$(PROGRAM) mutate $(VARIANT) $(STIMULUS) --mutants $(or $(MUTANTS),200) --jobs $(JOBS) || failed=1; \
	$(PROGRAM) coverage $(VARIANT) $(STIMULUS) --jobs $(JOBS) || failed=1; \
	$(PROGRAM) prove $(VARIANT) --jobs $(JOBS) || failed=1; \
	$(PROGRAM) readme --evidence && exit $$failed

fuzz: program ## the readers of manifests and vector files under libFuzzer (SECONDS=600; needs clang)
	scripts/fuzz $(SECONDS)

compare: program ## the rows of the last regression beside published figures
	@set -f; $(PROGRAM) compare $(VARIANT)

bench: program ## simulated cycles a second, overhead of the harness, ratio to Icarus
	@set -f; $(PROGRAM) bench $(VARIANT)

replay: program ## VARIANT=... TEST=... VECTOR=...: one test again, with a wave
	@$(PROGRAM) replay $(VARIANT) --test $(or $(TEST),Vectors) $(if $(VECTOR),--vector $(VECTOR)) $(STIMULUS)

report: program ## the last regression as one HTML page, build/report/index.html
	@$(PROGRAM) report

wave: program ## VARIANT=... VECTOR=...: one vector as FST, signals in groups for GTKWave (VCD=1, SAIF=1: those too)
	@$(PROGRAM) wave $(VARIANT) $(if $(VECTOR),--vector $(VECTOR)) $(if $(VCD),--vcd) $(if $(SAIF),--saif) $(STIMULUS)

lint: program ## Verilator -Wall; without VARIANT also clang-format, cppcheck, shellcheck
	@set -f; $(PROGRAM) lint $(VARIANT)
	$(if $(VARIANT),,scripts/lint)

format: $(READY) ## clang-format on all C++
	git ls-files '*.h' '*.cpp' | xargs clang-format -i

new: program ## FAMILY=... NAME=... [DIR=...]: the folder of a new variant
	@$(PROGRAM) new $(foreach word,FAMILY NAME DIR,$(call quoted,$(word)))

readme: program ## the README's table from the last regression
	@$(PROGRAM) readme

clean: ## remove everything generated
	rm -rf $(BUILD)
