#include "sources/nvml/nvml_source.h"

#include <map>
#include <set>
#include <utility>

#include "core/worst_error.h"
#include "sources/nvml/meter.h"
#include "sources/nvml/metrology.h"
#include "sources/nvml/options.h"
#include "sources/nvml/sensors.h"
#include "sources/nvml/session.h"

namespace joulemark {
namespace nvml {
namespace {

// Power by a GPU of a limit that the device does not tell: METHOD's ceiling.
constexpr double kMostMilliwatts = 3e6;
// "can rarely spike above the limit"
constexpr double kAboveLimit = 2.0;
// How long a GPU that did not answer at the last discovery is left alone.
constexpr Duration kLookAgain = std::chrono::seconds(60);

double most_milliwatts(const Quantity& quantity, const Offer& offer) {
  const double limit = quantity.scope == kScopeModule ? offer.module_limit : offer.gpu_limit;
  return limit > 0.0 ? kAboveLimit * limit : kMostMilliwatts;
}

// All GPUs, and of each the values that are read at one kind of moments: all sensors of a Source
// share it, and NVML has both kinds. Each of the two has a session of its own.
class NvmlSource final : public Source {
 public:
  NvmlSource(Options options, Sampling sampling, const Host& host)
      : options_(std::move(options)), sampling_(sampling), host_(host) {}

  Result<std::vector<Sensor>> discover() override;
  Result<void> read(Sink& sink, Deadline deadline) override;
  [[nodiscard]] bool sensors_changed() const override {
    return session_ != nullptr && incomplete_ && host_.clock.monotonic() >= look_again_;
  }
  bool release() override {
    close();
    return true;
  }

 private:
  Result<void> open_session();
  void close() {
    meters_.clear();
    session_.reset();
  }
  Result<void> look_at(unsigned index, std::vector<Sensor>& sensors);
  Result<void> add(const Gpu& gpu, std::vector<Sensor>& sensors);
  bool told_by_another(const std::string& module, const std::string& pci) {
    return !module.empty() && modules_.try_emplace(module, pci).first->second != pci;
  }
  void warn_once(const std::string& message) {
    if (host_.warn && warned_.insert(message).second) host_.warn("nvml: " + message);
  }

  Options options_;
  Sampling sampling_;
  const Host& host_;
  std::unique_ptr<Session> session_;
  std::vector<Meter> meters_;
  std::map<std::string, std::string> modules_;  // the GPU that tells of it
  bool discovered_before_ = false;
  bool reopened_ = false;    // at this discovery: the driver may have been loaded anew
  bool incomplete_ = false;  // a GPU did not answer
  MonotonicTime look_again_{};
  std::set<std::string> warned_;
};

Result<void> NvmlSource::open_session() {
  reopened_ = false;
  if (session_) return {};
  auto session = Session::open(host_.load_library, options_.libraries);
  if (!session) return tl::unexpected<Error>(session.error());
  reopened_ = discovered_before_;
  session_ = std::move(*session);
  return {};
}

Result<std::vector<Sensor>> NvmlSource::discover() {
  meters_.clear();
  modules_.clear();
  incomplete_ = false;
  look_again_ = host_.clock.monotonic() + kLookAgain;
  if (auto opened = open_session(); !opened) return tl::unexpected<Error>(opened.error());
  unsigned count = 0;
  if (const Return code = session_->api().count(&count); code != Return::kSuccess) {
    close();
    return tl::unexpected<Error>(error_of(code, "the number of GPUs"));
  }
  std::vector<Sensor> sensors;
  for (unsigned i = 0; i < count; ++i)
    if (auto looked = look_at(i, sensors); !looked) {
      close();
      return tl::unexpected<Error>(looked.error());
    }
  discovered_before_ = true;
  return sensors;
}

// An error: none of the GPUs can be read.
Result<void> NvmlSource::look_at(unsigned index, std::vector<Sensor>& sensors) {
  Return code = Return::kSuccess;
  const auto gpu = identify(session_->api(), index, code);
  if (gpu) return add(*gpu, sensors);
  if (reach_of(code) == Reach::kSession) return tl::unexpected<Error>(gpu.error());
  incomplete_ = true;
  warn_once(gpu.error().message);
  return {};
}

Result<void> NvmlSource::add(const Gpu& gpu, std::vector<Sensor>& sensors) {
  const Offer offer = offer_of(session_->api(), gpu);
  for (const Return code : offer.refusals) {
    if (reach_of(code) == Reach::kSession) return tl::unexpected<Error>(error_of(code, gpu.pci));
    warn_once(error_of(code, gpu.pci).message);
  }
  const Place place = place_of(gpu, offer, host_.sysfs, host_.procfs);
  if (place.unknown)
    warn_once(gpu.pci + ": nobody says in which superchip it is; it is shown and not counted");
  std::vector<Meter::Value> values;
  for (const Quantity& quantity : offer.quantities) {
    if (sampling_of(quantity, gpu, session_->driver()) != sampling_) continue;
    // Of a module with several GPUs, one of them tells.
    if (quantity.scope == kScopeModule && told_by_another(place.module, gpu.pci)) continue;
    Sensor sensor = sensor_of(quantity, gpu, place, {session_->driver(), options_.interval});
    const double most = most_milliwatts(quantity, offer);
    values.push_back({quantity, static_cast<std::uint32_t>(sensors.size()), most,
                      EnergyGate(Watts(1e-3 * std::max(most, kMostMilliwatts)))});
    sensors.push_back(std::move(sensor));
  }
  if (!values.empty()) meters_.emplace_back(gpu, std::move(values), reopened_);
  return {};
}

Result<void> NvmlSource::read(Sink& sink, Deadline deadline) {
  if (!session_) return fail(ErrorCode::kNotPresent, "NVML was closed");
  std::optional<Error> worst;
  bool lost = false;
  for (Meter& meter : meters_) {
    if (host_.clock.monotonic() >= deadline) {
      note_worst(worst, {ErrorCode::kTimeout, "no time left for " + meter.gpu().pci});
      break;
    }
    if (auto error = meter.read(session_->api(), host_.clock, sink))
      note_worst(worst, std::move(*error));
    lost = lost || meter.lost_session();
  }
  if (lost) {  // the driver went; discover() opens what is there then
    close();
    return fail(ErrorCode::kNotPresent, worst->message);
  }
  if (worst) return tl::unexpected<Error>(std::move(*worst));
  return {};
}

Result<std::vector<std::unique_ptr<Source>>> open(const Settings& settings, const Host& host) {
  auto options = parse_options(settings);
  if (!options) return tl::unexpected<Error>(options.error());
  if (!host.load_library)
    return fail(ErrorCode::kNotPresent, "this program opens no libraries of vendors");
  if (const auto session = Session::open(host.load_library, options->libraries); !session)
    return tl::unexpected<Error>(session.error());
  std::vector<std::unique_ptr<Source>> sources;
  for (const Sampling sampling : {Sampling::kPeriodic, Sampling::kStratified})
    sources.push_back(std::make_unique<NvmlSource>(*options, sampling, host));
  return sources;
}

}  // namespace
}  // namespace nvml

const SourceEntry k_nvml_source = {
    .name = "nvml",
    .summary = "power and energy of NVIDIA GPUs by the driver's library",
    .on_by_default = true,
    .open = &nvml::open,
};

}  // namespace joulemark
