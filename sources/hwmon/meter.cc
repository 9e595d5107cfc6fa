#include "sources/hwmon/meter.h"

#include <array>
#include <limits>
#include <utility>

#include "core/counter_text.h"
#include "sources/hwmon/graphics.h"

namespace joulemark::hwmon {
namespace {

constexpr double kCountsPerWatt = 1e6;
// "Unknown" of an ACPI meter is 0xFFFFFFFF mW; old kernels print it in uW.
constexpr std::uint64_t kUnknownMilliwatts = 0xFFFFFFFF;
constexpr std::uint64_t kUnknownMicrowatts = kUnknownMilliwatts * 1000;

// xe and i915: 32 bits in units of the card's, which come round after 4.4 minutes at 1 kW in the
// example of the driver; 2 minutes hold up to 2 kW.
constexpr Duration kLongestUnasked = std::chrono::minutes(2);

Result<std::uint64_t> number_in(OpenFile& file) {
  std::array<char, 64> buffer;  // NOLINT(*-member-init): read_at_start fills it
  const auto size = file.read_at_start(buffer);
  if (!size) {
    Error error = size.error();
    // The right to read was tested when the file was opened: this is the driver's refusal.
    if (error.code == ErrorCode::kPermission) error.code = ErrorCode::kUnavailable;
    return tl::unexpected(std::move(error));
  }
  const auto number = parse_counter({buffer.data(), *size});
  if (!number) return fail(ErrorCode::kInvalid, "holds no number");
  return *number;
}

Result<std::uint64_t> product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t out = 0;
  if (__builtin_mul_overflow(a, b, &out)) return fail(ErrorCode::kInvalid, "is beyond all measure");
  return out;
}

}  // namespace

Result<Meter> Meter::open(const Files& sysfs, const Candidate& candidate) {
  Meter meter;
  meter.id_ = candidate.sensor.id;
  meter.energy_ = candidate.channel.energy;
  meter.adds_up_when_asked_ = candidate.sensor.source_class == kIntelGpuClass;
  meter.is_node_ = candidate.sensor.component == Component::kNode;
  auto value = sysfs.open(candidate.channel.value);
  if (!value) return tl::unexpected(value.error());
  meter.value_ = std::move(*value);
  if (candidate.channel.factor.empty()) return meter;
  auto factor = sysfs.open(candidate.channel.factor);
  if (!factor) return tl::unexpected(factor.error());
  meter.factor_ = std::move(*factor);
  return meter;
}

Reading Meter::count(std::uint32_t index, std::uint64_t counts, UtcTime time, MonotonicTime now) {
  const auto last = std::exchange(last_, now);
  return {.sensor = index,
          .time = time,
          .value = EnergyCount{counts},
          .began_anew = adds_up_when_asked_ && last && now - *last > kLongestUnasked};
}

Result<Reading> Meter::read(std::uint32_t index, const Clock& clock) {
  auto counts = number_in(*value_);
  if (counts && factor_) {
    const auto factor = number_in(*factor_);
    counts = factor ? product(*counts, *factor) : factor;
  }
  const UtcTime time = clock.now();
  if (!counts) return fail_in(id_, counts.error());
  if (energy_) return count(index, *counts, time, clock.monotonic());
  if (*counts == kUnknownMicrowatts || *counts == kUnknownMilliwatts)
    return fail(ErrorCode::kUnavailable, id_ + ": the meter says that it does not know");
  if (is_node_ && *counts == 0)
    return fail(ErrorCode::kUnavailable, id_ + ": a node that runs cannot take 0 W");
  return Reading{
      .sensor = index, .time = time, .value = Watts(static_cast<double>(*counts) / kCountsPerWatt)};
}

}  // namespace joulemark::hwmon
