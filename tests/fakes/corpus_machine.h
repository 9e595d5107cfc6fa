// One machine of the shared sysfs corpus, unpacked into a folder of its own so that it can be
// changed: sys/ as it was at t0, then with the files of step1/sys/ laid over it. Links that a
// check-out without symlinks left as text files become links again.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fakes/temp_folder.h"

namespace joulemark {

class CorpusMachine {
 public:
  static std::filesystem::path folder_of(const std::string& machine) {
    return std::filesystem::path(JOULEMARK_SHARED_FIXTURES) / "sysfs" / machine;
  }
  static bool exists(const std::string& machine) {
    return std::filesystem::exists(folder_of(machine) / "sys");
  }

  explicit CorpusMachine(const std::string& machine) : source_(folder_of(machine)) {
    lay_over(source_ / "sys");
  }
  // The state dt_s seconds later. Files keep their inodes: open readers see the new values.
  void step() const { lay_over(source_ / "step1/sys"); }

  [[nodiscard]] std::string sysfs() const { return folder_.path().string(); }
  [[nodiscard]] std::string expectation() const { return content_of(source_ / "EXPECT.json"); }

 private:
  static std::string content_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static bool is_link_text(const std::string& content) {
    return content.starts_with("../") && content.find('\n') == std::string::npos;
  }
  void lay_over(const std::filesystem::path& tree) const {
    if (!std::filesystem::exists(tree)) return;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(tree)) {
      const auto file = entry.path().lexically_relative(tree).string();
      if (entry.is_symlink()) {
        folder_.link(file, std::filesystem::read_symlink(entry.path()).string());
      } else if (entry.is_directory()) {
        std::filesystem::create_directories(folder_.path() / file);
      } else {
        const auto content = content_of(entry.path());
        if (is_link_text(content))
          folder_.link(file, content);
        else
          folder_.write(file, content);
      }
    }
  }

  std::filesystem::path source_;
  TempFolder folder_;
};

}  // namespace joulemark
