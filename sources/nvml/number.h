// The number in a field value, whatever its type: the union is not cleared by NVML, so that only
// the member that the type names may be read.
#pragma once

#include <optional>

#include "sources/nvml/nvml_abi.h"

namespace joulemark::nvml {

// mJ. Empty: a type that is not known, negative, or one of the blanks that mean "no value".
std::optional<std::uint64_t> count_of(const FieldValue& value);
// mW, likewise.
std::optional<double> milliwatts_of(const FieldValue& value);

}  // namespace joulemark::nvml
