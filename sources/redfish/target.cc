#include "sources/redfish/target.h"

#include <algorithm>

namespace joulemark::redfish {
namespace {

Result<Target> parse_target(const Settings& map) {
  Target out;
  Boundary boundary = Boundary::kUnknown;
  Supply supply = Supply::kUnknown;
  Fields fields(map);
  read_http_target(fields, out);
  fields.text("node", out.node).text("rack", out.rack);
  fields.duration("interval", out.interval);
  fields.word("boundary", boundary, parse_boundary, "ac_input, dc_input, psu_output, component");
  fields.word("supply", supply, parse_supply, "ac, dc");
  fields.check(
      out.interval >= std::chrono::milliseconds(200) && out.interval <= std::chrono::hours(1),
      "interval", "must be between 200ms and 1h");
  if (auto done = fields.finish(); !done) return tl::unexpected<Error>(done.error());
  if (auto done = settle(map, UrlPath::kNone, out); !done)
    return tl::unexpected<Error>(done.error());
  if (boundary != Boundary::kUnknown) out.boundary = boundary;
  if (supply != Supply::kUnknown) out.supply = supply;
  return out;
}

}  // namespace

Result<std::vector<Target>> parse_targets(const Settings& list) {
  if (list.kind != Settings::Kind::kList) return list.error("must be a list of targets");
  std::vector<Target> out;
  for (const Settings& item : list.items) {
    auto target = parse_target(item);
    if (!target) return tl::unexpected<Error>(target.error());
    const bool twice = std::any_of(out.begin(), out.end(),
                                   [&](const Target& one) { return one.url == target->url; });
    if (twice) return item.error("the URL is there twice: a service is read once");
    out.push_back(std::move(*target));
  }
  return out;
}

}  // namespace joulemark::redfish
