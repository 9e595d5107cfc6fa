// The library, opened and initialised. Several sessions may exist at once: NVML counts them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sources/nvml/api.h"

namespace joulemark::nvml {

class Session {
 public:
  // Of the first library that is there. kNotPresent: none is, or no driver is loaded. Initialising
  // attaches to no GPU yet; what can hang is asking for handles.
  static Result<std::unique_ptr<Session>> open(const LibraryLoader& load,
                                               const std::vector<std::string>& libraries);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session();

  [[nodiscard]] const Api& api() const { return api_; }
  [[nodiscard]] const std::string& driver() const { return driver_; }

 private:
  Session(std::unique_ptr<SharedLibrary> library, const Api& api);

  std::unique_ptr<SharedLibrary> library_;
  Api api_;
  std::string driver_;
};

}  // namespace joulemark::nvml
