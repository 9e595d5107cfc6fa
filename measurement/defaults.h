// METHOD's table of default limits per source class, version 1.0. Used only if nothing better is
// known.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/metrology.h"

namespace joulemark {

inline constexpr std::string_view kMethodVersion = "joulemark-method/1.0";
inline constexpr std::string_view kTableVersion = "1.0";

struct DefaultLimits {
  std::string_view source_class;  // the row's name, as in METHOD
  Accuracy accuracy;              // source = kClassDefault
  std::optional<Duration> averaging;
  double observed_ratio = 1.0;
  std::optional<Duration> update_interval;
  Duration latency_min{0}, latency_max{0};
  std::optional<Watts> ceiling;
};

std::span<const DefaultLimits> default_limits();
const DefaultLimits* find_default_limits(std::string_view source_class);

}  // namespace joulemark
