#include "query/bundle/samples_csv.h"

#include <array>
#include <charconv>
#include <utility>

namespace joulemark {
namespace {

struct NumberColumn {
  std::string_view name;
  std::vector<double> Series::*values;
};
struct TimeColumn {
  std::string_view name;
  std::vector<UtcTime> Series::*values;
};

// In the order of the header; only time and value are always there.
constexpr TimeColumn kTime{"time_ns", &Series::time};
constexpr std::array<NumberColumn, 6> kNumbers{{{"value", &Series::value},
                                                {"variance", &Series::variance},
                                                {"uncovered", &Series::uncovered},
                                                {"resets", &Series::resets},
                                                {"power_min", &Series::power_min},
                                                {"power_max", &Series::power_max}}};
constexpr TimeColumn kCountStart{"start_ns", &Series::start};

template <class Number>
void append(std::string& out, Number value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  out.append(text.data(), end);
}

// Reads one file; remembers the first thing that is wrong.
class SamplesReader {
 public:
  SamplesReader(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

  Result<void> read(Series& series) {
    const auto numbers = header(series);
    if (!numbers) return tl::unexpected<Error>(numbers.error());
    while (!rest_.empty())
      if (!row(series, *numbers))
        return fail(ErrorCode::kInvalid, name_ + ", line " + std::to_string(line_) +
                                             ": expected as many numbers as there are columns, "
                                             "and a time not before that of the line above");
    return {};
  }

 private:
  using Columns = std::vector<std::vector<double>*>;

  Result<Columns> header(Series& series) {
    std::string_view names = next_line();
    const auto take = [&](std::string_view name) {
      if (!names.starts_with(name)) return false;
      const std::string_view behind = names.substr(name.size());
      if (!behind.empty() && behind.front() != ',') return false;
      names = behind.empty() ? behind : behind.substr(1);
      return true;
    };
    Columns out;
    const bool timed = take(kTime.name);
    for (const NumberColumn& column : kNumbers)
      if (take(column.name)) out.push_back(&(series.*column.values));
    with_start_ = take(kCountStart.name);
    if (timed && names.empty() && !out.empty() && out.front() == &series.value) return out;
    return fail(ErrorCode::kInvalid, name_ +
                                         ", line 1: expected time_ns,value and after them only "
                                         "variance, uncovered, resets, power_min, power_max, "
                                         "start_ns");
  }

  bool row(Series& series, const Columns& numbers) {
    std::string_view fields = next_line();
    std::int64_t time = 0;
    if (!field(fields, time)) return false;
    const UtcTime at{Duration(time)};
    if (!series.time.empty() && at < series.time.back()) return false;
    series.time.push_back(at);
    for (std::vector<double>* column : numbers) {
      double value = 0.0;
      if (!comma(fields) || !field(fields, value)) return false;
      column->push_back(value);
    }
    if (with_start_) {
      if (!comma(fields) || !field(fields, time)) return false;
      series.start.emplace_back(Duration(time));
    }
    return fields.empty();
  }

  std::string_view next_line() {
    ++line_;
    const std::size_t end = rest_.find('\n');
    const std::string_view out = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    return out;
  }

  static bool comma(std::string_view& fields) {
    if (fields.empty() || fields.front() != ',') return false;
    fields.remove_prefix(1);
    return true;
  }

  template <class Number>
  static bool field(std::string_view& fields, Number& out) {
    const auto [end, error] = std::from_chars(fields.data(), fields.data() + fields.size(), out);
    if (error != std::errc{}) return false;
    fields.remove_prefix(static_cast<std::size_t>(end - fields.data()));
    return true;
  }

  std::string_view rest_;
  const std::string& name_;
  std::size_t line_ = 0;
  bool with_start_ = false;
};

}  // namespace

std::string samples_to_csv(const Series& series) {
  std::string out(kTime.name);
  std::vector<const std::vector<double>*> numbers;
  for (const NumberColumn& column : kNumbers) {
    const std::vector<double>& values = series.*column.values;
    if (values.empty() && column.values != &Series::value) continue;
    numbers.push_back(&values);
    out += ',' + std::string(column.name);
  }
  const bool with_start = !series.start.empty();
  if (with_start) out += ',' + std::string(kCountStart.name);
  out += '\n';
  for (std::size_t i = 0; i < series.time.size(); ++i) {
    append(out, series.time[i].time_since_epoch().count());
    for (const std::vector<double>* column : numbers) {
      out += ',';
      append(out, (*column)[i]);
    }
    if (with_start) {
      out += ',';
      append(out, series.start[i].time_since_epoch().count());
    }
    out += '\n';
  }
  return out;
}

Result<void> samples_from_csv(std::string_view text, const std::string& name, Series& series) {
  return SamplesReader(text, name).read(series);
}

}  // namespace joulemark
