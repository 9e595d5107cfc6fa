#include "mlperf/log/calendar_time.h"

#include <fmt/format.h>

namespace joulemark::mlperf {
namespace {

std::optional<int> digits_at(std::string_view text, std::size_t at, std::size_t length) {
  int value = 0;
  for (const char c : text.substr(at, length)) {
    if (c < '0' || c > '9') return {};
    value = 10 * value + (c - '0');
  }
  return value;
}

bool separators_stand(std::string_view text) {
  return text.size() == 23 && text[2] == '-' && text[5] == '-' && text[10] == ' ' &&
         text[13] == ':' && text[16] == ':' && text[19] == '.';
}

}  // namespace

std::optional<UtcTime> calendar_time(std::string_view text) {
  if (!separators_stand(text)) return {};
  const auto month = digits_at(text, 0, 2), day = digits_at(text, 3, 2),
             year = digits_at(text, 6, 4), hour = digits_at(text, 11, 2),
             minute = digits_at(text, 14, 2), second = digits_at(text, 17, 2),
             milli = digits_at(text, 20, 3);
  if (!month || !day || !year || !hour || !minute || !second || !milli) return {};
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok() || *year < 1990 || *year > 2200 || *hour > 23 || *minute > 59 || *second > 60)
    return {};
  return UtcTime(std::chrono::sys_days(date)) + std::chrono::hours(*hour) +
         std::chrono::minutes(*minute) + std::chrono::seconds(*second) +
         std::chrono::milliseconds(*milli);
}

std::string calendar_text(UtcTime time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(std::chrono::floor<std::chrono::milliseconds>(time - day));
  return fmt::format("{:02}-{:02}-{:04} {:02}:{:02}:{:02}.{:03}",
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     static_cast<int>(date.year()), clock.hours().count(), clock.minutes().count(),
                     clock.seconds().count(), clock.subseconds().count());
}

}  // namespace joulemark::mlperf
