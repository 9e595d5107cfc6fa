// Resources of a service without what names its owner: a tree that can be shared.
#pragma once

#include <string>

#include "core/result.h"
#include "sources/redfish/service/resources.h"

namespace joulemark {

// Serial numbers, UUIDs, asset tags, host names, users, addresses and links to other hosts are
// replaced; the same text by the same substitute, so that references still agree.
redfish::Json anonymised(const redfish::Json& body);

// Writes every resource to FOLDER/redfish/v1/.../index.json. kInvalid: FOLDER exists.
Result<void> dump_resources(const redfish::Resources& resources, const std::string& folder);

}  // namespace joulemark
