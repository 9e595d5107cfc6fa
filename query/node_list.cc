#include "query/node_list.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <set>

#include "query/text_file.h"

namespace joulemark {
namespace {

using Names = std::vector<std::string>;

tl::unexpected<Error> bad(std::string_view item, std::string_view why) {
  return fail(ErrorCode::kInvalid,
              "node list: '" + std::string(item.substr(0, 80)) + "': " + std::string(why));
}

tl::unexpected<Error> too_many() {
  return fail(ErrorCode::kInvalid,
              "node list: more than " + std::to_string(kMostNodes) + " nodes: split the list");
}

bool is_separator(char c) { return c == ',' || c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '_' || c == '-' || c == ':';
}

// The next item up to a separator outside brackets; advances rest.
std::string_view next_item(std::string_view& rest) {
  int depth = 0;
  std::size_t at = 0;
  for (; at < rest.size(); ++at) {
    if (rest[at] == '[') ++depth;
    if (rest[at] == ']') --depth;
    if (depth <= 0 && is_separator(rest[at])) break;
  }
  const std::string_view item = rest.substr(0, at);
  rest.remove_prefix(std::min(rest.size(), at + 1));
  return item;
}

std::optional<std::uint64_t> number(std::string_view digits) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size() || digits.size() > 12)
    return std::nullopt;
  return value;
}

// One part of a bracket: "0001-0032" or "40".
Result<Names> expand_range(std::string_view item, std::string_view part) {
  const std::size_t dash = part.find('-');
  const std::string_view from = part.substr(0, dash);
  const std::string_view to = dash == std::string_view::npos ? from : part.substr(dash + 1);
  const auto low = number(from);
  const auto high = number(to);
  if (!low || !high) return bad(item, "expected numbers such as [0001-0032,40] in the brackets");
  if (*high < *low) return bad(item, "the range falls: write the smaller number first");
  if (*high - *low >= kMostNodes) return too_many();
  Names out;
  for (std::uint64_t n = *low; n <= *high; ++n) {
    std::string digits = std::to_string(n);
    if (digits.size() < from.size()) digits.insert(0, from.size() - digits.size(), '0');
    out.push_back(std::move(digits));
  }
  return out;
}

Result<Names> expand_bracket(std::string_view item, std::string_view inside) {
  Names out;
  while (true) {
    const std::size_t comma = inside.find(',');
    auto range = expand_range(item, inside.substr(0, comma));
    if (!range) return range;
    out.insert(out.end(), range->begin(), range->end());
    if (out.size() > kMostNodes) return too_many();
    if (comma == std::string_view::npos) return out;
    inside.remove_prefix(comma + 1);
  }
}

void append_to_each(Names& names, std::string_view text) {
  for (std::string& name : names) name += text;
}

Result<Names> multiply(const Names& left, const Names& right) {
  if (left.size() * right.size() > kMostNodes) return too_many();
  Names out;
  out.reserve(left.size() * right.size());
  for (const std::string& a : left)
    for (const std::string& b : right) out.push_back(a + b);
  return out;
}

Result<Names> expand_item(std::string_view item) {
  Names names{""};
  std::string_view rest = item;
  while (!rest.empty()) {
    const std::size_t open = rest.find_first_of("[]");
    const std::string_view plain = rest.substr(0, open);
    if (!std::all_of(plain.begin(), plain.end(), is_name_character))
      return bad(item, "a node name has letters, digits and . _ - : only");
    append_to_each(names, plain);
    if (open == std::string_view::npos) break;
    const std::size_t close = rest.find(']', open);
    if (rest[open] == ']' || close == std::string_view::npos)
      return bad(item, "the brackets do not match");
    const auto inside = expand_bracket(item, rest.substr(open + 1, close - open - 1));
    if (!inside) return tl::unexpected<Error>(inside.error());
    auto product = multiply(names, *inside);
    if (!product) return product;
    names = std::move(*product);
    rest.remove_prefix(close + 1);
  }
  return names;
}

std::string without_comments(std::string_view text) {
  std::string out;
  bool comment = false;
  for (const char c : text) {
    if (c == '\n') comment = false;
    if (c == '#') comment = true;
    if (!comment) out += c;
  }
  return out;
}

}  // namespace

Result<Names> expand_node_list(std::string_view text) {
  Names out;
  std::set<std::string> seen;
  while (!text.empty()) {
    const std::string_view item = next_item(text);
    if (item.empty()) continue;
    auto names = expand_item(item);
    if (!names) return names;
    for (std::string& name : *names) {
      if (!seen.insert(name).second) return bad(name, "is listed twice");
      out.push_back(std::move(name));
    }
    if (out.size() > kMostNodes) return too_many();
  }
  if (out.empty())
    return fail(ErrorCode::kInvalid,
                "node list: is empty: expected names such as gpu[0001-0032],x9");
  return out;
}

Result<Names> read_node_list(const std::string& argument) {
  if (argument.empty() || argument.front() != '@') return expand_node_list(argument);
  const std::string path = argument.substr(1);
  const auto text = read_text_file(path);
  if (!text) return fail_in("node list", text.error());
  auto names = expand_node_list(without_comments(*text));
  if (!names) return fail_in(path, names.error());
  return names;
}

}  // namespace joulemark
