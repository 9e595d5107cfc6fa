// Every metric of the page, once: the page takes its HELP and TYPE from here and docs/metrics.md is
// written from here.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace joulemark {

enum class MetricType { kGauge, kCounter, kHistogram };

struct MetricEntry {
  std::string_view name;
  MetricType type;
  std::string_view unit;
  std::string_view labels;  // beside node, source and sensor where the name says so
  std::string_view help;    // one line
  std::string_view absent;  // when the series has no sample
};

std::span<const MetricEntry> metric_catalogue();
const MetricEntry& metric_entry(std::string_view name);  // name is in the catalogue
std::string_view to_string(MetricType);

// docs/metrics.md.
std::string metrics_document();

}  // namespace joulemark
