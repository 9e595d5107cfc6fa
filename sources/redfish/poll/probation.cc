#include "sources/redfish/poll/probation.h"

#include <algorithm>

namespace joulemark::redfish {
namespace {

constexpr Duration kStep = std::chrono::milliseconds(100);
constexpr Duration kLeastRoundTrip = std::chrono::milliseconds(200);
constexpr Duration kIntervalStep = std::chrono::milliseconds(500);

Duration rounded_up(Duration value, Duration step) {
  return (value + step - Duration(1)) / step * step;
}

}  // namespace

Probation::Probation(Inventory inventory, const Target& target, Reader::Names names)
    : inventory_(std::move(inventory)),
      target_(target),
      names_(std::move(names)),
      kept_(distinct(inventory_)),
      power_(chassis_power(inventory_, kept_)) {
  reader_ = Reader(inventory_, chosen(true), names_);
}

std::vector<Chosen> Probation::chosen(bool probing) {
  const Places places(inventory_, power_, target_, names_.node);
  if (places.ambiguous() && probing)
    inventory_.remarks.push_back({"/redfish/v1/Chassis", "AMBIGUOUS",
                                  "several chassis could be the node; none is taken for it"});
  return choose(inventory_, kept_, places, probing);
}

bool Probation::end_round(Duration slowest_answer, Duration length, bool trouble) {
  slowest_ = std::max(slowest_, slowest_answer);
  if (!trouble) lengths_.push_back(length);
  halves_ += trouble ? 1 : 2;
  refresh(inventory_, reader_.latest());
  auto probed = inventory_;  // so that remarks are made once
  votes_.add(chassis_power(probed, kept_));
  return halves_ >= 2 * kRounds;
}

// What the user says of the whole: not of power supplies and parts inside.
void Probation::override_boundaries(std::vector<Chosen>& chosen) const {
  for (Chosen& one : chosen) {
    const About about = inventory_.measured[one.measured].about;
    if (about != About::kChassis && about != About::kDistribution && about != About::kMains &&
        about != About::kOutlet)
      continue;
    if (target_.boundary) one.sensor.boundary = *target_.boundary;
    if (target_.supply) one.sensor.supply = *target_.supply;
  }
}

Reader Probation::decide() {
  votes_.decide(power_);
  apply_boundaries(inventory_, power_);
  if (reader_.expand_failed()) inventory_.expand = false;
  auto last = chosen(false);
  override_boundaries(last);
  Reader out(inventory_, std::move(last), names_);
  out.inherit(reader_);
  return out;
}

Duration Probation::round_trip() const {
  return std::max(kLeastRoundTrip, rounded_up(2 * slowest_, kStep));
}

Duration Probation::interval() const {
  auto sorted = lengths_;
  std::sort(sorted.begin(), sorted.end());
  const Duration usual = sorted.empty() ? Duration(0) : sorted[sorted.size() / 2];
  if (usual * 5 <= target_.interval * 4) return target_.interval;
  return rounded_up(usual * 5 / 4, kIntervalStep);
}

}  // namespace joulemark::redfish
