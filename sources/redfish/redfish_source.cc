#include "sources/redfish/redfish_source.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/time_text.h"
#include "sources/redfish/poll/poller.h"

namespace joulemark {
namespace redfish {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr Duration kStandstill = seconds(10);
// To close sessions: a little less than the exporter waits for at its end.
constexpr auto kPatience = milliseconds(900);

// What the loop's thread and the source share: whoever ends last takes it down. host is a copy,
// whose services outlive the process's threads.
struct Shared {
  explicit Shared(Host services) : host(std::move(services)) {}
  Host host;
  std::shared_ptr<Guarded<Desk>> desk = std::make_shared<Guarded<Desk>>();
  std::atomic<bool> stopping = false;
  std::mutex mutex;
  std::condition_variable moved;
  bool ended = false;
};

void run_loop(Shared& shared, const Options& options) {
  try {
    Poller poller(options, shared.host, shared.desk);
    while (!shared.stopping) poller.turn(false);
    while (!poller.over()) poller.turn(true);
  } catch (const std::exception& e) {
    if (shared.host.warn) shared.host.warn(std::string("redfish: the loop ended: ") + e.what());
  }
  const std::lock_guard lock(shared.mutex);
  shared.ended = true;
  shared.moved.notify_all();
}

class RedfishSource final : public Source {
 public:
  RedfishSource(Options options, const Host& host)
      : options_(std::move(options)), shared_(std::make_shared<Shared>(host)) {}
  RedfishSource(const RedfishSource&) = delete;
  RedfishSource& operator=(const RedfishSource&) = delete;
  ~RedfishSource() override;

  Result<std::vector<Sensor>> discover() override;
  Result<void> read(Sink& sink, Deadline deadline) override;
  [[nodiscard]] bool sensors_changed() const override { return changed_; }
  [[nodiscard]] TargetsHealth targets() const override { return targets_; }

 private:
  struct Base {
    std::uint64_t generation = 0;
    std::uint32_t first = 0;  // number of its first sensor
    std::uint32_t count = 0;
  };
  void start();
  [[nodiscard]] bool differs(const Desk& desk) const;

  Options options_;
  std::shared_ptr<Shared> shared_;
  bool started_ = false, changed_ = false;
  std::vector<Base> bases_;                 // by entry of the desk
  std::vector<Desk::Delivery> deliveries_;  // of this read
  TargetsHealth targets_;
};

void RedfishSource::start() {
  started_ = true;
  shared_->desk->with([&](Desk& desk) { desk.alive = shared_->host.clock.monotonic(); });
  std::thread([shared = shared_, options = options_] { run_loop(*shared, options); }).detach();
}

RedfishSource::~RedfishSource() {
  shared_->stopping = true;
  if (!started_) return;
  std::unique_lock lock(shared_->mutex);
  shared_->moved.wait_for(lock, kPatience, [&] { return shared_->ended; });
}

// Nothing is waited for: what the loop has found so far.
Result<std::vector<Sensor>> RedfishSource::discover() {
  if (!started_) start();
  std::vector<Sensor> out;
  bases_.clear();
  shared_->desk->with([&](const Desk& desk) {
    for (const Desk::Entry& entry : desk.entries) {
      bases_.push_back({entry.generation, static_cast<std::uint32_t>(out.size()),
                        static_cast<std::uint32_t>(entry.sensors.size())});
      out.insert(out.end(), entry.sensors.begin(), entry.sensors.end());
    }
  });
  changed_ = false;
  return out;
}

bool RedfishSource::differs(const Desk& desk) const {
  if (desk.entries.size() != bases_.size()) return true;
  return !std::equal(bases_.begin(), bases_.end(), desk.entries.begin(),
                     [](const Base& base, const Desk::Entry& entry) {
                       return base.generation == entry.generation;
                     });
}

// The same object while nothing changes.
TargetsHealth health_of(const Desk& desk, const TargetsHealth& before) {
  std::size_t same = 0, count = 0;
  for (const Desk::Entry& entry : desk.entries) {
    if (entry.gone || !entry.known) continue;
    if (before && count < before->size() && (*before)[count] == entry.target) ++same;
    ++count;
  }
  if (before && same == before->size() && same == count) return before;
  std::vector<TargetHealth> out;
  for (const Desk::Entry& entry : desk.entries)
    if (!entry.gone && entry.known) out.push_back(entry.target);
  return std::make_shared<const std::vector<TargetHealth>>(std::move(out));
}

// One line for all targets that have trouble.
std::optional<Error> trouble_of(const Desk& desk) {
  if (desk.targets_error) return desk.targets_error;
  std::size_t troubled = 0, all = 0;
  const Desk::Entry* first = nullptr;
  for (const Desk::Entry& entry : desk.entries) {
    if (entry.gone) continue;
    ++all;
    if (!entry.trouble) continue;
    ++troubled;
    if (first == nullptr) first = &entry;
  }
  if (first == nullptr) return std::nullopt;
  Error out = *first->trouble;
  // That of one service is no reason to discover all of them.
  if (out.code == ErrorCode::kNotPresent) out.code = ErrorCode::kUnavailable;
  out.message = first->target.node + " (" + first->target.url + "): " + out.message;
  if (all > 1)
    out.message +=
        "; " + std::to_string(troubled) + " of " + std::to_string(all) + " services have trouble";
  return out;
}

Result<void> RedfishSource::read(Sink& sink, Deadline) {
  const MonotonicTime now = shared_->host.clock.monotonic();
  deliveries_.clear();
  std::optional<Error> trouble;
  shared_->desk->with([&](Desk& desk) {
    std::swap(deliveries_, desk.readings);
    changed_ = differs(desk);
    trouble = trouble_of(desk);
    targets_ = health_of(desk, targets_);
    if (now - desk.alive > kStandstill)
      trouble = {ErrorCode::kTimeout, "the event loop stands still"};
  });
  for (const Desk::Delivery& one : deliveries_) {
    if (one.entry >= bases_.size()) continue;
    const Base& base = bases_[one.entry];
    if (base.generation != one.generation || one.reading.sensor >= base.count) continue;
    Reading reading = one.reading;
    reading.sensor += base.first;
    sink.deliver(reading);
  }
  if (trouble) return tl::unexpected<Error>(std::move(*trouble));
  return {};
}

Result<std::vector<std::unique_ptr<Source>>> open(const Settings& settings, const Host& host) {
  auto options = parse_options(settings);
  if (!options) return tl::unexpected(options.error());
  if (!host.http_fleet) return fail(ErrorCode::kUnsupported, "this program reads no services");
  std::vector<std::unique_ptr<Source>> sources;
  sources.push_back(std::make_unique<RedfishSource>(std::move(*options), host));
  return sources;
}

}  // namespace
}  // namespace redfish

const SourceEntry k_redfish_source = {
    .name = "redfish",
    .summary = "power and energy by the Redfish services of BMCs, PDUs and power shelves",
    .on_by_default = false,
    .open = &redfish::open,
};

}  // namespace joulemark
