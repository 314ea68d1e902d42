// SPDX-License-Identifier: Apache-2.0
#ifndef CURVEBENCH_TB_TESTS_RTL_COPY_H_
#define CURVEBENCH_TB_TESTS_RTL_COPY_H_

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace curvebench::tests {

/// A copy of a variant with all of its sources beside it, some of its
/// configurations, and its warnings shown instead of fatal: RTL to be broken.
class RtlCopy {
 public:
  /// @param folder  where to write it
  /// @param variant "gf2m/mul"
  RtlCopy(const std::filesystem::path& folder, const std::string& variant,
          const std::vector<std::string>& configurations);

  const std::filesystem::path& folder() const { return folder_; }
  std::string name() const { return folder_.string(); }

  /// Replaces a text that must be there exactly once.
  /// @param file as the manifest names it, e.g. "common/byte_port.v"
  /// @throws std::runtime_error if it is not
  void Replace(const std::string& file, const std::string& find,
               const std::string& replace) const;

  /// Changes the manifest.
  nlohmann::json& manifest() { return manifest_; }
  void WriteManifest() const;

 private:
  std::filesystem::path folder_;
  nlohmann::json manifest_;
};

/// A variant of one module with the ports of the contract.
/// @param body Verilog between the ports and endmodule; dout and done are regs
void WriteTinyVariant(const std::filesystem::path& folder,
                      const std::string& body);

}  // namespace curvebench::tests

#endif  // CURVEBENCH_TB_TESTS_RTL_COPY_H_
