// The file of --http.config.file, in the words that Prometheus' own tools use. Secrets are only
// ever named by the file that holds them.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "platform/curl_http.h"

namespace joulemark {

// Relative paths in it start at its own folder. Errors name file, line and key.
Result<HttpOptions> read_http_config(const std::string& path);
Result<HttpOptions> http_config_from(std::string_view yaml, const std::string& path);

}  // namespace joulemark
