// Reports as files, evaluated from made-up telemetry: what compare and explain read.
#pragma once

#include <string>

#include "query/compare/report_file.h"
#include "query/report_json.h"
#include "tests/query/canned_reports.h"

namespace joulemark::canned {

inline Report report_of(std::vector<SensorTelemetry> sensors, std::vector<std::string> asked = {}) {
  return evaluated(telemetry(std::move(sensors)), request(std::move(asked))).report;
}

// Read back from its JSON. A report that cannot be read is a failure of the test.
inline ReportFile file_of(const Report& report, const std::string& name) {
  auto out = report_from_json(report_to_json(report), name);
  EXPECT_TRUE(out) << out.error().message;
  return out.value_or(ReportFile{});
}

inline CounterSpec with_watts(double watts, const std::string& name = "r1") {
  return node(name, watts);
}

inline SensorTelemetry with_serial(SensorTelemetry sensor, const std::string& serial) {
  sensor.sensor.serial = serial;
  return sensor;
}

// One node of that power, an id of its own.
inline ReportFile report_file(const std::string& name, double watts,
                              const std::string& serial = "") {
  Report report = report_of({with_serial(counter(with_watts(watts)), serial)}, {"r1"});
  report.id = name + std::string(64 - name.size(), '0');
  return file_of(report, name + ".json");
}

}  // namespace joulemark::canned
