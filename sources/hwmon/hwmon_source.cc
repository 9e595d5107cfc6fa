#include "sources/hwmon/hwmon_source.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/worst_error.h"
#include "sources/hwmon/acpi_meter.h"
#include "sources/hwmon/meter.h"

namespace joulemark {
namespace hwmon {
namespace {

// The chip of that key under whatever number it has now, among all.
Result<Chip> find_chip(const std::vector<Chip>& chips, const std::string& key) {
  const auto found = std::ranges::find(chips, key, &Chip::key);
  if (found == chips.end()) return fail(ErrorCode::kNotPresent, key + ": is gone");
  return *found;
}

bool is_only(const std::vector<Chip>& chips, const std::string& name) {
  return std::ranges::count(chips, name, &Chip::name) == 1;
}

class ChipSource final : public Source {
 public:
  ChipSource(std::string key, const Options& options, const Host& host)
      : key_(std::move(key)), options_(options), host_(host) {}

  Result<std::vector<Sensor>> discover() override {
    meters_.clear();
    const auto chips = read_chips(host_.sysfs);
    if (!chips) return tl::unexpected(chips.error());
    const auto chip = find_chip(*chips, key_);
    if (!chip) return tl::unexpected(chip.error());
    const Attributes attributes(host_.sysfs, *chip);
    const ChipView view{*chip, attributes, is_only(*chips, chip->name)};
    const auto candidates = plan_sensors(view, options_);
    warn_of_ambiguity(view, candidates);
    return open_all(candidates);
  }

  Result<void> read(Sink& sink, Deadline deadline) override {
    std::optional<Error> worst;
    for (std::uint32_t i = 0; i < meters_.size(); ++i) {
      auto reading =
          host_.clock.monotonic() < deadline ? meters_[i].read(i, host_.clock) : no_time_left();
      if (reading)
        sink.deliver(*reading);
      else
        note_worst(worst, std::move(reading).error());
    }
    if (worst) return tl::unexpected(*std::move(worst));
    if (meters_.empty()) return fail(ErrorCode::kNotPresent, key_ + ": nothing was discovered");
    return {};
  }

 private:
  Result<std::vector<Sensor>> open_all(const std::vector<Candidate>& candidates) {
    std::vector<Sensor> sensors;
    std::vector<Error> errors;
    for (const Candidate& candidate : candidates) {
      auto meter = Meter::open(host_.sysfs, candidate);
      if (meter) {
        meters_.push_back(std::move(*meter));
        sensors.push_back(candidate.sensor);
      } else {
        errors.push_back(with_remedy(candidate.sensor.id, meter.error()));
      }
    }
    if (sensors.empty() && !errors.empty()) return tl::unexpected(errors.front());
    if (sensors.empty()) return fail(ErrorCode::kNotPresent, key_ + ": has no channel");
    for (const Error& error : errors)
      if (error.code != ErrorCode::kNotPresent) warn_once(error.message);
    return sensors;
  }

  static Error with_remedy(const std::string& id, Error error) {
    if (error.code == ErrorCode::kPermission)
      error.message = id + " may not be read: run with the capability CAP_DAC_READ_SEARCH";
    return error;
  }

  void warn_of_ambiguity(const ChipView& view, const std::vector<Candidate>& candidates) {
    if (view.chip.twin > 0)
      return warn_once(key_ +
                       ": several chips of one name on one device cannot be told apart; "
                       "they are in no total");
    const bool meter = view.chip.name == kAcpiMeter && !candidates.empty();
    if (meter && candidates.front().sensor.component == Component::kRail)
      warn_once(key_ +
                ": one of several meters, or one whose text is not known; it is in no total");
  }

  void warn_once(const std::string& message) {
    if (host_.warn && warned_.insert(message).second) host_.warn("hwmon: " + message);
  }

  [[nodiscard]] Result<Reading> no_time_left() const {
    return fail(ErrorCode::kTimeout, key_ + ": no time left before the deadline");
  }

  std::string key_;
  Options options_;
  const Host& host_;
  std::vector<Meter> meters_;  // as the sensors of the last discovery
  std::set<std::string, std::less<>> warned_;
};

Result<std::vector<std::unique_ptr<Source>>> open(const Settings& settings, const Host& host) {
  const auto options = parse_options(settings);
  if (!options) return tl::unexpected(options.error());
  const auto chips = read_chips(host.sysfs);
  if (!chips) return tl::unexpected(chips.error());
  std::vector<std::unique_ptr<Source>> sources;
  for (const Chip& chip : *chips)
    if (options->wants(chip.name) && !find_channels(chip, Attributes(host.sysfs, chip)).empty())
      sources.push_back(std::make_unique<ChipSource>(chip.key(), *options, host));
  if (sources.empty())
    return fail(ErrorCode::kNotPresent, "class/hwmon: no chip measures power or energy");
  return sources;
}

}  // namespace
}  // namespace hwmon

const SourceEntry k_hwmon_source = {
    .name = "hwmon",
    .summary = "power meters of boards, cards and processors that have a hwmon driver",
    .on_by_default = true,
    .open = &hwmon::open,
};

}  // namespace joulemark
