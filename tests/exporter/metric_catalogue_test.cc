#include "exporter/metric_catalogue.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

namespace joulemark {
namespace {

TEST(MetricCatalogue, NamesEachMetricOnceAndInOneLine) {
  std::set<std::string_view> names;
  for (const MetricEntry& entry : metric_catalogue()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    EXPECT_FALSE(entry.help.empty()) << entry.name;
    EXPECT_EQ(entry.help.find_first_of("\n\\|"), std::string_view::npos) << entry.name;
    EXPECT_EQ(entry.type == MetricType::kCounter, entry.name.ends_with("_total")) << entry.name;
  }
}

TEST(MetricCatalogue, TheDocumentIsCurrent) {
  std::ifstream file(JOULEMARK_DOCS "/metrics.md", std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), metrics_document())
      << "write it anew: joulemark-exporter --docs.metrics > docs/metrics.md";
}

}  // namespace
}  // namespace joulemark
