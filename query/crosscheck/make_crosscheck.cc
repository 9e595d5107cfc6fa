#include "query/crosscheck/make_crosscheck.h"

#include <algorithm>
#include <set>
#include <utility>

#include "measurement/crosscheck_levels.h"
#include "measurement/duplicate.h"
#include "query/crosscheck/chain_trace.h"
#include "query/crosscheck/training_protocol.h"
#include "query/figures.h"

namespace joulemark {
namespace {

Result<void> check_not_identical(const LevelMaterial& level) {
  std::vector<const Series*> all;
  for (const Series& series : level.reference) all.push_back(&series);
  for (const Series& series : level.validated) all.push_back(&series);
  if (duplicate_series(all).empty()) return {};
  return fail(ErrorCode::kInvalid, "not an independent reference (METHOD X-0): in level " +
                                       level.level.name +
                                       " two of the sensors have identical samples");
}

// METHOD L: a certificate beats what the device says of itself; the laboratory's own error is
// common to everything that it calibrated. Whether it covers the levels is judged when their loads
// are known.
void apply_certificates(CrosscheckMaterial& material) {
  const Reference& reference = material.prepared.reference;
  const bool is_log = reference.kind != ReferenceKind::kTelemetry;
  for (LevelMaterial& level : material.levels)
    for (std::size_t i = 0; i < level.reference.size(); ++i)
      for (const Certificate& one : reference.certificates) {
        if (!is_log && (one.serial.empty() || one.serial != reference.sensors[i].serial)) continue;
        Accuracy& accuracy = level.reference[i].metrology.accuracy;
        accuracy = {};
        accuracy.relative = one.expanded_uncertainty;
        accuracy.distribution = Distribution::kNormalK2;
        accuracy.source = AccuracySource::kCertificate;
        accuracy.group = "certificate/" + one.laboratory + "/" + one.number;
      }
}

// What else was checked against the same thing.
std::string group_of(const ChainSeries& series) {
  std::set<std::string> groups;
  for (const Series& one : series)
    groups.insert(one.metrology.accuracy.group.empty() ? one.source : one.metrology.accuracy.group);
  return join({groups.begin(), groups.end()}, " + ");
}

// X-3 on every level; the clearest one tells. A lag that cannot be looked for is none.
std::optional<Lag> lag_of(const CrosscheckMaterial& material) {
  std::optional<Lag> best;
  for (const LevelMaterial& level : material.levels) {
    const UtcTime origin = level.level.window.start;
    const auto lag = find_lag(chain_trace(level.reference, origin, true),
                              chain_trace(level.validated, origin, false), material.widest_lag);
    if (lag && (!best || is_clearer(*lag, *best))) best = *lag;
  }
  return best;
}

Result<void> apply_lag(CrosscheckMaterial& material) {
  material.prepared.lag = lag_of(material);
  for (LevelMaterial& level : material.levels) {
    auto moved = with_measured_lag(std::move(level.validated), material.prepared.lag);
    if (!moved) return tl::unexpected(moved.error());
    level.validated = std::move(*moved);
  }
  return {};
}

// Follows the loads of each sensor of the reference over all blocks.
class Loads {
 public:
  explicit Loads(std::size_t sensors) : loads_(sensors, {kInfinity, 0.0}) {}
  void add(const BlockEnergy& block, double length) {
    for (std::size_t i = 0; i < block.joules.size(); ++i) {
      loads_[i].first = std::min(loads_[i].first, block.joules[i] / length);
      loads_[i].second = std::max(loads_[i].second, block.joules[i] / length);
    }
  }
  [[nodiscard]] const std::vector<std::pair<double, double>>& all() const { return loads_; }

 private:
  std::vector<std::pair<double, double>> loads_;
};

CheckedLevel blocks_of_level(const LevelMaterial& level, double length, Loads& loads) {
  CheckedLevel out{level.level.name, level.level.kind, {}, 0.0, 0.0, {}};
  const Duration step = from_seconds(length);
  for (UtcTime at = level.level.window.start; at + step <= level.level.window.end; at += step) {
    const Window block{at, at + step};
    const BlockEnergy reference = block_energy(level.reference, block, level.reference_clock);
    const BlockEnergy validated = block_energy(level.validated, block, level.validated_clock);
    if (!reference.why.empty() || !validated.why.empty()) {
      out.left_out.emplace_back(at, reference.why.empty() ? "validated: " + validated.why
                                                          : "reference: " + reference.why);
      continue;
    }
    out.blocks.push_back({at, reference.sum(), validated.sum()});
    loads.add(reference, length);
  }
  return out;
}

// From the first block's begin to the last one's end; U of that energy, for the blocks that count.
struct BothSides {
  LevelEnergy reference, validated;
};

Result<BothSides> energies_of_level(const LevelMaterial& level, const CheckedLevel& checked,
                                    double length) {
  if (checked.blocks.empty())
    return fail(ErrorCode::kInvalid,
                "none of its blocks has an energy" +
                    (checked.left_out.empty() ? std::string(": it is shorter than one block")
                                              : " (" + checked.left_out.front().second + ")"));
  const Window window{checked.blocks.front().begin,
                      checked.blocks.back().begin + from_seconds(length)};
  auto reference = level_energy(level.reference, window, level.reference_clock);
  if (!reference) return fail_in("the reference", reference.error());
  auto validated = level_energy(level.validated, window, level.validated_clock);
  if (!validated) return fail_in("the validated sensor", validated.error());
  return BothSides{std::move(*reference), std::move(*validated)};
}

double relative_expanded(const Total& total) { return total.headline_U / total.energy; }

void state_uncertainty(CheckedLevel& level, const BothSides& energies) {
  double reference = 0.0, validated = 0.0;
  for (const CheckedBlock& block : level.blocks) {
    reference += block.reference;
    validated += block.validated;
  }
  level.U_reference = relative_expanded(energies.reference.total) * reference;
  level.U_validated = relative_expanded(energies.validated.total) * validated;
}

struct Energies {
  std::vector<LevelEnergy> reference, validated;
};

Result<Energies> add_levels_to(CrosscheckRecord& record, const CrosscheckMaterial& material) {
  Energies out;
  Loads loads(material.levels.front().reference.size());
  for (const LevelMaterial& level : material.levels) {
    CheckedLevel checked = blocks_of_level(level, record.block_seconds, loads);
    auto energies = energies_of_level(level, checked, record.block_seconds);
    if (!energies) return fail_in("level " + level.level.name, energies.error());
    state_uncertainty(checked, *energies);
    record.levels.push_back(std::move(checked));
    out.reference.push_back(std::move(energies->reference));
    out.validated.push_back(std::move(energies->validated));
  }
  record.reference.loads = loads.all();
  return out;
}

// A certificate that does not cover the levels would make U too small: it is refused, not ignored.
Result<void> state_whole(CrosscheckRecord& record, const Energies& energies) {
  const CrosscheckInput input = crosscheck_input(record);
  record.U_reference = relative_expanded(all_levels(energies.reference)) * input.reference.energy;
  record.U_validated = relative_expanded(all_levels(energies.validated)) * input.validated.energy;
  record.reference.u_relative = relative_accuracy(energies.reference);
  record.reference.not_calibrated = calibration_objections(record);
  if (record.reference.calibrated() || record.reference.certificates.empty()) return {};
  return fail(ErrorCode::kInvalid, "--certificate: " + record.reference.not_calibrated.front() +
                                       "; without it the reference counts as not calibrated");
}

Result<void> check_size(const CrosscheckRecord& record) {
  std::size_t blocks = 0;
  for (const CheckedLevel& level : record.levels) blocks += level.blocks.size();
  if (blocks <= kMostBlocksOfUnit) return {};
  return fail(ErrorCode::kInvalid, "the levels have more than 5,000 blocks: shorten them");
}

double accuracy_watts_of(const LevelMaterial& level) {
  double watts = 0.0;
  for (const Series& series : level.validated) watts += series.metrology.accuracy.absolute.value();
  return watts;
}

Result<void> add_training(CrosscheckRecord& record) {
  auto training = training_protocol(record);
  if (!training) return tl::unexpected(training.error());
  record.training = std::move(*training);
  return {};
}

}  // namespace

Result<ChainSeries> with_measured_lag(ChainSeries validated, const std::optional<Lag>& lag) {
  for (Series& series : validated) {
    Metrology& m = series.metrology;
    const auto after =
        latency_after(lag.value_or(Lag{}), {seconds(m.latency_min), seconds(m.latency_max)});
    if (!after) return tl::unexpected(after.error());
    m.latency_min = from_seconds(after->min);
    m.latency_max = from_seconds(after->max);
  }
  return validated;
}

Result<CrosscheckRecord> make_crosscheck(CrosscheckMaterial material) {
  if (material.levels.empty()) return fail(ErrorCode::kInvalid, "no levels");
  for (const LevelMaterial& level : material.levels)
    if (auto good = check_not_identical(level); !good) return tl::unexpected(good.error());
  apply_certificates(material);
  material.prepared.reference.group = group_of(material.levels.front().reference);
  if (auto applied = apply_lag(material); !applied) return tl::unexpected(applied.error());
  CrosscheckRecord record = std::move(material.prepared);
  record.accuracy_watts = accuracy_watts_of(material.levels.front());
  const auto energies = add_levels_to(record, material);
  if (!energies) return tl::unexpected(energies.error());
  if (auto stated = state_whole(record, *energies); !stated) return tl::unexpected(stated.error());
  if (auto good = check_size(record); !good) return tl::unexpected(good.error());
  auto result = crosscheck(crosscheck_input(record));
  if (!result) return tl::unexpected(result.error());
  record.result = std::move(*result);
  if (!material.training) return record;
  if (auto added = add_training(record); !added) return tl::unexpected(added.error());
  return record;
}

}  // namespace joulemark
