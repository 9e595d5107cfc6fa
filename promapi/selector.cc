#include "promapi/selector.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include "core/trimmed.h"

namespace joulemark {
namespace {

using Op = LabelMatcher::Op;

// Two-character operators first: "=" begins "=~".
constexpr std::array<std::pair<std::string_view, Op>, 4> kOperators{
    {{"=~", Op::kMatch}, {"!~", Op::kNoMatch}, {"!=", Op::kNotEqual}, {"=", Op::kEqual}}};

std::string_view to_string(Op op) {
  for (const auto& [text, entry] : kOperators)
    if (entry == op) return text;
  return "=";
}

std::string quote(std::string_view value) {
  std::string out = "\"";
  for (const char c : value) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string pattern_of(std::string_view literal) {
  static constexpr std::string_view kSpecial = R"(\.+*?()|[]{}^$)";
  std::string out;
  for (const char c : literal) {
    if (kSpecial.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string one_matcher(const LabelMatcher& matcher) {
  return matcher.name + std::string(to_string(matcher.op)) + quote(matcher.value);
}

bool valid_name(std::string_view name) {
  const auto ok = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
         std::all_of(name.begin(), name.end(), ok);
}

// As PromQL has them: \" \\ \n and no others.
std::optional<char> escaped(char c) {
  if (c == '"' || c == '\\') return c;
  return c == 'n' ? std::optional('\n') : std::nullopt;
}

// The text between the quotes with its escapes resolved; empty if it is not one quoted string.
std::optional<std::string> unquoted(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::nullopt;
  text = text.substr(1, text.size() - 2);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') return std::nullopt;
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    const auto meant = ++i < text.size() ? escaped(text[i]) : std::nullopt;
    if (!meant) return std::nullopt;
    out += *meant;
  }
  return out;
}

// Where the next matcher ends: at a comma outside quotes.
std::size_t end_of_matcher(std::string_view text) {
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quoted && text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      quoted = !quoted;
    else if (text[i] == ',' && !quoted)
      return i;
  }
  return text.size();
}

}  // namespace

std::string to_promql(const Selector& selector) {
  std::string out = "{" + one_matcher(one_of("__name__", selector.metrics));
  for (const LabelMatcher& matcher : selector.matchers) out += "," + one_matcher(matcher);
  return out + "}";
}

LabelMatcher one_of(std::string_view name, const std::vector<std::string>& values) {
  if (values.size() == 1) return {std::string(name), Op::kEqual, values.front()};
  std::string pattern;
  for (const std::string& value : values)
    pattern += (pattern.empty() ? "" : "|") + pattern_of(value);
  return {std::string(name), Op::kMatch, pattern};
}

Result<LabelMatcher> parse_matcher(std::string_view text) {
  const auto at = text.find_first_of("=!");
  if (at != std::string_view::npos) {
    const std::string_view name = trimmed(text.substr(0, at));
    for (const auto& [symbol, op] : kOperators) {
      if (text.substr(at, symbol.size()) != symbol) continue;
      auto value = unquoted(trimmed(text.substr(at + symbol.size())));
      if (valid_name(name) && value) return LabelMatcher{std::string(name), op, std::move(*value)};
      break;
    }
  }
  return fail(
      ErrorCode::kInvalid,
      "'" + std::string(text) +
          R"(' is no label matcher; expected label="value", or != =~ !~; a backslash is written \\)");
}

Result<Selector> parse_selector(std::string_view text) {
  const auto wrong = [&] {
    return fail(
        ErrorCode::kInvalid,
        "'" + std::string(text.substr(0, 80)) +
            R"(' is no selector; expected metric{label="value"}, without range or function)");
  };
  const std::string_view whole = trimmed(text);
  const std::size_t brace = std::min(whole.find('{'), whole.size());
  const std::string_view name = trimmed(whole.substr(0, brace));
  if (!valid_name(name)) return wrong();
  Selector out{{std::string(name)}, {}};
  if (brace == whole.size()) return out;
  if (whole.back() != '}') return wrong();
  std::string_view rest = trimmed(whole.substr(brace + 1, whole.size() - brace - 2));
  while (!rest.empty()) {
    const std::size_t end = end_of_matcher(rest);
    auto matcher = parse_matcher(trimmed(rest.substr(0, end)));
    if (!matcher) return wrong();
    out.matchers.push_back(std::move(*matcher));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    rest = trimmed(rest);
  }
  return out;
}

}  // namespace joulemark
