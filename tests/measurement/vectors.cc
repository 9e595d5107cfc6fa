#include "tests/measurement/vectors.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace joulemark::vectors {
namespace {

using nlohmann::json;

// Decimal text to ns without passing through a double, where it has no exponent.
UtcTime time_of(std::string_view text) {
  if (text.find_first_of("eE") != std::string_view::npos)
    return UtcTime(from_seconds(std::stod(std::string(text))));
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const auto point = std::min(text.find('.'), text.size());
  std::string digits(text.substr(0, point));
  std::string fraction(point < text.size() ? text.substr(point + 1) : std::string_view());
  fraction.resize(9, '0');
  const std::int64_t ns = std::stoll(digits + fraction);
  return UtcTime(Duration(negative ? -ns : ns));
}

UtcTime time_of(const json& number) {
  return UtcTime(Duration(std::llround(number.get<double>() * 1e9)));
}

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
  return cells;
}

void add_cell(Series& series, const std::string& column, const std::string& cell) {
  if (column == "timestamp_s")
    series.time.push_back(time_of(std::string_view(cell)));
  else if (column == "start")
    series.start.push_back(time_of(std::string_view(cell)));
  else if (column == "value")
    series.value.push_back(std::stod(cell));
  else if (column == "variance")
    series.variance.push_back(std::stod(cell));
  else if (column == "uncovered")
    series.uncovered.push_back(std::stod(cell));
  else if (column == "resets")
    series.resets.push_back(std::stod(cell));
  else if (column == "x_min")
    series.power_min.push_back(std::stod(cell));
  else if (column == "x_max")
    series.power_max.push_back(std::stod(cell));
  else
    throw std::runtime_error("vector has an unknown column " + column);
}

void read_csv(Series& series, const std::string& text) {
  std::istringstream in(text);
  std::string line;
  std::getline(in, line);
  const auto header = split(line);
  while (std::getline(in, line)) {
    const auto cells = split(line);
    for (std::size_t i = 0; i < header.size(); ++i) add_cell(series, header[i], cells.at(i));
  }
}

std::optional<Duration> duration_of(const json& j, const char* key) {
  if (!j.contains(key)) return {};
  return from_seconds(j[key].get<double>());
}

std::optional<Bound> bound_of(const json& j, const std::string& key) {
  if (!j.contains(key)) return {};
  const auto source = parse_bounds_source(j.value(key + "_source", "declared"));
  if (!source) throw std::runtime_error("vector has an unknown " + key + "_source");
  return Bound{Watts(j[key].get<double>()), *source};
}

template <class T>
T word(const json& j, const char* key, const char* otherwise,
       std::optional<T> (*parse)(std::string_view)) {
  const auto value = parse(j.value(key, otherwise));
  if (!value) throw std::runtime_error(std::string("vector has an unknown ") + key);
  return *value;
}

Accuracy accuracy_of(const json& j) {
  Accuracy accuracy;
  accuracy.relative = j.value("acc_rel", 0.0);
  accuracy.absolute = Watts(j.value("acc_abs", 0.0));
  accuracy.distribution = word(j, "acc_dist", "rect", &parse_distribution);
  if (j.contains("acc_nu")) accuracy.dof = j["acc_nu"].get<double>();
  accuracy.group = j.value("acc_group", "");
  accuracy.common = j.value("acc_rho", 1.0);
  return accuracy;
}

Metrology metrology_of(const json& j) {
  Metrology m;
  m.averaging = duration_of(j, "avg_window").value_or(Duration(0));
  m.observed_ratio = j.value("observed_fraction", 1.0);
  m.update_interval = duration_of(j, "update_period");
  m.latency_min = duration_of(j, "latency_min").value_or(Duration(0));
  m.latency_max = duration_of(j, "latency_max").value_or(Duration(0));
  m.resolution = j.value("resolution", 0.0);
  m.rounding = word(j, "rounding", "round", &parse_rounding);
  m.sampling = word(j, "sampling", "periodic", &parse_sampling);
  m.time_stamp = word(j, "time", "read", &parse_time_stamp);
  m.sampling_interval = duration_of(j, "interval");
  m.accuracy = accuracy_of(j);
  m.power_min = bound_of(j, "p_min");
  m.power_max = bound_of(j, "p_max");
  if (j.contains("modulus")) m.modulus = Joules(j["modulus"].get<double>());
  if (j.contains("p_ceiling")) m.ceiling = Watts(j["p_ceiling"].get<double>());
  m.power_kind = word(j, "power_kind", "real", &parse_power_kind);
  return m;
}

SeriesKind kind_of(const json& j) {
  const auto kind = j.at("kind").get<std::string>();
  if (kind == "gauge") return SeriesKind::kGauge;
  if (kind == "counter") return SeriesKind::kCounter;
  if (kind == "integrated") return SeriesKind::kIntegrated;
  throw std::runtime_error("vector has an unknown kind " + kind);
}

std::filesystem::path folder() { return std::filesystem::path(JOULEMARK_FIXTURES) / "vectors"; }

}  // namespace

nlohmann::json load(std::string_view name) {
  const auto path = folder() / (std::string(name) + ".json");
  std::ifstream in(path);
  if (!in) throw std::runtime_error("no vector " + path.string());
  return json::parse(in);
}

std::vector<std::string> names() {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder()))
    if (entry.path().extension() == ".json") found.push_back(entry.path().stem().string());
  std::sort(found.begin(), found.end());
  return found;
}

Series series_of(const nlohmann::json& j) {
  Series series;
  series.kind = kind_of(j);
  series.metrology = metrology_of(j);
  series.exporter = j.value("exporter", "");
  series.source = j.value("source", "");
  series.node_scope = j.value("node_scope", false);
  series.edges_only = j.value("edges_only", false);
  read_csv(series, j.at("csv").get<std::string>());
  return series;
}

Window window_of(const nlohmann::json& input) {
  return {time_of(input.at("t0")), time_of(input.at("t1"))};
}

bool agrees(double value, const nlohmann::json& expected) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double wanted =
      expected.is_string() && expected == "inf" ? infinity : expected.get<double>();
  if (value == wanted) return true;
  const double difference = std::abs(value - wanted);
  return difference <= 1e-9 * std::abs(wanted) || difference < 1e-9;
}

}  // namespace joulemark::vectors
