// The node's figure on the page: what is counted, why the rest is not, and what a change of the
// basis makes of the series.
#include <gmock/gmock.h>

#include "exporter/metrics_page.h"
#include "tests/exporter/page_fixture.h"

namespace joulemark {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;
using testing::Not;

class NodeFamilies : public testing::Test {
 protected:
  void enrol(const std::vector<Sensor>& sensors) {
    std::vector<SensorPtr> texts;
    texts.reserve(sensors.size());
    for (const Sensor& sensor : sensors) texts.push_back(std::make_shared<SensorText>(sensor));
    handles_ = ledger_.sensors.enrol(OwnerId{1}, texts, MonotonicTime::min(), now_);
  }
  void pass(Duration time) {
    now_ += time;
    utc_ += time;
  }
  void give(std::size_t sensor, std::variant<Watts, EnergyCount> value) {
    ledger_.sensors.record(*handles_[sensor], {0, utc_, value}, now_);
  }
  std::string page() { return page_.render(ledger_.snapshot(now_), page_facts()).all; }
  static std::string member(const std::string& id, const std::string& basis,
                            const std::string& role) {
    return "joulemark_node_member_info{node=\"n1\",source=\"test\",sensor=\"" + id + "\",basis=\"" +
           basis + "\",role=\"" + role + "\"} 1\n";
  }
  static std::string energy(const std::string& basis, const std::string& complete) {
    return "joulemark_node_energy_joules_total{node=\"n1\",basis=\"" + basis + "\",complete=\"" +
           complete + "\"} ";
  }

  Ledger ledger_;
  MetricsPage page_;
  std::vector<std::optional<SensorHandle>> handles_;
  MonotonicTime now_ = kPageBoot;
  UtcTime utc_ = kPageTime;
};

TEST_F(NodeFamilies, SayWhatIsCountedAndWhyTheRestIsNot) {
  Sensor rail = power_sensor("rail", "node/rail:12v");
  rail.component = Component::kRail;
  rail.boundary = Boundary::kUnknown;
  Sensor apparent = power_sensor("va", "node/psu:2/in");
  apparent.metrology.power_kind = PowerKind::kApparent;
  Sensor second_meter = power_sensor("package-0-again", "node/cpu:0");
  second_meter.component = Component::kCpu;
  second_meter.boundary = Boundary::kComponent;
  second_meter.supply = Supply::kDc;
  enrol({counter_sensor("package-0"), counter_sensor("core", "node/cpu:0/core"),
         counter_sensor("phantom", "node/cpu:1"), rail, apparent, second_meter});
  for (const std::uint64_t joules : {0U, 100U}) {
    give(0, EnergyCount{joules * 1'000'000});
    give(1, EnergyCount{joules * 500'000});
    give(2, EnergyCount{0});
    give(3, Watts(7));
    give(4, Watts(900));
    give(5, Watts(99));
    pass(seconds(1));
  }
  const std::string text = page();
  EXPECT_THAT(text, HasSubstr(member("package-0", "components", "counted")));
  EXPECT_THAT(text, HasSubstr(member("core", "components", "contained")));
  EXPECT_THAT(text, HasSubstr(member("phantom", "components", "dead")));
  EXPECT_THAT(text, HasSubstr(member("rail", "components", "unranked")));
  EXPECT_THAT(text, HasSubstr(member("va", "components", "refused")));
  EXPECT_THAT(text, HasSubstr(member("package-0-again", "components", "dual")));
}

TEST_F(NodeFamilies, WhereNothingIsCountedEachSensorStillSaysWhy) {
  enrol({counter_sensor("package-0"), counter_sensor("package-1", "node/cpu:1")});
  for (int i = 0; i < 2; ++i) {
    give(0, EnergyCount{0});
    give(1, EnergyCount{0});
    pass(seconds(1));
  }
  const std::string text = page();
  EXPECT_THAT(text, HasSubstr(member("package-0", "none", "dead")));
  EXPECT_THAT(text, HasSubstr(member("package-1", "none", "dead")));
  EXPECT_THAT(text, Not(HasSubstr("joulemark_node_power_watts")));
  EXPECT_THAT(text, Not(HasSubstr("joulemark_node_energy_joules_total")));
}

// One counter that went on would be bent by the other basis' watts.
TEST_F(NodeFamilies, AChangeOfTheBasisIsAnotherSeriesThatBeginsAtZero) {
  enrol({counter_sensor("package-0"), power_sensor("psu")});
  std::uint64_t counts = 0;
  const auto run = [&](int steps, bool with_supply) {
    for (int i = 0; i < steps; ++i) {
      pass(seconds(1));
      give(0, EnergyCount{counts += 100'000'000});
      if (with_supply) give(1, Watts(300));
    }
  };
  run(2, false);
  EXPECT_THAT(page(), HasSubstr(energy("components", "false") + "0\n"));
  run(3, false);
  EXPECT_THAT(page(), HasSubstr(energy("components", "false") + "300\n"));

  run(1, true);  // the supply is found: further upstream, and complete
  std::string text = page();
  EXPECT_THAT(text, HasSubstr(energy("ac_input", "true") + "0\n"));
  EXPECT_THAT(text, HasSubstr(member("package-0", "ac_input", "contained")));
  EXPECT_THAT(text, Not(HasSubstr("basis=\"components\"")));
  run(2, true);
  EXPECT_THAT(page(), HasSubstr(energy("ac_input", "true") + "600\n"));

  run(4, false);  // it falls silent: no figure, but still the basis
  text = page();
  EXPECT_THAT(text, Not(HasSubstr("joulemark_node_energy_joules_total{")));
  EXPECT_THAT(text, HasSubstr(member("psu", "ac_input", "counted")));

  run(60, false);  // it is dead: back to the components, from zero
  text = page();
  EXPECT_THAT(text, HasSubstr(energy("components", "false") + "0\n"));
  EXPECT_THAT(text, HasSubstr(member("psu", "components", "dead")));
}

}  // namespace
}  // namespace joulemark
