// Errors of fetching that have a reason code (METHOD L-5): the message begins with the code.
#pragma once

#include <optional>
#include <string>

#include "core/result.h"
#include "measurement/code.h"

namespace joulemark {

tl::unexpected<Error> fail_with(Code code, const std::string& message);

// The code with which the message begins, as in "LABEL_CONFLICT: ...".
std::optional<Code> code_of(const Error& error);

}  // namespace joulemark
