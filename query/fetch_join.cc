#include "query/fetch_join.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "query/count_at.h"

namespace joulemark {
namespace {

constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

std::string_view method_of(const Labels& page) { return label(page, "method"); }

std::optional<SeriesKind> kind_of(const Labels& page) {
  if (method_of(page) == "counter") return SeriesKind::kCounter;
  if (method_of(page) == "integrated") return SeriesKind::kIntegrated;
  return std::nullopt;
}

// Value of one column at each scrape; the scrapes are asked for in order of time.
class Cursor {
 public:
  explicit Cursor(const std::vector<RangeSample>& samples)
      : at_(samples.begin()), end_(samples.end()), any_(!samples.empty()) {}
  [[nodiscard]] bool any() const { return any_; }
  std::optional<double> at(UtcTime time) {
    while (at_ != end_ && at_->time < time) ++at_;
    if (at_ == end_ || at_->time != time) return std::nullopt;
    return at_->value;
  }

 private:
  std::vector<RangeSample>::const_iterator at_, end_;
  bool any_;
};

UtcTime time_of(double epoch_seconds) { return UtcTime(from_seconds(epoch_seconds)); }

// Fills the series scrape by scrape.
class Joiner {
 public:
  Joiner(Series& series, ScrapedSensor& scraped)
      : series_(series),
        time_(scraped.column(Column::kReadingTime)),
        variance_(scraped.column(Column::kVariance)),
        uncovered_(scraped.column(Column::kUncovered)),
        resets_(scraped.column(Column::kResets)),
        start_(scraped.column(Column::kStart)),
        minimum_(scraped.column(Column::kMinimum)),
        maximum_(scraped.column(Column::kMaximum)) {}

  void add(const RangeSample& energy) {
    const UtcTime scrape = energy.time;
    const auto time = time_.at(scrape);
    const auto variance = variance_.at(scrape);
    const auto uncovered = uncovered_.at(scrape);
    const auto resets = resets_.at(scrape);
    const auto start = start_.at(scrape);
    const auto minimum = minimum_.at(scrape);
    const auto maximum = maximum_.at(scrape);
    const bool whole = time && complete(variance_, variance) && complete(uncovered_, uncovered) &&
                       complete(resets_, resets) && complete(start_, start);
    if (!whole || (!series_.time.empty() && time_of(*time) <= series_.time.back())) return;
    series_.time.push_back(time_of(*time));
    series_.value.push_back(count_at(energy.value, series_.value));
    if (variance) series_.variance.push_back(*variance);
    if (uncovered) series_.uncovered.push_back(*uncovered);
    if (resets) series_.resets.push_back(*resets);
    if (start) series_.start.push_back(time_of(*start));
    if (!minimum_.any() || !maximum_.any()) return;
    series_.power_min.push_back(minimum.value_or(kAbsent));
    series_.power_max.push_back(maximum.value_or(kAbsent));
  }

 private:
  static bool complete(const Cursor& column, std::optional<double> value) {
    return value.has_value() || !column.any();
  }

  Series& series_;
  Cursor time_, variance_, uncovered_, resets_, start_, minimum_, maximum_;
};

double median_gap(const std::vector<UtcTime>& times) {
  std::vector<double> gaps;
  for (std::size_t i = 1; i < times.size(); ++i) gaps.push_back(seconds(times[i] - times[i - 1]));
  if (gaps.empty()) return 0.0;
  const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2);
  std::nth_element(gaps.begin(), middle, gaps.end());
  if (gaps.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(gaps.begin(), middle)) / 2;
}

// The words may change when an exporter restarts. Energy by another method is another count: only
// the last method stays.
struct OneEnergy {
  std::vector<RangeSample> samples;
  bool changed = false;
};

OneEnergy concatenate(std::vector<EnergySeries>& parts, const Window& window) {
  std::sort(parts.begin(), parts.end(), [](const EnergySeries& a, const EnergySeries& b) {
    return a.samples.front().time < b.samples.front().time;
  });
  OneEnergy out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0 && parts[i].page != parts[i - 1].page)
      out.changed = out.changed || (parts[i].samples.front().time > window.start &&
                                    parts[i - 1].samples.back().time < window.end);
    if (method_of(parts[i].page) == method_of(parts.back().page))
      out.samples.insert(out.samples.end(), parts[i].samples.begin(), parts[i].samples.end());
  }
  return out;
}

bool ascending(const std::vector<RangeSample>& samples) {
  for (std::size_t i = 1; i < samples.size(); ++i)
    if (samples[i].time <= samples[i - 1].time) return false;
  return true;
}

}  // namespace

Result<JoinedSensor> join(ScrapedSensor scraped, const Window& window) {
  const std::string who = to_string(scraped.sensor) + ", instance=\"" + scraped.instance + '"';
  const OneEnergy energy = concatenate(scraped.energy, window);
  JoinedSensor out;
  out.page = std::move(scraped.energy.back().page);
  const auto kind = kind_of(out.page);
  if (!kind)
    return fail(ErrorCode::kInvalid,
                "energy of " + who + " has method=\"" + std::string(method_of(out.page)) +
                    "\"; this program knows counter and integrated: take the version that fits the "
                    "exporter");
  if (!ascending(energy.samples))
    return fail(ErrorCode::kInvalid, "two energies of " + who + " stand in one scrape");
  out.series.kind = *kind;
  out.series.exporter = scraped.instance;
  out.series.source = scraped.sensor.source;
  out.changed_in_window = energy.changed;
  Joiner joiner(out.series, scraped);
  for (const RangeSample& sample : energy.samples) {
    out.scrapes.push_back(sample.time);
    joiner.add(sample);
  }
  if (out.series.time.empty())
    return fail(ErrorCode::kInvalid,
                "energy of " + who +
                    " has no joulemark_reading_timestamp_seconds beside it: is a "
                    "metric_relabel_config dropping series?");
  out.scrape_interval = median_gap(out.scrapes);
  return out;
}

}  // namespace joulemark
