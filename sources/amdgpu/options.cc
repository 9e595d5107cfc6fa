#include "sources/amdgpu/options.h"

namespace joulemark::amdgpu {

Result<Options> parse_options(const Settings& settings) {
  Options options;
  bool enabled = true;  // the exporter's business; known here so that it is no stray key
  Fields fields(settings);
  fields.boolean("enabled", enabled).duration("interval", options.interval);
  fields.check(options.interval >= std::chrono::milliseconds(20) &&
                   options.interval <= std::chrono::seconds(10),
               "interval", "must be between 20ms and 10s");
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  return options;
}

}  // namespace joulemark::amdgpu
