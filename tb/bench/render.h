// SPDX-License-Identifier: Apache-2.0
// The result model in the forms that people and tools read.
#ifndef CURVEBENCH_TB_BENCH_RENDER_H_
#define CURVEBENCH_TB_BENCH_RENDER_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/row.h"

namespace curvebench {

/// A text table: a heading and lines of equally many cells.
struct Table {
  std::vector<std::string> heading;
  std::vector<std::vector<std::string>> lines;
};

enum class Format { kTable, kJson, kCsv, kMarkdown };

/// @throws InputError listing the formats
Format ParseFormat(const std::string& name);

/// A table in any of the formats; JSON is a list of objects.
std::string Render(const Table& table, Format format);

/// The comparison: status, figures, published figures, ratios.
Table ComparisonTable(const std::vector<Row>& rows);

/// A table for people has no column that no row fills; CSV and JSON have all.
Table Shown(const Table& table, Format format);

/// Rows side by side by id (or by position, if neither set has the other's
/// ids), with ratios b / a and their geometric mean.
Table SideBySide(const std::vector<Row>& a, const std::vector<Row>& b);

/// Cycles that one more bit of the size m costs, as measured: of two passing
/// rows that differ in m alone and are named NAME and NAME_mN. Beside them what
/// the published row spends for each of its bits, rounded down.
Table StepTable(const std::vector<Row>& rows);

/// For each published row with cycles and LUTs: of our passing rows of that
/// size the one with the least LUT x cycles among those with fewer of both, or,
/// where there is none, the one that comes nearest.
/// @param published rows by name, as PublishedRows gives them
/// @param operation what published rows compute that do not say so
Table AgainstPublished(const std::vector<Row>& rows,
                       const nlohmann::json& published,
                       const std::string& operation);

/// For people the published rows that none of ours answers are one closing line
/// with their number; CSV and JSON have all.
Table Folded(const Table& table, Format format);

/// The front: for each operation and size (the number `key` of it) the passing
/// rows that no other one beats in LUTs or cycles without losing in the other,
/// smallest first, with the number of rows that they leave behind.
Table Front(const std::vector<Row>& rows, const std::string& key);

/// For each passing row of a variant ("paper"): the row of another variant with
/// the same operation and size that has the least LUT x cycles.
Table Against(const std::vector<Row>& rows, const std::string& variant);

/// One passing row, then each passing row of its family, operation and size
/// with ratios to it; nothing if it has not all figures.
Table AgainstRow(const std::vector<Row>& rows, const Row& one);

/// JUnit XML of all tests of the rows.
std::string JUnit(const std::vector<Row>& rows);

/// Failures of a row as people read them; empty if there are none.
std::string Failures(const Row& row);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_RENDER_H_
