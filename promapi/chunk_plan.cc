#include "promapi/chunk_plan.h"

#include <algorithm>

namespace joulemark {
namespace {

constexpr std::int64_t kShortest = 500;  // ms
constexpr std::int64_t kGrowth = 8;
constexpr std::int64_t kAim = 200'000;  // samples, with room for a rate that rises

}  // namespace

std::optional<ChunkPlan::Piece> ChunkPlan::piece() const {
  if (next_ > last_) return std::nullopt;
  return Piece{next_, std::min(last_, next_ + length_ - 1)};
}

void ChunkPlan::done(std::size_t samples) {
  const std::int64_t covered = piece()->last - next_ + 1;
  next_ += covered;
  const auto seen = std::max<std::int64_t>(1, static_cast<std::int64_t>(samples));
  const std::int64_t fitting = std::max(kShortest, covered * kAim / seen);
  length_ = std::min({covered * kGrowth, fitting, longest_});
}

bool ChunkPlan::halve() {
  const std::int64_t asked = piece()->last - next_ + 1;
  if (asked / 2 < kShortest) return false;
  length_ = longest_ = asked / 2;
  return true;
}

}  // namespace joulemark
