// The rows of the evidence on the screen.
#include "query/evidence_rows.h"
#include "query/report_blocks.h"

namespace joulemark {
namespace {

constexpr std::size_t kNameColumns = 10;

}  // namespace

Lines evidence_block(const Report& report) {
  Lines out{"EVIDENCE"};
  for (const EvidenceRow& row : evidence_rows(report))
    out.push_back("  " + pad(row.name, kNameColumns) + row.text);
  return out;
}

}  // namespace joulemark
