#include "query/class_limits.h"

#include <fmt/format.h>

#include <set>

#include "measurement/classify.h"
#include "query/figures.h"

namespace joulemark {
namespace {

std::string accuracy_text(Class cls) {
  return cls == Class::kVendorStated ? "limits of error stated by device or data sheet"
                                     : "limits of error not known for the model";
}

void add_codes(const SeriesReport& series, Class cls, std::set<std::string>& out) {
  for (const Code code : series.codes)
    if (!series.settled.contains(code) && cap_of_series(series.energy, {code}) == cls)
      out.emplace(to_string(code));
}

void add_codes(const Codes& codes, Class cls, std::set<std::string>& out) {
  for (const Code code : codes)
    if (cap_of_codes({code}) == cls) out.emplace(to_string(code));
}

}  // namespace

std::vector<std::string> limited_by(const Report& report) {
  const Class cls = report.total.cls;
  if (cls == Class::kCalibrated) return {};
  std::set<std::string> codes;
  bool accuracy = false;
  add_codes(report.total.codes, cls, codes);
  for (const NodeReport& node : report.nodes) {
    if (node.status != NodeReport::Status::kOk) continue;
    add_codes(node.codes, cls, codes);
    for (const SeriesReport& series : node.series) {
      if (series.role != MemberRole::kCounted) continue;
      add_codes(series, cls, codes);
      accuracy = accuracy || series.accuracy_class == cls;
    }
  }
  std::vector<std::string> out(codes.begin(), codes.end());
  if (accuracy && !codes.contains("CLASS_DEFAULT_ACCURACY")) out.push_back(accuracy_text(cls));
  if (out.empty())
    out.push_back(fmt::format(
        "U is {} of E", percent(report.total.figure.headline_U / report.total.figure.energy)));
  return out;
}

}  // namespace joulemark
