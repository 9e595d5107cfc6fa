// What the `name` file of a powercap zone says. The number in the zone's folder says nothing: on
// Sapphire Rapids intel-rapl:1 is psys and intel-rapl:2 is package 1.
#pragma once

#include <optional>
#include <string_view>

namespace joulemark::rapl {

enum class ZoneKind { kPackage, kCore, kUncore, kDram, kPsys, kOther };

struct ZoneName {
  ZoneKind kind = ZoneKind::kOther;
  unsigned number = 0;          // of the package or psys
  std::optional<unsigned> die;  // package-P-die-D
  friend bool operator==(const ZoneName&, const ZoneName&) = default;
};

// package-P, package-P-die-D, core, uncore, dram, psys, psys-N; anything else is kOther.
ZoneName parse_zone_name(std::string_view text);

}  // namespace joulemark::rapl
