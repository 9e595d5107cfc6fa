#include "query/sources_command.h"

#include <algorithm>

#include "core/time_text.h"
#include "platform/host_files.h"
#include "platform/library_loader.h"
#include "platform/plain_files.h"
#include "platform/system_clock.h"
#include "query/commands.h"
#include "query/figures.h"
#include "query/sources_report.h"
#include "sources/registry.h"

namespace joulemark {
namespace {

constexpr Duration kShortestLook = std::chrono::milliseconds(500);
constexpr Duration kLongestLook = std::chrono::minutes(10);

Result<Duration> time_of(const SourcesArguments& arguments) {
  const auto time = parse_duration(arguments.time);
  if (!time) return fail_in("--for", time.error());
  if (*time < kShortestLook || *time > kLongestLook)
    return fail(ErrorCode::kInvalid, "--for: must be from 500ms to 10m, such as 2s");
  return *time;
}

Result<void> check_names(const std::vector<std::string>& names,
                         std::span<const SourceEntry> known) {
  std::vector<std::string> all;
  for (const SourceEntry& entry : known) all.emplace_back(entry.name);
  for (const std::string& name : names)
    if (std::ranges::find(all, name) == all.end())
      return fail(ErrorCode::kInvalid,
                  "--source: no source '" + name + "': there are " + join(all, ", "));
  return {};
}

// This machine; lives as long as its host is in use.
struct Machine {
  Machine(const SourcesArguments& arguments, const std::string& node)
      : sysfs(arguments.sysfs), procfs(arguments.procfs), host{clock, sysfs, procfs, files, node} {
    host.load_library = load_library;
  }

  SystemClock clock;
  HostFiles sysfs, procfs;
  PlainFiles files;
  Host host;
};

Result<void> check_folder(const Files& files, const std::string& option,
                          const std::string& folder) {
  const auto names = files.list(".");
  if (names) return {};
  return fail(ErrorCode::kInvalid, option + ": " + folder + " is not a folder that can be read");
}

}  // namespace

int show_sources(const SourcesArguments& arguments, std::span<const SourceEntry> known,
                 const std::shared_ptr<const Host>& host, LookOptions options,
                 const Services& services) {
  const auto time = time_of(arguments);
  if (!time) return complain(services, time.error().message);
  if (const auto checked = check_names(arguments.sources, known); !checked)
    return complain(services, checked.error().message);
  options.time = *time;
  options.named = {arguments.sources.begin(), arguments.sources.end()};
  SourcesReport report{
      .node = host->node, .time = host->clock.now(), .looked = *time, .sources = {}};
  report.sources = look_at_sources(known, host, options);
  services.out << (arguments.format == OutputFormat::kJson ? sources_to_json(report)
                                                           : sources_to_text(report))
               << std::flush;
  return sensors_of(report) == 0 ? kRefused : kComputed;
}

int run_sources(const SourcesArguments& arguments, const Services& services) {
  const auto named = services.environment("NODE_NAME").value_or("");
  const auto machine =
      std::make_shared<const Machine>(arguments, named.empty() ? services.host : named);
  for (const auto& checked : {check_folder(machine->sysfs, "--path.sysfs", arguments.sysfs),
                              check_folder(machine->procfs, "--path.procfs", arguments.procfs)})
    if (!checked) return complain(services, checked.error().message);
  return show_sources(arguments, registry(), {machine, &machine->host}, {}, services);
}

}  // namespace joulemark
