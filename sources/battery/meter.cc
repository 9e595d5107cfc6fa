#include "sources/battery/meter.h"

#include <array>

#include "core/counter_text.h"
#include "core/trimmed.h"
#include "sources/battery/supplies.h"

namespace joulemark::battery {
namespace {

using Text = std::array<char, 64>;

// Empty where the file does not exist.
Result<std::unique_ptr<OpenFile>> open_file(const Files& sysfs, const std::string& supply,
                                            std::string_view file) {
  auto opened = sysfs.open(path_of(supply, file));
  if (!opened && opened.error().code == ErrorCode::kNotPresent) return nullptr;
  return opened;
}

}  // namespace

std::optional<double> parse_magnitude(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const auto value = parse_counter(text);
  if (!value) return std::nullopt;
  return static_cast<double>(*value);
}

Result<Meter> Meter::open(const Files& sysfs, const std::string& supply) {
  Meter meter;
  meter.name_ = supply;
  for (const auto& [file, name] :
       {std::pair{&meter.status_, "status"}, std::pair{&meter.power_, "power_now"},
        std::pair{&meter.current_, "current_now"}, std::pair{&meter.voltage_, "voltage_now"}}) {
    auto opened = open_file(sysfs, supply, name);
    if (!opened) return tl::unexpected(std::move(opened).error());
    *file = std::move(*opened);
  }
  return meter;
}

Result<std::optional<Watts>> Meter::read() {
  if (!status_ || !measures()) return std::optional<Watts>();
  const auto before = discharges();
  if (!before) return tl::unexpected(before.error());
  if (!*before) return std::optional<Watts>();
  const auto watts = power();
  if (!watts) return tl::unexpected(watts.error());
  const auto after = discharges();
  if (!after) return tl::unexpected(after.error());
  if (!*after || *watts == Watts(0.0)) return std::optional<Watts>();
  return std::optional(*watts);
}

Result<bool> Meter::discharges() {
  Text buffer;  // NOLINT(*-member-init): the read fills it
  const auto size = status_->read_at_start(buffer);
  if (!size) return fail_in(name_, size.error());
  return trimmed({buffer.data(), *size}) == "Discharging";
}

Result<double> Meter::number(OpenFile& file, std::string_view attribute) const {
  Text buffer;  // NOLINT(*-member-init): the read fills it
  const auto size = file.read_at_start(buffer);
  if (!size) return fail_in(name_, size.error());
  const auto value = parse_magnitude({buffer.data(), *size});
  if (!value)
    return fail(ErrorCode::kInvalid, name_ + ": " + std::string(attribute) + " holds no number");
  return *value;
}

Result<Watts> Meter::power() {
  if (power_) {
    const auto microwatts = number(*power_, "power_now");
    if (!microwatts) return tl::unexpected(microwatts.error());
    return Watts(*microwatts / 1e6);
  }
  const auto microamperes = number(*current_, "current_now");
  if (!microamperes) return tl::unexpected(microamperes.error());
  const auto microvolts = number(*voltage_, "voltage_now");
  if (!microvolts) return tl::unexpected(microvolts.error());
  return Watts(*microamperes * *microvolts / 1e12);
}

}  // namespace joulemark::battery
