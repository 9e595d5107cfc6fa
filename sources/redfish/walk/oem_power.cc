#include "sources/redfish/walk/oem_power.h"

#include <array>

namespace joulemark::redfish {
namespace {

struct Entry {
  const char* pointer;
  const char* vendor;
};
// Fujitsu iRMC and Inspur serve nothing else (mrlhansen/idrac_exporter#121 and its collector).
constexpr std::array<Entry, 2> kTable{
    {{"/Oem/ts_fujitsu/ChassisPowerConsumption/CurrentPowerConsumptionW", "Fujitsu iRMC"},
     {"/Oem/Public/TotalPower", "Inspur"}}};

}  // namespace

void add_oem_power(const Document& document, const std::string& path, const ChassisPart& part,
                   Inventory& out) {
  for (const auto& [pointer, vendor] : kTable) {
    const Json::json_pointer place(pointer);
    if (!document.body.contains(place)) continue;
    Measured one;
    one.path = path;
    one.pointer = pointer;
    one.seen = Seen::kOem;
    one.about = About::kChassis;
    one.owner = part.path;
    one.name = std::string(vendor) + " total";
    one.reading = document.number(document.body.at(place));
    out.measured.push_back(one);
  }
}

}  // namespace joulemark::redfish
