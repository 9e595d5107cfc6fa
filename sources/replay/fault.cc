#include "sources/replay/fault.h"

#include <algorithm>

#include "core/names.h"
#include "sources/replay/exact.h"
#include "sources/replay/load_file.h"

namespace joulemark::replay {
namespace {

constexpr std::size_t kMostFaults = 64;

constexpr NameTable<FaultKind, 7> kFaultNames{{
    {FaultKind::kReset, "reset"},
    {FaultKind::kGap, "gap"},
    {FaultKind::kFreeze, "freeze"},
    {FaultKind::kSpike, "spike"},
    {FaultKind::kLate, "late"},
    {FaultKind::kZero, "zero"},
    {FaultKind::kWrap, "wrap"},
}};

void read_spike(Fields& fields, QuantityKind quantity, Fault& fault) {
  const std::string_view key = quantity == QuantityKind::kEnergy ? "joules" : "watts";
  fields.require(key).number(key, fault.amount);
  fields.check(fault.amount >= 0.0 && fault.amount <= 1e12, key, "must be from 0 to 1e12");
}

// Keys besides kind and at, as far as the kind has them.
void read_extent(Fields& fields, Fault& fault) {
  if (fault.kind == FaultKind::kWrap) return;
  if (fault.kind != FaultKind::kReset) fields.require("for");
  fields.duration("for", fault.length).duration("every", fault.every);
  fields.check(fault.length <= kLongest, "for", "must be at most 100 years");
  fields.check(fault.kind == FaultKind::kReset || fault.length > Duration{0}, "for",
               "must be above 0");
  fields.check(fault.every <= kLongest, "every", "must be at most 100 years");
  fields.check(fields.child("every") == nullptr || fault.every > fault.length, "every",
               "must be longer than the fault lasts");
}

Result<Fault> read_fault(const Settings& item, QuantityKind quantity) {
  Fault fault;
  Fields fields(item);
  fields.require("kind").word(
      "kind", fault.kind, [](std::string_view name) { return value_of(kFaultNames, name); },
      "reset gap freeze spike late zero wrap");
  fields.require("at").duration("at", fault.at);
  fields.check(fault.at <= kLongest, "at", "must be at most 100 years");
  const bool needs_counter = fault.kind == FaultKind::kReset || fault.kind == FaultKind::kWrap;
  fields.check(!needs_counter || quantity == QuantityKind::kEnergy, "kind",
               "only an energy counter can reset or wrap");
  read_extent(fields, fault);
  if (fault.kind == FaultKind::kSpike) read_spike(fields, quantity, fault);
  if (fault.kind == FaultKind::kLate) {
    fields.require("delay").duration("delay", fault.delay);
    fields.check(fault.delay > Duration{0} && fault.delay <= kLongest, "delay", "must be above 0");
  }
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  return fault;
}

}  // namespace

std::optional<Duration> Fault::last_begin(Duration t) const {
  if (t < at) return std::nullopt;
  return every.count() == 0 ? at : t - floor_mod(t - at, every);
}

std::optional<Duration> Fault::active_since(Duration t) const {
  const auto begin = last_begin(t);
  if (!begin || t >= *begin + length) return std::nullopt;
  return begin;
}

Result<std::vector<Fault>> read_faults(const Settings& faults, QuantityKind quantity) {
  if (faults.kind != Settings::Kind::kList || faults.items.size() > kMostFaults)
    return faults.error("expected a list of at most 64 faults {kind, at, for}");
  std::vector<Fault> out;
  std::optional<Duration> first_reset;
  bool wraps = false;
  for (const Settings& item : faults.items) {
    auto fault = read_fault(item, quantity);
    if (!fault) return tl::unexpected(fault.error());
    if (fault->kind == FaultKind::kWrap && std::exchange(wraps, true))
      return item.error("a second wrap: later ones follow from modulus_joules");
    if (fault->kind == FaultKind::kReset)
      first_reset = std::min(first_reset.value_or(fault->at), fault->at);
    out.push_back(*fault);
  }
  for (const Fault& fault : out)
    if (fault.kind == FaultKind::kWrap && first_reset && *first_reset <= fault.at)
      return faults.error("a wrap must come before the first reset, which starts the count anew");
  return out;
}

const Fault* find_active(const std::vector<Fault>& faults, FaultKind kind, Duration t) {
  for (const Fault& fault : faults)
    if (fault.kind == kind && fault.active_since(t)) return &fault;
  return nullptr;
}

}  // namespace joulemark::replay
