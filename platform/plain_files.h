// Files that the user names: absolute, or relative to the working directory.
#pragma once

#include "platform/host_files.h"

namespace joulemark {

class PlainFiles final : public Files {
 public:
  [[nodiscard]] Result<std::unique_ptr<OpenFile>> open(std::string_view path) const override;
  [[nodiscard]] Result<std::string> read(std::string_view path, std::size_t limit) const override;
  [[nodiscard]] Result<std::vector<std::string>> list(std::string_view path) const override;
  [[nodiscard]] Result<std::string> resolve(std::string_view path) const override;

 private:
  HostFiles files_{"/"};
};

}  // namespace joulemark
