#include "exporter/label_text.h"

namespace joulemark {
namespace {

std::string_view html_entity(char c) {
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

void append_label(std::string& out, std::string_view name, std::string_view value) {
  out += name;
  out += "=\"";
  for (const char c : value) {
    if (c == '\\' || c == '"') out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  out += '"';
}

std::string html_text(std::string_view clean) {
  std::string out;
  for (const char c : clean) {
    const std::string_view entity = html_entity(c);
    if (entity.empty())
      out += c;
    else
      out += entity;
  }
  return out;
}

}  // namespace joulemark
