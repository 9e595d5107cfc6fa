// From the window options of `energy` to the window.
#pragma once

#include "promapi/client.h"
#include "query/arguments.h"
#include "query/services.h"
#include "query/window_file.h"

namespace joulemark {

// kInvalid: a naive time, an end that is not after the start or lies in the future, a bad file.
Result<WindowRecord> choose_window(const EnergyArguments& arguments, const Services& services,
                                   PrometheusClient& server);

}  // namespace joulemark
