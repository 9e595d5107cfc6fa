#include "query/bundle/member_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace joulemark {
namespace {

constexpr std::size_t kLongestPart = 80;  // what ustar holds in its 255 bytes, four parts deep
constexpr std::size_t kLongestStem = 60;  // leaves room for a number and an ending
constexpr std::size_t kLongestName = 240;

bool is_safe(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '_' || c == '~' || c == '-';
}

bool is_part(std::string_view part) {
  return !part.empty() && part.front() != '.' && part.size() <= kLongestPart &&
         std::all_of(part.begin(), part.end(), is_safe);
}

std::string safe(std::string_view text) {
  std::string out(text.substr(0, kLongestStem));
  for (char& c : out)
    if (!is_safe(c) || c == '~') c = '_';
  if (out.empty() || out.front() == '.') out.insert(0, "_");
  return out.substr(0, kLongestStem);
}

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

}  // namespace

bool is_member_name(std::string_view name) {
  if (name.size() > kLongestName) return false;
  while (true) {
    const std::size_t slash = name.find('/');
    if (!is_part(name.substr(0, slash))) return false;
    if (slash == std::string_view::npos) return true;
    name.remove_prefix(slash + 1);
  }
}

std::string MemberNames::of_samples(const std::string& folder, std::string_view node,
                                    std::string_view source, std::string_view sensor) {
  return unique(folder + safe(node) + '/' + safe(source) + '/' + safe(sensor), ".csv");
}

std::string MemberNames::of_counter(const std::string& folder, std::string_view node) {
  return unique(folder + safe(node), ".csv");
}

std::string MemberNames::of_file(const std::string& folder, std::string_view file) {
  const std::size_t slash = file.rfind('/');
  const std::string name = safe(slash == std::string_view::npos ? file : file.substr(slash + 1));
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot == 0) return unique(folder + name, "");
  return unique(folder + name.substr(0, dot), name.substr(dot));
}

std::string MemberNames::unique(const std::string& stem, const std::string& ending) {
  std::string name = stem + ending;
  for (int n = 2; !taken_.insert(lower(name)).second; ++n)
    name = fmt::format("{}~{}{}", stem, n, ending);
  return name;
}

}  // namespace joulemark
