#include "query/arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace joulemark {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

template <class T>
T parsed(std::vector<std::string> words) {
  auto out = parse_arguments(std::move(words));
  EXPECT_TRUE(out) << out.error().message;
  return out ? std::get<T>(*out) : T{};
}

std::string error_of(std::vector<std::string> words) {
  const auto out = parse_arguments(std::move(words));
  return out ? "no error" : out.error().message;
}

TEST(Arguments, ReadAWindowANodeListAndAnOutput) {
  const auto energy =
      parsed<EnergyArguments>({"energy", "--last", "10m", "--nodes", "a,b", "--match", "x=\"y\"",
                               "--match", "z=\"1\"", "--output", "json", "--output-file", "r.json",
                               "--require", "vendor-stated", "--prometheus.url", "http://h:9090"});
  EXPECT_EQ(energy.last, "10m");
  EXPECT_EQ(energy.selection.nodes, "a,b");
  EXPECT_THAT(energy.selection.matches, ElementsAre("x=\"y\"", "z=\"1\""));
  EXPECT_EQ(energy.output.format, OutputFormat::kJson);
  EXPECT_EQ(energy.output.file, "r.json");
  EXPECT_EQ(energy.output.required, Class::kVendorStated);
  EXPECT_EQ(energy.server.url, "http://h:9090");
}

TEST(Arguments, MakeAPageOfAReportAndOfNothingElse) {
  EXPECT_EQ(parsed<EnergyArguments>({"energy", "--last", "1m", "--output", "html"}).output.format,
            OutputFormat::kHtml);
  EXPECT_EQ(parsed<RunArguments>({"run", "--output", "HTML", "--", "true"}).output.format,
            OutputFormat::kHtml);
  for (const char* command : {"nodes", "preflight", "sources"})
    EXPECT_THAT(error_of({command, "--output", "html"}), HasSubstr("html")) << command;
}

TEST(Arguments, GiveEverythingAfterTheDashesToTheCommand) {
  const auto run = parsed<RunArguments>(
      {"run", "--window-file", "w.json", "--", "sh", "-c", "--help", "--", "x"});
  EXPECT_EQ(run.window_file, "w.json");
  EXPECT_THAT(run.command, ElementsAre("sh", "-c", "--help", "--", "x"));
}

TEST(Arguments, TellBeginFromEnd) {
  EXPECT_FALSE(parsed<MarkArguments>({"mark", "begin", "w.json"}).end);
  const auto end = parsed<MarkArguments>({"mark", "end", "w.json"});
  EXPECT_TRUE(end.end);
  EXPECT_EQ(end.file, "w.json");
}

TEST(Arguments, RefuseAWindowThatIsMissingHalfOrDouble) {
  EXPECT_THAT(error_of({"energy"}), HasSubstr("no window: give --last 10m"));
  EXPECT_THAT(error_of({"energy", "--start", "1"}), HasSubstr("belong together"));
  EXPECT_THAT(error_of({"energy", "--last", "10m", "--window", "w"}), HasSubstr("more than one"));
  EXPECT_THAT(error_of({"energy", "--last", "10m", "--end", "5"}), HasSubstr("belong together"));
}

TEST(Arguments, RefuseWhatIsNotKnown) {
  EXPECT_THAT(error_of({"energie"}), HasSubstr("energie"));
  EXPECT_THAT(error_of({"energy", "--last", "1m", "--slurm", "7"}), HasSubstr("--slurm"));
  EXPECT_THAT(error_of({"energy", "--last", "1m", "--require", "gold"}), HasSubstr("gold"));
  EXPECT_THAT(error_of({"energy", "--last", "1m", "--output", "pdf"}), HasSubstr("pdf"));
  EXPECT_THAT(error_of({"run"}), HasSubstr("no command"));
  EXPECT_THAT(error_of({"run", "--"}), HasSubstr("no command"));
  EXPECT_THAT(error_of({"run", "./train.sh"}), Not(HasSubstr("no error")));
}

TEST(Arguments, AreOneLineWhenWrong) {
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"energy"}, {"x"}, {"run"}, {"mark"}, {"mark", "begin"}, {"nodes", "--output", "y"}})
    EXPECT_THAT(error_of(words), Not(HasSubstr("\n")));
}

TEST(Arguments, ReadWhereAndHowLongToLookForSources) {
  const auto sources = parsed<SourcesArguments>(
      {"sources", "--for", "30s", "--source", "battery", "--source", "replay", "--path.sysfs",
       "/host/sys", "--path.procfs", "/host/proc", "--output", "json"});
  EXPECT_EQ(sources.time, "30s");
  EXPECT_THAT(sources.sources, ElementsAre("battery", "replay"));
  EXPECT_EQ(sources.sysfs, "/host/sys");
  EXPECT_EQ(sources.procfs, "/host/proc");
  EXPECT_EQ(sources.format, OutputFormat::kJson);
  EXPECT_EQ(parsed<SourcesArguments>({"sources"}).sysfs, "/sys");
  EXPECT_THAT(parsed<TextToPrint>({"sources", "--help"}).text, HasSubstr("--source battery"));
}

TEST(Arguments, OfPreflight) {
  const auto plain = parsed<PreflightArguments>({"preflight"});
  EXPECT_EQ(plain.planned, "10m");
  EXPECT_FALSE(plain.watch);
  const auto full =
      parsed<PreflightArguments>({"preflight", "--for", "30m", "--watch", "--require",
                                  "vendor-stated", "--nodes", "a", "--output", "json"});
  EXPECT_EQ(full.planned, "30m");
  EXPECT_TRUE(full.watch);
  EXPECT_EQ(full.required, Class::kVendorStated);
  EXPECT_EQ(full.selection.nodes, "a");
  EXPECT_EQ(full.format, OutputFormat::kJson);
  EXPECT_THAT(parsed<TextToPrint>({"preflight", "--help"}).text, HasSubstr("--require vendor"));
}

TEST(Arguments, OfSurvey) {
  const auto plain =
      parsed<SurveyArguments>({"survey", "--target", "https://a", "--target", "https://b"});
  EXPECT_EQ(plain.targets, (std::vector<std::string>{"https://a", "https://b"}));
  EXPECT_EQ(plain.probe, "60s");
  EXPECT_TRUE(plain.redact);
  EXPECT_EQ(plain.format, SurveyFormat::kTable);
  const auto full =
      parsed<SurveyArguments>({"survey", "--config.file", "j.yaml", "--probe", "5m", "--output",
                               "md", "--no-redaction", "--dump", "d", "--insecure-skip-verify"});
  EXPECT_FALSE(full.redact);
  EXPECT_TRUE(full.insecure_skip_verify);
  EXPECT_EQ(full.format, SurveyFormat::kMarkdown);
  EXPECT_EQ(full.dump, "d");
  EXPECT_EQ(parsed<SurveyArguments>({"survey", "--merge", "a", "b"}).merge.size(), 2U);
  EXPECT_FALSE(parse_arguments({"survey", "--target", "https://a", "--output", "html"}));
}

TEST(Arguments, TeachWithHelpThatNamesOnlyWhatExists) {
  const std::string help = parsed<TextToPrint>({"--help"}).text;
  EXPECT_THAT(help, HasSubstr("joulemark nodes"));
  EXPECT_THAT(help, HasSubstr("Exit status"));
  for (const char* later : {"doctor", "--slurm"}) {
    EXPECT_THAT(help, Not(HasSubstr(later)));
    EXPECT_THAT(parsed<TextToPrint>({"energy", "--help"}).text, Not(HasSubstr(later)));
    EXPECT_THAT(parsed<TextToPrint>({"run", "--help"}).text, Not(HasSubstr(later)));
  }
  EXPECT_EQ(parsed<TextToPrint>({}).text, help);
  EXPECT_THAT(parsed<TextToPrint>({"--version"}).text, HasSubstr("joulemark-method/1"));
}

TEST(Arguments, OfACrosscheckAreSidesLevelsAndWhatLiesBetween) {
  const auto asked = parsed<CrosscheckArguments>(
      {"crosscheck", "--validate", "node=a", "--against", "scope=o1", "--against", "scope=o2",
       "--level", "idle=@i.json", "--level", "workload=@w.json", "--cord-loss", "0.005",
       "--over-storage", "--protocol", "mlperf-training", "--output", "json"});
  EXPECT_THAT(asked.validate, ElementsAre("node=a"));
  EXPECT_THAT(asked.against, ElementsAre("scope=o1", "scope=o2"));
  EXPECT_THAT(asked.levels, ElementsAre("idle=@i.json", "workload=@w.json"));
  EXPECT_EQ(asked.cord_loss, 0.005);
  EXPECT_TRUE(asked.over_storage);
  EXPECT_EQ(asked.protocol, "mlperf-training");
  EXPECT_EQ(asked.block, "60s");
  const auto fleet = parsed<CrosscheckArguments>({"crosscheck", "--fleet", "a.json", "b.json"});
  EXPECT_THAT(fleet.fleet, ElementsAre("a.json", "b.json"));
  EXPECT_THAT(error_of({"crosscheck", "--protocol", "other"}), HasSubstr("mlperf-training"));
  EXPECT_THAT(error_of({"crosscheck", "--cord-loss", "much"}), HasSubstr("--cord-loss"));
}

TEST(Arguments, OfBundlesAndReports) {
  const auto verify = parsed<VerifyArguments>(
      {"verify", "b.jm.tar.zst", "--checklist", "--what-if", "delta=0.1", "--what-if", "gap=0"});
  EXPECT_EQ(verify.file, "b.jm.tar.zst");
  EXPECT_TRUE(verify.checklist);
  EXPECT_THAT(verify.what_if, ElementsAre("delta=0.1", "gap=0"));
  EXPECT_THAT(error_of({"verify"}), HasSubstr("FILE"));
  const auto redact =
      parsed<RedactArguments>({"bundle", "redact", "a.jm.tar.zst", "--output-file", "b"});
  EXPECT_EQ(redact.file, "a.jm.tar.zst");
  EXPECT_EQ(redact.output_file, "b");
  EXPECT_THAT(error_of({"bundle"}), HasSubstr("joulemark bundle --help"));
  EXPECT_THAT(parsed<RunsArguments>({"runs", "a.json", "b.json"}).reports,
              ElementsAre("a.json", "b.json"));
  EXPECT_THAT(error_of({"runs"}), HasSubstr("REPORT"));
  EXPECT_EQ(parsed<CompareArguments>({"compare", "a", "b", "--per", "energy"}).per, "energy");
  EXPECT_THAT(error_of({"compare", "a"}), HasSubstr("B"));
}

TEST(Arguments, TakeAWindowFromOneLogOnly) {
  EXPECT_EQ(parsed<EnergyArguments>({"energy", "--loadgen", "run_1"}).log.loadgen, "run_1");
  EXPECT_EQ(parsed<EnergyArguments>({"energy", "--mllog", "result_0.txt"}).log.mllog,
            "result_0.txt");
  EXPECT_EQ(parsed<EnergyArguments>({"energy", "--ptd", "power"}).log.ptd, "power");
  const auto endpoints =
      parsed<EnergyArguments>({"energy", "--endpoints", "out", "--anchor", "a.json"});
  EXPECT_EQ(endpoints.log.endpoints, "out");
  EXPECT_EQ(endpoints.log.anchor, "a.json");
  EXPECT_THAT(error_of({"energy", "--endpoints", "out"}), HasSubstr("belong together"));
  EXPECT_THAT(error_of({"energy", "--loadgen", "a", "--last", "1m"}),
              HasSubstr("more than one window"));
  EXPECT_THAT(error_of({"energy", "--loadgen", "a", "--mllog", "b"}),
              HasSubstr("more than one window"));
  EXPECT_EQ(parsed<RunArguments>({"run", "--loadgen", "out", "--", "true"}).log.loadgen, "out");
  EXPECT_THAT(error_of({"run", "--loadgen", "a", "--mllog", "b", "--", "true"}),
              HasSubstr("one log"));
}

}  // namespace
}  // namespace joulemark
