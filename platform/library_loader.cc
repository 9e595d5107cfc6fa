#include "platform/library_loader.h"

#include <dlfcn.h>

#include <string_view>

namespace joulemark {
namespace {

class OpenLibrary final : public SharedLibrary {
 public:
  explicit OpenLibrary(void* handle) : handle_(handle) {}
  OpenLibrary(const OpenLibrary&) = delete;
  OpenLibrary& operator=(const OpenLibrary&) = delete;
  ~OpenLibrary() override { dlclose(handle_); }

  [[nodiscard]] void* symbol(const char* name) const override { return dlsym(handle_, name); }

 private:
  void* handle_;
};

}  // namespace

Result<std::unique_ptr<SharedLibrary>> load_library(const std::string& path) {
  // Local: its symbols must not take the place of anybody else's.
  if (void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL))
    return std::make_unique<OpenLibrary>(handle);
  const char* const said = dlerror();
  const std::string why = said != nullptr ? said : path + ": cannot be loaded";
  const bool absent = why.find("No such file") != std::string::npos;
  return fail(absent ? ErrorCode::kNotPresent : ErrorCode::kInvalid, why);
}

}  // namespace joulemark
