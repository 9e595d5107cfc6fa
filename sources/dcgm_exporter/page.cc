#include "sources/dcgm_exporter/page.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "core/clean_text.h"
#include "sources/dcgm_exporter/exposition.h"
#include "sources/dcgm_exporter/field_table.h"
#include "sources/dcgm_exporter/number.h"

namespace joulemark::dcgm_exporter {
namespace {

constexpr std::size_t kMostGpus = 256;
constexpr std::size_t kLongestText = 200;

std::string_view first_of(const Sample& sample, std::string_view a, std::string_view b) {
  const std::string_view text = sample.label(a);
  return text.empty() ? sample.label(b) : text;
}

std::string shown(std::string_view text) { return clean_text(text.substr(0, kLongestText)); }

class Reading {
 public:
  void take(std::string_view line);
  Result<Page> finish();

 private:
  void take_sample(const Sample& sample, const Field& field);
  GpuSample* gpu_of(const Sample& sample);

  Page page_;
  std::set<std::string> machines_;
  std::set<std::string> unknown_;
  bool of_dcgm_ = false, known_ = false, nameless_ = false;
};

void Reading::take(std::string_view line) {
  const std::string_view name = name_in(line);
  if (!is_of_dcgm(name)) return;
  of_dcgm_ = true;
  if (is_unknown_energy(name)) unknown_.insert(shown(name));
  const Field* field = find_field(name);
  if (field == nullptr) return;
  known_ = true;
  if (const auto sample = parse_sample(line)) take_sample(*sample, *field);
}

// The UUID of a MIG instance names no GPU.
GpuSample* Reading::gpu_of(const Sample& sample) {
  const std::string uuid = shown(first_of(sample, "UUID", "uuid"));
  if (uuid.empty() || uuid.starts_with("MIG-")) {
    nameless_ = true;
    return nullptr;
  }
  for (GpuSample& one : page_.gpus)
    if (one.uuid == uuid) return &one;
  if (page_.gpus.size() >= kMostGpus) return nullptr;
  GpuSample& out = page_.gpus.emplace_back();
  out.uuid = uuid;
  out.pci = pci_address(sample.label("pci_bus_id"));
  out.model = shown(sample.label("modelName"));
  out.driver = shown(sample.label("DCGM_FI_DRIVER_VERSION"));
  return &out;
}

// The first value of a GPU stands. Millijoules before joules: they are finer.
void Reading::take_sample(const Sample& sample, const Field& field) {
  const std::string_view machine = first_of(sample, "Hostname", "hostname");
  if (!machine.empty()) machines_.insert(shown(machine));
  GpuSample* gpu = gpu_of(sample);
  if (gpu == nullptr) return;
  if (field.what == What::kEnergy) {
    if (gpu->joules_per_count != 0.0 && field.si_per_unit >= gpu->joules_per_count) return;
    gpu->joules_per_count = field.si_per_unit;
    gpu->energy = count_in(sample.value);
    return;
  }
  const bool instant = field.what == What::kPowerInstant;
  bool& has = instant ? gpu->has_power_instant : gpu->has_power;
  if (std::exchange(has, true)) return;
  (instant ? gpu->power_instant : gpu->power) = watts_in(sample.value);
}

Result<Page> Reading::finish() {
  if (!of_dcgm_)
    return fail(ErrorCode::kInvalid, "no page of a dcgm-exporter: no metric begins with DCGM_");
  page_.unknown.assign(unknown_.begin(), unknown_.end());
  if (!known_)
    return fail(ErrorCode::kInvalid,
                "none of the known fields, as DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION" +
                    (unknown_.empty() ? std::string() : "; not known: " + *unknown_.begin()));
  if (machines_.size() > 1)
    return fail(ErrorCode::kInvalid, "GPUs of several machines (" + *machines_.begin() + ", " +
                                         *machines_.rbegin() +
                                         "): name the dcgm-exporter of each one");
  if (page_.gpus.empty())
    return fail(ErrorCode::kInvalid, nameless_ ? "no row has the UUID of a GPU" : "no GPU");
  return std::move(page_);
}

}  // namespace

std::string pci_address(std::string_view text) {
  constexpr std::string_view kShape = "hhhh:hh:hh.h";
  const auto excess = text.size() > kShape.size() ? text.size() - kShape.size() : 0;
  if (text.substr(0, excess).find_first_not_of('0') != text.npos) return {};
  text.remove_prefix(excess);
  std::string out;
  for (const char c : text) out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const bool fits =
      std::equal(kShape.begin(), kShape.end(), out.begin(), out.end(), [](char a, char b) {
        return a == 'h' ? std::isxdigit(static_cast<unsigned char>(b)) != 0 : a == b;
      });
  return fits ? out : std::string();
}

Result<Page> parse_page(std::string_view text) {
  Reading reading;
  while (!text.empty()) {
    const auto end = text.find('\n');
    reading.take(text.substr(0, end));
    text = end == text.npos ? std::string_view() : text.substr(end + 1);
  }
  return reading.finish();
}

}  // namespace joulemark::dcgm_exporter
