// A report as its JSON holds it (FORMATS 7, joulemark.report/1), read back for commands that work
// on reports: compare, explain. Words that a newer minor version may add stay words.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/sensor.h"
#include "measurement/class.h"
#include "measurement/component.h"

namespace joulemark {

inline constexpr std::size_t kLargestReport = std::size_t{256} << 20;  // bytes
inline constexpr std::string_view kReportSchema = "joulemark.report/1";

using Words = std::vector<std::string>;

struct ReportedSeries {
  std::string source, sensor, scope;
  std::string model, serial;  // empty: not known
  std::string role, status;
  double energy = 0.0;       // J; meaningless unless status is "ok"
  double alias_bound = 0.0;  // J
  Budget components;
  Words flags;
  std::optional<Class> cls;
};

// A member, or a scope of the plan that feeds members.
struct ReportedNode {
  std::string node, status, why;  // status: ok, refused, missing, covered (by a scope), unused
  bool is_scope = false;
  double energy = 0.0, U = 0.0;  // J; meaningless unless status is "ok"
  std::optional<Class> cls;
  Words reasons;
  std::string basis, cooling;
  bool complete = false;
  Boundary boundary = Boundary::kUnknown;
  Supply supply = Supply::kUnknown;
  std::vector<ReportedSeries> series;
  [[nodiscard]] bool counted() const { return status == "ok"; }
};

struct ReportedTotal {
  std::string status, why;  // complete, incomplete, refused
  // Meaningless unless complete.
  double energy = 0.0, u = 0.0, U = 0.0, U_without_aliasing = 0.0, alias_bound = 0.0;  // J
  Budget components;  // after METHOD U-1
  std::optional<Class> cls;
  Supply supply = Supply::kUnknown;
  Words may_go_to, not_to, limited_by, reasons;
  [[nodiscard]] bool complete() const { return status == "complete"; }
};

struct ReportedRatio {
  std::string unit;             // "output token", see unit_of_work
  double value = 0.0, U = 0.0;  // J per unit
  double work = 0.0, u_work = 0.0;
};

struct ReportFile {
  std::string file, id, name;
  std::string method;  // "joulemark-method/1.0"
  int method_major = 0;
  std::string start, stop, origin;
  double duration = 0.0;                  // s
  std::optional<double> scrape_interval;  // s
  std::vector<ReportedNode> nodes;        // members, then scopes
  ReportedTotal total;
  std::vector<ReportedRatio> ratios;
  Words advice;
};

// "output_tokens" and "J per output token" are both "output token".
std::string unit_of_work(std::string_view text);

// name: shown in errors. kInvalid: no JSON, another schema, a fact that is missing or impossible.
Result<ReportFile> report_from_json(std::string_view text, const std::string& name);
// At most kLargestReport bytes.
Result<ReportFile> read_report_file(const std::string& path);

}  // namespace joulemark
