// What OCP's Sustainability profile (0.2.0) and its rack PDU profile (1.0.0) ask of power and
// energy.
#pragma once

#include <string>
#include <vector>

#include "sources/redfish/walk/measured.h"

namespace joulemark {

struct ProfileCheck {
  std::string name, need;  // need: "mandatory", "recommended"
  std::string outcome;     // "pass", "fail"
};

// Empty where the service has neither a chassis of its own nor a PDU.
std::vector<ProfileCheck> profile_checks(const redfish::Inventory& inventory);

}  // namespace joulemark
