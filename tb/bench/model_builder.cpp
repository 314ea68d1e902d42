// SPDX-License-Identifier: Apache-2.0
#include "bench/model_builder.h"

#include <dlfcn.h>
#include <elf.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <regex>
#include <sstream>

#include "bench/command.h"
#include "bench/error.h"
#include "bench/json_file.h"

namespace curvebench {
namespace fs = std::filesystem;

namespace {

constexpr char kVerilatorInclude[] = "/usr/share/verilator/include";
const char* const kRuntimeSources[] = {
    "verilated.cpp",       "verilated_dpi.cpp",     "verilated_vpi.cpp",
    "verilated_fst_c.cpp", "verilated_threads.cpp", "verilated_cov.cpp",
};

// -O2: on these models -O3 compiles twice as long and runs no faster.
const std::vector<std::string> kCompiler = {
    "g++",     "-std=c++17",          "-O2", "-fPIC",
    "-shared", "-fvisibility=hidden", "-w"};

constexpr char kVerilatorFlags[] =
    "-O3 --x-assign unique --x-initial unique --unroll-count 1024";
constexpr char kDebugFlags[] =
    "--trace-fst --trace-max-array 4096 --trace-max-width 4096 --vpi "
    "--public-flat-rw";

// Every bit of every signal counts, however wide or hidden; flattened, every
// instance has counters of its own. Not split: Verilator 5.006 moves counters
// in a function in front of the assignment of its arguments.
constexpr char kCoverageFlags[] =
    "--coverage-line --coverage-toggle --coverage-underscore "
    "--coverage-max-width 65536 --flatten -fno-split";

std::string FlagsOf(Flavour flavour) {
  std::string flags = kVerilatorFlags;
  if (flavour == Flavour::kDebug) flags += std::string(" ") + kDebugFlags;
  if (flavour == Flavour::kCoverage) {
    flags += std::string(" ") + kCoverageFlags;
  }
  return flags;
}

// Takes the words of memories out of the counters: there are too many for a
// compiler, and a program of a toy field never touches most of them.
std::string MemoriesOff(const Variant& variant) {
  static const std::regex array(R"(^\s*(reg|logic|bit)\b[^;]*\]\s*;)");
  std::string config = "`verilator_config\n";
  for (const fs::path& file : variant.sources) {
    std::istringstream lines(ReadText(file));
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
      if (std::regex_search(line, array)) {
        config += "coverage_off -file \"" + file.string() + "\" -lines " +
                  std::to_string(number) + "\n";
      }
    }
  }
  return config;
}

const char* SuffixOf(Flavour flavour) {
  return flavour == Flavour::kDebug      ? "-debug"
         : flavour == Flavour::kCoverage ? "-coverage"
                                         : "";
}

void AppendWords(const std::string& text, std::vector<std::string>* words) {
  std::istringstream in(text);
  for (std::string word; in >> word;) words->push_back(word);
}

fs::path ShimFolder(const Paths& paths) {
  return paths.root / "tb" / "bench" / "shim";
}

fs::path VerilatorInclude() {
  if (const char* root = std::getenv("VERILATOR_ROOT")) {
    return fs::path(root) / "include";
  }
  return kVerilatorInclude;
}

// Versions do not change while the program runs, and asking costs a process.
const std::string& ToolVersions() {
  static const std::string versions =
      FirstLine("verilator", "--version") + FirstLine("g++", "--version");
  return versions;
}

// Runs a step of a build; its output goes into a log beside the result, and on
// failure into `kept`, which outlives the unfinished folder.
std::string Step(const std::vector<std::string>& words, const fs::path& log,
                 const fs::path& kept, const std::string& where,
                 const std::string& field) {
  const CommandResult result = RunCommand(words);
  WriteText(log, result.output);
  if (result.status != 0) {
    WriteText(kept, result.output);
    std::string first;
    std::istringstream lines(result.output);
    for (std::string line; std::getline(lines, line);) {
      if (line.find("rror") != std::string::npos ||
          line.find("%Warning") != std::string::npos) {
        first = line;
        break;
      }
    }
    throw InputError(where, field,
                     words[0] + " failed: " +
                         (first.empty() ? result.output.substr(0, 400) : first),
                     "all of its messages are in " + kept.string());
  }
  return result.output;
}

// A folder becomes visible under its final name only when it is complete: a
// killed build leaves nothing behind that looks like a result.
class StagedFolder {
 public:
  explicit StagedFolder(const fs::path& target)
      : target_(target),
        stage_(target.string() + ".new-" + std::to_string(getpid())) {
    fs::remove_all(stage_);
    fs::create_directories(stage_);
  }
  ~StagedFolder() {
    std::error_code ignored;
    fs::remove_all(stage_, ignored);
  }
  StagedFolder(const StagedFolder&) = delete;
  StagedFolder& operator=(const StagedFolder&) = delete;
  const fs::path& path() const { return stage_; }
  void Commit() {
    std::error_code ignored;
    fs::rename(stage_, target_, ignored);
    // If another process was faster, its result is the same.
  }

 private:
  fs::path target_;
  fs::path stage_;
};

// Whether an ELF file is there as a whole: its table of sections stands at its
// end. The loader crashes on some that are not.
bool IsWholeLibrary(const fs::path& file) {
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  const std::streamoff size = in ? static_cast<std::streamoff>(in.tellg()) : 0;
  Elf64_Ehdr header{};
  if (size < static_cast<std::streamoff>(sizeof header)) return false;
  in.seekg(0);
  in.read(reinterpret_cast<char*>(&header), sizeof header);
  if (!in || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return false;
  const uint64_t end =
      header.e_shoff + uint64_t{header.e_shnum} * uint64_t{header.e_shentsize};
  return end <= static_cast<uint64_t>(size);
}

bool Loads(const fs::path& library) {
  if (!IsWholeLibrary(library)) return false;
  void* handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr) return false;
  dlclose(handle);
  return true;
}

// Takes a damaged result away, so that it is made anew.
void RemoveDamaged(const fs::path& folder) {
  std::cerr << "warning: " << folder.string()
            << " is damaged and is made anew\n";
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}

TopPorts ReadTopPorts(const fs::path& header) {
  const std::string text = ReadText(header);
  const std::regex line(
      R"(VL_(IN|OUT|INOUT)(?:8|16|64|W)?\(&(\w+),(\d+),(\d+))");
  TopPorts ports;
  for (std::sregex_iterator it(text.begin(), text.end(), line), end; it != end;
       ++it) {
    const int width = std::stoi((*it)[3]) - std::stoi((*it)[4]) + 1;
    ports[(*it)[2]] = {(*it)[1] != "IN", (*it)[1] == "INOUT" ? 0 : width};
  }
  return ports;
}

TopPorts ContractPorts(const Interface& port) {
  return {{"clk", {false, 1}},  {"rst", {false, 1}},
          {"ld", {false, 1}},   {"lk", {false, 1}},
          {"din", {false, 8}},  {"start", {false, 1}},
          {"data", {false, 1}}, {"addr", {false, port.addr_bits}},
          {"dout", {true, 8}},  {"done", {true, 1}}};
}

// The ports as lines that the shim includes.
std::string PortLines(const TopPorts& ports) {
  std::string lines;
  for (const auto& [name, port] : ports) {
    lines += "CURVEBENCH_PORT(" + name + ", " + std::to_string(port.width) +
             ", " + (port.output ? "1" : "0") + ")\n";
  }
  return lines;
}

void CheckPorts(const Configuration& configuration, const TopPorts& wanted,
                const TopPorts& found) {
  const std::string where = configuration.variant->file().string();
  const std::string field = "top " + configuration.variant->top;
  const auto describe = [](const TopPort& p) {
    if (p.width < 1) return std::string("inout");
    return std::string(p.output ? "output" : "input") + " of " +
           std::to_string(p.width) + (p.width == 1 ? " bit" : " bits");
  };
  for (const auto& [name, want] : wanted) {
    const auto it = found.find(name);
    if (it == found.end()) {
      throw InputError(where, field, "has no port '" + name + "'",
                       "the contract asks for " + name + ", an " +
                           describe(want) + " (docs/contract.md)");
    }
    if (it->second.output != want.output || it->second.width != want.width) {
      throw InputError(
          where, field, "port '" + name + "' is an " + describe(it->second),
          "the contract asks for an " + describe(want) + " (docs/contract.md)");
    }
  }
  const std::vector<std::string>& extra = configuration.variant->extra_inputs;
  for (const auto& [name, have] : found) {
    if (!wanted.count(name) &&
        std::find(extra.begin(), extra.end(), name) == extra.end()) {
      throw InputError(where, field,
                       "port '" + name + "' is not in the contract",
                       "tie it off in an adapter (docs/foreign-rtl.md)");
    }
  }
}

}  // namespace

std::string Sha256(const std::string& text) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  EVP_Digest(text.data(), text.size(), digest, &size, EVP_sha256(), nullptr);
  static const char kDigits[] = "0123456789abcdef";
  std::string hex;
  for (unsigned int i = 0; i < size; ++i) {
    hex += kDigits[digest[i] >> 4];
    hex += kDigits[digest[i] & 15];
  }
  return hex;
}

std::string SourceText(const Configuration& configuration) {
  const Variant& v = *configuration.variant;
  std::ostringstream text;
  text << v.top << configuration.parameters.dump();
  for (const auto& [key, value] : v.defines)
    text << key << '=' << value << '\n';
  std::vector<fs::path> files = v.sources;
  for (const fs::path& folder : v.include) {
    std::vector<fs::path> inner;
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.is_regular_file()) inner.push_back(entry.path());
    }
    std::sort(inner.begin(), inner.end());
    files.insert(files.end(), inner.begin(), inner.end());
  }
  files.insert(files.end(), v.data.begin(), v.data.end());
  for (const fs::path& file : files) {
    text << file.filename().string() << '\n' << ReadText(file);
  }
  return text.str();
}

std::string VerilogValue(const nlohmann::json& value) {
  if (!value.is_string()) return value.dump();
  const std::string text = value;
  static const std::regex number(R"((\d*'s?[bdhoBDHO][0-9a-fA-F_]+|-?\d+))");
  return std::regex_match(text, number) ? text : "\"" + text + "\"";
}

std::vector<std::string> ModelBuilder::VerilatorArguments(
    const Configuration& configuration) {
  const Variant& v = *configuration.variant;
  std::vector<std::string> words = {"--top-module", v.top};
  if (v.is_netlist) {
    words.insert(words.end(), {"-Wno-lint", "-Wno-style"});
  } else {
    words.push_back("-Wall");
  }
  if (!v.own_warnings) words.push_back("-Wno-fatal");
  for (const auto& [key, value] : v.defines) {
    words.push_back("-D" + key + (value.empty() ? "" : "=" + value));
  }
  for (const auto& [key, value] : configuration.parameters.items()) {
    words.push_back("-G" + key + "=" + VerilogValue(value));
  }
  for (const fs::path& folder : v.include) {
    words.push_back("-I" + folder.string());
  }
  for (const fs::path& source : v.sources) words.push_back(source.string());
  return words;
}

fs::path ModelBuilder::Runtime() const {
  std::string sources;
  for (const char* source : kRuntimeSources) sources += source;
  const std::string hash =
      Sha256(ToolVersions() + sources +
             ReadText(ShimFolder(paths_) / "runtime_hooks.cpp"));
  return paths_.build / ("runtime-" + hash.substr(0, 12));
}

void ModelBuilder::BuildRuntime() const {
  const fs::path target = Runtime();
  if (IsWholeLibrary(target / "libverilated.so")) return;
  if (fs::exists(target)) RemoveDamaged(target);
  fs::create_directories(paths_.build);
  StagedFolder stage(target);
  const fs::path include = VerilatorInclude();
  std::vector<std::string> words = kCompiler;
  words.insert(words.end(),
               {"-fvisibility=default", "-DVL_USER_FINISH", "-DVL_USER_STOP",
                "-DVL_USER_FATAL", "-I" + include.string(),
                "-I" + (include / "vltstd").string(), "-o",
                (stage.path() / "libverilated.so").string(),
                (ShimFolder(paths_) / "runtime_hooks.cpp").string()});
  for (const char* source : kRuntimeSources) {
    words.push_back((include / source).string());
  }
  words.insert(words.end(), {"-lz", "-lpthread"});
  Step(words, stage.path() / "compile.log", target.string() + ".log",
       "Verilator runtime", "");
  stage.Commit();
}

BuiltModel ModelBuilder::Build(const Configuration& configuration,
                               const Interface& port, Flavour flavour) const {
  return Build(configuration, ContractPorts(port), true, flavour);
}

BuiltModel ModelBuilder::Build(const Configuration& configuration,
                               const TopPorts& ports, Flavour flavour) const {
  return Build(configuration, ports, false, flavour);
}

BuiltModel ModelBuilder::Build(const Configuration& configuration,
                               const TopPorts& ports, bool byte_port,
                               Flavour flavour) const {
  const Variant& v = *configuration.variant;
  BuiltModel built;
  built.rtl_hash = Sha256(SourceText(configuration));
  std::string flags;
  for (const std::string& word : kCompiler) flags += word + " ";
  const std::string hash = Sha256(
      ToolVersions() + built.rtl_hash + flags + kVerilatorFlags +
      FlagsOf(flavour) + ReadText(ShimFolder(paths_) / "model_shim.cpp") +
      ReadText(ShimFolder(paths_) / "model_api.h") +
      (v.own_warnings ? "own" : "foreign") + PortLines(ports) +
      (byte_port ? "" : "any port") +
      (flavour == Flavour::kCoverage ? MemoriesOff(v) : ""));
  std::string readable = v.folder.parent_path().filename().string() + "-" +
                         v.folder.filename().string() + "-" +
                         configuration.name;
  const fs::path target =
      paths_.build / "models" /
      (readable + "-" + hash.substr(0, 12) + SuffixOf(flavour));
  built.library = target / "model.so";
  const fs::path log = target / "verilator.log";
  BuildRuntime();
  if (fs::exists(target)) {
    if (fs::exists(log) && Loads(built.library)) {
      built.cached = true;
      built.warnings = ReadText(log);
      return built;
    }
    RemoveDamaged(target);
  }
  fs::create_directories(target.parent_path());
  StagedFolder stage(target);
  const fs::path& folder = stage.path();
  std::vector<std::string> words = {"verilator", "--cc",  "--prefix",
                                    "Vdut",      "-Mdir", folder.string()};
  AppendWords(FlagsOf(flavour), &words);
  if (flavour == Flavour::kCoverage) {
    WriteText(folder / "memories.vlt", MemoriesOff(v));
    words.push_back((folder / "memories.vlt").string());
  }
  const std::vector<std::string> own = VerilatorArguments(configuration);
  words.insert(words.end(), own.begin(), own.end());
  const fs::path kept = target.string() + ".log";
  built.warnings =
      Step(words, folder / "verilator.log", kept, v.file().string(), "sources");
  CheckPorts(configuration, ports, ReadTopPorts(folder / "Vdut.h"));
  WriteText(folder / "top_ports.inc", PortLines(ports));

  std::ostringstream unity;
  std::vector<std::string> generated;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".cpp") {
      generated.push_back(entry.path().filename().string());
    }
  }
  std::sort(generated.begin(), generated.end());
  for (const std::string& name : generated) {
    unity << "#include \"" << name << "\"\n";
  }
  unity << "#define CURVEBENCH_EXTRA_INPUTS(X)";
  for (const std::string& input : v.extra_inputs)
    unity << " X(" << input << ")";
  unity << "\n#include \"" << (ShimFolder(paths_) / "model_shim.cpp").string()
        << "\"\n";
  WriteText(folder / "unity.cc", unity.str());

  // $readmemh looks in the current folder when a model is made.
  for (const fs::path& file : v.data) {
    fs::copy_file(file, folder / file.filename());
  }
  const fs::path include = VerilatorInclude();
  // A huge model is flat logic in which the optimiser spends minutes and finds
  // little; its runs are short.
  constexpr uintmax_t kHuge = 4'000'000;
  uintmax_t generated_bytes = 0;
  for (const std::string& name : generated) {
    generated_bytes += fs::file_size(folder / name);
  }
  std::vector<std::string> compile = kCompiler;
  if (generated_bytes > kHuge) compile.push_back("-O0");
  compile.insert(compile.end(),
                 {"-I" + folder.string(), "-I" + ShimFolder(paths_).string(),
                  "-I" + include.string(), "-I" + (include / "vltstd").string(),
                  (folder / "unity.cc").string(), "-o",
                  (folder / "model.so").string(), "-L" + Runtime().string(),
                  "-lverilated", "-Wl,-rpath," + Runtime().string()});
  if (flavour == Flavour::kDebug) compile.push_back("-DCURVEBENCH_DEBUG");
  if (flavour == Flavour::kCoverage) {
    compile.insert(compile.end(), {"-DCURVEBENCH_COVERAGE", "-DVM_COVERAGE=1"});
  }
  if (byte_port) compile.push_back("-DCURVEBENCH_BYTE_PORT");
  Step(compile, folder / "compile.log", kept, v.file().string(), "sources");
  stage.Commit();
  return built;
}

}  // namespace curvebench
