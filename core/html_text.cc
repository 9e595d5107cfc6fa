#include "core/html_text.h"

namespace joulemark {
namespace {

std::string_view entity(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

}  // namespace

std::string html_text(std::string_view clean) {
  std::string out;
  out.reserve(clean.size());
  for (const char c : clean) {
    const std::string_view replaced = entity(c);
    if (replaced.empty())
      out += c;
    else
      out += replaced;
  }
  return out;
}

}  // namespace joulemark
