#include "sources/amdgpu/amdgpu_source.h"

#include <array>

#include "sources/amdgpu/accumulator.h"
#include "sources/amdgpu/card.h"
#include "sources/amdgpu/options.h"

namespace joulemark {
namespace amdgpu {
namespace {

Sensor sensor_of(const Card& card, const GpuMetrics& metrics, Duration interval) {
  Sensor out;
  out.source = "amdgpu";
  out.id = card.address + "/energy";
  out.scope = "node/gpu:" + card.address;
  // Of a processor with graphics nobody says which socket it is: shown, never summed.
  out.component = card.has_processor ? Component::kOther : Component::kGpu;
  out.boundary = Boundary::kComponent;
  out.supply = Supply::kDc;
  out.quantity = QuantityKind::kEnergy;
  out.joules_per_count = metrics.joules_per_count;
  out.metrology.resolution = metrics.joules_per_count;
  out.metrology.sampling = Sampling::kPeriodic;
  out.metrology.sampling_interval = interval;
  out.source_class = "AMD GPU energy accumulator";
  out.vendor = "AMD";
  out.model = card.model;
  out.serial = card.serial;
  out.driver = "amdgpu";
  return out;
}

// One card.
class AmdgpuSource final : public Source {
 public:
  AmdgpuSource(Card card, const Options& options, const Host& host)
      : card_(std::move(card)), options_(options), host_(host) {}

  Result<std::vector<Sensor>> discover() override;
  Result<void> read(Sink& sink, Deadline deadline) override;

 private:
  Result<GpuMetrics> ask();
  [[nodiscard]] Error named(Error error) const {
    error.message = card_.address + ": " + error.message;
    return error;
  }

  Card card_;
  Options options_;
  Host host_;
  std::unique_ptr<OpenFile> table_;
  std::array<char, kLargestTable> buffer_{};
  std::optional<Accumulator> accumulator_;
  double joules_per_count_ = 0.0;
};

Result<GpuMetrics> AmdgpuSource::ask() {
  const auto size = table_->read_at_start(buffer_);
  if (!size) return tl::unexpected<Error>(size.error());
  return parse_gpu_metrics(std::span(buffer_).first(*size));
}

Result<std::vector<Sensor>> AmdgpuSource::discover() {
  auto opened = host_.sysfs.open(card_.folder + "/gpu_metrics");
  if (!opened) return tl::unexpected<Error>(named(opened.error()));
  table_ = std::move(*opened);
  auto metrics = ask();
  if (!metrics) return tl::unexpected<Error>(named(metrics.error()));
  joules_per_count_ = metrics->joules_per_count;
  accumulator_.emplace(joules_per_count_);
  return std::vector<Sensor>{sensor_of(card_, *metrics, options_.interval)};
}

Result<void> AmdgpuSource::read(Sink& sink, Deadline) {
  const auto metrics = ask();
  const UtcTime time = host_.clock.now();
  if (!metrics) return tl::unexpected<Error>(named(metrics.error()));
  if (metrics->joules_per_count != joules_per_count_)  // another driver
    return tl::unexpected<Error>(named({ErrorCode::kNotPresent, "gpu_metrics is another one now"}));
  if (auto error = accumulator_->take(*metrics, time, host_.clock.monotonic(), sink))
    return tl::unexpected<Error>(named(std::move(*error)));
  return {};
}

// Processors with graphics have no accumulator; of a table that is not known the operator is told.
bool has_energy(const Card& card, const Host& host) {
  const auto table = host.sysfs.read(card.folder + "/gpu_metrics", kLargestTable);
  const auto metrics = table ? parse_gpu_metrics(*table) : Result<GpuMetrics>(GpuMetrics{});
  if (metrics) return true;  // what cannot be read now may be read later
  if (metrics.error().code != ErrorCode::kUnsupported && host.warn)
    host.warn("amdgpu: " + card.address + ": " + metrics.error().message +
              "; its energy is not read");
  return false;
}

Result<std::vector<std::unique_ptr<Source>>> open(const Settings& settings, const Host& host) {
  const auto options = parse_options(settings);
  if (!options) return tl::unexpected(options.error());
  auto cards = find_cards(host.sysfs);
  if (!cards) return tl::unexpected(cards.error());
  std::vector<std::unique_ptr<Source>> sources;
  for (Card& card : *cards)
    if (has_energy(card, host))
      sources.push_back(std::make_unique<AmdgpuSource>(std::move(card), *options, host));
  if (sources.empty()) return fail(ErrorCode::kNotPresent, "no card of AMD counts its energy");
  return sources;
}

}  // namespace
}  // namespace amdgpu

const SourceEntry k_amdgpu_source = {
    .name = "amdgpu",
    .summary = "energy of AMD's cards by the accumulator of the driver (gpu_metrics)",
    .on_by_default = true,
    .open = &amdgpu::open,
};

}  // namespace joulemark
