#include "sources/redfish/options.h"

namespace joulemark::redfish {

Result<Options> parse_options(const Settings& settings) {
  Options out;
  bool enabled = true;  // the exporter's business; known here so that it is no stray key
  Fields fields(settings);
  fields.boolean("enabled", enabled).text("targets_file", out.targets_file);
  const Settings* const targets = fields.child("targets");
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  if (targets == nullptr && out.targets_file.empty() && settings.kind == Settings::Kind::kNull)
    return fail(ErrorCode::kNotPresent, "no targets: name them in sources.redfish");
  if (targets == nullptr && out.targets_file.empty())
    return settings.error("names no targets: give targets: or targets_file:");
  out.targets_file = beside(settings.file, out.targets_file);
  if (targets == nullptr) return out;
  auto parsed = parse_targets(*targets);
  if (!parsed) return tl::unexpected(parsed.error());
  out.targets = std::move(*parsed);
  return out;
}

Result<std::vector<Target>> parse_targets_file(const std::string& text, const std::string& file) {
  const auto settings = Settings::parse(text, file);
  if (!settings) return tl::unexpected<Error>(settings.error());
  const Settings* const list = settings->find("targets");
  return parse_targets(list != nullptr ? *list : *settings);
}

}  // namespace joulemark::redfish
