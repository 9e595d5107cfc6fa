// Names of members: whatever a node or a sensor is called becomes a name that every file system
// takes.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace joulemark {

// ASCII letters, digits and "._~-" between single slashes; no part is empty or begins with a dot,
// no part is longer than kLongestPart; not absolute.
bool is_member_name(std::string_view name);

// Gives each path a name of its own, also where file systems ignore case.
class MemberNames {
 public:
  // folder ends with a slash; parts may hold any bytes.
  std::string of_samples(const std::string& folder, std::string_view node, std::string_view source,
                         std::string_view sensor);
  std::string of_counter(const std::string& folder, std::string_view node);
  // file: a path of a plan; only its last part is kept.
  std::string of_file(const std::string& folder, std::string_view file);

 private:
  std::string unique(const std::string& stem, const std::string& ending);
  std::set<std::string> taken_;
};

}  // namespace joulemark
