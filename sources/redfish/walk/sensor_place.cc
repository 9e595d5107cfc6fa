#include "sources/redfish/walk/sensor_place.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace joulemark::redfish {
namespace {

// Ids and names that stand for the whole machine, in lower case without blanks and marks: Dell,
// OpenBMC, AMI.
constexpr std::array<std::string_view, 6> kTotals{
    "systemboardpwrconsumption", "totalpower", "totalenergy",
    "powertotalpower",           "syspower",   "powerconsumptionmonitor"};

std::string letters_of(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

bool is_total(const Json& sensor) {
  const auto known = [&](const char* key) {
    const std::string text = letters_of(text_of(sensor, key));
    return std::find(kTotals.begin(), kTotals.end(), text) != kTotals.end();
  };
  return text_of(sensor, "ElectricalContext") == "Total" || known("Id") || known("Name");
}

// HPE Cray EX: the input of the node's first regulator is fed by the 48 V rectifiers of the
// chassis.
bool is_cray_node(const Json& sensor) {
  return text_of(sensor, "PhysicalContext") == "VoltageRegulator" &&
         text_of(sensor, "PhysicalSubContext") == "Input" && text_of(sensor, "Name") == "Node" &&
         text_of(member(sensor, "Oem"), "ParentalContext") == "Chassis";
}

void set(Measured& out, About about, Boundary boundary, Supply supply, const char* evidence) {
  out.about = about;
  out.boundary = boundary;
  out.supply = supply;
  out.evidence = evidence;
}

About part_of(std::string_view context) {
  if (context.starts_with("GPU") || context == "Accelerator") return About::kGpu;
  if (context.starts_with("CPU")) return About::kCpu;
  if (context.starts_with("Memory")) return About::kMemory;
  return About::kPart;
}

// "HGX_GPU_0" -> "GPU_0": the sensors of a module leave the prefix out or repeat it.
bool bears_name(const Json& sensor, std::string name) {
  if (name.starts_with("HGX_")) name.erase(0, 4);
  const std::string id = text_of(sensor, "Id");
  return id.ends_with(name + "_Power_0") || id.ends_with(name + "_Energy_0");
}

void place_total(const Json& sensor, Measured& out) {
  out.about = About::kChassis;
  if (text_of(sensor, "VoltageType") == "AC")
    set(out, About::kChassis, Boundary::kAcInput, Supply::kAc, "VoltageType AC");
}

// Power supplies and rectifiers; false: it is neither.
bool place_supply(const Json& sensor, Measured& out) {
  const std::string context = text_of(sensor, "PhysicalContext");
  const std::string side = text_of(sensor, "PhysicalSubContext");
  const bool rectifier = context == "Rectifier";
  if ((!rectifier && context != "PowerSupply") || (side != "Input" && side != "Output"))
    return false;
  if (side == "Output")
    set(out, About::kSupplyOutput, Boundary::kPsuOutput, Supply::kDc, "output of a power supply");
  else if (rectifier || text_of(sensor, "VoltageType") == "AC")
    set(out, About::kSupplyInput, Boundary::kAcInput, Supply::kAc,
        rectifier ? "input of a rectifier" : "VoltageType AC");
  else
    out.about = About::kSupplyInput;
  return true;
}

}  // namespace

void place_sensor(const Json& sensor, const ChassisPart& part, About inside, Measured& out) {
  out.synthesized = text_of(sensor, "Implementation") == "Synthesized" ||
                    text_of(sensor, "ElectricalContext") == "Synthesized";
  if (is_cray_node(sensor))
    return set(out, About::kChassis, Boundary::kDcInput, Supply::kDc,
               "input of the 48 V regulator");
  if (place_supply(sensor, out)) return;
  if (inside == About::kChassis && is_total(sensor)) return place_total(sensor, out);
  out.boundary = Boundary::kComponent;
  out.supply = Supply::kDc;
  if (inside == About::kChassis)
    out.about = part_of(text_of(sensor, "PhysicalContext"));
  else
    out.about = bears_name(sensor, part.id) ? inside : About::kPart;
}

}  // namespace joulemark::redfish
