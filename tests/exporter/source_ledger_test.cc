#include "exporter/source_ledger.h"

#include <gtest/gtest.h>

#include <numeric>

namespace joulemark {
namespace {

using namespace std::chrono_literals;

constexpr OwnerId kA{1}, kB{2};
constexpr MonotonicTime kBoot{100s};
const UtcTime kUtc(std::chrono::seconds(1'796'000'000));
const Error kBroken{ErrorCode::kUnavailable, "EIO"};
const Error kAbsent{ErrorCode::kNotPresent, "nothing here"};

TEST(SourceLedger, IsUpAfterAReadAndDownAfterAFailure) {
  SourceLedger ledger;
  ledger.start(kA, "s", false, kBoot);
  EXPECT_FALSE(ledger.view(kBoot).at(0).up);
  ledger.read_done(kA, 1ms, kUtc);
  EXPECT_TRUE(ledger.view(kBoot).at(0).up);
  ledger.read_failed(kA, 1ms, kBroken);
  const SourceView down = ledger.view(kBoot).at(0);
  EXPECT_FALSE(down.up);
  EXPECT_EQ(down.reason, "EIO");
  EXPECT_EQ(down.totals.errors[static_cast<std::size_t>(ErrorCode::kUnavailable)], 1U);
  EXPECT_EQ(down.totals.last_success, kUtc);
}

TEST(SourceLedger, IsDownWhileACallDoesNotEnd) {
  SourceLedger ledger;
  ledger.start(kA, "s", false, kBoot);
  ledger.read_done(kA, 1ms, kUtc);
  ledger.begin(kA, kBoot + 1s);
  EXPECT_TRUE(ledger.view(kBoot + 1s).at(0).up);
  EXPECT_FALSE(ledger.view(kBoot + 1s + 1ms).at(0).up);
}

TEST(SourceLedger, CountsAHangOnce) {
  SourceLedger ledger;
  ledger.start(kA, "s", false, kBoot);
  ledger.begin(kA, kBoot + 1s);
  EXPECT_TRUE(ledger.newly_hanging(kBoot).empty());
  EXPECT_EQ(ledger.newly_hanging(kBoot + 2s).size(), 1U);
  EXPECT_TRUE(ledger.newly_hanging(kBoot + 3s).empty());
  ledger.read_failed(kA, 5s, {ErrorCode::kTimeout, "a read took 5s"});
  const auto errors = ledger.view(kBoot).at(0).totals.errors;
  EXPECT_EQ(errors[static_cast<std::size_t>(ErrorCode::kTimeout)], 1U);
}

TEST(SourceLedger, AnnouncesAChangeOfStateOnce) {
  SourceLedger ledger;
  ledger.start(kA, "s", false, kBoot);
  EXPECT_TRUE(ledger.read_failed(kA, 1ms, kBroken).changed);
  EXPECT_FALSE(ledger.read_failed(kA, 1ms, kBroken).changed);
  EXPECT_TRUE(ledger.read_failed(kA, 1ms, {ErrorCode::kPermission, "EACCES"}).changed);
  EXPECT_TRUE(ledger.read_done(kA, 1ms, kUtc).changed);
  EXPECT_FALSE(ledger.read_done(kA, 1ms, kUtc).changed);
}

TEST(SourceLedger, AbsenceIsSilentUnlessTheUserWantedTheSource) {
  SourceLedger ledger;
  ledger.start(kA, "unasked", false, kBoot);
  ledger.start(kB, "wanted", true, kBoot);
  ledger.failed(kA, kAbsent);
  ledger.failed(kB, kAbsent);
  const auto views = ledger.view(kBoot);
  ASSERT_EQ(views.size(), 1U);
  EXPECT_EQ(views[0].name, "wanted");
  EXPECT_FALSE(views[0].up);
}

TEST(SourceLedger, OneSourceSpeaksForAllItsDevices) {
  SourceLedger ledger;
  ledger.start(kA, "s", false, kBoot);
  ledger.start(kB, "s", false, kBoot);
  ledger.read_done(kA, 1ms, kUtc);
  EXPECT_TRUE(ledger.view(kBoot).at(0).up);  // the other one is still starting
  ledger.read_failed(kB, 1ms, kBroken);
  ASSERT_EQ(ledger.view(kBoot).size(), 1U);
  EXPECT_FALSE(ledger.view(kBoot).at(0).up);
}

TEST(SourceLedger, IsReadyOnceAllHaveTriedOrFiveSecondsHavePassed) {
  SourceLedger ledger;
  ledger.start(kA, "tries", false, kBoot);
  ledger.start(kB, "hangs", false, kBoot);
  ledger.probed(kA);
  EXPECT_FALSE(ledger.ready(kBoot + 4s));
  EXPECT_TRUE(ledger.ready(kBoot + 5s));
  ledger.failed(kB, kBroken);
  EXPECT_TRUE(ledger.ready(kBoot));
}

TEST(SourceLedger, ShowsTheServicesOfAllItsOwners) {
  SourceLedger ledger;
  const auto service = [](const std::string& url, bool up) {
    return std::make_shared<const std::vector<TargetHealth>>(1, TargetHealth{url, "n", up});
  };
  ledger.start(kA, "redfish", true, kBoot);
  ledger.start(kB, "redfish", true, kBoot);
  EXPECT_TRUE(ledger.view(kBoot)[0].targets.empty());
  ledger.tell_targets(kA, service("https://a", true));
  ledger.tell_targets(kB, service("https://b", false));
  const auto view = ledger.view(kBoot);
  ASSERT_EQ(view[0].targets.size(), 2U);
  EXPECT_EQ(view[0].targets[1]->front().url, "https://b");
  ledger.stop(kA);
  EXPECT_EQ(ledger.view(kBoot)[0].targets.size(), 1U) << "services that are read no more are gone";
}

TEST(SourceLedger, TotalsOutliveTheirOwners) {
  SourceLedger ledger;
  ledger.start(kA, "s", false, kBoot);
  ledger.read_failed(kA, 1ms, kBroken);
  ledger.abandon(kA);
  ledger.start(kB, "s", false, kBoot);
  const SourceView view = ledger.view(kBoot).at(0);
  EXPECT_EQ(view.totals.abandoned, 1U);
  EXPECT_EQ(std::accumulate(view.totals.errors.begin(), view.totals.errors.end(), std::uint64_t{0}),
            1U);
}

TEST(ReadDurations, SortsIntoBucketsWithTheirBoundsIncluded) {
  ReadDurations durations;
  durations.add(1ms);
  durations.add(1ms + 1ns);
  durations.add(1h);
  EXPECT_EQ(durations.buckets[2], 1U);
  EXPECT_EQ(durations.buckets[3], 1U);
  EXPECT_EQ(durations.buckets.back(), 1U);
  EXPECT_NEAR(durations.sum, 3600.002, 1e-6);
}

}  // namespace
}  // namespace joulemark
