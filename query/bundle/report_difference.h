// What two reports in JSON say differently: the stored one and the one computed again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace joulemark {

struct ReportDifference {
  std::string path;  // "nodes[a].series[rapl package-0].energy_joules"
  std::string stored, computed;
};

struct ReportDifferences {
  std::vector<ReportDifference> differences;  // figures, classes, codes, structure: any one fails
  std::vector<ReportDifference> words;        // sentences of another version of the program
  double largest = 0.0;  // relative difference of numbers that count as equal; 0: identical
};

// Numbers count as equal within 1e-9 (METHOD, test vectors): another processor may round otherwise.
// report_id and the program's version and revision are not compared: the first follows from the
// rest (see stored_report_id), the others are those of whoever wrote it. same_program: then
// sentences must be equal as well. kInvalid: the stored one is no report.
Result<ReportDifferences> compare_reports(std::string_view stored, std::string_view computed,
                                          bool same_program);

// Which program wrote a stored report, and whether its id is that of its content.
struct StoredReport {
  std::string version, revision, method, table, id;
  bool id_fits = false;
};
Result<StoredReport> stored_report(std::string_view json);

}  // namespace joulemark
