#include "sources/redfish/walk/supply_facts.h"

#include "sources/redfish/walk/environment.h"

namespace joulemark::redfish {
namespace {

// The first of the fields that says AC or DC. The sub-range of LineInputVoltageType is not used:
// ACHighLine has been seen at 203 V.
void find_supply(const Json& supply, PowerSupplyUnit& unit) {
  const auto decide = [&](const std::string& key, std::string_view text) {
    const bool both =
        text.starts_with("ACor") || text.starts_with("ACand") || text.find("AndDC") != text.npos;
    if (both || !(text.starts_with("AC") || text.starts_with("DC"))) return false;
    unit.supply = text.starts_with("AC") ? Supply::kAc : Supply::kDc;
    unit.supply_evidence = key + " " + std::string(text);
    return true;
  };
  for (const char* key : {"PowerSupplyType", "InputNominalVoltageType", "LineInputVoltageType"})
    if (decide(key, text_of(supply, key))) return;
  const Json& ranges = member(supply, "InputRanges");
  if (!ranges.is_array()) return;
  for (const Json& range : ranges)
    for (const char* key : {"InputType", "NominalVoltageType"})
      if (decide(std::string("InputRanges ") + key, text_of(range, key))) return;
}

std::optional<double> value_of(const Document& document, const Json& holder, std::string_view key) {
  const auto number = document.number(member(holder, key));
  return number && number->value > 0.0 ? std::optional(number->value) : std::nullopt;
}

// A member with this name anywhere in a vendor's part.
const Json& anywhere(const Json& at, std::string_view key) {
  static const Json kNull;
  if (const Json& here = member(at, key); !here.is_null()) return here;
  if (!at.is_object()) return kNull;
  for (const auto& [name, value] : at.items())
    if (const Json& found = anywhere(value, key); !found.is_null()) return found;
  return kNull;
}

// Firmware has shown the rating as the input power (Dell iDRAC 7, 8 and early 9).
bool is_rating(const SupplyPlace& place, const PowerSupplyUnit& unit, double watts) {
  const Json& oem = member(place.holder, "Oem");
  const auto rating = place.document.number(anywhere(oem, "Range1MaxInputPowerWatts"));
  return watts > 0.0 && (unit.capacity_watts == watts || (rating && rating->value == watts));
}

// No supply under load turns less than half of its input into output.
bool contradicts(double input, double output) { return output > 50.0 && output < 0.5 * input; }

Boundary input_boundary(Supply supply) {
  switch (supply) {
    case Supply::kAc:
      return Boundary::kAcInput;
    case Supply::kDc:
      return Boundary::kDcInput;
    case Supply::kUnknown:
      break;
  }
  return Boundary::kUnknown;
}

Measured base_of(const SupplyPlace& place, const PowerSupplyUnit& unit, About about) {
  Measured base;
  base.path = place.path;
  base.pointer = place.at;
  base.seen = Seen::kPowerSupply;
  base.about = about;
  base.owner = unit.path;
  base.name = unit.name;
  const bool input = about == About::kSupplyInput;
  base.boundary = input ? input_boundary(unit.supply) : Boundary::kPsuOutput;
  base.supply = input ? unit.supply : Supply::kDc;
  base.evidence = input ? unit.supply_evidence : "output of a power supply";
  return base;
}

}  // namespace

PowerSupplyUnit supply_facts(const Document& document, const Json& supply) {
  PowerSupplyUnit unit;
  unit.name = text_of(supply, "Name");
  unit.serial = text_of(supply, "SerialNumber");
  unit.firmware = text_of(supply, "FirmwareVersion");
  unit.absent = text_of(member(supply, "Status"), "State") == "Absent";
  unit.capacity_watts = value_of(document, supply, "PowerCapacityWatts");
  unit.last_output_watts = value_of(document, supply, "LastPowerOutputWatts");
  // A percentage; early firmware wrote the fraction.
  if (const auto percent = value_of(document, supply, "EfficiencyPercent"))
    unit.efficiency = *percent <= 1.0 ? *percent : *percent / 100.0;
  find_supply(supply, unit);
  return unit;
}

void add_supply_input(const SupplyPlace& place, const char* input_key, const char* output_key,
                      PowerSupplyUnit& unit, Inventory& out) {
  const auto input = place.document.number(member(place.holder, input_key));
  const auto output = place.document.number(member(place.holder, output_key));
  const auto refuse = [&](const char* code, const std::string& why) {
    out.remarks.push_back(
        {place.path, code, unit.name + ": " + input_key + " " + input->token + " " + why});
  };
  if (input && is_rating(place, unit, input->value))
    return refuse("RATING", "is the rating of the supply, no measurement");
  if (input && output && contradicts(input->value, output->value))
    return refuse("IMPLAUSIBLE", "with an output of " + output->token + " W");
  if (input && !is_sentinel(input->value)) unit.input_watts = input->value;
  add_excerpts(place.document, place.holder, input_key, base_of(place, unit, About::kSupplyInput),
               out);
}

void add_supply_output(const SupplyPlace& place, const char* key, PowerSupplyUnit& unit,
                       Inventory& out) {
  const auto output = place.document.number(member(place.holder, key));
  if (output && !is_sentinel(output->value)) unit.output_watts = output->value;
  add_excerpts(place.document, place.holder, key, base_of(place, unit, About::kSupplyOutput), out);
}

void add_supply_energy(const SupplyPlace& place, const PowerSupplyUnit& unit, Inventory& out) {
  add_excerpts(place.document, place.holder, "EnergykWh", base_of(place, unit, About::kSupplyInput),
               out);
}

}  // namespace joulemark::redfish
