// A vendor's library that is opened at run time, so that nothing links to it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/result.h"

namespace joulemark {

// Closed when it goes: no symbol of it may be called after that.
class SharedLibrary {
 public:
  virtual ~SharedLibrary() = default;
  // Null: it has none of that name.
  [[nodiscard]] virtual void* symbol(const char* name) const = 0;
};

// By path, or by name as the dynamic linker looks for it. kNotPresent: there is none; kInvalid: it
// cannot be loaded, with the linker's words.
using LibraryLoader = std::function<Result<std::unique_ptr<SharedLibrary>>(const std::string&)>;

}  // namespace joulemark
