#include <algorithm>
#include <cassert>

#include "sources/replay/hash.h"
#include "sources/replay/load.h"

namespace joulemark::replay {
namespace {

// The burst of cell k lasts mean_on + g(k + 1) - g(k) with g a hash of the cell: the lengths vary,
// yet those of all cells since the epoch add up to k mean_on + g(k) - g(0), whatever k is.
class Bursts final : public Load {
 public:
  explicit Bursts(const BurstShape& shape)
      : shape_(shape),
        cell_(shape.mean_on + shape.mean_off),
        spread_(std::min(shape.mean_on, shape.mean_off) / 10 * 9) {
    assert(shape.mean_on.count() > 0 && shape.mean_off.count() > 0);
    at_epoch_ = from_cell_zero(Duration{0});
  }

  Nanowatts power(Duration t) const override {
    const Duration x = floor_mod(t, cell_);
    const Burst burst = burst_of((t - x) / cell_);
    return x >= burst.begin && x < burst.begin + burst.length ? shape_.high : shape_.low;
  }
  Attojoules energy(Duration t) const override { return from_cell_zero(t) - at_epoch_; }
  Range range() const override {
    return {std::min(shape_.low, shape_.high), std::max(shape_.low, shape_.high)};
  }

 private:
  struct Burst {
    Duration begin{0}, length{0};  // begin counts from that of the cell
  };
  [[nodiscard]] std::uint64_t bits(std::int64_t cell, std::uint64_t what) const {
    return hash(shape_.seed, 2 * static_cast<std::uint64_t>(cell) + what);
  }
  [[nodiscard]] Duration shift(std::int64_t cell) const {
    return Duration(uniform_to(spread_.count(), bits(cell, 0)));
  }
  [[nodiscard]] Burst burst_of(std::int64_t cell) const {
    const Duration length = shape_.mean_on + shift(cell + 1) - shift(cell);
    return {Duration(uniform_to((cell_ - length).count(), bits(cell, 1))), length};
  }
  [[nodiscard]] Attojoules from_cell_zero(Duration t) const {
    const Duration x = floor_mod(t, cell_);
    const std::int64_t cell = (t - x) / cell_;
    const Burst burst = burst_of(cell);
    const Duration on = shape_.mean_on * cell + shift(cell) - shift(0) +
                        std::clamp(x - burst.begin, Duration{0}, burst.length);
    return energy_of(shape_.low, t) + energy_of(shape_.high - shape_.low, on);
  }

  BurstShape shape_;
  Duration cell_, spread_;
  Attojoules at_epoch_ = 0;
};

}  // namespace

LoadPtr bursts(const BurstShape& shape) { return std::make_shared<Bursts>(shape); }

}  // namespace joulemark::replay
