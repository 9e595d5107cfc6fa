#include "sources/rapl/zone_name.h"

#include <gtest/gtest.h>

namespace joulemark::rapl {
namespace {

TEST(ZoneName, TellsPackagesAndTheirDies) {
  EXPECT_EQ(parse_zone_name("package-15"), (ZoneName{ZoneKind::kPackage, 15, std::nullopt}));
  EXPECT_EQ(parse_zone_name("package-1-die-3"), (ZoneName{ZoneKind::kPackage, 1, 3}));
}

TEST(ZoneName, TellsTheParts) {
  EXPECT_EQ(parse_zone_name("core").kind, ZoneKind::kCore);
  EXPECT_EQ(parse_zone_name("uncore").kind, ZoneKind::kUncore);
  EXPECT_EQ(parse_zone_name("dram").kind, ZoneKind::kDram);
}

TEST(ZoneName, TellsTheFirstAndFurtherPsys) {
  EXPECT_EQ(parse_zone_name("psys"), (ZoneName{ZoneKind::kPsys, 0, std::nullopt}));
  EXPECT_EQ(parse_zone_name("psys-1"), (ZoneName{ZoneKind::kPsys, 1, std::nullopt}));
}

TEST(ZoneName, GuessesNothing) {
  for (const char* text :
       {"", "package", "package-", "package--1", "package-x", "package-0-", "package-0-die-",
        "package-0-die-1x", "package-99999999999", "psys-", "psys1", "Core", "core ", "vram"})
    EXPECT_EQ(parse_zone_name(text).kind, ZoneKind::kOther) << text;
}

}  // namespace
}  // namespace joulemark::rapl
