#include "sources/battery/options.h"

namespace joulemark::battery {

Result<Options> parse_options(const Settings& settings) {
  Options options;
  bool enabled = true;  // the exporter's business; known here so that it is no stray key
  Fields fields(settings);
  fields.boolean("enabled", enabled).duration("interval", options.interval);
  fields.check(options.interval >= std::chrono::milliseconds(200) &&
                   options.interval <= std::chrono::seconds(60),
               "interval", "must be between 200ms and 60s");
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  return options;
}

}  // namespace joulemark::battery
