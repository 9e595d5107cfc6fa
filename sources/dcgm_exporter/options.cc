#include "sources/dcgm_exporter/options.h"

#include <algorithm>

namespace joulemark::dcgm_exporter {
namespace {

using namespace std::chrono_literals;

bool is_this_machine(const std::string& host) {
  return host == "localhost" || host == "[::1]" || host.starts_with("127.");
}

bool has_path(const std::string& url) { return url.find('/', url.find("://") + 3) != url.npos; }

Result<Target> parse_target(const Settings& map) {
  Target out;
  Fields fields(map);
  read_http_target(fields, out);
  fields.text("node", out.node);
  fields.duration("interval", out.interval).duration("collect_interval", out.collect_interval);
  fields.check(out.interval >= 200ms && out.interval <= 60s, "interval",
               "must be between 200ms and 60s");
  fields.check(out.collect_interval >= 100ms && out.collect_interval <= 1h, "collect_interval",
               "must be between 100ms and 1h: what the dcgm-exporter was started with");
  if (auto done = fields.finish(); !done) return tl::unexpected<Error>(done.error());
  if (auto done = settle(map, UrlPath::kAllowed, out); !done)
    return tl::unexpected<Error>(done.error());
  if (!has_path(out.url)) out.url += "/metrics";
  if (out.node.empty() && !is_this_machine(host_of(out))) out.node = host_of(out);
  return out;
}

Result<std::vector<Target>> parse_targets(const Settings& list) {
  if (list.kind != Settings::Kind::kList || list.items.empty())
    return list.error("must be a list of targets");
  std::vector<Target> out;
  for (const Settings& item : list.items) {
    auto target = parse_target(item);
    if (!target) return tl::unexpected<Error>(target.error());
    const auto is_same = [&](const Target& one) { return one.url == target->url; };
    if (std::any_of(out.begin(), out.end(), is_same))
      return item.error("the URL is there twice: a dcgm-exporter is read once");
    out.push_back(std::move(*target));
  }
  return out;
}

}  // namespace

Result<Options> parse_options(const Settings& settings) {
  bool enabled = true;  // the exporter's business; known here so that it is no stray key
  Fields fields(settings);
  fields.boolean("enabled", enabled);
  const Settings* const list = fields.child("targets");
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  if (list == nullptr && settings.kind == Settings::Kind::kNull)
    return fail(ErrorCode::kNotPresent, "no targets: name them in sources.dcgm_exporter");
  if (list == nullptr) return settings.error("names no targets: give targets:");
  auto targets = parse_targets(*list);
  if (!targets) return tl::unexpected(targets.error());
  return Options{std::move(*targets)};
}

}  // namespace joulemark::dcgm_exporter
