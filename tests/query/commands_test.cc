#include "query/commands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "query/preflight.h"
#include "query/window_file.h"
#include "tests/query/commands_fixture.h"

namespace joulemark {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

TEST_F(Commands, EnergyPrintsTheScreenAndSucceeds) {
  scrape_nodes({"n1"});
  EXPECT_EQ(energy(last_minute()), 0) << err.str();
  EXPECT_THAT(out.str(), HasSubstr("\nENERGY   "));
  EXPECT_THAT(err.str(), IsEmpty());
  EXPECT_THAT(used.user_agent, StartsWith("joulemark/"));
}

TEST_F(Commands, EnergyIsBelowARequiredClass) {
  scrape_nodes({"n1"});
  auto arguments = last_minute();
  arguments.output.required = Class::kVendorStated;
  EXPECT_EQ(energy(arguments), 2);
  arguments.output.required = Class::kReferenceOnly;
  EXPECT_EQ(energy(arguments), 0);
}

TEST_F(Commands, EnergyOfAMissingNodeIsIncompleteAndNamesIt) {
  scrape_nodes({"n1"});
  auto arguments = last_minute();
  arguments.selection.nodes = "n1,n2";
  EXPECT_EQ(energy(arguments), 3) << err.str();
  EXPECT_THAT(out.str(), HasSubstr("ENERGY   INCOMPLETE: no figure for the total; no data of n2"));
}

TEST_F(Commands, EnergyWritesTheReportToAFileWholeOrNotAtAll) {
  scrape_nodes({"n1"});
  auto arguments = last_minute();
  arguments.output.format = OutputFormat::kJson;
  arguments.output.file = folder.path() / "r.json";
  EXPECT_EQ(energy(arguments), 0) << err.str();
  EXPECT_THAT(out.str(), IsEmpty());
  std::ifstream in(arguments.output.file);
  std::string first;
  std::getline(in, first);
  EXPECT_EQ(first, "{");
  arguments.output.file = "/nowhere/r.json";
  EXPECT_EQ(energy(arguments), 1);
  EXPECT_THAT(err.str(), StartsWith("joulemark: --output-file: /nowhere/r.json"));
}

TEST_F(Commands, EnergyWritesAPageWithItsPicture) {
  scrape_nodes({"n1"});
  auto arguments = last_minute();
  arguments.output.format = OutputFormat::kHtml;
  EXPECT_EQ(energy(arguments), 0) << err.str();
  EXPECT_THAT(out.str(), StartsWith("<!DOCTYPE html>\n<html lang=\"en\">"));
  EXPECT_THAT(out.str(), HasSubstr("data-watts=\"100,100,"));
}

TEST_F(Commands, EnergyOfABrokenServerIsOneLineAndNoNumber) {
  for (const auto& [status, body] :
       std::vector<std::pair<int, std::string>>{{401, "no"}, {503, "{}"}, {200, "<html>"}}) {
    server.always = HttpResponse{.status = status, .content_type = "text/html", .body = body};
    EXPECT_EQ(energy(last_minute()), 1);
  }
  server.always = fail(ErrorCode::kUnavailable, "host:9090: Connection refused");
  EXPECT_EQ(energy(last_minute()), 1);
  EXPECT_THAT(out.str(), IsEmpty());
  const std::string said = err.str();
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 4) << said;
  EXPECT_EQ(clock.now(), after(150)) << "it waited for a dead server";
}

TEST_F(Commands, PreflightForeseesAndEndsByTheRequiredClass) {
  scrape_nodes({"n1"});
  PreflightArguments arguments;
  EXPECT_EQ(run_preflight(arguments, services()), 0) << err.str();
  EXPECT_THAT(out.str(), HasSubstr("PREDICTED  60 kJ"));
  arguments.required = Class::kVendorStated;
  EXPECT_EQ(run_preflight(arguments, services()), 2);
  arguments.selection.nodes = "n1,n2";
  EXPECT_EQ(run_preflight(arguments, services()), 3);
  EXPECT_THAT(out.str(), HasSubstr("MISSING [n2]"));
}

TEST_F(Commands, PreflightOfADeadServerIsAnErrorAndOfAnEmptyOneNoFigure) {
  EXPECT_EQ(run_preflight({}, services()), 3) << err.str();
  server.always = fail(ErrorCode::kUnavailable, "host:9090: Connection refused");
  EXPECT_EQ(run_preflight({}, services()), 1);
  EXPECT_THAT(out.str(), IsEmpty());
}

TEST_F(Commands, PreflightRefusesAWindowThatIsNone) {
  PreflightArguments arguments;
  for (const char* wrong : {"", "10", "-5m", "0s"}) {
    arguments.planned = wrong;
    EXPECT_EQ(run_preflight(arguments, services()), 1) << wrong;
  }
  EXPECT_THAT(err.str(), HasSubstr("--for: expected a time with its unit"));
}

TEST_F(Commands, PreflightWatchesUntilItIsStopped) {
  scrape_nodes({"n1"});
  std::stop_source stop;
  server.before = [&] {
    server.now = clock.now();
    if (clock.now() >= after(175)) stop.request_stop();
  };
  PreflightArguments arguments;
  arguments.watch = true;
  preflight(arguments, services(), stop.get_token());
  const std::string text = out.str();
  std::size_t looks = 0;
  for (auto at = text.find("PREFLIGHT"); at != std::string::npos;
       at = text.find("PREFLIGHT", at + 1))
    ++looks;
  EXPECT_EQ(looks, 4U) << text;  // at 150, 160, 170 and 180 s
}

TEST_F(Commands, EnergyRefusesNaiveAndFutureTimes) {
  auto arguments = last_minute();
  arguments.start = "2026-11-30T09:14:07";
  EXPECT_EQ(energy(arguments), 1);
  EXPECT_THAT(err.str(), HasSubstr("has no time zone: write 2026-11-30T09:14:07Z"));
  arguments = last_minute();
  arguments.end = "1800009999";
  EXPECT_EQ(energy(arguments), 1);
  EXPECT_THAT(err.str(), HasSubstr("in the future"));
}

TEST_F(Commands, ATypedWindowHasNoKnownClockAndOneUpToNowHas) {
  scrape_nodes({"n1"});
  energy(last_minute());
  EXPECT_THAT(out.str(), HasSubstr("window host not measured"));
  EXPECT_THAT(out.str(), HasSubstr("CLOCK_UNMEASURED"));
  out.str("");
  EnergyArguments arguments;
  arguments.last = "60s";
  EXPECT_EQ(energy(arguments), 0) << err.str();
  EXPECT_THAT(out.str(), HasSubstr("window host 2 ms"));
  EXPECT_THAT(out.str(), Not(HasSubstr("CLOCK_UNMEASURED")));
}

TEST_F(Commands, NeedAServerAndNeverAPasswordInAnArgument) {
  url = std::nullopt;
  EXPECT_EQ(energy(last_minute()), 1);
  EXPECT_THAT(err.str(), HasSubstr("PROMETHEUS_URL"));
  auto arguments = last_minute();
  arguments.server.url = "http://me:hunter2@host:9090";
  EXPECT_EQ(energy(arguments), 1);
  EXPECT_THAT(err.str(), HasSubstr("--http.config.file"));
  EXPECT_THAT(err.str(), Not(HasSubstr("hunter2")));
}

TEST_F(Commands, RunGivesTheStatusOfTheCommandAndTheReport) {
  scrape_nodes({"n1"});
  EXPECT_EQ(run("exit 7"), 7);
  EXPECT_EQ(run("kill -TERM $$"), 128 + 15);
}

TEST_F(Commands, RunKeepsTheWindowAlsoWithoutAServer) {
  url = std::nullopt;
  RunArguments arguments;
  arguments.window_file = folder.path() / "w.json";
  EXPECT_EQ(run("exit 4", arguments), 4) << err.str();
  const auto window = read_window_file(arguments.window_file);
  ASSERT_TRUE(window) << window.error().message;
  EXPECT_EQ(window->origin, "run");
  EXPECT_EQ(window->exit_status, 4);
  EXPECT_EQ(window->host, "head");
}

TEST_F(Commands, RunStartsNothingIfItCouldNotMeasure) {
  RunArguments arguments;
  server.always = fail(ErrorCode::kUnavailable, "host:9090: Connection refused");
  const std::string touched = folder.path() / "touched";
  EXPECT_EQ(run(": > " + touched, arguments), 1);
  EXPECT_THAT(err.str(), HasSubstr("the command was not started"));
  url = std::nullopt;
  EXPECT_EQ(run(": > " + touched, arguments), 1);
  arguments.selection.nodes = "n[1-";
  EXPECT_EQ(run(": > " + touched, arguments), 1);
  EXPECT_FALSE(std::filesystem::exists(touched));
}

TEST_F(Commands, RunOfACommandThatIsNotThereIsA127) {
  scrape_nodes({"n1"});
  RunArguments arguments;
  arguments.command = {"/nowhere/train"};
  EXPECT_EQ(run_command(arguments, services()), 127);
  EXPECT_THAT(err.str(), HasSubstr("run: /nowhere/train: No such file"));
  EXPECT_THAT(out.str(), IsEmpty());
}

class Marks : public Commands {
 protected:
  int mark(bool end, const Services& services) {
    MarkArguments arguments;
    arguments.end = end;
    arguments.file = path;
    return run_mark(arguments, services);
  }
  const std::string path = folder.path() / "w.json";
};

TEST_F(Marks, MakeAWindowFromTwoCalls) {
  EXPECT_EQ(mark(false, services()), 0) << err.str();
  clock.advance(std::chrono::seconds(90));
  EXPECT_EQ(mark(true, services()), 0) << err.str();
  const auto window = read_window_file(path);
  ASSERT_TRUE(window) << window.error().message;
  EXPECT_EQ(window->window()->duration(), 90.0);
  EXPECT_TRUE(window->clock.synchronized);
}

TEST_F(Marks, RefuseAnEndThatDoesNotBelongToTheBegin) {
  EXPECT_EQ(mark(true, services()), 1);
  EXPECT_THAT(err.str(), HasSubstr("No such file"));
  mark(false, services());
  auto elsewhere = services();
  elsewhere.host = "other";
  EXPECT_EQ(mark(true, elsewhere), 1);
  EXPECT_THAT(err.str(), HasSubstr("was begun on head, this is other"));
  auto restarted = services();
  restarted.boot_id = "boot-2";
  EXPECT_EQ(mark(true, restarted), 1);
  clock.advance(std::chrono::seconds(1));
  EXPECT_EQ(mark(true, services()), 0);
  EXPECT_EQ(mark(true, services()), 1);
  EXPECT_THAT(err.str(), HasSubstr("is ended already"));
}

TEST_F(Commands, NodesShowsWhatTheServerHas) {
  scrape_nodes({"n1", "n2"});
  EXPECT_EQ(run_nodes({}, services()), 0) << err.str();
  EXPECT_THAT(out.str(), HasSubstr("\nn1 "));
  EXPECT_THAT(out.str(), HasSubstr("n2:11818"));
  EXPECT_THAT(out.str(), HasSubstr("4 ms"));
}

TEST_F(Commands, NodesOfAnEmptyServerTeachesTheScrapeConfiguration) {
  EXPECT_EQ(run_nodes({}, services()), 3);
  EXPECT_THAT(out.str(), HasSubstr("honor_labels: true"));
}

TEST_F(Commands, NodesNamesTheOneThatIsNotThere) {
  scrape_nodes({"n1"});
  NodesArguments arguments;
  arguments.selection.nodes = "n1,n7";
  EXPECT_EQ(run_nodes(arguments, services()), 3);
  EXPECT_THAT(out.str(), HasSubstr("no series of node n7"));
}

}  // namespace
}  // namespace joulemark
