// A bundle without the names of its site, made by computing everything again from renamed inputs.
#pragma once

#include <string>

#include "core/result.h"
#include "query/bundle/verification.h"

namespace joulemark {

// The bytes of the new bundle. salt: random, forgotten afterwards. kInvalid: the original does not
// verify, its figure would change, or a name would remain; the message says which.
Result<std::string> redacted_bundle(const Verification& original, const std::string& salt);

}  // namespace joulemark
