#include "exporter/source_ledger.h"

#include <algorithm>
#include <utility>

namespace joulemark {
namespace {

constexpr Duration kReadyAfter = std::chrono::seconds(5);

std::size_t index_of(ErrorCode code) { return static_cast<std::size_t>(code); }

}  // namespace

void ReadDurations::add(Duration duration) {
  const double s = seconds(duration);
  const auto* const bound = std::ranges::lower_bound(kReadDurationBounds, s);
  ++buckets.at(static_cast<std::size_t>(bound - kReadDurationBounds.begin()));
  sum += s;
}

SourceLedger::Owner* SourceLedger::find(OwnerId owner) {
  const auto at = owners_.find(owner);
  return at == owners_.end() ? nullptr : &at->second;
}

void SourceLedger::start(OwnerId owner, std::string source, bool wanted, MonotonicTime now) {
  totals_.try_emplace(source);
  Owner entry;
  entry.source = std::move(source);
  entry.wanted = wanted;
  entry.started = now;
  owners_.insert_or_assign(owner, std::move(entry));
}

void SourceLedger::stop(OwnerId owner) { owners_.erase(owner); }

void SourceLedger::abandon(OwnerId owner) {
  if (const Owner* entry = find(owner)) ++totals_[entry->source].abandoned;
  stop(owner);
}

void SourceLedger::begin(OwnerId owner, MonotonicTime limit) {
  if (Owner* entry = find(owner)) {
    entry->limit = limit;
    entry->hang_counted = false;
  }
}

SourceLedger::Change SourceLedger::healthy(Owner& owner) {
  owner.limit.reset();
  owner.tried = true;
  owner.absent = false;
  owner.reason.clear();
  const auto previous = std::exchange(owner.failing, std::nullopt);
  return {previous.has_value(), previous};
}

SourceLedger::Change SourceLedger::failed(OwnerId owner, const Error& error) {
  Owner* entry = find(owner);
  if (entry == nullptr) return {};
  entry->limit.reset();
  entry->tried = true;
  entry->absent = error.code == ErrorCode::kNotPresent;
  entry->reason = error.message;
  const bool counted = entry->hang_counted && error.code == ErrorCode::kTimeout;
  const bool silent = entry->absent && !entry->wanted && !entry->read_once;
  if (!counted && !silent) ++totals_[entry->source].errors.at(index_of(error.code));
  const auto previous = std::exchange(entry->failing, error.code);
  return {previous != error.code, previous};
}

void SourceLedger::probed(OwnerId owner) {
  if (Owner* entry = find(owner)) {
    entry->limit.reset();
    entry->tried = true;
  }
}

SourceLedger::Change SourceLedger::read_failed(OwnerId owner, Duration duration,
                                               const Error& error) {
  const Owner* entry = find(owner);
  if (entry == nullptr) return {};
  totals_[entry->source].durations.add(duration);
  return failed(owner, error);
}

SourceLedger::Change SourceLedger::read_done(OwnerId owner, Duration duration, UtcTime now) {
  Owner* entry = find(owner);
  if (entry == nullptr) return {};
  SourceTotals& totals = totals_[entry->source];
  totals.durations.add(duration);
  totals.last_success = now;
  entry->read_once = true;
  return healthy(*entry);
}

void SourceLedger::tell_targets(OwnerId owner, TargetsHealth targets) {
  if (Owner* entry = find(owner)) entry->targets = std::move(targets);
}

std::vector<SourceLedger::Hanging> SourceLedger::newly_hanging(MonotonicTime now) {
  std::vector<Hanging> out;
  for (auto& [id, owner] : owners_) {
    if (!owner.limit || now <= *owner.limit || owner.hang_counted) continue;
    owner.hang_counted = true;
    ++totals_[owner.source].errors.at(index_of(ErrorCode::kTimeout));
    out.push_back({owner.source, id});
  }
  return out;
}

bool SourceLedger::ready(MonotonicTime now) const {
  return std::ranges::all_of(owners_, [&](const auto& entry) {
    return entry.second.tried || now - entry.second.started >= kReadyAfter;
  });
}

std::string SourceLedger::trouble_of(const Owner& owner, MonotonicTime now) {
  if (owner.limit && now > *owner.limit) return "a call to the device does not end";
  return owner.failing ? owner.reason : "";
}

std::vector<SourceView> SourceLedger::view(MonotonicTime now) const {
  std::map<std::string, SourceView> views;
  for (const auto& [id, owner] : owners_) {
    if (owner.absent && !owner.wanted && !owner.read_once) continue;
    const auto [at, first] = views.try_emplace(owner.source);
    SourceView& view = at->second;
    if (first) view = {owner.source, false, "", totals_.at(owner.source), {}};
    if (owner.targets) view.targets.push_back(owner.targets);
    view.up = view.up || owner.read_once;
    if (view.reason.empty()) view.reason = trouble_of(owner, now);
  }
  std::vector<SourceView> out;
  for (auto& [name, view] : views) {
    if (!view.reason.empty())
      view.up = false;
    else if (!view.up)
      view.reason = "not read yet";
    out.push_back(std::move(view));
  }
  return out;
}

}  // namespace joulemark
