#include "sources/cray/counter_line.h"

#include <charconv>
#include <limits>

namespace joulemark::cray {
namespace {

std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  return value;
}

std::optional<UtcTime> parse_stamp(std::string_view text) {
  constexpr std::uint64_t kLast = std::numeric_limits<std::int64_t>::max() / 1000;
  const auto microseconds = take_number(text);
  if (!microseconds || *microseconds > kLast || text != " us\n") return std::nullopt;
  return UtcTime(std::chrono::microseconds(*microseconds));
}

}  // namespace

std::optional<CounterLine> parse_counter_line(std::string_view text) {
  const auto value = take_number(text);
  if (!value || !(text.starts_with(" W") || text.starts_with(" J"))) return std::nullopt;
  CounterLine line{.value = *value, .unit = text[1], .stamp = {}};
  text.remove_prefix(2);
  if (text == "\n") return line;
  if (!text.starts_with(' ')) return std::nullopt;
  line.stamp = parse_stamp(text.substr(1));
  if (!line.stamp) return std::nullopt;
  return line;
}

}  // namespace joulemark::cray
