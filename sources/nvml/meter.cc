#include "sources/nvml/meter.h"

#include <algorithm>

#include "core/worst_error.h"
#include "sources/nvml/number.h"

namespace joulemark::nvml {
namespace {

constexpr Duration kFirstWait = std::chrono::seconds(1), kLongestWait = std::chrono::seconds(60);

bool is_field(const Meter::Value& value) { return value.quantity.way == Quantity::Way::kField; }

}  // namespace

Meter::Meter(Gpu gpu, std::vector<Value> values, bool anew)
    : gpu_(std::move(gpu)), values_(std::move(values)), anew_(anew), wait_(kFirstWait) {
  std::stable_partition(values_.begin(), values_.end(), is_field);
  fields_ = static_cast<std::size_t>(std::count_if(values_.begin(), values_.end(), is_field));
  answers_.resize(values_.size());
}

std::optional<Error> Meter::read(const Api& api, const Clock& clock, Sink& sink) {
  worst_.reset();
  lost_session_ = false;
  if (down_ && !find_again(api, clock.monotonic())) return std::exchange(worst_, std::nullopt);
  ask(api);
  const UtcTime time = clock.now();
  const MonotonicTime now = clock.monotonic();
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (answers_[i].outcome == Return::kSuccess)
      deliver(i, time, now, sink);
    else
      note(answers_[i].outcome, i, now);
  }
  if (!down_) {
    wait_ = kFirstWait;
    anew_ = false;
  }
  return std::exchange(worst_, std::nullopt);
}

// One call for all fields; what NVML does not fill in keeps kUntouched.
void Meter::ask(const Api& api) {
  for (std::size_t i = 0; i < values_.size(); ++i)
    answers_[i] = {.field_id = values_[i].quantity.field, .scope_id = values_[i].quantity.scope};
  if (fields_ > 0) {
    const Return call = api.field_values(gpu_.handle, static_cast<int>(fields_), answers_.data());
    if (call != Return::kSuccess)
      for (std::size_t i = 0; i < fields_; ++i) answers_[i].outcome = call;
  }
  for (std::size_t i = fields_; i < values_.size(); ++i) answers_[i].outcome = ask_one(api, i);
}

Return Meter::ask_one(const Api& api, std::size_t i) {
  FieldValue& answer = answers_[i];
  if (values_[i].quantity.way == Quantity::Way::kTotalEnergy) {
    answer.value_type = ValueType::kUnsignedLongLong;
    return api.total_energy(gpu_.handle, &answer.value.ull);
  }
  answer.value_type = ValueType::kUnsignedInt;
  return api.power_usage(gpu_.handle, &answer.value.ui);
}

// 0 W of a device that has power is no reading; nor is what no such device can draw.
void Meter::deliver(std::size_t i, UtcTime time, MonotonicTime now, Sink& sink) {
  Value& value = values_[i];
  if (value.quantity.kind() == QuantityKind::kEnergy) {
    const auto count = count_of(answers_[i]);
    const auto passed = count ? value.gate.take(*count, now) : std::nullopt;
    if (passed)
      sink.deliver({.sensor = value.sensor,
                    .time = time,
                    .value = EnergyCount{passed->counts},
                    .began_anew = passed->began_anew || anew_});
    return;
  }
  const auto milliwatts = milliwatts_of(answers_[i]);
  if (milliwatts && *milliwatts > 0.0 && *milliwatts <= value.most_milliwatts)
    sink.deliver({.sensor = value.sensor, .time = time, .value = Watts(1e-3 * *milliwatts)});
}

void Meter::note(Return code, std::size_t i, MonotonicTime now) {
  const bool energy = values_[i].quantity.kind() == QuantityKind::kEnergy;
  note_worst(worst_, error_of(code, gpu_.pci + (energy ? ": energy" : ": power")));
  const Reach reach = reach_of(code);
  if (reach == Reach::kSession) lost_session_ = true;
  if (reach == Reach::kDevice) go_down(now);
}

void Meter::go_down(MonotonicTime now) {
  if (down_) return;
  down_ = true;
  retry_ = now + wait_;
}

// A reset leaves the old handle void; that the counter went on meanwhile nobody says.
bool Meter::find_again(const Api& api, MonotonicTime now) {
  if (now < retry_) {
    worst_ = Error{ErrorCode::kUnavailable, gpu_.pci + ": the GPU is away"};
    return false;
  }
  wait_ = std::min(2 * wait_, kLongestWait);
  retry_ = now + wait_;
  const Return code = api.handle_by_uuid(gpu_.uuid.c_str(), &gpu_.handle);
  if (code != Return::kSuccess) {
    worst_ = error_of(code, gpu_.pci);
    lost_session_ = reach_of(code) == Reach::kSession;
    return false;
  }
  down_ = false;
  anew_ = true;
  return true;
}

}  // namespace joulemark::nvml
