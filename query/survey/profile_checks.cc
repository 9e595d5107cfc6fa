#include "query/survey/profile_checks.h"

#include <algorithm>
#include <functional>

namespace joulemark {
namespace {

using redfish::About;
using redfish::Inventory;
using redfish::Measured;
using redfish::Seen;

class Checks {
 public:
  explicit Checks(const Inventory& inventory) : inventory_(inventory) {}

  void chassis() {
    check("PowerWatts of the outermost chassis", "mandatory",
          [](const Measured& m) { return of_chassis(m, QuantityKind::kPower); });
    check("EnergykWh of the outermost chassis", "mandatory",
          [](const Measured& m) { return of_chassis(m, QuantityKind::kEnergy); });
    check("LifetimeReading of an energy Sensor", "mandatory", [](const Measured& m) {
      return m.lifetime && m.stated.reading_type.starts_with("Energy");
    });
    stated(Seen::kEnvironmentMetrics);
  }

  void pdu() {
    check("PowerWatts of the PDU", "mandatory", [](const Measured& m) {
      return m.seen == Seen::kDistribution && m.quantity == QuantityKind::kPower && m.reading;
    });
    check("EnergykWh of the PDU", "mandatory", [](const Measured& m) {
      return m.seen == Seen::kDistribution && m.quantity == QuantityKind::kEnergy && m.reading;
    });
    check("LifetimeReading of an outlet", "recommended",
          [](const Measured& m) { return m.seen == Seen::kOutlet && m.lifetime && m.reading; });
    stated(Seen::kOutlet);
  }

  std::vector<ProfileCheck> out;

 private:
  static bool of_chassis(const Measured& m, QuantityKind quantity) {
    return m.seen == Seen::kEnvironmentMetrics && m.about == About::kChassis &&
           m.quantity == quantity && m.reading.has_value();
  }
  void stated(Seen seen) {
    check("ReadingTime of its Sensors", "mandatory",
          [seen](const Measured& m) { return m.seen == seen && !m.stated.reading_time.empty(); });
    check("ReadingAccuracy of its Sensors", "recommended",
          [seen](const Measured& m) { return m.seen == seen && m.stated.reading_accuracy; });
    check("SensingInterval of its Sensors", "recommended",
          [seen](const Measured& m) { return m.seen == seen && m.stated.sensing_interval; });
  }
  void check(const char* name, const char* need,
             const std::function<bool(const Measured&)>& holds) {
    const bool met = std::any_of(inventory_.measured.begin(), inventory_.measured.end(), holds);
    out.push_back({name, need, met ? "pass" : "fail"});
  }

  const Inventory& inventory_;
};

}  // namespace

std::vector<ProfileCheck> profile_checks(const Inventory& inventory) {
  Checks checks(inventory);
  const bool node = std::any_of(inventory.chassis.begin(), inventory.chassis.end(),
                                [](const auto& part) { return !part.equipment; });
  const bool pdu = std::any_of(
      inventory.measured.begin(), inventory.measured.end(),
      [](const Measured& m) { return m.seen == Seen::kDistribution || m.seen == Seen::kOutlet; });
  if (node) checks.chassis();
  if (pdu) checks.pdu();
  return checks.out;
}

}  // namespace joulemark
