#include "sources/rapl/rapl_source.h"

#include <array>
#include <set>
#include <utility>

#include "core/counter_text.h"
#include "core/worst_error.h"
#include "sources/rapl/sensors.h"

namespace joulemark {
namespace rapl {
namespace {

// A read that takes longer does not tell when its value was true: it is repeated.
constexpr Duration kSlowRead = std::chrono::milliseconds(2);
constexpr int kMostRereads = 3;

struct Counter {
  std::unique_ptr<OpenFile> file;
  std::string id;
};

// The counters of a discovery and what could not be opened on the way.
struct Opening {
  std::vector<Sensor> sensors;
  std::vector<Counter> counters;
  std::set<std::string, std::less<>> denied;  // ids
  std::vector<Error> others;

  [[nodiscard]] bool has(const std::string& id) const {
    return !sensors.empty() && sensors.back().id == id;  // candidates come in order of id
  }
};

Error denied_error(const std::set<std::string, std::less<>>& ids) {
  std::string names;
  for (const std::string& id : ids) names += (names.empty() ? "" : ", ") + id;
  return {ErrorCode::kPermission, "energy_uj of " + names +
                                      " may not be read (root only since Linux 5.10): run with "
                                      "the capability CAP_DAC_READ_SEARCH"};
}

void open_candidate(const Files& sysfs, Candidate candidate, Opening& opening) {
  Sensor& sensor = candidate.sensor;
  auto file = sysfs.open(zone_file(candidate.zone, "energy_uj"));
  if (file) {
    opening.counters.push_back({std::move(*file), sensor.id});
    opening.sensors.push_back(std::move(sensor));
  } else if (file.error().code == ErrorCode::kPermission) {
    opening.denied.insert(sensor.id);
  } else {
    opening.others.push_back(std::move(file).error());
  }
}

class RaplSource final : public Source {
 public:
  RaplSource(const Options& options, const Host& host) : options_(options), host_(host) {}

  Result<std::vector<Sensor>> discover() override {
    counters_.clear();
    const auto zones = read_zones(host_.sysfs);
    if (!zones) return tl::unexpected(zones.error());
    const Cpu cpu = read_cpu(host_.procfs);
    Opening opening;
    for (Candidate& candidate : plan_sensors(*zones, cpu, options_)) {
      if (opening.has(candidate.sensor.id)) {
        warn_of_repetition(candidate, cpu);
        continue;
      }
      warn_of_unit(candidate, cpu);
      open_candidate(host_.sysfs, std::move(candidate), opening);
    }
    if (opening.sensors.empty()) return nothing_opened(opening);
    warn_of_failures(opening);
    counters_ = std::move(opening.counters);
    return std::move(opening.sensors);
  }

  Result<void> read(Sink& sink, Deadline deadline) override {
    std::optional<Error> worst;
    for (std::uint32_t i = 0; i < counters_.size(); ++i) {
      auto reading = read_counter(i, deadline);
      if (reading)
        sink.deliver(*reading);
      else
        note_worst(worst, std::move(reading).error());
    }
    if (worst) return tl::unexpected(*std::move(worst));
    if (counters_.empty()) return fail(ErrorCode::kNotPresent, "no zone was discovered");
    return {};
  }

 private:
  static tl::unexpected<Error> nothing_opened(const Opening& opening) {
    if (!opening.denied.empty()) return tl::unexpected(denied_error(opening.denied));
    if (!opening.others.empty()) return tl::unexpected(opening.others.front());
    return fail(ErrorCode::kNotPresent, "no zone has a counter");
  }

  void warn_once(const std::string& message) {
    if (host_.warn && warned_.insert(message).second) host_.warn("rapl: " + message);
  }
  void warn_of_failures(const Opening& opening) {
    if (!opening.denied.empty()) warn_once(denied_error(opening.denied).message);
    for (const Error& error : opening.others)
      if (error.code != ErrorCode::kNotPresent) warn_once(error.message);
  }
  // MMIO beside MSR and mirrored dies are expected; anything else deserves a look.
  void warn_of_repetition(const Candidate& candidate, const Cpu& cpu) {
    if (candidate.zone.mmio || cpu.vendor == CpuVendor::kAmd) return;
    warn_once("zone " + candidate.zone.folder + " repeats " + candidate.sensor.id +
              " and is left out");
  }
  void warn_of_unit(const Candidate& candidate, const Cpu& cpu) {
    if (!dram_unit_is_suspect(cpu, candidate.zone)) return;
    warn_once(candidate.sensor.id +
              ": this kernel's DRAM energy unit does not fit the processor; its energy is wrong by "
              "a factor of about 4 until the kernel is updated");
  }

  Result<Reading> read_counter(std::uint32_t index, Deadline deadline);

  Options options_;
  const Host& host_;
  std::vector<Counter> counters_;  // as the sensors of the last discovery
  std::set<std::string, std::less<>> warned_;
};

Result<Reading> RaplSource::read_counter(std::uint32_t index, Deadline deadline) {
  const Counter& counter = counters_[index];
  for (int rereads = 0;; ++rereads) {
    const MonotonicTime begin = host_.clock.monotonic();
    if (begin >= deadline)
      return fail(ErrorCode::kTimeout, counter.id + ": no time left before the deadline");
    std::array<char, 64> buffer;  // NOLINT(*-member-init): read_at_start fills it
    const auto size = counter.file->read_at_start(buffer);
    const UtcTime time = host_.clock.now();
    const MonotonicTime end = host_.clock.monotonic();
    if (!size) return fail_in(counter.id, size.error());
    const auto counts = parse_counter({buffer.data(), *size});
    if (!counts) return fail(ErrorCode::kInvalid, counter.id + ": energy_uj holds no number");
    if (end - begin <= kSlowRead || rereads == kMostRereads || end >= deadline)
      return Reading{.sensor = index, .time = time, .value = EnergyCount{*counts}};
  }
}

Result<std::vector<std::unique_ptr<Source>>> open(const Settings& settings, const Host& host) {
  const auto options = parse_options(settings);
  if (!options) return tl::unexpected(options.error());
  if (const auto zones = read_zones(host.sysfs); !zones) return tl::unexpected(zones.error());
  std::vector<std::unique_ptr<Source>> sources;
  sources.push_back(std::make_unique<RaplSource>(*options, host));
  return sources;
}

}  // namespace
}  // namespace rapl

const SourceEntry k_rapl_source = {
    .name = "rapl",
    .summary = "energy counters of Intel and AMD processors, through powercap",
    .on_by_default = true,
    .open = &rapl::open,
};

}  // namespace joulemark
