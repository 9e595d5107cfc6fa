#include "sources/nvml/number.h"

#include <cmath>

namespace joulemark::nvml {
namespace {

// From here on DCGM's blanks (0x7ffffff0, 0x7ffffffffffffff0, 2^47) and all bits set: 2^31 mW are
// 2 MW, 2^62 mJ are 146 years of 1 MW.
constexpr std::uint64_t kBlankCount = std::uint64_t{1} << 62U;
constexpr double kBlankWatts = 2147483632.0;

}  // namespace

std::optional<std::uint64_t> count_of(const FieldValue& value) {
  std::uint64_t out = 0;
  switch (value.value_type) {
    case ValueType::kUnsignedInt:
      out = value.value.ui;
      break;
    case ValueType::kUnsignedLong:
      out = value.value.ul;
      break;
    case ValueType::kUnsignedLongLong:
      out = value.value.ull;
      break;
    case ValueType::kSignedLongLong:
      if (value.value.sll < 0) return std::nullopt;
      out = static_cast<std::uint64_t>(value.value.sll);
      break;
    case ValueType::kSignedInt:
      if (value.value.si < 0) return std::nullopt;
      out = static_cast<std::uint64_t>(value.value.si);
      break;
    default:
      return std::nullopt;  // no counter is a floating-point number
  }
  return out < kBlankCount ? std::optional(out) : std::nullopt;
}

std::optional<double> milliwatts_of(const FieldValue& value) {
  double out = 0.0;
  if (value.value_type == ValueType::kDouble) {
    out = value.value.d;
  } else if (value.value_type == ValueType::kUnsignedShort) {
    out = value.value.us;
  } else {
    const auto count = count_of(value);
    if (!count) return std::nullopt;
    out = static_cast<double>(*count);
  }
  return std::isfinite(out) && out >= 0.0 && out < kBlankWatts ? std::optional(out) : std::nullopt;
}

}  // namespace joulemark::nvml
