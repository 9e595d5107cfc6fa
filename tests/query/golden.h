// Comparison with the files in tests/golden/query. A golden file is only ever written by a person:
// what a test saw is left in JOULEMARK_GOLDEN_OUT, if that is set.
#pragma once

#include <string>

namespace joulemark::golden {

void expect_text(const std::string& name, const std::string& text);
// Numbers within 1e-9 relative; report_id and tool.* may differ.
void expect_json(const std::string& name, const std::string& json);

}  // namespace joulemark::golden
