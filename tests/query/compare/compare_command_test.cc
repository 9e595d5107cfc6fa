#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "query/text_file.h"
#include "tests/query/commands_fixture.h"
#include "tests/query/compare/report_files.h"

namespace joulemark {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class CompareCommand : public Commands {
 protected:
  std::string report(const std::string& name, const canned::CounterSpec& spec) {
    const std::string path = folder.path() / name;
    EXPECT_TRUE(write_text_file(
        path, report_to_json(canned::report_of({canned::counter(spec)}, {spec.node}))));
    return path;
  }
  int compare(const std::string& a, const std::string& b, OutputFormat format = {},
              const std::string& file = {}) {
    return run_compare({a, b, {}, file, format}, services());
  }
};

TEST_F(CompareCommand, SucceedsWithADifferenceAndWithATie) {
  const std::string a = report("a.json", canned::with_watts(500.0));
  EXPECT_EQ(compare(a, report("b.json", canned::with_watts(600.0))), 0) << err.str();
  EXPECT_THAT(out.str(), HasSubstr("RESULT    A uses 16.7 % less energy than B"));
  EXPECT_EQ(compare(a, report("c.json", canned::with_watts(501.0)), OutputFormat::kJson), 0);
  EXPECT_THAT(out.str(), HasSubstr("\"verdict\": \"TIE\""));
}

TEST_F(CompareCommand, EndsWithThreeWhereNothingCanBeCompared) {
  canned::CounterSpec simulated = canned::with_watts(500.0);
  simulated.simulated = true;
  EXPECT_EQ(compare(report("a.json", canned::with_watts(500.0)), report("b.json", simulated)), 3);
  EXPECT_THAT(out.str(), HasSubstr("RESULT    NOT_COMPARABLE\n        - B ("));
}

TEST_F(CompareCommand, NamesTheFileThatCannotBeRead) {
  const std::string a = report("a.json", canned::with_watts(500.0));
  EXPECT_EQ(compare(a, "/nowhere/b.json"), 1);
  EXPECT_THAT(err.str(), StartsWith("joulemark: compare: /nowhere/b.json: No such file"));
  EXPECT_THAT(out.str(), IsEmpty());
}

TEST_F(CompareCommand, WritesItsFileWholeOrNotAtAll) {
  const std::string a = report("a.json", canned::with_watts(500.0));
  const std::string path = folder.path() / "comparison.json";
  EXPECT_EQ(compare(a, a, OutputFormat::kJson, path), 0);
  EXPECT_THAT(out.str(), IsEmpty());
  EXPECT_THAT(read_text_file(path).value_or(""), HasSubstr("joulemark.comparison/1"));
  EXPECT_EQ(compare(a, a, OutputFormat::kJson, "/nowhere/c.json"), 1);
  EXPECT_THAT(err.str(), HasSubstr("--output-file: /nowhere/c.json"));
}

class ExplainCommand : public CompareCommand {
 protected:
  int explain(const std::string& what, OutputFormat format = {}) {
    return run_explain({what, format}, services());
  }
};

TEST_F(ExplainCommand, ExplainsCodesClassesAndReports) {
  EXPECT_EQ(explain("alias_risk"), 0);
  EXPECT_THAT(out.str(), StartsWith("ALIAS_RISK\nSAYS"));
  EXPECT_EQ(explain("cross-validated"), 0);
  EXPECT_THAT(out.str(), HasSubstr("\nCROSS-VALIDATED\nMEANS"));
  EXPECT_EQ(explain(report("a.json", canned::with_watts(500.0))), 0) << err.str();
  EXPECT_THAT(out.str(), HasSubstr("WHY NOT CORROBORATED"));
  EXPECT_EQ(explain(""), 0);
  EXPECT_THAT(out.str(), HasSubstr("CODES, the most serious first"));
  EXPECT_THAT(err.str(), IsEmpty());
}

TEST_F(ExplainCommand, SuggestsTheWordThatWasMeant) {
  EXPECT_EQ(explain("ALIAS_RSIK"), 1);
  EXPECT_THAT(err.str(), HasSubstr("'ALIAS_RSIK' is no reason code, class or report; do you mean "
                                   "ALIAS_RISK?"));
  EXPECT_EQ(explain("nowhere/r.json"), 1);
  EXPECT_THAT(err.str(), HasSubstr("nowhere/r.json: No such file"));
}

}  // namespace
}  // namespace joulemark
