// SPDX-License-Identifier: Apache-2.0
// Compiled once for each configuration, against its verilated model Vdut.
// CURVEBENCH_DEBUG adds waves and names of variables (a slower model),
// CURVEBENCH_COVERAGE the counters of --coverage,
// CURVEBENCH_EXTRA_INPUTS(X) is X(name) for every input beside the byte port's.
// CURVEBENCH_BYTE_PORT: the top has the ports of the contract; others are
// driven port by port. top_ports.inc lists the ports of the top.
#include <cstring>
#include <memory>

#include "Vdut.h"
#include "model_api.h"
#include "verilated.h"
#ifdef CURVEBENCH_DEBUG
#include "verilated_fst_c.h"
#include "verilated_syms.h"
#endif
#ifdef CURVEBENCH_COVERAGE
#include "verilated_cov.h"
#endif
#ifndef CURVEBENCH_EXTRA_INPUTS
#define CURVEBENCH_EXTRA_INPUTS(X)
#endif

namespace {

class Dut {
 public:
  Dut(int seed, int randomize)
      : context_(std::make_unique<VerilatedContext>()) {
    // The random state belongs to the thread: it is seeded anew here, before
    // the model is built, or two models would differ.
    Verilated::threadContextp(context_.get());
    context_->randReset(randomize ? 2 : 0);
    context_->randSeed(seed);
#ifdef CURVEBENCH_DEBUG
    context_->traceEverOn(true);
#endif
#ifdef CURVEBENCH_COVERAGE
    // Two changes in two instances are not one bit that went up and down.
    context_->coveragep()->forcePerInstance(true);
#endif
    model_ = std::make_unique<Vdut>(context_.get());
    model_->clk = 0;
#ifdef CURVEBENCH_BYTE_PORT
    ModelPins idle;
    Drive(idle);
#endif
    model_->eval();
  }

  ~Dut() {
    // Scopes are erased from the thread's context; it must be the right one.
    Verilated::threadContextp(context_.get());
    CloseWave();
    model_->final();
  }

  int FindPort(const char* name, ModelPort* port) {
#define CURVEBENCH_PORT(NAME, BITS, OUTPUT)                          \
  if (std::strcmp(name, #NAME) == 0) {                               \
    *port = {&model_->NAME, sizeof(model_->NAME), (BITS), (OUTPUT)}; \
    return 1;                                                        \
  }
#include "top_ports.inc"
#undef CURVEBENCH_PORT
    return 0;
  }

  void Cycle() {
    Enter();
    Low();
    High();
  }

#ifdef CURVEBENCH_BYTE_PORT
  void Tick(ModelPins* pins) {
    Enter();
    Drive(*pins);
    Low();
    pins->sampled_done = model_->done;
    pins->sampled_dout = model_->dout;
    High();
    pins->done = model_->done;
    pins->dout = model_->dout;
  }

  uint64_t Run(ModelPins* pins, uint64_t max_edges) {
    Enter();
    Drive(*pins);
    for (uint64_t edge = 1; edge <= max_edges; ++edge) {
      Low();
      High();
      if (model_->done) {
        pins->done = 1;
        pins->dout = model_->dout;
        return edge;
      }
    }
    pins->done = 0;
    pins->dout = model_->dout;
    return max_edges + 1;
  }

#endif  // CURVEBENCH_BYTE_PORT

  void Bare(uint64_t edges) {
    Vdut* const model = model_.get();
    for (uint64_t edge = 0; edge < edges; ++edge) {
      model->clk = 0;
      model->eval();
      model->clk = 1;
      model->eval();
    }
  }

#ifdef CURVEBENCH_DEBUG
  int OpenWave(const char* file) {
    CloseWave();
    wave_ = std::make_unique<VerilatedFstC>();
    model_->trace(wave_.get(), 99);
    wave_->open(file);
    return 1;
  }
  void CloseWave() {
    if (wave_) wave_->close();
    wave_.reset();
  }
  int Visit(void* context, ModelVisitor visitor) {
    Verilated::threadContextp(context_.get());
    for (const auto& [scope_name, scope] : *Verilated::scopeNameMap()) {
      if (scope->varsp() == nullptr) continue;
      for (const auto& [name, variable] : *scope->varsp()) {
        if (variable.isParam()) continue;
        visitor(context, scope_name, name, variable.udims() > 0,
                variable.datap(), variable.totalSize());
      }
    }
    return 1;
  }
#else
  int OpenWave(const char*) { return 0; }
  void CloseWave() {}
  int Visit(void*, ModelVisitor) { return 0; }
#endif

  int SetInput(const char* name, uint64_t value) {
#define CURVEBENCH_SET(port)           \
  if (std::strcmp(name, #port) == 0) { \
    model_->port = value;              \
    return 1;                          \
  }
    CURVEBENCH_EXTRA_INPUTS(CURVEBENCH_SET)
#undef CURVEBENCH_SET
    static_cast<void>(name);
    static_cast<void>(value);
    return 0;
  }

#ifdef CURVEBENCH_COVERAGE
  int WriteCoverage(const char* file) {
    context_->coveragep()->write(file);
    return 1;
  }
#else
  int WriteCoverage(const char*) { return 0; }
#endif

 private:
  // $stop and the like look for the thread's context, and another model may
  // have been made or destroyed since this one was last used.
  void Enter() { Verilated::threadContextp(context_.get()); }

#ifdef CURVEBENCH_BYTE_PORT
  void Drive(const ModelPins& pins) {
    model_->rst = pins.rst;
    model_->ld = pins.ld;
    model_->lk = pins.lk;
    model_->din = pins.din;
    model_->start = pins.start;
    model_->data = pins.data;
    model_->addr = pins.addr;
  }
#endif
  void Low() {
    model_->clk = 0;
    model_->eval();
    Dump();
  }
  void High() {
    model_->clk = 1;
    model_->eval();
    Dump();
  }
  void Dump() {
#ifdef CURVEBENCH_DEBUG
    if (wave_) wave_->dump(context_->time());
    context_->timeInc(1);
#endif
  }

  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vdut> model_;
#ifdef CURVEBENCH_DEBUG
  std::unique_ptr<VerilatedFstC> wave_;
#endif
};

Dut* Cast(void* model) { return static_cast<Dut*>(model); }

constexpr ModelApi kApi = {
    [](int seed, int randomize) -> void* { return new Dut(seed, randomize); },
    [](void* model) { delete Cast(model); },
    [](void* model, const char* name, ModelPort* port) {
      return Cast(model)->FindPort(name, port);
    },
    [](void* model) { Cast(model)->Cycle(); },
#ifdef CURVEBENCH_BYTE_PORT
    [](void* model, ModelPins* pins) { Cast(model)->Tick(pins); },
    [](void* model, ModelPins* pins, uint64_t max_edges) {
      return Cast(model)->Run(pins, max_edges);
    },
#else
    nullptr,
    nullptr,
#endif
    [](void* model, uint64_t edges) { Cast(model)->Bare(edges); },
    [](void* model, const char* file) { return Cast(model)->OpenWave(file); },
    [](void* model) { Cast(model)->CloseWave(); },
    [](void* model, void* context, ModelVisitor visitor) {
      return Cast(model)->Visit(context, visitor);
    },
    [](void* model, const char* name, uint64_t value) {
      return Cast(model)->SetInput(name, value);
    },
    [](void* model, const char* file) {
      return Cast(model)->WriteCoverage(file);
    },
};

}  // namespace

extern "C" __attribute__((visibility("default"))) const ModelApi*
curvebench_model_api() {
  return &kApi;
}
