#include "sources/rapl/options.h"

namespace joulemark::rapl {

Result<Options> parse_options(const Settings& settings) {
  Options options;
  bool enabled = true;  // the exporter's business; known here so that it is no stray key
  Fields fields(settings);
  fields.boolean("enabled", enabled)
      .duration("interval", options.interval)
      .watts("max_plausible_watts", options.max_plausible);
  fields.check(options.interval >= std::chrono::milliseconds(10) &&
                   options.interval <= std::chrono::seconds(60),
               "interval", "must be between 10ms and 60s");
  fields.check(options.max_plausible > Watts(0.0), "max_plausible_watts", "must be above 0");
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  return options;
}

}  // namespace joulemark::rapl
