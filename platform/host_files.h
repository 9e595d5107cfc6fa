// Files below a root directory, read as they are: /sys, a mount of it, or a fixture tree. Nothing
// below the root leads out of it: absolute link targets and ".." are taken relative to the root.
// Names are bytes; no encoding is assumed. Stateless, so any thread may call.
#pragma once

#include "core/files.h"

namespace joulemark {

class HostFiles final : public Files {
 public:
  // The root need not exist yet: each call looks again.
  explicit HostFiles(std::string root);

  // Opening never blocks. A FIFO opens at once and blocks in the read while a writer holds it: it
  // stands for a driver that hangs.
  [[nodiscard]] Result<std::unique_ptr<OpenFile>> open(std::string_view path) const override;
  [[nodiscard]] Result<std::string> read(std::string_view path,
                                         std::size_t limit = std::size_t{64} << 10) const override;
  [[nodiscard]] Result<std::vector<std::string>> list(std::string_view path) const override;
  [[nodiscard]] Result<std::string> resolve(std::string_view path) const override;

 private:
  std::string root_;
};

}  // namespace joulemark
