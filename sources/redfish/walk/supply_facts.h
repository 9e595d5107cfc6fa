// What a power supply says about itself, in the old schema (Power.PowerSupplies) and the new one
// (PowerSupply v1_7_0), whose names are the same.
#pragma once

#include "sources/redfish/service/resources.h"
#include "sources/redfish/walk/measured.h"

namespace joulemark::redfish {

// Name, serial, supply with its evidence, absence, capacity, efficiency.
PowerSupplyUnit supply_facts(const Document& document, const Json& supply);

// The power or energy at `key` of a supply as a measured value, unless it is no measurement (a
// rating; an input that the output contradicts), which is remarked. `holder`: the supply itself or
// its Metrics; `at`: JSON pointer of the holder.
struct SupplyPlace {
  const Document& document;
  const Json& holder;
  std::string path, at;
};
void add_supply_input(const SupplyPlace& place, const char* input_key, const char* output_key,
                      PowerSupplyUnit& unit, Inventory& out);
void add_supply_output(const SupplyPlace& place, const char* key, PowerSupplyUnit& unit,
                       Inventory& out);
void add_supply_energy(const SupplyPlace& place, const PowerSupplyUnit& unit, Inventory& out);

}  // namespace joulemark::redfish
