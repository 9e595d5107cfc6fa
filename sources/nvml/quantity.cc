#include "sources/nvml/quantity.h"

#include "sources/nvml/number.h"
#include "sources/nvml/outcome.h"

namespace joulemark::nvml {
namespace {

class Asking {
 public:
  Asking(const Api& api, Device device, Offer& out) : api_(api), device_(device), out_(out) {}

  // The answer of a field; empty: it has none.
  std::optional<FieldValue> field(FieldId id, ScopeId scope) {
    if (api_.field_values == nullptr) return std::nullopt;
    FieldValue value;
    value.field_id = id;
    value.scope_id = scope;
    const Return call = api_.field_values(device_, 1, &value);
    const Return code = call == Return::kSuccess ? value.outcome : call;
    note(code);
    return code == Return::kSuccess ? std::optional(value) : std::nullopt;
  }
  double milliwatts(FieldId id, ScopeId scope) {
    const auto value = field(id, scope);
    return value ? milliwatts_of(*value).value_or(0.0) : 0.0;
  }
  bool take(FieldId id, ScopeId scope) {
    if (!field(id, scope)) return false;
    out_.quantities.push_back({Quantity::Way::kField, id, scope});
    return true;
  }
  bool take_power_usage() {
    unsigned milliwatts = 0;
    if (api_.power_usage == nullptr || !good(api_.power_usage(device_, &milliwatts))) return false;
    out_.quantities.push_back({Quantity::Way::kPowerUsage, kPowerAverage, kScopeGpu});
    return true;
  }
  void take_total_energy(ScopeId scope) {
    unsigned long long millijoules = 0;
    if (api_.total_energy != nullptr && good(api_.total_energy(device_, &millijoules)))
      out_.quantities.push_back({Quantity::Way::kTotalEnergy, kEnergy, scope});
  }

 private:
  bool good(Return code) {
    note(code);
    return code == Return::kSuccess;
  }
  void note(Return code) {
    if (code != Return::kSuccess && error_of(code, "").code != ErrorCode::kUnsupported)
      out_.refusals.push_back(code);
  }

  const Api& api_;
  const Device device_;
  Offer& out_;
};

}  // namespace

Offer offer_of(const Api& api, const Gpu& gpu) {
  Offer out;
  Asking ask(api, gpu.handle, out);
  out.module = ask.milliwatts(kPowerInstant, kScopeModule) > 0.0 ||
               ask.milliwatts(kPowerAverage, kScopeModule) > 0.0;
  bool energy = ask.take(kEnergy, kScopeGpu);
  if (out.module) energy = ask.take(kEnergy, kScopeModule) || energy;
  if (!energy) ask.take_total_energy(out.module ? kScopeModule : kScopeGpu);
  const bool average = ask.take(kPowerAverage, kScopeGpu);
  const bool instant = ask.take(kPowerInstant, kScopeGpu);
  if (!average && !instant) ask.take_power_usage();
  if (out.module && !ask.take(kPowerInstant, kScopeModule)) ask.take(kPowerAverage, kScopeModule);
  ask.take(kPowerAverage, kScopeMemory);
  out.gpu_limit = ask.milliwatts(kMaxPowerLimit, kScopeGpu);
  if (out.module) out.module_limit = ask.milliwatts(kMaxPowerLimit, kScopeModule);
  return out;
}

}  // namespace joulemark::nvml
