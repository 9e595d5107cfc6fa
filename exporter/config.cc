#include "exporter/config.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace joulemark {
namespace {

constexpr std::string_view kSchema = "joulemark.config/1";

Result<void> read_web(const Settings* web, Config& out) {
  if (web == nullptr) return {};
  std::string address;
  Fields fields(*web);
  fields.text("listen_address", address);
  if (!address.empty()) out.listen_addresses = {address};
  return fields.finish();
}

Result<void> read_sampling(const Settings* sampling, Config& out) {
  if (sampling == nullptr) return {};
  std::int64_t seed = 0;
  Fields fields(*sampling);
  fields.integer("seed", seed).check(seed >= 0, "seed", "expected 0 (from the system) or more");
  out.seed = static_cast<std::uint64_t>(seed);
  return fields.finish();
}

// Takes `enabled` out of a source's keys; the rest is the source's own business.
Result<std::optional<bool>> take_enabled(Settings& settings) {
  const auto at = std::ranges::find(settings.entries, "enabled", &Settings::Entry::key);
  if (at == settings.entries.end()) return std::optional<bool>{};
  const auto enabled = at->value.as_bool();
  if (!enabled) return tl::unexpected<Error>(enabled.error());
  settings.entries.erase(at);
  return std::optional<bool>(*enabled);
}

std::string names_of(std::span<const SourceEntry> known) {
  std::string out;
  for (const SourceEntry& entry : known) {
    if (!out.empty()) out += ", ";
    out += entry.name;
  }
  return out;
}

Result<void> check_source_names(const Settings& sources, std::span<const SourceEntry> known) {
  if (sources.kind != Settings::Kind::kMap && sources.kind != Settings::Kind::kNull)
    return sources.error("expected keys with values, one per source");
  for (const auto& [name, value] : sources.entries)
    if (std::ranges::find(known, name, &SourceEntry::name) == known.end())
      return value.error("unknown source; known are: " + names_of(known));
  return {};
}

void set_text(Settings& map, const std::string& key, const std::string& text) {
  map.kind = Settings::Kind::kMap;
  std::erase_if(map.entries, [&](const auto& entry) { return entry.key == key; });
  Settings value;
  value.kind = Settings::Kind::kScalar;
  value.scalar = text;
  value.quoted = true;
  value.file = "command line";
  value.path = key;
  map.entries.push_back({key, std::move(value)});
}

// Flag before file before the source's own default. Empty: not enabled.
Result<std::optional<SourceChoice>> choose(const SourceEntry& entry, const Settings* sources,
                                           const Overrides& overrides) {
  SourceChoice choice{&entry, false, {}};
  const Settings* written = sources == nullptr ? nullptr : sources->find(entry.name);
  if (written != nullptr) choice.settings = *written;
  const auto in_file = take_enabled(choice.settings);
  if (!in_file) return tl::unexpected<Error>(in_file.error());
  bool enabled = entry.on_by_default && !overrides.disable_defaults;
  if (written != nullptr) enabled = in_file->value_or(true);
  const auto flag = overrides.sources.find(entry.name);
  if (flag != overrides.sources.end()) enabled = flag->second;
  if (entry.name == "replay" && !overrides.replay_scenario.empty()) {
    enabled = true;
    set_text(choice.settings, "scenario",
             std::filesystem::absolute(overrides.replay_scenario).string());
  }
  if (!enabled) return std::optional<SourceChoice>{};
  const bool replaying = entry.name == "replay" && !overrides.replay_scenario.empty();
  choice.wanted = written != nullptr || flag != overrides.sources.end() || replaying;
  return std::optional(std::move(choice));
}

Result<void> read_sources(const Settings* sources, const Overrides& overrides,
                          std::span<const SourceEntry> known, Config& out) {
  if (sources != nullptr)
    if (auto checked = check_source_names(*sources, known); !checked) return checked;
  for (const SourceEntry& entry : known) {
    auto choice = choose(entry, sources, overrides);
    if (!choice) return tl::unexpected<Error>(choice.error());
    if (*choice) out.sources.push_back(std::move(**choice));
  }
  return {};
}

// The file, or a text that the user wrote, such as the path of a scenario.
bool names_something_of(const std::string& message, const Settings& settings) {
  constexpr std::size_t kTelling = 4;
  const auto contains = [&](const std::string& text) {
    return message.find(text) != std::string::npos;
  };
  if (!settings.file.empty() && contains(settings.file + ":")) return true;
  if (settings.scalar.size() >= kTelling && contains(settings.scalar)) return true;
  const auto recurse = [&](const Settings& part) { return names_something_of(message, part); };
  return std::ranges::any_of(settings.items, recurse) ||
         std::ranges::any_of(settings.entries, recurse, &Settings::Entry::value);
}

Result<void> check_schema(const Settings& root) {
  if (root.kind == Settings::Kind::kNull) return {};
  const Settings* schema = root.find("schema");
  if (schema == nullptr)
    return root.error("the first key must be 'schema: " + std::string(kSchema) + "'");
  if (schema->scalar != kSchema) return schema->error("expected " + std::string(kSchema));
  return {};
}

}  // namespace

Result<Config> read_config(std::string_view text, const Overrides& overrides,
                           std::span<const SourceEntry> known) {
  const auto root = Settings::parse(text, overrides.config_file);
  if (!root) return tl::unexpected<Error>(root.error());
  Config out;
  out.listen_addresses = {std::string(kDefaultListenAddress)};
  Fields fields(*root);
  std::string schema;
  fields.text("schema", schema).text("node", out.node).text("rack", out.rack);
  fields.word("supply", out.supply, parse_supply, "ac, dc, unknown");
  const Settings* web = fields.child("web");
  const Settings* sampling = fields.child("sampling");
  const Settings* sources = fields.child("sources");
  for (const auto& part :
       {fields.finish(), check_schema(*root), read_web(web, out), read_sampling(sampling, out),
        read_sources(sources, overrides, known, out)})
    if (!part) return tl::unexpected<Error>(part.error());
  if (!overrides.node.empty()) out.node = overrides.node;
  if (!overrides.listen_addresses.empty()) out.listen_addresses = overrides.listen_addresses;
  return out;
}

Result<Config> load_config(const Overrides& overrides, std::span<const SourceEntry> known) {
  if (overrides.config_file.empty()) return read_config("", overrides, known);
  std::ifstream file(overrides.config_file, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf()))
    return fail(ErrorCode::kNotPresent, "--config.file: cannot read '" + overrides.config_file +
                                            "': expected a readable, non-empty file");
  return read_config(text.str(), overrides, known);
}

bool same_settings(const Settings& a, const Settings& b) {
  const auto same_entry = [](const auto& x, const auto& y) {
    return x.key == y.key && same_settings(x.value, y.value);
  };
  return a.kind == b.kind && a.scalar == b.scalar && a.quoted == b.quoted &&
         std::ranges::equal(a.items, b.items, same_settings) &&
         std::ranges::equal(a.entries, b.entries, same_entry);
}

bool is_about_settings(const Error& error, const Settings& settings) {
  return error.code == ErrorCode::kInvalid && names_something_of(error.message, settings);
}

}  // namespace joulemark
