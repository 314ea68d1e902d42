// SPDX-License-Identifier: Apache-2.0
#include "bench/model.h"

#include <dlfcn.h>

#include <stdexcept>

namespace curvebench {

ModelLibrary::ModelLibrary(const std::filesystem::path& library) {
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    throw std::runtime_error(std::string("cannot load a model: ") + dlerror());
  }
  handle_ = std::shared_ptr<void>(handle, [](void* h) { dlclose(h); });
  folder_ = std::filesystem::absolute(library).parent_path();
  using Entry = const ModelApi* (*)();
  const auto entry =
      reinterpret_cast<Entry>(dlsym(handle, "curvebench_model_api"));
  if (entry == nullptr) {
    throw std::runtime_error(library.string() + " is not a model library");
  }
  api_ = entry();
}

std::unique_ptr<Model> ModelLibrary::Create(uint64_t seed,
                                            bool randomize) const {
  // Verilator takes a positive int and treats 0 as "pick one".
  const int model_seed = static_cast<int>(seed % 0x7ffffffe) + 1;
  // Data files of the RTL lie beside the library, and $readmemh reads them from
  // the current folder.
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder_);
  auto model = std::make_unique<Model>(handle_, api_, model_seed, randomize);
  std::filesystem::current_path(before);
  return model;
}

Model::Model(std::shared_ptr<void> handle, const ModelApi* api, int seed,
             bool randomize)
    : handle_(std::move(handle)),
      api_(api),
      model_(api->create(seed, randomize ? 1 : 0)) {}

Model::~Model() { api_->destroy(model_); }

uint64_t Model::Run(uint64_t max_edges) {
  const uint64_t edges = api_->run(model_, &pins, max_edges);
  edges_ += edges;
  return edges;
}

ModelPort Model::FindPort(const std::string& name) const {
  ModelPort port;
  if (!api_->port(model_, name.c_str(), &port)) {
    throw std::logic_error("the top of this model has no port " + name);
  }
  return port;
}

void Model::OpenWave(const std::filesystem::path& file) {
  if (file.has_parent_path()) {
    std::filesystem::create_directories(file.parent_path());
  }
  if (!api_->open_wave(model_, file.c_str())) {
    throw std::logic_error("this model was built without waves");
  }
}

void Model::SetInput(const std::string& name, uint64_t value) {
  if (!api_->set_input(model_, name.c_str(), value)) {
    throw std::logic_error("this model has no input '" + name + "'");
  }
}

void Model::WriteCoverage(const std::filesystem::path& file) {
  if (!api_->write_coverage(model_, file.c_str())) {
    throw std::logic_error("this model was built without coverage");
  }
}

void Model::Visit(
    const std::function<void(const std::string&, const std::string&, bool,
                             const std::string&)>& visitor) {
  const ModelVisitor call = [](void* context, const char* scope,
                               const char* name, int is_memory,
                               const void* data, size_t bytes) {
    (*static_cast<const std::function<void(
         const std::string&, const std::string&, bool, const std::string&)>*>(
        context))(scope, name, is_memory != 0,
                  std::string(static_cast<const char*>(data), bytes));
  };
  if (!api_->visit(model_,
                   const_cast<void*>(static_cast<const void*>(&visitor)),
                   call)) {
    throw std::logic_error("this model was built without names");
  }
}

}  // namespace curvebench
