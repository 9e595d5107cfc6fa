#include "query/crosscheck/independence.h"

#include <algorithm>

#include "measurement/scope.h"
#include "query/figures.h"

namespace joulemark {
namespace {

std::string names(const Chain& chain) {
  std::vector<std::string> out;
  for (const CheckedSensor& sensor : chain) out.push_back(to_string(sensor));
  return join(out, " + ");
}

std::string_view words(Place place) {
  switch (place) {
    case Place::kOutlet:
      return "outlet";
    case Place::kAcInput:
      return "AC input";
    case Place::kDcLine:
      return "DC";
    case Place::kComponent:
      return "component";
  }
  return {};
}

tl::unexpected<Error> refused(const std::string& why) {
  return fail(ErrorCode::kInvalid, "not an independent reference (METHOD X-0): " + why);
}

// Of a series of another exporter: the family of its metric ("ipmi", "node", "DCGM").
std::string_view family_of(const CheckedSensor& sensor) {
  const std::string_view name = sensor.sensor;
  return sensor.source == "mapping" ? name.substr(0, name.find('_')) : std::string_view{};
}

// What asks NVIDIA's driver, directly or through a dcgm-exporter, has one sensor in the GPU.
std::string_view reader_of(const CheckedSensor& sensor) {
  const std::string_view family = family_of(sensor);
  const bool nvidia = sensor.source == "dcgm_exporter" || family == "DCGM" || family == "dcgm";
  return nvidia ? std::string_view("nvml") : std::string_view(sensor.source);
}

// One metering chip, or one computed from the other, as far as labels tell: the same serial, or the
// same source and driver of one machine (a BMC's total is often the sum of its power supplies).
bool same_chip(const CheckedSensor& a, const CheckedSensor& b) {
  if (!a.serial.empty() && a.serial == b.serial) return true;
  if (a.node != b.node || reader_of(a) != reader_of(b)) return false;
  return reader_of(a) == "nvml" || (a.driver == b.driver && family_of(a) == family_of(b));
}

bool same_model(const CheckedSensor& a, const CheckedSensor& b) {
  return !a.model.empty() && a.source == b.source && a.vendor == b.vendor && a.model == b.model;
}

bool counter_against_own_power(const Chain& reference, const Chain& validated) {
  return reference.size() == 1 && validated.size() == 1 && reference[0].node == validated[0].node &&
         reference[0].scope == validated[0].scope &&
         reference[0].quantity == QuantityKind::kEnergy &&
         validated[0].quantity == QuantityKind::kPower;
}

Result<Place> place_of_chain(const Chain& chain, const char* option) {
  std::optional<Place> out;
  for (const CheckedSensor& sensor : chain) {
    const auto place = place_of(sensor);
    if (!place)
      return refused("nothing tells at which boundary " + to_string(sensor) +
                     " measures: declare it with " + option +
                     " ac_input, dc_input, psu_output or component");
    if (out && *out != *place)
      return refused(names(chain) + ": an " + std::string(words(*out)) + " and a " +
                     std::string(words(*place)) + " cannot be added");
    out = place;
  }
  return *out;
}

Result<void> check_each_once(const Chain& reference, const Chain& validated) {
  Chain all = reference;
  all.insert(all.end(), validated.begin(), validated.end());
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (all[i] == all[k]) return refused(to_string(all[i]) + " is given twice");
  return {};
}

Result<void> check_chips(const Chain& reference, const Chain& validated) {
  for (const CheckedSensor& a : reference)
    for (const CheckedSensor& b : validated) {
      if (same_chip(a, b))
        return refused(to_string(a) + " and " + to_string(b) +
                       " come from the same source and device");
      if (same_model(a, b))
        return refused(to_string(a) + " and " + to_string(b) + " are the same model of meter, " +
                       a.model + ": what is wrong with one is wrong with the other");
    }
  return {};
}

// Paths of one machine tell whether one side is a part of the other.
Result<void> check_scopes(const Chain& reference, const Chain& validated) {
  for (const CheckedSensor& a : reference)
    for (const CheckedSensor& b : validated) {
      if (a.node != b.node || a.scope == b.scope) continue;
      if (contains(b.scope, a.scope))
        return refused(to_string(a) + " is a part of what it should validate, " + to_string(b));
      if (contains(a.scope, b.scope) && validated.size() == 1)
        return refused(to_string(b) + " is only a part of " + to_string(a) +
                       ": give every part with --validate");
    }
  return {};
}

bool one_scope(const Chain& reference, const Chain& validated) {
  return reference.size() == 1 && validated.size() == 1 && reference[0].node == validated[0].node &&
         reference[0].scope == validated[0].scope;
}

Independence found(const Chain& reference, const Chain& validated, Place upper, Place lower) {
  Independence out;
  out.checked.push_back("the reference (" + std::string(words(upper)) +
                        ") does not lie downstream of what it validates (" +
                        std::string(words(lower)) + ")");
  out.checked.emplace_back("the two sides have different sources or devices, and models");
  if (one_scope(reference, validated))
    out.checked.push_back("both sides have the scope " + validated[0].scope);
  else
    out.declared.push_back("that " + names(reference) + " feeds all of " + names(validated) +
                           " and nothing else");
  return out;
}

}  // namespace

std::optional<Place> place_of(const CheckedSensor& sensor) {
  const bool outlet = sensor.component == Component::kOutlet ||
                      sensor.component == Component::kInlet || sensor.scope.starts_with("pdu:");
  switch (sensor.boundary) {
    case Boundary::kAcInput:
      return outlet ? Place::kOutlet : Place::kAcInput;
    case Boundary::kDcInput:
    case Boundary::kPsuOutput:
      return Place::kDcLine;
    case Boundary::kComponent:
      return Place::kComponent;
    case Boundary::kUnknown:
      return outlet && sensor.supply != Supply::kDc ? std::optional(Place::kOutlet) : std::nullopt;
  }
  return {};
}

Result<Independence> check_independence(const Chain& reference, const Chain& validated) {
  if (auto once = check_each_once(reference, validated); !once) return tl::unexpected(once.error());
  if (counter_against_own_power(reference, validated) && same_chip(reference[0], validated[0])) {
    Independence out;
    out.same_device = true;
    out.checked.emplace_back(
        "both come from one device: its counter can show what sampling its power misses, and "
        "nothing about its accuracy (METHOD L-3)");
    return out;
  }
  const auto upper = place_of_chain(reference, "--reference-boundary");
  const auto lower = place_of_chain(validated, "--validated-boundary");
  if (!upper) return tl::unexpected(upper.error());
  if (!lower) return tl::unexpected(lower.error());
  if (*upper > *lower)
    return refused(names(reference) + " (" + std::string(words(*upper)) + ") lies downstream of " +
                   names(validated) + " (" + std::string(words(*lower)) +
                   "): exchange --validate and --against");
  if (auto chips = check_chips(reference, validated); !chips) return tl::unexpected(chips.error());
  if (auto scopes = check_scopes(reference, validated); !scopes)
    return tl::unexpected(scopes.error());
  return found(reference, validated, *upper, *lower);
}

Independence independence_of_log(const std::string& log, const Chain& validated) {
  Independence out;
  out.checked.emplace_back("the reference is a log that Prometheus does not hold");
  out.declared.push_back("that the instrument of " + log + " measures the AC input of all of " +
                         names(validated) + " and nothing else");
  return out;
}

Result<void> declare_boundary(Chain& chain, Boundary boundary, const char* option) {
  for (CheckedSensor& sensor : chain) {
    if (sensor.boundary != Boundary::kUnknown && sensor.boundary != boundary)
      return fail(ErrorCode::kInvalid, std::string(option) + " " +
                                           std::string(to_string(boundary)) + ": " +
                                           to_string(sensor) + " itself says " +
                                           std::string(to_string(sensor.boundary)));
    sensor.boundary = boundary;
    if (sensor.supply == Supply::kUnknown)
      sensor.supply = boundary == Boundary::kAcInput ? Supply::kAc : Supply::kDc;
  }
  return {};
}

}  // namespace joulemark
