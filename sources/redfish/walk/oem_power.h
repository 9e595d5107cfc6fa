// Node power that a vendor serves only in its Oem part of the Power resource.
#pragma once

#include "sources/redfish/service/resources.h"
#include "sources/redfish/walk/measured.h"

namespace joulemark::redfish {

void add_oem_power(const Document& document, const std::string& path, const ChassisPart& part,
                   Inventory& out);

}  // namespace joulemark::redfish
