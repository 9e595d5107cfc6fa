#include "sources/nvml/session.h"

#include <array>

#include "sources/nvml/outcome.h"

namespace joulemark::nvml {
namespace {

Result<std::unique_ptr<SharedLibrary>> load_first(const LibraryLoader& load,
                                                  const std::vector<std::string>& libraries) {
  std::string tried;
  for (const std::string& path : libraries) {
    auto library = load(path);
    if (library) return std::move(*library);
    if (library.error().code != ErrorCode::kNotPresent)
      return tl::unexpected<Error>(library.error());
    tried += (tried.empty() ? "" : ", ") + path;
  }
  return fail(ErrorCode::kNotPresent, "no NVIDIA driver library: " + tried);
}

}  // namespace

Session::Session(std::unique_ptr<SharedLibrary> library, const Api& api)
    : library_(std::move(library)), api_(api) {
  std::array<char, kTextSize> text{};
  if (api_.driver_version(text.data(), kTextSize) == Return::kSuccess) {
    text.back() = '\0';
    driver_ = text.data();
  }
}

Result<std::unique_ptr<Session>> Session::open(const LibraryLoader& load,
                                               const std::vector<std::string>& libraries) {
  auto library = load_first(load, libraries);
  if (!library) return tl::unexpected<Error>(library.error());
  const auto api = api_of(**library);
  if (!api) return tl::unexpected<Error>(api.error());
  if (const Return code = api->init(); code != Return::kSuccess)
    return tl::unexpected<Error>(error_of(code, "NVML does not start"));
  return std::unique_ptr<Session>(new Session(std::move(*library), *api));
}

Session::~Session() { static_cast<void>(api_.shutdown()); }

}  // namespace joulemark::nvml
