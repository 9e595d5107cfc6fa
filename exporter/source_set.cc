#include "exporter/source_set.h"

#include <chrono>

#include "platform/logging.h"

namespace joulemark {
namespace {

using namespace std::chrono_literals;
using RealClock = std::chrono::steady_clock;

constexpr Duration kProbePatience = 1s;
constexpr Duration kRetirePatience = 500ms;
constexpr Duration kReleasePatience = 3s;

bool same(const SensorDressing& a, const SensorDressing& b) {
  return a.node == b.node && a.rack == b.rack && a.supply == b.supply &&
         a.fixed_seed == b.fixed_seed;
}

}  // namespace

SourceSet::SourceSet(SharedLedger ledger, std::shared_ptr<const Host> services,
                     SourceSetOptions options)
    : ledger_(std::move(ledger)), services_(std::move(services)), options_(std::move(options)) {}

RunnerContext SourceSet::context_for(const SourceChoice& choice, const Config& config) const {
  const std::string node = config.node.empty() ? options_.own_node : config.node;
  // The services outlive the Host that refers to them (see the constructor).
  auto host = std::make_shared<const Host>(
      Host{services_->clock, services_->sysfs, services_->procfs, services_->files, node,
           services_->warn, services_->http_fleet, services_->load_library});
  return {ledger_,
          std::move(host),
          std::string(choice.entry->name),
          {node, config.rack, config.supply, config.seed != 0},
          options_.show_serials,
          config.seed != 0 ? config.seed : options_.process_seed};
}

bool SourceSet::unchanged(const SourceChoice& choice, const Config& config) const {
  const auto at = sources_.find(choice.entry->name);
  return at != sources_.end() &&
         same_settings(at->second.source->choice().settings, choice.settings) &&
         same(at->second.dressing, context_for(choice, config).dressing);
}

Result<void> SourceSet::check(const Sources& opened) {
  const auto deadline = RealClock::now() + kProbePatience;
  for (const auto& [name, running] : opened) {
    const Duration patience = std::max(Duration(0), Duration(deadline - RealClock::now()));
    if (auto error = running.source->settings_error(patience))
      return tl::unexpected<Error>(std::move(*error));
  }
  return {};
}

SourceSet::Sources SourceSet::probe_changed(const Config& config) {
  Sources opened;
  for (const SourceChoice& choice : config.sources) {
    if (unchanged(choice, config)) continue;
    const RunnerContext context = context_for(choice, config);
    opened[context.name] = {RunningSource::probe(choice, context), context.dressing};
  }
  return opened;
}

Result<void> SourceSet::try_out(const Config& config) {
  const Sources opened = probe_changed(config);
  auto checked = check(opened);
  retire(opened, {});
  return checked;
}

Result<void> SourceSet::apply(const Config& config) {
  const Sources opened = probe_changed(config);
  if (auto checked = check(opened); !checked) {
    retire(opened, {});
    return checked;
  }
  Sources next;
  for (const SourceChoice& choice : config.sources) {
    const auto running = sources_.find(choice.entry->name);
    if (running != sources_.end() && !opened.contains(choice.entry->name)) next.insert(*running);
  }
  retire(sources_, next);
  for (const auto& [name, running] : sources_)
    if (!opened.contains(name) && !next.contains(name))
      ledger_->with([&, key = name](Ledger& l) { l.sensors.drop_source(key); });
  for (const auto& [name, running] : opened) running.source->go();
  next.insert(opened.begin(), opened.end());
  sources_ = std::move(next);
  return {};
}

void SourceSet::retire(const Sources& sources, const Sources& kept) {
  for (const auto& [name, running] : sources)
    if (!kept.contains(name)) running.source->request_stop();
  const auto deadline = RealClock::now() + kRetirePatience;
  for (const auto& [name, running] : sources)
    if (!kept.contains(name) && !running.source->wait_ended(deadline)) running.source->abandon();
}

Result<std::vector<std::string>> SourceSet::release(std::string_view name, Duration time) {
  std::vector<std::string> out;
  bool running = false;
  for (const auto& [source, one] : sources_) {
    if (!name.empty() && source != name) continue;
    running = true;
    const auto released = one.source->release(time, kReleasePatience);
    if (!released) return tl::unexpected<Error>(released.error());
    if (*released) out.push_back(source);
  }
  const std::string who = name.empty() ? "no source" : "source " + std::string(name);
  if (!running) return fail(ErrorCode::kNotPresent, who + " is not running");
  if (out.empty()) return fail(ErrorCode::kUnsupported, who + " never holds a device");
  return out;
}

void SourceSet::watch() {
  std::vector<std::string> hanging;
  ledger_->with([&](Ledger& l) {
    for (const auto& hang : l.sources.newly_hanging(services_->clock.monotonic())) {
      const std::string sensor = l.sensors.sensor_of(hang.owner);
      hanging.push_back(hang.source + (sensor.empty() ? "" : " (" + sensor + ")"));
    }
  });
  for (const std::string& name : hanging)
    log_warn(name + ": a call to the device does not end; its sensors are left out");
}

bool SourceSet::stop(Duration patience) {
  const auto deadline =
      RealClock::now() + std::chrono::duration_cast<RealClock::duration>(patience);
  for (auto& [name, running] : sources_) running.source->request_stop();
  bool all = true;
  for (auto& [name, running] : sources_) all = running.source->wait_ended(deadline) && all;
  return all;
}

}  // namespace joulemark
