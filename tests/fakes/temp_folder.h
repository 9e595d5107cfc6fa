// A folder of its own below the system's temporary folder, removed at the end.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace joulemark {

class TempFolder {
 public:
  TempFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "joulemark-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = pattern;
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  // Creates the folders on the way. An existing file keeps its inode, so that open readers see it.
  void write(const std::string& file, std::string_view content) const {
    std::filesystem::create_directories((path_ / file).parent_path());
    std::ofstream out(path_ / file, std::ios::binary | std::ios::trunc);
    out.write(content.data(), static_cast<std::streamsize>(content.size()));
    if (!out.flush()) throw std::runtime_error("cannot write " + file);
  }
  void link(const std::string& file, const std::string& target) const {
    std::filesystem::create_directories((path_ / file).parent_path());
    std::filesystem::create_symlink(target, path_ / file);
  }

 private:
  std::filesystem::path path_;
};

}  // namespace joulemark
