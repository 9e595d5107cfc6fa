// Every machine with RAPL of the shared corpus: read at t0 and again dt_s later through real files,
// the watts of each zone and the figure that the machine's EXPECT.json calls right.
#include <gmock/gmock.h>

#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "platform/host_files.h"
#include "sources/rapl/rapl_source.h"
#include "tests/fakes/corpus_machine.h"
#include "tests/sources/rapl/powercap_tree.h"

namespace joulemark {
namespace {

using Json = nlohmann::json;

enum class Decides { kComponents, kPsys, kNothing };

struct Machine {
  std::string name;
  std::string cpu;
  std::map<std::string, std::optional<double>> watts;  // by id; empty: a fall that is no wrap
  Decides decides = Decides::kNothing;                 // what node_watts of EXPECT.json is
  Decides alternate = Decides::kNothing;               // the same for alternate.node_watts
};

std::ostream& operator<<(std::ostream& out, const Machine& machine) { return out << machine.name; }

const std::vector<Machine> kMachines = {
    {"xeon-skx-2s-dram",
     cpuinfo("GenuineIntel", 6, 85),
     {{"package-0", 150}, {"package-0-dram", 20}, {"package-1", 140}, {"package-1-dram", 18}},
     Decides::kComponents},
    {"xeon-spr-2s-psys",
     kSapphireRapids,
     {{"package-0", 300},
      {"package-0-dram", 25},
      {"package-1", 310},
      {"package-1-dram", 27},
      {"psys", 1020}},
     Decides::kPsys,
     Decides::kComponents},
    {"xeon-clxap-multidie",
     cpuinfo("GenuineIntel", 6, 85),
     {{"package-0-die-0", 100},
      {"package-0-die-0-dram", 10},
      {"package-0-die-1", 110},
      {"package-0-die-1-dram", 10},
      {"package-1-die-0", 120},
      {"package-1-die-0-dram", 10},
      {"package-1-die-1", 130},
      {"package-1-die-1-dram", 10}},
     Decides::kComponents},
    {"epyc-2s-core-hsmp",
     kEpyc,
     {{"package-0", 180},
      {"package-0-lead-core", 1.4},
      {"package-1", 170},
      {"package-1-lead-core", 1.4}},
     Decides::kComponents},
    {"threadripper-mirrored-dies",
     cpuinfo("AuthenticAMD", 23, 1),
     {{"package-0", 68}},
     Decides::kComponents},
    {"laptop-mtl-psys-mmio-battery",
     kLaptop,
     {{"package-0", 3.93}, {"package-0-core", 0.84}, {"package-0-uncore", 0.21}, {"psys", 9.61}},
     Decides::kNothing,
     Decides::kPsys},
    {"laptop-charging", kLaptop, {{"package-0", 8}, {"package-0-core", 5}}, Decides::kComponents},
    {"acpi-meter-sentinel", kIcelakeServer, {{"package-0", 90}}, Decides::kComponents},
    {"amd-apu-overlap",
     kEpyc,
     {{"package-0", 22}, {"package-0-lead-core", 0.9}},
     Decides::kComponents},
    {"x86-acpi-meter-rapl", kIcelakeServer, {{"package-0", 90}}},
    {"amdgpu-2dgpu", kEpyc, {{"package-0", 60}}},
    {"xe-dgpu", kLaptop, {{"package-0", 45}}},
    {"rapl-reset-not-wrap", kIcelakeServer, {{"package-0", std::nullopt}}},
    {"rapl-max-range-missing", kIcelakeServer, {{"package-0", std::nullopt}}},
};

// The rise in counts; a fall is a wrap only below the ceiling (METHOD C-2).
std::optional<double> watts_between(const Sensor& sensor, std::uint64_t before, std::uint64_t after,
                                    double dt, double ceiling) {
  if (after < before && sensor.modulus_counts == 0) return std::nullopt;
  const std::uint64_t rise =
      after >= before ? after - before : after + sensor.modulus_counts - before;
  const double watts = static_cast<double>(rise) * sensor.joules_per_count / dt;
  return watts <= ceiling ? std::optional(watts) : std::nullopt;
}

class RaplCorpus : public testing::TestWithParam<Machine> {
 protected:
  static std::map<std::uint32_t, std::uint64_t> read(Source& source, const Clock& clock) {
    KeepingSink sink;
    const auto result = source.read(sink, clock.monotonic() + std::chrono::seconds(1));
    EXPECT_TRUE(result.has_value()) << result.error().message;
    std::map<std::uint32_t, std::uint64_t> counts;
    for (const Reading& reading : sink.readings)
      counts[reading.sensor] = std::get<EnergyCount>(reading.value).counts;
    return counts;
  }
  static bool lies_inside(const Sensor& sensor, const std::vector<Sensor>& sensors) {
    return std::ranges::any_of(sensors, [&](const Sensor& outer) {
      return outer.component == Component::kCpu && sensor.scope.starts_with(outer.scope + "/");
    });
  }
};

TEST_P(RaplCorpus, EachZoneHasItsWattsAndTheTotalIsTheRightOne) {
  const Machine& machine = GetParam();
  if (!CorpusMachine::exists(machine.name)) GTEST_SKIP() << "no shared corpus here";
  const CorpusMachine tree(machine.name);
  const auto expected = Json::parse(tree.expectation());
  const FakeClock clock;
  const HostFiles sysfs(tree.sysfs());
  const FakeFiles procfs{{"cpuinfo", machine.cpu}};
  const Host host{clock, sysfs, procfs, procfs, "node1"};
  auto sources = k_rapl_source.open(Settings{}, host);
  ASSERT_TRUE(sources.has_value()) << sources.error().message;
  Source& source = *sources->front();
  const auto sensors = source.discover();
  ASSERT_TRUE(sensors.has_value()) << sensors.error().message;

  const auto before = read(source, clock);
  tree.step();
  const auto after = read(source, clock);
  double components = 0.0, psys = 0.0;
  std::map<std::string, std::optional<double>> watts;
  for (const auto& [index, count] : before) {
    const Sensor& sensor = sensors->at(index);
    const auto power =
        watts_between(sensor, count, after.at(index), expected.at("dt_s").get<double>(),
                      expected.value("max_plausible_watts", sensor.metrology.ceiling->value()));
    watts[sensor.id] = power;
    if (!power) continue;
    if (sensor.component == Component::kNode) psys += *power;
    if (sensor.boundary == Boundary::kComponent && !lies_inside(sensor, *sensors))
      components += *power;
  }

  ASSERT_EQ(watts.size(), machine.watts.size());
  for (const auto& [id, value] : machine.watts) {
    ASSERT_TRUE(watts.contains(id)) << id;
    ASSERT_EQ(watts[id].has_value(), value.has_value()) << id;
    if (value) {
      EXPECT_NEAR(*watts[id], *value, 1e-5 * *value) << id;
    }
  }
  const auto figure = [&](Decides by) { return by == Decides::kPsys ? psys : components; };
  if (machine.decides != Decides::kNothing) {
    EXPECT_NEAR(figure(machine.decides), expected.at("node_watts").get<double>(), 1e-3);
  }
  if (machine.alternate != Decides::kNothing) {
    EXPECT_NEAR(figure(machine.alternate), expected.at("alternate").at("node_watts").get<double>(),
                1e-3);
  }
}

INSTANTIATE_TEST_SUITE_P(Corpus, RaplCorpus, testing::ValuesIn(kMachines), [](const auto& test) {
  std::string name = test.param.name;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(RaplCorpusPhantom, SixteenZonesThatStandStillAreReadAndInventNothing) {
  if (!CorpusMachine::exists("vm-many-packages")) GTEST_SKIP() << "no shared corpus here";
  const CorpusMachine tree("vm-many-packages");
  const FakeClock clock;
  const HostFiles sysfs(tree.sysfs());
  const FakeFiles procfs{{"cpuinfo", kIcelakeServer}};
  const Host host{clock, sysfs, procfs, procfs, "node1"};
  const auto sources = k_rapl_source.open(Settings{}, host);
  ASSERT_TRUE(sources.has_value());
  Source& source = *sources->front();
  ASSERT_EQ(source.discover()->size(), 16U);
  tree.step();
  KeepingSink sink;
  ASSERT_TRUE(source.read(sink, clock.monotonic() + std::chrono::seconds(1)).has_value());
  ASSERT_EQ(sink.readings.size(), 16U);
  for (const Reading& reading : sink.readings)
    EXPECT_EQ(std::get<EnergyCount>(reading.value).counts, 0U);
}

TEST(RaplCorpusAbsent, MachinesWithoutPowercapHaveNoSuchSource) {
  for (const char* machine : {"vm-none", "vm-phantom-psys", "gh200", "ampere-altra-2s"}) {
    if (!CorpusMachine::exists(machine)) GTEST_SKIP() << "no shared corpus here";
    const CorpusMachine tree(machine);
    const FakeClock clock;
    const HostFiles sysfs(tree.sysfs());
    const Host host{clock, sysfs, sysfs, sysfs, "node1"};
    const auto sources = k_rapl_source.open(Settings{}, host);
    ASSERT_FALSE(sources.has_value()) << machine;
    EXPECT_EQ(sources.error().code, ErrorCode::kNotPresent) << machine;
  }
}

// Modes do not survive a check-out, and root reads everything: the refusal is put in front.
class DeniedCounters final : public Files {
 public:
  explicit DeniedCounters(const Files& files) : files_(files) {}
  [[nodiscard]] Result<std::unique_ptr<OpenFile>> open(std::string_view path) const override {
    if (path.ends_with("/energy_uj")) return fail(ErrorCode::kPermission, "EACCES");
    return files_.open(path);
  }
  [[nodiscard]] Result<std::string> read(std::string_view path, std::size_t limit) const override {
    return files_.read(path, limit);
  }
  [[nodiscard]] Result<std::vector<std::string>> list(std::string_view path) const override {
    return files_.list(path);
  }
  [[nodiscard]] Result<std::string> resolve(std::string_view path) const override {
    return files_.resolve(path);
  }

 private:
  const Files& files_;
};

TEST(RaplCorpusDenied, UnreadableCountersAreNamedWithTheRemedy) {
  if (!CorpusMachine::exists("unreadable-energy")) GTEST_SKIP() << "no shared corpus here";
  const CorpusMachine tree("unreadable-energy");
  const FakeClock clock;
  const HostFiles files(tree.sysfs());
  const DeniedCounters sysfs(files);
  const Host host{clock, sysfs, files, files, "node1"};
  const auto sources = k_rapl_source.open(Settings{}, host);
  ASSERT_TRUE(sources.has_value()) << sources.error().message;
  const auto sensors = sources->front()->discover();
  ASSERT_FALSE(sensors.has_value());
  EXPECT_EQ(sensors.error().code, ErrorCode::kPermission);
  EXPECT_THAT(sensors.error().message, testing::HasSubstr("package-0, package-0-dram"));
}

}  // namespace
}  // namespace joulemark
