#include "exporter/metrics_page.h"

#include <gmock/gmock.h>
#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "core/clean_text.h"
#include "core/metric_names.h"
#include "exporter/metric_catalogue.h"
#include "tests/exporter/page_fixture.h"

namespace joulemark {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

MetricsPage::Pages rendered(const Snapshot& snapshot) {
  return MetricsPage().render(snapshot, page_facts());
}

// What `promtool check metrics` says of a page, with its exit status; empty where it is satisfied.
std::string promtool_says(const std::string& page) {
  const std::string path = testing::TempDir() + "joulemark_page_" + std::to_string(::getpid());
  std::ofstream(path, std::ios::binary) << page;
  std::string out;
  FILE* pipe = ::popen(("promtool check metrics < " + path + " 2>&1").c_str(), "r");
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) out += static_cast<char>(c);
  const int status = ::pclose(pipe);
  std::remove(path.c_str());
  return status == 0 ? out : out + "exit status " + std::to_string(status);
}

bool has_promtool() { return std::system("command -v promtool >/dev/null 2>&1") == 0; }

TEST(MetricsPage, IsTheGoldenPage) {
  const std::string page = rendered(page_snapshot()).all;
  const std::string now = testing::TempDir() + "joulemark_metrics_page.txt";
  std::ofstream(now, std::ios::binary) << page;
  const auto golden = lines_of(file_text(JOULEMARK_GOLDEN "/metrics_page.txt"));
  const auto lines = lines_of(page);
  for (std::size_t i = 0; i < std::min(golden.size(), lines.size()); ++i)
    ASSERT_EQ(lines[i], golden[i]) << "line " << i + 1 << "; the page of this run is " << now;
  EXPECT_EQ(lines.size(), golden.size()) << "the page of this run is " << now;
}

TEST(MetricsPage, PromtoolHasNothingToSay) {
  if (!has_promtool()) GTEST_SKIP() << "promtool is not installed";
  const auto pages = rendered(page_snapshot());
  EXPECT_EQ(promtool_says(pages.all), "");
  EXPECT_EQ(promtool_says(pages.energy), "");
  EXPECT_EQ(promtool_says(rendered({}).all), "");
}

// The page read back into the data model of prometheus-cpp and written by its serialiser.
class Peer {
 public:
  explicit Peer(const std::string& page) {
    for (const std::string& line : lines_of(page)) read(line);
  }
  std::string text() const {
    std::ostringstream out;
    prometheus::TextSerializer().Serialize(out, families_);
    return out.str();
  }

 private:
  void read(const std::string& line) {
    if (line.starts_with("# HELP ")) {
      const auto end = line.find(' ', 7);
      families_.push_back({line.substr(7, end - 7), line.substr(end + 1), {}, {}});
    } else if (line.starts_with("# TYPE ")) {
      families_.back().type = line.ends_with(" counter") ? prometheus::MetricType::Counter
                                                         : prometheus::MetricType::Gauge;
    } else {
      read_sample(line);
    }
  }
  void read_sample(const std::string& line) {
    prometheus::ClientMetric metric;
    std::size_t at = line.find_first_of("{ ");
    if (line[at] == '{') {
      while (line[at] != '}') {
        const auto equals = line.find("=\"", at);
        const std::string name = line.substr(at + 1, equals - at - 1);
        std::string value;
        for (at = equals + 2; line[at] != '"'; ++at) {
          if (line[at] == '\\') ++at;
          value += line[at];
        }
        metric.label.push_back({name, value});
        ++at;
      }
      ++at;
    }
    metric.gauge.value = metric.counter.value = std::strtod(line.c_str() + at, nullptr);
    families_.back().metric.push_back(metric);
  }
  std::vector<prometheus::MetricFamily> families_;
};

// Numbers are written with 16 digits by one and exactly by the other.
std::string without_value(const std::string& line) {
  return line.starts_with('#') ? line : line.substr(0, line.rfind(' '));
}

TEST(MetricsPage, HasTheNamesLabelsAndOrderThatPrometheusCppWrites) {
  std::string page = rendered(page_snapshot()).all;
  page.resize(page.find("# HELP joulemark_source_up"));  // the rest is written by prometheus-cpp
  const auto ours = lines_of(page);
  const auto theirs = lines_of(Peer(page).text());
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    ASSERT_EQ(without_value(ours[i]), without_value(theirs[i]));
    if (ours[i].starts_with('#')) continue;
    const double value = std::strtod(ours[i].c_str() + ours[i].rfind(' '), nullptr);
    const double peer = std::strtod(theirs[i].c_str() + theirs[i].rfind(' '), nullptr);
    EXPECT_NEAR(value, peer, 1e-15 * std::abs(value)) << ours[i];
  }
}

TEST(MetricsPage, EveryFamilyIsOneBlockInTheOrderOfTheCatalogue) {
  std::vector<std::string> seen;
  for (const std::string& line : lines_of(rendered(page_snapshot()).all))
    if (line.starts_with("# TYPE ")) seen.push_back(line.substr(7, line.find(' ', 7) - 7));
  EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), seen.size());
  std::vector<std::string> catalogue;
  for (const MetricEntry& entry : metric_catalogue())
    if (std::ranges::find(seen, entry.name) != seen.end()) catalogue.emplace_back(entry.name);
  EXPECT_EQ(seen, catalogue);
}

TEST(MetricsPage, AStaleSensorLosesPowerEnergyTimeVarianceAndExtremesTogether) {
  std::map<std::string, int> series;
  for (const std::string& line : lines_of(rendered(page_snapshot()).all))
    if (line.find("dram-0") != std::string::npos) ++series[line.substr(0, line.find('{'))];
  for (const auto name : {metric::kPower, metric::kEnergy, metric::kReadingTime,
                          metric::kSamplingVariance, metric::kPowerExtreme})
    EXPECT_EQ(series.count(std::string(name)), 0U) << name;
  for (const auto name :
       {metric::kEnergyStart, metric::kUncovered, metric::kResets, metric::kSensorInfo})
    EXPECT_EQ(series[std::string(name)], 1) << name;
}

TEST(MetricsPage, TheEnergyPageHasAtMostEightSeriesPerCountedSensor) {
  const std::string page = rendered(page_snapshot()).energy;
  std::map<std::string, int> per_sensor;
  for (const std::string& line : lines_of(page))
    if (const auto at = line.find("sensor=\""); at != std::string::npos && line[0] != '#')
      ++per_sensor[line.substr(at, line.find('"', at + 8) - at)];
  ASSERT_EQ(per_sensor.size(), 1U);  // the supply input is upstream of all others
  EXPECT_EQ(per_sensor.begin()->first, "sensor=\"psu-1");
  EXPECT_EQ(per_sensor.begin()->second, 8);
  EXPECT_THAT(page, HasSubstr("joulemark_exporter_time_seconds 1796039107.512\n"));
  EXPECT_THAT(page, Not(HasSubstr("joulemark_sensor_info")));
}

TEST(MetricsPage, CountsThroughAWrapExactly) {
  // 100 steps of 8 765 432 uJ, over the modulus once.
  EXPECT_THAT(rendered(page_snapshot()).all,
              HasSubstr("sensor=\"package-0\",scope=\"node/cpu:0\",component=\"cpu\",boundary="
                        "\"component\",method=\"counter\"} 876.5432\n"));
}

TEST(MetricsPage, WithoutSensorsThereIsStillAClockAndTheBuild) {
  const std::string page = rendered({}).all;
  EXPECT_THAT(page, HasSubstr("joulemark_exporter_time_seconds"));
  EXPECT_THAT(page, HasSubstr("joulemark_build_info"));
  EXPECT_THAT(page, Not(HasSubstr("sensor")));
}

TEST(MetricsPage, AnUnsynchronisedClockHasNoBound) {
  PageFacts facts = page_facts();
  facts.clock.synchronized = false;
  const std::string page = MetricsPage().render({}, facts).all;
  EXPECT_THAT(page, HasSubstr("joulemark_clock_synchronized 0\n"));
  EXPECT_THAT(page, Not(HasSubstr("joulemark_clock_error_bound_seconds")));
}

TEST(MetricsPage, ShowsSerialNumbersOnlyOnRequest) {
  EXPECT_THAT(rendered(page_snapshot()).all, Not(HasSubstr("serial=")));
  EXPECT_THAT(SensorText(page_sensors()[3], true).info, HasSubstr("serial=\"S-1\""));
}

std::string random_bytes(std::mt19937& random) {
  std::string out(1 + random() % 40, ' ');
  for (char& c : out) c = static_cast<char>(random() % 256);
  return out;
}

TEST(MetricsPage, IsValidWhateverBytesTheDevicesSay) {
  std::mt19937 random(20261130);
  Ledger ledger;
  std::vector<SensorPtr> texts;
  for (int i = 0; i < 200; ++i) {
    Sensor s = power_sensor(std::to_string(i) + random_bytes(random));
    for (std::string* text : {&s.node, &s.vendor, &s.model, &s.firmware, &s.driver, &s.chassis,
                              &s.source_class, &s.metrology.accuracy.group})
      *text = clean_text(random_bytes(random));
    s.id = clean_text(s.id);
    texts.push_back(std::make_shared<SensorText>(s));
  }
  for (const auto& handle : ledger.sensors.enrol(OwnerId{1}, texts, {}, kPageBoot))
    ledger.sensors.record(*handle, {0, kPageTime, Watts(1)}, kPageBoot);
  const std::string page = rendered(ledger.snapshot(kPageBoot)).all;
  std::string no_lines = page;
  std::erase(no_lines, '\n');
  EXPECT_EQ(clean_text(no_lines), no_lines);  // valid UTF-8 without control characters
  if (!has_promtool()) GTEST_SKIP() << "promtool is not installed";
  EXPECT_EQ(promtool_says(page), "");
}

}  // namespace
}  // namespace joulemark
