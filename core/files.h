// The seam to files below a root (/sys, /proc or a fixture tree): every path is relative to the
// root and symbolic links never lead out of it. Errors: kNotPresent (ENOENT, ENODEV, ENOTDIR),
// kPermission (EACCES, EPERM), kUnavailable (EIO, EAGAIN, ENODATA, ENXIO ...), kInvalid (EINVAL);
// the message names path and errno.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace joulemark {

// A file kept open; read_at is one pread from offset 0 without allocation. May block for ever on a
// bad driver.
class OpenFile {
 public:
  virtual ~OpenFile() = default;
  virtual Result<std::size_t> read_at_start(std::span<char> buffer) = 0;
};

class Files {
 public:
  virtual ~Files() = default;
  [[nodiscard]] virtual Result<std::unique_ptr<OpenFile>> open(std::string_view path) const = 0;
  // Whole content, at most limit bytes; more is kInvalid.
  [[nodiscard]] virtual Result<std::string> read(std::string_view path,
                                                 std::size_t limit = std::size_t{64}
                                                                     << 10) const = 0;
  // Names in a directory, sorted, without "." and "..".
  [[nodiscard]] virtual Result<std::vector<std::string>> list(std::string_view path) const = 0;
  // Path below the root after following all links; kNotPresent for a dangling link or one that
  // leaves the root.
  [[nodiscard]] virtual Result<std::string> resolve(std::string_view path) const = 0;
};

}  // namespace joulemark
