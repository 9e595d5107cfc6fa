// The classes of METHOD L, best first.
#pragma once

#include <compare>
#include <optional>
#include <string_view>

namespace joulemark {

enum class Class { kCalibrated, kCrossValidated, kCorroborated, kVendorStated, kReferenceOnly };

std::string_view to_string(Class);
std::optional<Class> parse_class(std::string_view);

// Largest expanded uncertainty relative to the energy; infinite for reference-only (METHOD L).
double uncertainty_limit(Class);

}  // namespace joulemark
