#include "query/sources_command.h"

#include <gmock/gmock.h>

#include <condition_variable>
#include <future>
#include <nlohmann/json.hpp>
#include <sstream>

#include "platform/host_files.h"
#include "platform/system_clock.h"
#include "sources/registry.h"
#include "tests/fakes/corpus_machine.h"
#include "tests/fakes/fake_clock.h"
#include "tests/sources/rapl/powercap_tree.h"

namespace joulemark {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

// Time stands still until the test lets all that wait for it go on together.
class GateClock final : public Clock {
 public:
  [[nodiscard]] UtcTime now() const override { return clock_.now(); }
  [[nodiscard]] MonotonicTime monotonic() const override { return clock_.monotonic(); }
  [[nodiscard]] ClockDiscipline discipline() const override { return clock_.discipline(); }
  bool wait_until(MonotonicTime moment, const std::stop_token&) const override {
    std::unique_lock lock(mutex_);
    ++waiting_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return clock_.monotonic() >= moment; });
    --waiting_;
    return true;
  }
  bool wait_for(std::size_t waiting, std::chrono::seconds patience) const {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return waiting_ == waiting; });
  }
  void advance(Duration by) {
    const std::lock_guard lock(mutex_);
    clock_.advance(by);
    changed_.notify_all();
  }

 private:
  FakeClock clock_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  mutable std::size_t waiting_ = 0;
};

class SourcesCommand : public testing::Test {
 protected:
  Services services() { return {clock, out, err, false, {}, {}, "n1", "boot-1"}; }
  int show(const SourcesArguments& arguments, const std::shared_ptr<const Host>& host) {
    return show_sources(arguments, registry(), host, {}, services());
  }
  nlohmann::json json() const { return nlohmann::json::parse(out.str()); }

  FakeClock clock;
  FakeFiles sysfs, procfs;
  std::shared_ptr<const Host> empty =
      std::make_shared<const Host>(Host{clock, sysfs, procfs, procfs, "n1"});
  std::ostringstream out, err;
};

TEST_F(SourcesCommand, OfAMachineWithoutSensorsEndsWith3AndTeaches) {
  EXPECT_EQ(show({}, empty), 3);
  EXPECT_THAT(out.str(), AllOf(HasSubstr("host n1: 0 sensors"), HasSubstr("no sensor found"),
                               HasSubstr("nothing here (normal)")));
  EXPECT_THAT(err.str(), IsEmpty());
}

TEST_F(SourcesCommand, NamesTheSourcesThatThereAre) {
  SourcesArguments arguments;
  arguments.sources = {"rapl", "nvml9"};
  EXPECT_EQ(show(arguments, empty), 1);
  EXPECT_THAT(err.str(), AllOf(HasSubstr("no source 'nvml9': there are "), HasSubstr("rapl")));
  EXPECT_THAT(out.str(), IsEmpty());
}

TEST_F(SourcesCommand, RefusesALookThatIsNoneOrForEver) {
  for (const std::string time : {"0s", "5", "1d"}) {
    SourcesArguments arguments;
    arguments.time = time;
    EXPECT_EQ(show(arguments, empty), 1) << time;
  }
  EXPECT_THAT(err.str(), HasSubstr("--for"));
}

TEST_F(SourcesCommand, ReplayNeedsConfiguration) {
  SourcesArguments arguments;
  arguments.sources = {"replay"};
  EXPECT_EQ(show(arguments, empty), 3);
  EXPECT_THAT(out.str(), AllOf(HasSubstr("needs configuration"), HasSubstr("scenario")));
}

TEST_F(SourcesCommand, WhatOnlyRootMayReadIsNamedWithTheRemedy) {
  PowercapMachine machine;
  machine.add("intel-rapl:0", "package-0", kPackageRange);
  machine.sysfs.fail(PowercapMachine::energy("intel-rapl:0"), ErrorCode::kPermission);
  const auto host = std::make_shared<const Host>(
      Host{clock, machine.sysfs, machine.procfs, machine.procfs, "n1"});
  EXPECT_EQ(show({}, host), 3);
  EXPECT_THAT(out.str(), AllOf(HasSubstr("NO PERMISSION"), HasSubstr("package-0"),
                               HasSubstr("setcap cap_dac_read_search")));
}

TEST_F(SourcesCommand, ADriverThatHangsIsNamedAndDoesNotHoldUpTheCommand) {
  PowercapMachine machine;
  machine.add("intel-rapl:0", "package-0", kPackageRange);
  machine.sysfs.hang(PowercapMachine::energy("intel-rapl:0"));
  const SystemClock real;
  const auto host =
      std::make_shared<const Host>(Host{real, machine.sysfs, machine.procfs, machine.procfs, "n1"});
  SourcesArguments arguments;
  arguments.time = "500ms";
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_EQ(show_sources(arguments, registry(), host, {.answer_limit = 500ms, .read_limit = 100ms},
                         services()),
            0);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, 3s);
  EXPECT_THAT(out.str(), HasSubstr("a read did not end within 100ms"));
  EXPECT_THAT(out.str(), HasSubstr("no figure"));
  machine.sysfs.release(PowercapMachine::energy("intel-rapl:0"));
  for (int i = 0; i < 500 && host.use_count() > 1; ++i) std::this_thread::sleep_for(10ms);
  EXPECT_EQ(host.use_count(), 1);
}

// Machines of the corpus, from t0 to dt_s later: what a mean over that time must be.
class SourcesOfMachines : public SourcesCommand {
 protected:
  static std::size_t devices_of(const Host& host) {
    std::size_t out = 0;
    for (const SourceEntry& entry : registry()) {
      if (!entry.on_by_default) continue;
      const auto opened = entry.open({}, host);
      if (!opened) continue;
      for (const auto& source : *opened) out += source->discover() ? 1U : 0U;
    }
    return out;
  }
  // False: the corpus is not here.
  bool look(const std::string& name) {
    if (!CorpusMachine::exists(name)) return false;
    const CorpusMachine machine(name);
    expected = nlohmann::json::parse(machine.expectation());
    const double dt = expected["dt_s"].get<double>();
    GateClock gate;
    const HostFiles files(machine.sysfs());
    const auto host = std::make_shared<const Host>(Host{gate, files, procfs, procfs, "n1"});
    SourcesArguments arguments;
    arguments.format = OutputFormat::kJson;
    arguments.time = std::to_string(static_cast<int>(dt)) + "s";
    auto status = std::async(std::launch::async, [&] { return show(arguments, host); });
    EXPECT_TRUE(gate.wait_for(devices_of(*host), 5s));
    machine.step();
    gate.advance(from_seconds(dt));
    EXPECT_EQ(status.get(), 0) << out.str();
    for (int i = 0; i < 500 && host.use_count() > 1; ++i) std::this_thread::sleep_for(10ms);
    return true;
  }
  std::string role_of(const std::string& id) const {
    const nlohmann::json report = json();
    for (const auto& source : report["sources"])
      for (const auto& sensor : source["sensors"])
        if (sensor["sensor"] == id) return sensor["role"];
    return "no such sensor";
  }

  nlohmann::json expected;
};

TEST_F(SourcesOfMachines, AServerWithDramAddsPackagesAndDramOverAWrap) {
  if (!look("xeon-skx-2s-dram")) GTEST_SKIP();
  EXPECT_EQ(json()["figure"]["basis"], "components");
  EXPECT_NEAR(json()["figure"]["power_watts"].get<double>(), expected["node_watts"], 0.01);
  EXPECT_EQ(json()["figure"]["complete"], false);
}

TEST_F(SourcesOfMachines, PsysContainsThePackages) {
  if (!look("xeon-spr-2s-psys")) GTEST_SKIP();
  EXPECT_EQ(json()["figure"]["basis"], "psys");
  EXPECT_NEAR(json()["figure"]["power_watts"].get<double>(), expected["node_watts"], 0.2);
  EXPECT_EQ(role_of("psys"), "counted");
  EXPECT_EQ(role_of("package-1"), "contained");
}

TEST_F(SourcesOfMachines, AGraceHopperCountsItsModule) {
  if (!look("gh200")) GTEST_SKIP();
  EXPECT_EQ(json()["figure"]["basis"], "module");
  const double mean =
      0.5 * (expected["node_watts"].get<double>() + expected["node_watts_step1"].get<double>());
  EXPECT_NEAR(json()["figure"]["power_watts"].get<double>(), mean, 0.01);
}

TEST_F(SourcesOfMachines, AChassisMeterContainsRapl) {
  if (!look("x86-acpi-meter-rapl")) GTEST_SKIP();
  EXPECT_EQ(json()["figure"]["basis"], "chassis");
  EXPECT_EQ(role_of("package-0"), "contained");
}

TEST_F(SourcesOfMachines, AJetsonCountsItsInput) {
  if (!look("jetson-orin-nx")) GTEST_SKIP();
  EXPECT_EQ(json()["figure"]["basis"], "board_input");
  EXPECT_EQ(json()["figure"]["supply"], "dc");
}

}  // namespace
}  // namespace joulemark
