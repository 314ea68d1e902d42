// SPDX-License-Identifier: Apache-2.0
// What mutation, coverage and proofs found, kept by configuration and RTL, and
// joined to the rows of the regression.
#ifndef CURVEBENCH_TB_BENCH_EVIDENCE_H_
#define CURVEBENCH_TB_BENCH_EVIDENCE_H_

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/manifest.h"
#include "bench/row.h"

namespace curvebench {

/// build/evidence.json
std::filesystem::path EvidenceFile(const Paths& paths);

/// Kinds of evidence about a configuration ("mutation", "coverage", "prove"),
/// as far as it is of RTL with this hash; else an empty object.
/// @throws InputError if the file is no evidence of this version
nlohmann::json EvidenceOf(const Paths& paths, const std::string& id,
                          const std::string& rtl_hash);

/// Puts one kind of evidence into the file; keys of it that are not given stay.
/// What is there of other RTL of the same configuration goes. An unreadable
/// file is set aside.
void KeepEvidence(const Paths& paths, const Configuration& configuration,
                  const std::string& kind, const nlohmann::json& evidence);

/// Joins evidence to a row: its constant-time verdict and its addresses.
/// A measurement that contradicts a proof wins.
void JoinEvidence(const nlohmann::json& evidence, Row* row);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_EVIDENCE_H_
