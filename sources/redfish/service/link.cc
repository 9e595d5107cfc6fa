#include "sources/redfish/service/link.h"

#include <algorithm>

#include "core/clean_text.h"

namespace joulemark::redfish {
namespace {

constexpr std::size_t kLongest = 1024;

bool plain(std::string_view path) {
  return std::all_of(path.begin(), path.end(),
                     [](char c) { return c > ' ' && c != '\x7f' && c != '\\'; });
}

bool climbs(std::string_view path) {
  for (const char* step : {"/../", "//", "/./", "%2e", "%2E", "%2f", "%2F", "%00"})
    if (path.find(step) != path.npos) return true;
  return path.ends_with("/..");
}

}  // namespace

Link parse_link(std::string_view text) {
  const std::size_t scheme = text.find("://");
  const bool elsewhere =
      text.starts_with("//") || (scheme != text.npos && text.find_first_of("/?#") == scheme + 1);
  if (elsewhere) return {Link::Kind::kForeign, clean_text(text.substr(0, kLongest))};
  text = text.substr(0, text.find('#'));
  const std::string_view path = text.substr(0, text.find('?'));
  if (text.size() > kLongest || !plain(text) || climbs(path)) return {};
  if (!text.starts_with("/redfish/")) return {};
  if (path.size() == text.size())
    while (text.ends_with('/')) text.remove_suffix(1);
  return {Link::Kind::kLocal, std::string(text)};
}

}  // namespace joulemark::redfish
