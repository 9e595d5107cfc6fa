#include "sources/battery/battery_source.h"

#include <array>
#include <set>
#include <utility>

#include "core/scope_segment.h"
#include "core/trimmed.h"
#include "core/worst_error.h"
#include "sources/battery/meter.h"
#include "sources/battery/options.h"
#include "sources/battery/supplies.h"

namespace joulemark {
namespace battery {
namespace {

// How long a battery that was put in may go unnoticed.
constexpr Duration kLookAround = std::chrono::seconds(5);

// The kernel's ACPI driver answers from what it read up to a second ago.
constexpr Duration kCached = std::chrono::seconds(1);

struct Input {
  std::string name;
  std::unique_ptr<OpenFile> online;
};

std::string description(const Files& sysfs, const std::string& supply, std::string_view file) {
  const auto text = sysfs.read(path_of(supply, file), 4096);
  return text ? std::string(trimmed(*text)) : std::string();
}

Sensor sensor_of(const Files& sysfs, const std::string& supply, const Options& options) {
  Sensor sensor;
  sensor.source = "battery";
  sensor.id = supply;
  sensor.scope = "node/battery:" + scope_segment(supply);
  sensor.component = Component::kNode;
  sensor.boundary = Boundary::kDcInput;
  sensor.supply = Supply::kDc;
  sensor.quantity = QuantityKind::kPower;
  sensor.driver = "power_supply";
  sensor.vendor = description(sysfs, supply, "manufacturer");
  sensor.model = description(sysfs, supply, "model_name");
  sensor.serial = description(sysfs, supply, "serial_number");
  // Nothing says how often the fuel gauge measures, over how long, and how well: these stay empty.
  sensor.metrology.sampling = Sampling::kStratified;
  sensor.metrology.sampling_interval = options.interval;
  sensor.metrology.latency_max = kCached;
  return sensor;
}

class BatterySource final : public Source {
 public:
  BatterySource(const Options& options, const Host& host) : options_(options), host_(host) {}

  Result<std::vector<Sensor>> discover() override;
  Result<void> read(Sink& sink, Deadline deadline) override;

 private:
  Result<void> open_inputs();
  Result<void> check_supplies();
  Result<bool> fed_from_outside();
  void warn_once(const std::string& message) {
    if (host_.warn && warned_.insert(message).second) host_.warn("battery: " + message);
  }

  Options options_;
  const Host& host_;
  Supplies supplies_;  // of the last discovery
  std::vector<Meter> meters_;
  std::vector<Input> inputs_;
  MonotonicTime looked_around_;
  std::set<std::string, std::less<>> warned_;
};

Result<std::vector<Sensor>> BatterySource::discover() {
  meters_.clear();
  auto supplies = find_supplies(host_.sysfs);
  if (!supplies) return tl::unexpected(supplies.error());
  supplies_ = *std::move(supplies);
  looked_around_ = host_.clock.monotonic();
  if (auto opened = open_inputs(); !opened) return tl::unexpected(opened.error());
  std::vector<Meter> meters;
  std::vector<Sensor> sensors;
  for (const std::string& battery : supplies_.batteries) {
    auto meter = Meter::open(host_.sysfs, battery);
    if (!meter) return tl::unexpected(std::move(meter).error());
    if (!meter->measures())
      warn_once(battery +
                " tells neither power nor current and voltage: there is no figure of "
                "this machine from its batteries");
    meters.push_back(*std::move(meter));
    sensors.push_back(sensor_of(host_.sysfs, battery, options_));
  }
  meters_ = std::move(meters);
  return sensors;
}

Result<void> BatterySource::open_inputs() {
  inputs_.clear();
  for (const std::string& input : supplies_.inputs) {
    auto online = host_.sysfs.open(path_of(input, "online"));
    if (online)
      inputs_.push_back({input, std::move(*online)});
    else if (online.error().code != ErrorCode::kNotPresent)
      return tl::unexpected(std::move(online).error());
  }
  return {};
}

Result<void> BatterySource::read(Sink& sink, Deadline deadline) {
  if (meters_.empty()) return fail(ErrorCode::kNotPresent, "no battery was discovered");
  if (auto same = check_supplies(); !same) return same;
  const auto fed = fed_from_outside();
  if (!fed) return tl::unexpected(fed.error());
  if (*fed) return {};
  std::optional<Error> worst;
  for (std::uint32_t i = 0; i < meters_.size(); ++i) {
    if (host_.clock.monotonic() >= deadline) {
      note_worst(worst,
                 {ErrorCode::kTimeout, meters_[i].name() + ": no time left before the deadline"});
      break;
    }
    auto power = meters_[i].read();
    if (!power)
      note_worst(worst, std::move(power).error());
    else if (*power)
      sink.deliver({.sensor = i, .time = host_.clock.now(), .value = **power});
  }
  if (worst) return tl::unexpected(*std::move(worst));
  return {};
}

// A battery that was put in or taken out changes what "all batteries" means. Looking costs some
// allocations, once in a while.
Result<void> BatterySource::check_supplies() {
  const MonotonicTime now = host_.clock.monotonic();
  if (now - looked_around_ < kLookAround) return {};
  looked_around_ = now;
  const auto supplies = find_supplies(host_.sysfs);
  if (!supplies) return tl::unexpected(supplies.error());
  if (*supplies == supplies_) return {};
  meters_.clear();
  return fail(ErrorCode::kNotPresent, "batteries or inputs have come or gone");
}

// While an input is plugged in, a battery that discharges carries only a part of the machine.
Result<bool> BatterySource::fed_from_outside() {
  for (const Input& input : inputs_) {
    std::array<char, 16> buffer;  // NOLINT(*-member-init): the read fills it
    const auto size = input.online->read_at_start(buffer);
    if (!size) return fail_in(input.name, size.error());
    if (trimmed({buffer.data(), *size}) != "0") return true;
  }
  return false;
}

Result<std::vector<std::unique_ptr<Source>>> open(const Settings& settings, const Host& host) {
  const auto options = parse_options(settings);
  if (!options) return tl::unexpected(options.error());
  if (const auto supplies = find_supplies(host.sysfs); !supplies)
    return tl::unexpected(supplies.error());
  std::vector<std::unique_ptr<Source>> sources;
  sources.push_back(std::make_unique<BatterySource>(*options, host));
  return sources;
}

}  // namespace
}  // namespace battery

const SourceEntry k_battery_source = {
    .name = "battery",
    .summary = "power that a laptop takes from its batteries while nothing else feeds it",
    .on_by_default = false,
    .open = &battery::open,
};

}  // namespace joulemark
