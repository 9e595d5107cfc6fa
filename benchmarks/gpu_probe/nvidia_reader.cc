#include <time.h>

#include <array>

#include "benchmarks/gpu_probe/reader.h"
#include "platform/library_loader.h"
#include "sources/nvml/api.h"
#include "sources/nvml/gpu.h"
#include "sources/nvml/number.h"
#include "sources/nvml/outcome.h"

namespace joulemark::probe {
namespace {

using nvml::FieldValue;
using nvml::Return;

constexpr const char* kNames[] = {
    "libnvidia-ml.so.1",
    "/run/nvidia/driver/usr/lib/x86_64-linux-gnu/libnvidia-ml.so.1",
    "/run/nvidia/driver/usr/lib/aarch64-linux-gnu/libnvidia-ml.so.1",
};

Result<std::unique_ptr<SharedLibrary>> open_library(const std::string& path) {
  if (!path.empty()) return load_library(path);
  Result<std::unique_ptr<SharedLibrary>> out = fail(ErrorCode::kNotPresent, "no libnvidia-ml.so.1");
  for (const char* name : kNames)
    if (out = load_library(name); out) return out;
  return out;
}

class NvidiaReader final : public Reader {
 public:
  NvidiaReader(std::unique_ptr<SharedLibrary> library, const nvml::Api& api)
      : library_(std::move(library)), api_(api) {}
  NvidiaReader(const NvidiaReader&) = delete;
  NvidiaReader& operator=(const NvidiaReader&) = delete;
  ~NvidiaReader() override { api_.shutdown(); }

  Result<void> find(unsigned index) {
    Return code{};
    auto gpu = nvml::identify(api_, index, code);
    if (!gpu) return tl::unexpected<Error>(gpu.error());
    gpu_ = std::move(*gpu);
    return {};
  }

  Sample read() override {
    const double before = now();
    ask();
    const double after = now();
    Sample out{.time = (before + after) / 2,
               .took = after - before,
               .energy = {},
               .average = {},
               .instant = {}};
    if (const auto millijoules = count(0)) out.energy = 1e-3 * static_cast<double>(*millijoules);
    out.average = watts(1);
    out.instant = watts(2);
    return out;
  }

  [[nodiscard]] std::vector<std::string> identity() const override {
    std::array<char, nvml::kTextSize> driver{};
    api_.driver_version(driver.data(), nvml::kTextSize);
    std::vector<std::string> out = {gpu_.name + ", " + gpu_.pci + ", driver " + driver.data() +
                                    ", architecture " + std::to_string(gpu_.architecture)};
    for (const unsigned field : {185U, 186U, 191U})
      for (const unsigned scope : {0U, 1U, 2U}) out.push_back(answer_of(field, scope));
    return out;
  }

 private:
  void ask() {
    values_[0] = {.field_id = nvml::kEnergy};
    values_[1] = {.field_id = nvml::kPowerAverage};
    values_[2] = {.field_id = nvml::kPowerInstant};
    if (api_.field_values != nullptr) api_.field_values(gpu_.handle, 3, values_.data());
    if (values_[0].outcome == Return::kSuccess || api_.total_energy == nullptr) return;
    values_[0].value_type = nvml::ValueType::kUnsignedLongLong;  // before there were fields
    values_[0].outcome = api_.total_energy(gpu_.handle, &values_[0].value.ull);
  }
  [[nodiscard]] std::optional<std::uint64_t> count(std::size_t i) const {
    return values_[i].outcome == Return::kSuccess ? nvml::count_of(values_[i]) : std::nullopt;
  }
  [[nodiscard]] std::optional<double> watts(std::size_t i) const {
    if (values_[i].outcome != Return::kSuccess) return std::nullopt;
    const auto milliwatts = nvml::milliwatts_of(values_[i]);
    return milliwatts && *milliwatts > 0.0 ? std::optional(1e-3 * *milliwatts) : std::nullopt;
  }
  [[nodiscard]] std::string answer_of(unsigned field, unsigned scope) const {
    FieldValue value{.field_id = field, .scope_id = scope};
    const std::string name = "field " + std::to_string(field) + " scope " + std::to_string(scope);
    if (api_.field_values == nullptr) return name + ": the driver has no fields";
    const Return call = api_.field_values(gpu_.handle, 1, &value);
    const Return code = call == Return::kSuccess ? value.outcome : call;
    if (code != Return::kSuccess) return name + ": " + nvml::error_of(code, "no answer").message;
    return name + ": answers, value type " + std::to_string(static_cast<int>(value.value_type)) +
           (value.timestamp == 0 ? ", without a time stamp" : ", with a time stamp");
  }

  std::unique_ptr<SharedLibrary> library_;
  nvml::Api api_;
  nvml::Gpu gpu_;
  std::array<FieldValue, 3> values_{};
};

}  // namespace

double now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC_RAW, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

Result<std::unique_ptr<Reader>> open_nvidia(const std::string& library, unsigned index) {
  auto opened = open_library(library);
  if (!opened) return tl::unexpected<Error>(opened.error());
  const auto api = nvml::api_of(**opened);
  if (!api) return tl::unexpected<Error>(api.error());
  if (const Return code = api->init(); code != Return::kSuccess)
    return tl::unexpected<Error>(nvml::error_of(code, "nvmlInit"));
  auto reader = std::make_unique<NvidiaReader>(std::move(*opened), *api);
  if (auto found = reader->find(index); !found) return tl::unexpected<Error>(found.error());
  return reader;
}

}  // namespace joulemark::probe
