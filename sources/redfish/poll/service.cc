#include "sources/redfish/poll/service.h"

#include <algorithm>

#include "core/time_text.h"

namespace joulemark::redfish {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr Duration kFirstWalkWait = seconds(5), kLongestWalkWait = minutes(10);
constexpr Duration kWalkAgain = hours(24);
constexpr Duration kAbsence = seconds(30);  // long enough for other firmware
constexpr Duration kWalkTimeout = seconds(60), kReadTimeout = seconds(10);
constexpr int kWalkAttempts = 4, kReadAttempts = 1;
constexpr int kFewAnswers = 20;

// Remarks that tell why something is missing or unusual; others are for the survey.
bool is_for_the_log(const Remark& remark) {
  for (const char* code : {"COARSE", "AMBIGUOUS", "INCONSISTENT", "IMPLAUSIBLE", "LIFETIME_UNIT",
                           "TRUNCATED", "UNIT_UNKNOWN", "PRESTANDARD"})
    if (remark.code == code) return true;
  return false;
}

Error nothing_found(const Resources& resources) {
  for (const auto& [path, error] : resources.failed())
    if (error.code == ErrorCode::kPermission) return {error.code, path + ": " + error.message};
  return {ErrorCode::kNotPresent,
          "no power and no energy in its " + std::to_string(resources.size()) + " resources"};
}

}  // namespace

Service::Service(ServiceSettings settings, const Clock& clock)
    : settings_(std::move(settings)),
      clock_(clock),
      conversation_(settings_.talk),
      walk_wait_(kFirstWalkWait),
      interval_(settings_.target.interval) {}

bool Service::advance(MonotonicTime now) {
  if (leaving_) return true;
  while (auto fetched = conversation_.take()) digest(*fetched);
  if (walk_ && walk_->proceed()) end_walk(now);
  if (!walk_ && now >= next_walk_) begin_walk(now);
  if (now >= next_round_ && pending_.empty()) begin_round(now);
  return false;
}

MonotonicTime Service::wake() const {
  const MonotonicTime walk = walk_ ? MonotonicTime::max() : next_walk_;
  return std::min(walk, pending_.empty() ? next_round_ : MonotonicTime::max());
}

void Service::begin_walk(MonotonicTime now) {
  next_walk_ = MonotonicTime::max();
  conversation_.set_patience(kWalkTimeout, kWalkAttempts);
  walk_ = std::make_unique<Discovery>(conversation_);
  if (walk_->proceed()) end_walk(now);
}

void Service::walk_again_after(Duration wait, MonotonicTime now) {
  next_walk_ = std::min(next_walk_, now + wait);
}

void Service::end_walk(MonotonicTime now) {
  const auto walk = std::exchange(walk_, nullptr);
  conversation_.set_patience(kReadTimeout, kReadAttempts);
  if (const auto error = walk->error()) {
    trouble_ = error;
    walk_again_after(std::exchange(walk_wait_, std::min(2 * walk_wait_, kLongestWalkWait)), now);
    return;
  }
  const Reader::Names names{settings_.node, settings_.target.rack, settings_.id_prefix};
  auto found = std::make_unique<Probation>(walk->inventory(), settings_.target, names);
  for (const Remark& one : found->remarks()) remark(one);
  if (found->reader().urls().empty()) {
    trouble_ = nothing_found(walk->resources());
    walk_again_after(std::exchange(walk_wait_, std::min(2 * walk_wait_, kLongestWalkWait)), now);
    return;
  }
  walk_wait_ = kFirstWalkWait;
  walk_again_after(kWalkAgain, now);
  probation_ = std::move(found);
  pending_.clear();
  next_round_ = now;
}

Reader* Service::reading() {
  if (probation_) return &probation_->reader();
  return reader_ ? &*reader_ : nullptr;
}

void Service::begin_round(MonotonicTime now) {
  Reader* const reader = reading();
  if (reader == nullptr) return;
  round_began_ = now;
  round_trouble_.reset();
  slowest_ = Duration(0);
  for (auto url = reader->urls().rbegin(); url != reader->urls().rend(); ++url) {
    conversation_.want_first(url->path, url->expand);
    pending_.insert(url->path);
  }
  // The next moment of the grid; those that were missed are not made up for.
  const Duration since = now.time_since_epoch() - settings_.phase;
  next_round_ = MonotonicTime((since / interval_ + 1) * interval_ + settings_.phase);
}

void Service::digest(Conversation::Fetched& fetched) {
  const bool of_round = pending_.erase(fetched.path) > 0;
  if (of_round) take(fetched);
  const MonotonicTime arrived = fetched.arrived;
  if (walk_) walk_->take(fetched);
  if (of_round && pending_.empty()) end_round(arrived);
}

void Service::take(const Conversation::Fetched& fetched) {
  slowest_ = std::max(slowest_, fetched.elapsed);
  if (!fetched.document) {
    round_trouble_ = fetched.document.error();
    round_trouble_->message = fetched.path + ": " + round_trouble_->message;
    return;
  }
  const bool slow = fetched.elapsed > round_trip_;
  note_slow(slow);
  if (slow && !probation_) {
    round_trouble_ =
        Error{ErrorCode::kTimeout,
              fetched.path + ": the answer came so late that nobody can say when it was true"};
    return;
  }
  const UtcTime time = clock_.now() - (clock_.monotonic() - fetched.arrived);
  if (probation_) probation_->reader().take(fetched.path, *fetched.document, time, fetched.arrived);
  // What is served goes on while a new walk is tried out.
  if (reader_) reader_->take(fetched.path, *fetched.document, time, fetched.arrived);
}

// Where a quarter of the answers is late, the service has become slower than it was.
void Service::note_slow(bool slow) {
  if (++answers_ > kFewAnswers) answers_ = slow_ = 0;
  if (slow) ++slow_;
}

// Who comes back after a while may have other firmware, or be another.
void Service::note_absence(MonotonicTime now) {
  if (round_trouble_) {
    if (!failing_since_) failing_since_ = now;
    return;
  }
  const auto since = std::exchange(failing_since_, std::nullopt);
  if (since && now - *since >= kAbsence) walk_again_after(Duration(0), now);
}

void Service::end_round(MonotonicTime now) {
  const bool gone = round_trouble_ && round_trouble_->code == ErrorCode::kNotPresent;
  if (gone || (reader_ && !probation_ && reader_->expand_failed()))
    walk_again_after(kFirstWalkWait, now);
  if (probation_) {
    static_cast<void>(probation_->reader().take_readings());  // of no sensor yet
    if (probation_->end_round(slowest_, now - round_began_, round_trouble_.has_value()))
      end_probation();
  } else if (reader_->outdated() || slow_ > kFewAnswers / 4) {
    if (slow_ > kFewAnswers / 4) round_trip_ = std::max(round_trip_, 2 * slowest_);
    slow_ = answers_ = 0;
    publish();
  }
  note_absence(now);
  if (!reader_) return;
  for (Reading& one : reader_->take_readings()) readings_.push_back(one);
  for (const std::string& fault : reader_->take_faults()) remark({"", fault, fault});
  trouble_ = round_trouble_;
}

void Service::end_probation() {
  const auto over = std::exchange(probation_, nullptr);
  Reader next = over->decide();
  if (reader_ && next.same_values(*reader_)) return;  // nothing new: what is served goes on
  if (reader_) next.inherit(*reader_);
  reader_ = std::move(next);
  round_trip_ = over->round_trip();
  interval_ = over->interval();
  if (interval_ != settings_.target.interval)
    remark({"", "SLOW", "cannot be read more often than every " + format_duration(interval_)});
  publish();
}

void Service::publish() {
  sensors_ = reader_->publish({interval_, round_trip_, 1.0});
  ++generation_;
}

void Service::remark(const Remark& one) {
  if (!is_for_the_log(one) && !one.path.empty()) return;
  if (remarked_.size() < 100 && remarked_.insert(one.path + one.code + one.text).second)
    remarks_.push_back(one.path.empty() ? one.text : one.path + ": " + one.text);
}

}  // namespace joulemark::redfish
