#include "sources/replay/load.h"

#include <algorithm>
#include <cassert>

namespace joulemark::replay {
namespace {

class Constant final : public Load {
 public:
  explicit Constant(Nanowatts power) : power_(power) {}
  Nanowatts power(Duration) const override { return power_; }
  Attojoules energy(Duration t) const override { return energy_of(power_, t); }
  Range range() const override { return {power_, power_}; }

 private:
  Nanowatts power_;
};

class Steps final : public Load {
 public:
  Steps(std::vector<Level> levels, Duration start, bool repeat)
      : levels_(std::move(levels)), start_(start), repeat_(repeat) {
    for (const Level& level : levels_) {
      assert(level.length.count() > 0);
      begins_.push_back(cycle_);
      energies_.push_back(cycle_energy_);
      cycle_ += level.length;
      cycle_energy_ += energy_of(level.power, level.length);
    }
    at_epoch_ = since_start(Duration{0});
  }

  Nanowatts power(Duration t) const override {
    const Duration x = t - start_;
    return levels_[level_at(repeat_ ? floor_mod(x, cycle_) : x)].power;
  }
  Attojoules energy(Duration t) const override { return since_start(t) - at_epoch_; }
  Range range() const override {
    const auto [least, most] =
        std::minmax_element(levels_.begin(), levels_.end(),
                            [](const Level& a, const Level& b) { return a.power < b.power; });
    return {least->power, most->power};
  }

 private:
  // The first level also holds before the start, the last one also after the end.
  [[nodiscard]] std::size_t level_at(Duration x) const {
    const auto next = std::upper_bound(begins_.begin() + 1, begins_.end(), x);
    return static_cast<std::size_t>(next - begins_.begin()) - 1;
  }
  [[nodiscard]] Attojoules within(Duration x) const {
    const std::size_t i = level_at(x);
    return energies_[i] + energy_of(levels_[i].power, x - begins_[i]);
  }
  [[nodiscard]] Attojoules since_start(Duration t) const {
    const Duration x = t - start_;
    if (!repeat_) return within(x);
    const Duration rest = floor_mod(x, cycle_);
    return (x - rest) / cycle_ * cycle_energy_ + within(rest);
  }

  std::vector<Level> levels_;
  std::vector<Duration> begins_;      // of each level in the cycle
  std::vector<Attojoules> energies_;  // of the levels before it
  Duration start_, cycle_{0};
  Attojoules cycle_energy_ = 0, at_epoch_ = 0;
  bool repeat_;
};

class Ramp final : public Load {
 public:
  explicit Ramp(const RampShape& shape) : shape_(shape) {
    assert(shape.length.count() > 0);
    at_epoch_ = since_start(Duration{0});
  }

  Nanowatts power(Duration t) const override {
    const Duration x = t - shape_.start;
    return line(shape_.repeat ? floor_mod(x, shape_.length)
                              : std::clamp(x, Duration{0}, shape_.length));
  }
  Attojoules energy(Duration t) const override { return since_start(t) - at_epoch_; }
  Range range() const override {
    return {std::min(shape_.from, shape_.to), std::max(shape_.from, shape_.to)};
  }

 private:
  // To the nearest nanowatt, so that rounding favours no side.
  [[nodiscard]] Nanowatts line(Duration x) const {
    const Int128 length = shape_.length.count();
    const Int128 rise = static_cast<Int128>(shape_.to - shape_.from) * x.count();
    return shape_.from + static_cast<Nanowatts>(floor_div(2 * rise + length, 2 * length));
  }
  // Integral of the line over 0 ... x, x within the ramp. The rise x (to - from)/length is split
  // into whole nanowatts and a rest, because x^2 (to - from) has more than 128 bits.
  [[nodiscard]] Attojoules under_line(Duration x) const {
    const Int128 length = shape_.length.count();
    const Int128 rise = static_cast<Int128>(shape_.to - shape_.from) * x.count();
    const Int128 twice = floor_div(rise, length) * x.count() +
                         floor_div(floor_mod(rise, length) * x.count(), length);
    return energy_of(shape_.from, x) + floor_div(twice, 2);
  }
  [[nodiscard]] Attojoules since_start(Duration t) const {
    const Duration x = t - shape_.start;
    if (shape_.repeat) {
      const Duration rest = floor_mod(x, shape_.length);
      return (x - rest) / shape_.length * under_line(shape_.length) + under_line(rest);
    }
    const Duration inside = std::clamp(x, Duration{0}, shape_.length);
    return under_line(inside) + energy_of(x < inside ? shape_.from : shape_.to, x - inside);
  }

  RampShape shape_;
  Attojoules at_epoch_ = 0;
};

}  // namespace

LoadPtr constant(Nanowatts power) { return std::make_shared<Constant>(power); }

LoadPtr steps(std::vector<Level> levels, Duration start, bool repeat) {
  assert(!levels.empty());
  return std::make_shared<Steps>(std::move(levels), start, repeat);
}

LoadPtr ramp(const RampShape& shape) { return std::make_shared<Ramp>(shape); }

}  // namespace joulemark::replay
