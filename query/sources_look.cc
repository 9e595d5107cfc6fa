#include "query/sources_look.h"

#include <system_error>
#include <thread>

#include "core/caught.h"
#include "core/clean_text.h"
#include "query/device_watch.h"
#include "query/look_board.h"
#include "query/probe_outcome.h"

namespace joulemark {
namespace {

// One source that is looked at, kept alive by its threads.
struct Looking {
  const SourceEntry& entry;
  std::shared_ptr<const Host> services;
  Host host;  // theirs, with warnings of its own
  std::shared_ptr<LookBoard> board;
  std::size_t index;  // on the board
  Duration time;

  template <class F>
  void change(F&& f) const {
    board->change([&](LookBoard::Probes& probes) { f(probes[index]); });
  }
};
using LookingPtr = std::shared_ptr<const Looking>;

void watch(const Looking& looking, std::unique_ptr<Source> source, std::size_t device) {
  SensorDressing dressing;
  dressing.node = looking.host.node;
  DeviceWatch watch(std::move(source), looking.host.clock, dressing, looking.time);
  const auto publish = [&] {
    looking.change([&](Probe& probe) { probe.devices[device] = watch.look(); });
  };
  bool more = watch.discover();
  publish();
  while (more) {
    more = watch.read();
    publish();
  }
}

// False: the system gives no thread.
template <class F>
bool in_a_thread(F body) {
  try {
    std::thread(std::move(body)).detach();
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

void watch_in_a_thread(const LookingPtr& looking, std::unique_ptr<Source> source,
                       std::size_t device) {
  const bool started = in_a_thread([looking, device, held = std::move(source)]() mutable {
    watch(*looking, std::move(held), device);
  });
  if (started) return;
  looking->change([&](Probe& probe) {
    probe.devices[device] = {.discovered = true,
                             .done = true,
                             .error = Error{ErrorCode::kUnavailable, "no thread for it"}};
  });
}

void open(const LookingPtr& looking) {
  auto opened = caught([&] { return looking->entry.open(Settings{}, looking->host); });
  looking->change([&](Probe& probe) {
    probe.opened = true;
    if (opened)
      probe.devices.resize(opened->size());
    else
      probe.error = Error{opened.error().code, clean_text(opened.error().message)};
  });
  if (!opened) return;
  for (std::size_t i = 0; i < opened->size(); ++i)
    watch_in_a_thread(looking, std::move((*opened)[i]), i);
}

void start(const SourceEntry& entry, const std::shared_ptr<const Host>& services,
           const std::shared_ptr<LookBoard>& board, std::size_t index, Duration time) {
  const auto warn = [board, index](std::string_view line) {
    board->change(
        [&](LookBoard::Probes& probes) { probes[index].warnings.push_back(clean_text(line)); });
  };
  const Host host{services->clock, services->sysfs,       services->procfs,
                  services->files, services->node,        warn,
                  nullptr,         services->load_library};
  const auto looking =
      std::make_shared<const Looking>(Looking{entry, services, host, board, index, time});
  if (in_a_thread([looking] { open(looking); })) return;
  looking->change([](Probe& probe) {
    probe.opened = true;
    probe.error = Error{ErrorCode::kUnavailable, "no thread for it"};
  });
}

bool nothing_runs(const Probe& probe) {
  return std::ranges::all_of(
      probe.devices, [](const DeviceLook& device) { return device.done || !device.discovered; });
}

}  // namespace

std::vector<SourceLook> look_at_sources(std::span<const SourceEntry> known,
                                        const std::shared_ptr<const Host>& services,
                                        const LookOptions& options) {
  std::vector<const SourceEntry*> asked;
  for (const SourceEntry& entry : known)
    if (entry.on_by_default || options.named.contains(entry.name)) asked.push_back(&entry);
  const auto board = std::make_shared<LookBoard>(asked.size());
  const auto begun = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < asked.size(); ++i) start(*asked[i], services, board, i, options.time);

  using Probes = LookBoard::Probes;
  board->wait_until(begun + options.answer_limit, [](const Probes& probes) {
    return std::ranges::all_of(probes, &Probe::discovered);
  });
  // Those that did not answer are not waited for any longer.
  board->wait_until(std::chrono::steady_clock::now() + options.time + options.read_limit,
                    [](const Probes& probes) { return std::ranges::all_of(probes, nothing_runs); });
  const Probes probes = board->copy();
  std::vector<SourceLook> out;
  std::size_t next = 0;
  for (const SourceEntry& entry : known) {
    const bool probed = next < asked.size() && asked[next] == &entry;
    out.push_back(probed ? outcome_of(entry, probes[next++], options) : not_looked_at(entry));
  }
  return out;
}

}  // namespace joulemark
