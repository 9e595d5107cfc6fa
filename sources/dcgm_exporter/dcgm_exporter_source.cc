#include "sources/dcgm_exporter/dcgm_exporter_source.h"

#include <algorithm>
#include <set>

#include "core/worst_error.h"
#include "sources/dcgm_exporter/gpu_watch.h"
#include "sources/dcgm_exporter/scraper.h"
#include "sources/dcgm_exporter/sensors.h"

namespace joulemark {
namespace dcgm_exporter {
namespace {

constexpr Duration kMargin = std::chrono::milliseconds(20);  // to end within the deadline

std::vector<Sensor> sensors_of(const GpuSample& gpu, const Target& target) {
  std::vector<Sensor> out;
  if (gpu.joules_per_count > 0.0) out.push_back(sensor_of(What::kEnergy, gpu, target));
  if (gpu.has_power) out.push_back(sensor_of(What::kPower, gpu, target));
  if (gpu.has_power_instant) out.push_back(sensor_of(What::kPowerInstant, gpu, target));
  return out;
}

// One dcgm-exporter.
class DcgmExporterSource final : public Source {
 public:
  DcgmExporterSource(Target target, const Host& host)
      : target_(std::move(target)), host_(host), scraper_(target_, host_) {}

  // Nothing is waited for: what the last page had.
  Result<std::vector<Sensor>> discover() override {
    changed_ = false;
    return sensors_;
  }
  Result<void> read(Sink& sink, Deadline deadline) override;
  [[nodiscard]] bool sensors_changed() const override { return changed_; }
  [[nodiscard]] TargetsHealth targets() const override { return health_; }

 private:
  std::optional<Error> take(const Page& page, Sink& sink);
  [[nodiscard]] bool is_as_before(const Page& page) const;
  void rebuild(const Page& page);
  void remark(const Page& page);
  Result<void> ended(std::optional<Error> error);

  Target target_;
  Host host_;
  Scraper scraper_;
  std::vector<GpuWatch> gpus_;  // in the order of the page
  std::vector<Sensor> sensors_;
  TargetsHealth health_;
  std::set<std::string> remarked_;
  bool changed_ = false;
};

bool DcgmExporterSource::is_as_before(const Page& page) const {
  return std::equal(page.gpus.begin(), page.gpus.end(), gpus_.begin(), gpus_.end(),
                    [](const GpuSample& now, const GpuWatch& before) {
                      return now.uuid == before.uuid() && before.same_shape(now);
                    });
}

// GPUs that are as they were go on.
void DcgmExporterSource::rebuild(const Page& page) {
  std::vector<GpuWatch> before = std::exchange(gpus_, {});
  sensors_.clear();
  for (const GpuSample& gpu : page.gpus) {
    const auto first = static_cast<std::uint32_t>(sensors_.size());
    const auto known = std::find_if(before.begin(), before.end(), [&](const GpuWatch& one) {
      return one.uuid() == gpu.uuid && one.same_shape(gpu);
    });
    gpus_.push_back(known != before.end() ? std::move(*known) : GpuWatch(gpu, target_, first));
    gpus_.back().renumber(first);
    for (Sensor& one : sensors_of(gpu, target_)) sensors_.push_back(std::move(one));
  }
  changed_ = true;
  remark(page);
}

void DcgmExporterSource::remark(const Page& page) {
  const auto say = [&](const std::string& what) {
    if (host_.warn && remarked_.size() < 100 && remarked_.insert(what).second)
      host_.warn("dcgm_exporter: " + target_.url + ": " + what);
  };
  for (const std::string& name : page.unknown) say(name + " is not known; it is not taken");
  for (const GpuSample& gpu : page.gpus) {
    if (gpu.pci.empty())
      say(gpu.uuid +
          " has no pci_bus_id: it is shown, and in no total, since nobody can tell "
          "whether another source has it too; newer dcgm-exporters have one");
    else if (sensors_.front().component == Component::kOther)
      say(gpu.model +
          ": what its values hold, the GPU or the module, is not told: they are shown, "
          "and in no total");
  }
}

// Readings of sensors that nobody has asked for yet would have wrong numbers.
std::optional<Error> DcgmExporterSource::take(const Page& page, Sink& sink) {
  if (!is_as_before(page)) {
    rebuild(page);
    return std::nullopt;
  }
  std::optional<Error> worst;
  const UtcTime time = host_.clock.now();
  const MonotonicTime now = host_.clock.monotonic();
  for (std::size_t i = 0; i < gpus_.size(); ++i)
    if (auto error = gpus_[i].take(page.gpus[i], time, now, sink))
      note_worst(worst, std::move(*error));
  return worst;
}

Result<void> DcgmExporterSource::ended(std::optional<Error> error) {
  TargetHealth health{
      .url = target_.url, .node = target_.node.empty() ? host_.node : target_.node, .up = !error};
  if (!health_ || health_->front() != health)
    health_ = std::make_shared<const std::vector<TargetHealth>>(1, std::move(health));
  if (!error) return {};
  error->message = target_.url + ": " + error->message;
  return tl::unexpected<Error>(std::move(*error));
}

Result<void> DcgmExporterSource::read(Sink& sink, Deadline deadline) {
  const auto text = scraper_.page(deadline - kMargin);
  if (!text) return ended(text.error());
  const auto page = parse_page(*text);
  if (!page) return ended(page.error());
  return ended(take(*page, sink));
}

Result<std::vector<std::unique_ptr<Source>>> open(const Settings& settings, const Host& host) {
  auto options = parse_options(settings);
  if (!options) return tl::unexpected(options.error());
  if (!host.http_fleet) return fail(ErrorCode::kUnsupported, "this program reads no services");
  std::vector<std::unique_ptr<Source>> sources;
  for (Target& target : options->targets)
    sources.push_back(std::make_unique<DcgmExporterSource>(std::move(target), host));
  return sources;
}

}  // namespace
}  // namespace dcgm_exporter

const SourceEntry k_dcgm_exporter_source = {
    .name = "dcgm_exporter",
    .summary = "power and energy of NVIDIA GPUs as an existing dcgm-exporter shows them",
    .on_by_default = false,
    .open = &dcgm_exporter::open,
};

}  // namespace joulemark
