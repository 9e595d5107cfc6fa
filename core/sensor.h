// Sensor: what a sensor is, said once at discovery. Reading: what it said, with an index and no
// strings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/metrology.h"
#include "core/units.h"

namespace joulemark {

enum class Component {
  kNode,
  kCpu,
  kMemory,
  kGpu,
  kModule,
  kPsu,
  kOutlet,
  kInlet,
  kShelf,
  kBusbar,
  kChassis,
  kRack,
  kSwitch,
  kCdu,
  kRail,
  kOther,
};
enum class Boundary { kAcInput, kDcInput, kPsuOutput, kComponent, kUnknown };  // METHOD S-1
enum class Supply { kAc, kDc, kUnknown };
enum class QuantityKind { kPower, kEnergy };

// One quantity of one device. (node, source, id) identifies it; id never is an index that a reboot
// changes.
struct Sensor {
  std::string node;    // the machine that is measured; empty: the exporter's own node
  std::string source;  // the registry name of the source, e.g. "rapl"
  std::string id;      // e.g. "package-0"
  std::string
      scope;  // path of METHOD S-1, e.g. "node/cpu:0"; prefix contains, equal is the same twice
  Component component = Component::kOther;
  Boundary boundary = Boundary::kUnknown;
  Supply supply = Supply::kUnknown;
  QuantityKind quantity = QuantityKind::kPower;
  double joules_per_count = 0.0;  // energy counters: unit of EnergyCount
  // Energy counters: the value after which the count restarts is modulus_counts - 1. 0: not known.
  std::uint64_t modulus_counts = 0;
  // Power supplies that it is the sum of: limits of error that count per supply need it.
  std::uint64_t power_supplies = 1;
  Metrology metrology;
  std::string vendor, model, serial, firmware, driver, rack, chassis;
  std::string source_class;  // row of METHOD's table of default limits, where that was used
  bool simulated = false;
};

// Raw value of an energy counter in the device's own unit; never converted before differencing.
struct EnergyCount {
  std::uint64_t counts = 0;
  friend constexpr auto operator<=>(EnergyCount, EnergyCount) = default;
};

struct Reading {
  std::uint32_t sensor = 0;  // index into what discover() returned
  UtcTime time;              // right after the read, or the device's stamp; never shifted
  std::variant<Watts, EnergyCount> value;
  // The device says that its count began anew since the last reading, or it may have: a reset,
  // whatever the count has climbed to since.
  bool began_anew = false;
};

// METHOD A-3: "<source>/<vendor>/<model>/<firmware>" as far as known.
std::string default_accuracy_group(const Sensor& sensor);

std::string_view to_string(Component);
std::string_view to_string(Boundary);
std::string_view to_string(Supply);
std::string_view to_string(QuantityKind);
std::optional<Component> parse_component(std::string_view);
std::optional<Boundary> parse_boundary(std::string_view);
std::optional<Supply> parse_supply(std::string_view);
std::optional<QuantityKind> parse_quantity_kind(std::string_view);

}  // namespace joulemark
