#include "sources/rapl/sensors.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include "core/scope_segment.h"

namespace joulemark::rapl {
namespace {

constexpr std::uint64_t kRawRange = 0xffffffff;  // the kernel keeps 32 bits of the register
constexpr double kJoulesPerCount = 1e-6;

// What a zone stands for: its place in the machine.
struct Place {
  std::string id, scope;
  Component component = Component::kOther;
  Boundary boundary = Boundary::kUnknown;
};

// Exported, in no total.
Place unclassified(const Zone& zone, const Place* parent) {
  const std::string name = scope_segment(zone.text);
  return {.id = (parent != nullptr ? parent->id + "-other-" : "other-") + name,
          .scope = (parent != nullptr ? parent->scope : "node") + "/other:" + name};
}

Place part(std::string id, std::string scope, Component component) {
  return {std::move(id), std::move(scope), component, Boundary::kComponent};
}

std::string below(std::string_view kind, const ZoneName& name) {
  std::string scope = "node/" + std::string(kind) + ":" + std::to_string(name.number);
  if (name.die) scope += "/die:" + std::to_string(*name.die);
  return scope;
}

class Placer {
 public:
  Placer(const std::vector<Zone>& zones, const Cpu& cpu) : cpu_(cpu) {
    for (const Zone& zone : zones) by_folder_.emplace(zone.folder, &zone);
    psys_zones_ =
        std::ranges::count(zones, ZoneKind::kPsys, [](const Zone& zone) { return zone.name.kind; });
  }

  [[nodiscard]] Place place(const Zone& zone) const {
    if (zone.name.kind == ZoneKind::kPackage) return package(zone);
    if (zone.name.kind == ZoneKind::kPsys) return psys(zone);
    const auto parent = by_folder_.find(zone.parent);
    if (parent == by_folder_.end()) return unclassified(zone, nullptr);
    const Place outer = place(*parent->second);
    if (outer.component != Component::kCpu) return unclassified(zone, &outer);
    return inner(zone, outer, counted_name(parent->second->name));
  }

 private:
  // AMD and Hygon: the counter is the package's, and older kernels show it once per die.
  [[nodiscard]] ZoneName counted_name(ZoneName name) const {
    if (cpu_.vendor == CpuVendor::kAmd) name.die.reset();
    return name;
  }
  [[nodiscard]] Place package(const Zone& zone) const {
    // Dies add up on Intel and repeat each other on AMD; without the vendor nobody can tell.
    if (zone.name.die && cpu_.vendor == CpuVendor::kUnknown) return unclassified(zone, nullptr);
    const ZoneName name = counted_name(zone.name);
    std::string id = "package-" + std::to_string(name.number);
    if (name.die) id += "-die-" + std::to_string(*name.die);
    return part(std::move(id), below("cpu", name), Component::kCpu);
  }
  // Several of them may overlap or not; scopes of their own keep them from passing for one zone.
  [[nodiscard]] Place psys(const Zone& zone) const {
    const std::string number = std::to_string(zone.name.number);
    return {.id = zone.text,
            .scope = psys_zones_ == 1 ? "node" : "node/psys:" + number,
            .component = Component::kNode,
            .boundary = Boundary::kUnknown};
  }
  [[nodiscard]] Place inner(const Zone& zone, const Place& outer, const ZoneName& name) const {
    switch (zone.name.kind) {
      case ZoneKind::kCore:
        return core(outer);
      case ZoneKind::kUncore:
        return part(outer.id + "-uncore", outer.scope + "/uncore", Component::kCpu);
      case ZoneKind::kDram:
        return part(outer.id + "-dram", below("dram", name), Component::kMemory);
      default:
        return unclassified(zone, &outer);
    }
  }
  // Only Intel's zone holds all cores; AMD's is the register of one core.
  [[nodiscard]] Place core(const Place& outer) const {
    if (cpu_.vendor == CpuVendor::kIntel)
      return part(outer.id + "-core", outer.scope + "/core", Component::kCpu);
    return {.id = outer.id + "-lead-core", .scope = outer.scope + "/lead-core"};
  }

  const Cpu& cpu_;
  std::map<std::string, const Zone*> by_folder_;
  std::ptrdiff_t psys_zones_ = 0;
};

double unit_joules(const Zone& zone) {
  if (zone.range)
    return static_cast<double>(*zone.range) / static_cast<double>(kRawRange) * kJoulesPerCount;
  // Not known: the coarsest that RAPL uses for such a zone.
  return zone.name.kind == ZoneKind::kPsys ? 1.0 : 61e-6;
}

std::string_view class_of(const Place& place, const Cpu& cpu) {
  if (place.component == Component::kMemory) return "RAPL DRAM";
  if (place.component == Component::kCpu && cpu.measures_package())
    return "RAPL package, measured (Haswell-EP and later)";
  if (place.component == Component::kOther) return {};
  // METHOD has no row for psys: the widest limits of its RAPL rows.
  return "RAPL package, modelled";
}

Sensor sensor_of(const Zone& zone, Place place, const Cpu& cpu, const Options& options) {
  Sensor sensor;
  sensor.source = "rapl";
  sensor.source_class = class_of(place, cpu);
  sensor.component = place.component;
  sensor.boundary = place.boundary;
  sensor.supply = place.boundary == Boundary::kComponent ? Supply::kDc : Supply::kUnknown;
  sensor.id = std::move(place.id);
  sensor.scope = std::move(place.scope);
  sensor.quantity = QuantityKind::kEnergy;
  sensor.joules_per_count = kJoulesPerCount;
  sensor.driver = zone.mmio ? "intel-rapl-mmio" : "intel-rapl";
  sensor.vendor = cpu.vendor_name;
  sensor.model = cpu.model_name;
  Metrology& metrology = sensor.metrology;
  metrology.resolution = unit_joules(zone);
  metrology.sampling_interval = options.interval;
  metrology.ceiling = options.max_plausible;
  metrology.filtered = cpu.sgx || dram_unit_is_suspect(cpu, zone);
  if (zone.range) sensor.modulus_counts = modulus_of(*zone.range);
  if (sensor.modulus_counts != 0) {
    metrology.modulus = Joules(static_cast<double>(sensor.modulus_counts) * kJoulesPerCount);
  }
  return sensor;
}

}  // namespace

std::uint64_t modulus_of(std::uint64_t range) {
  const std::uint64_t rounding = range % kRawRange > kRawRange / 2 ? 1 : 0;
  const std::uint64_t unit = std::max<std::uint64_t>(1, range / kRawRange + rounding);
  return range <= std::numeric_limits<std::uint64_t>::max() - unit ? range + unit : 0;
}

bool dram_unit_is_suspect(const Cpu& cpu, const Zone& zone) {
  constexpr std::uint64_t kOldDramRange = 65712999613;  // 15.3 uJ
  constexpr unsigned kBroadwellD = 86, kSapphireRapids = 143;
  if (zone.name.kind != ZoneKind::kDram || !zone.range || cpu.vendor != CpuVendor::kIntel ||
      cpu.family != 6)
    return false;
  if (cpu.model == kSapphireRapids) return *zone.range == kOldDramRange;
  return cpu.model == kBroadwellD && *zone.range != kOldDramRange;
}

std::vector<Candidate> plan_sensors(const std::vector<Zone>& zones, const Cpu& cpu,
                                    const Options& options) {
  const Placer placer(zones, cpu);
  std::vector<Candidate> candidates;
  for (const Zone& zone : zones)
    candidates.push_back({zone, sensor_of(zone, placer.place(zone), cpu, options)});
  std::ranges::stable_sort(candidates, {}, [](const Candidate& c) {
    return std::tuple(std::string_view(c.sensor.id), c.zone.mmio, c.zone.name.die);
  });
  return candidates;
}

}  // namespace joulemark::rapl
