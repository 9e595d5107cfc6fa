#include "tests/query/crosscheck/made_levels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace joulemark::made {
namespace {

constexpr int kBefore = 420;       // s of load before kLevelsBegin
constexpr double kEvery = 3600.0;  // s from the begin of one level to the next
constexpr double kCord = 1.003;

// Power of every second, the same for all tests.
const std::vector<double>& load() {
  static const std::vector<double> kLoad = [] {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<> jitter(-3.0, 3.0), job(800.0, 1000.0);
    std::vector<double> out;
    double level = 900.0;
    for (int s = -kBefore; s < 4 * static_cast<int>(kEvery); ++s) {
      if (s % 7 == 0) level = job(random);
      const int hour = s < 0 ? 0 : s / static_cast<int>(kEvery);
      out.push_back((hour == 0 ? 300.0 : hour == 1 ? 700.0 : level) + jitter(random));
    }
    return out;
  }();
  return kLoad;
}

// Joules from the begin of the load to every whole second, times a factor of each minute.
std::vector<double> cumulative(const Pair& pair, bool reference) {
  std::mt19937_64 random(pair.seed);
  std::normal_distribution<> scatter(1.0, pair.scatter);
  std::vector<double> out{0.0};
  double minute = 1.0;
  for (std::size_t s = 0; s < load().size(); ++s) {
    if (s % 60 == 0) minute = scatter(random);
    const double watts =
        reference ? kCord * load()[s] : (pair.gain * load()[s] + pair.offset_watts) * minute;
    out.push_back(out.back() + watts);
  }
  return out;
}

double at_time(const std::vector<double>& energy, double t) {
  const double x = t + kBefore;
  const auto i = static_cast<std::size_t>(std::floor(x));
  return std::lerp(energy[i], energy[i + 1], x - std::floor(x));
}

}  // namespace

UtcTime at(double s) { return UtcTime(std::chrono::seconds(kLevelsBegin)) + from_seconds(s); }

double truth(double from, double to) {
  const std::vector<double> energy = cumulative({.scatter = 0.0}, false);
  return at_time(energy, to) - at_time(energy, from);
}

Series counter(const Pair& pair, double from, double to, bool reference) {
  const std::vector<double> energy = cumulative(pair, reference);
  Series out;
  out.metrology = (reference ? outlet_sensor() : validated_sensor(pair.node)).metrology;
  out.exporter = reference ? "pdu:11818" : pair.node + ":11818";
  out.source = reference ? "redfish" : "hwmon";
  for (int s = 0; from + s <= to; ++s) {
    const double t = from + s;
    const double read = t + (reference ? 0.137 : 0.412);
    out.time.push_back(at(read));
    out.value.push_back(at_time(energy, read - (reference ? 0.0 : pair.lag)));
    out.resets.push_back(0.0);
    out.uncovered.push_back(0.0);
    out.start.push_back(at(-7200.0));
  }
  return out;
}

Sensor validated_sensor(const std::string& node, const std::string& firmware) {
  Sensor out;
  out.node = node;
  out.source = "hwmon";
  out.id = "power1";
  out.scope = "node";
  out.component = Component::kNode;
  out.boundary = Boundary::kAcInput;
  out.supply = Supply::kAc;
  out.quantity = QuantityKind::kEnergy;
  out.vendor = "Acme";
  out.model = "Meter 5";
  out.firmware = firmware;
  out.driver = "acpi_power_meter";
  out.metrology.resolution = 0.001;
  out.metrology.update_interval = std::chrono::milliseconds(1);
  out.metrology.accuracy = {0.05,
                            Watts(1.0),
                            Distribution::kRectangular,
                            {},
                            "hwmon/Acme/Meter 5",
                            1.0,
                            AccuracySource::kDevice};
  return out;
}

Sensor outlet_sensor() {
  Sensor out = validated_sensor("pdu-r5a");
  out.source = "redfish";
  out.id = "outlet12";
  out.scope = "pdu:r5a/outlet:12";
  out.component = Component::kOutlet;
  out.model = "PDU 9";
  out.serial = "P-77";
  out.driver = "";
  out.metrology.accuracy = {0.01,
                            Watts(0.0),
                            Distribution::kRectangular,
                            {},
                            "redfish/Acme/PDU 9",
                            1.0,
                            AccuracySource::kDevice};
  return out;
}

Certificate certificate() {
  return {"Lab of Record", "C-1", "P-77", "2026-01-02", "2027-12-31",
          0.004,           50.0,  5000.0, "c1.pdf",     std::string(64, 'a')};
}

CrosscheckMaterial material(const Pair& pair) {
  CrosscheckMaterial out;
  CrosscheckRecord& record = out.prepared;
  record.validated = {checked_sensor(validated_sensor(pair.node, pair.firmware))};
  record.reference.sensors = {checked_sensor(outlet_sensor())};
  if (pair.calibrated) record.reference.certificates = {certificate()};
  record.ratio = *ratio_over_cord();
  record.ratio_how = "cord and connectors, loss 0.003";
  record.declared = {"that the outlet feeds the node"};
  const auto add = [&](const char* name, LevelKind kind, int minutes) {
    const double begin = kEvery * static_cast<double>(out.levels.size()) + 300.0;
    const double end = begin + 60.0 * minutes;
    out.levels.push_back({{name, kind, {at(begin), at(end)}},
                          {counter(pair, begin - 120.0, end + 120.0, true)},
                          {counter(pair, begin - 120.0, end + 120.0, false)},
                          0.01,
                          0.01});
  };
  add("idle", LevelKind::kIdle, pair.idle);
  add("steady", LevelKind::kSteady, pair.steady);
  add("workload", LevelKind::kWorkload, pair.workload);
  return out;
}

CrosscheckRecord record(const Pair& pair) {
  auto out = make_crosscheck(material(pair));
  EXPECT_TRUE(out.has_value()) << (out ? "" : out.error().message);
  return out.value_or(CrosscheckRecord{});
}

CrosscheckFile file(const Pair& pair) {
  CrosscheckFile out;
  out.name = "made.json";
  out.units.push_back(record(pair));
  return out;
}

}  // namespace joulemark::made
