#include "sources/registry.h"

#include <gtest/gtest.h>

#include <set>

namespace joulemark {
namespace {

TEST(Registry, FindsEverySourceByItsName) {
  ASSERT_FALSE(registry().empty());
  for (const SourceEntry& entry : registry()) {
    EXPECT_EQ(find_source(entry.name), &entry);
    EXPECT_FALSE(entry.summary.empty()) << entry.name;
    EXPECT_NE(entry.open, nullptr) << entry.name;
  }
}

TEST(Registry, NamesAreUnique) {
  std::set<std::string_view> names;
  for (const SourceEntry& entry : registry())
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
}

TEST(Registry, HasRaplAndNoStranger) {
  ASSERT_NE(find_source("rapl"), nullptr);
  EXPECT_TRUE(find_source("rapl")->on_by_default);
  EXPECT_EQ(find_source("rap"), nullptr);
  EXPECT_EQ(find_source(""), nullptr);
}

}  // namespace
}  // namespace joulemark
