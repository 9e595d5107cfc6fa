#include "measurement/scope.h"

#include <algorithm>
#include <cstddef>

namespace joulemark {
namespace {

constexpr std::size_t kLongestScope = 256;

bool scope_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == ':' ||
         c == '-' || c == '/';
}

}  // namespace

bool valid_scope(std::string_view scope) {
  if (scope.empty() || scope.size() > kLongestScope) return false;
  if (scope.front() == '/' || scope.back() == '/') return false;
  if (scope.find("//") != std::string_view::npos) return false;
  return std::all_of(scope.begin(), scope.end(), scope_character);
}

bool contains(std::string_view outer, std::string_view inner) {
  if (outer.empty() || !inner.starts_with(outer)) return false;
  return inner.size() == outer.size() || inner[outer.size()] == '/';
}

bool overlap(std::string_view a, std::string_view b) { return contains(a, b) || contains(b, a); }

}  // namespace joulemark
