#include "query/crosscheck/training_protocol.h"

namespace joulemark {
namespace {

constexpr std::size_t kWindows = 5;

TrainingLevel training_level_of(const CheckedLevel& level, const CrosscheckRecord& record) {
  TrainingLevel out{level.name, level.kind == LevelKind::kIdle, {}, {}};
  for (const CheckedBlock& block : level.blocks) {
    if (out.reference.size() == kWindows) break;
    out.reference.push_back(block.reference / record.block_seconds);
    out.validated.push_back(record.ratio.rho * block.validated / record.block_seconds);
  }
  return out;
}

}  // namespace

Result<TrainingAcceptance> training_protocol(const CrosscheckRecord& record) {
  if (record.block_seconds != kBlock)
    return fail(ErrorCode::kInvalid, "mlperf-training asks for windows of one minute: no --block");
  std::vector<TrainingLevel> levels;
  for (const CheckedLevel& level : record.levels)
    levels.push_back(training_level_of(level, record));
  auto out = training_acceptance(levels);
  if (!out) return fail_in("mlperf-training", out.error());
  return out;
}

}  // namespace joulemark
