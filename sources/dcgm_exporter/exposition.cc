#include "sources/dcgm_exporter/exposition.h"

#include "core/trimmed.h"

namespace joulemark::dcgm_exporter {
namespace {

constexpr std::string_view kBlanks = " \t";

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(kBlanks);
  return first == text.npos ? std::string_view() : text.substr(first);
}

// What stands between quotes; `text` begins behind the first and is left behind the second.
std::optional<std::string> quoted(std::string_view& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') {
      text.remove_prefix(i + 1);
      return out;
    }
    const bool escape = text[i] == '\\' && i + 1 < text.size();
    if (escape) ++i;
    out += escape && text[i] == 'n' ? '\n' : text[i];
  }
  return std::nullopt;
}

// name="value",... } ; `text` begins behind the brace and is left behind the other.
bool take_labels(std::string_view& text, Sample& out) {
  for (;;) {
    text = without_blanks(text);
    if (text.starts_with('}')) {
      text.remove_prefix(1);
      return true;
    }
    const auto equals = text.find('=');
    if (equals == text.npos) return false;
    const std::string name(trimmed(text.substr(0, equals)));
    text = without_blanks(text.substr(equals + 1));
    if (!text.starts_with('"')) return false;
    text.remove_prefix(1);
    auto value = quoted(text);
    if (!value) return false;
    out.labels.emplace_back(name, std::move(*value));
    text = without_blanks(text);
    if (text.starts_with(',')) text.remove_prefix(1);
  }
}

}  // namespace

std::string_view name_in(std::string_view line) {
  line = without_blanks(line);
  if (line.starts_with('#')) return {};
  return trimmed(line.substr(0, line.find_first_of("{ \t")));
}

std::string_view Sample::label(std::string_view wanted) const {
  for (const auto& [key, text] : labels)
    if (key == wanted) return text;
  return {};
}

std::optional<Sample> parse_sample(std::string_view line) {
  Sample out{.name = name_in(line), .labels = {}, .value = {}};
  if (out.name.empty()) return std::nullopt;
  std::string_view rest = without_blanks(line);
  rest = without_blanks(rest.substr(out.name.size()));
  if (rest.starts_with('{')) {
    rest.remove_prefix(1);
    if (!take_labels(rest, out)) return std::nullopt;
  }
  rest = trimmed(rest);
  out.value = rest.substr(0, rest.find_first_of(kBlanks));  // a time stamp may follow
  if (out.value.empty()) return std::nullopt;
  return out;
}

}  // namespace joulemark::dcgm_exporter
