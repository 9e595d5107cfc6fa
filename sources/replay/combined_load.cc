#include <algorithm>

#include "sources/replay/load.h"

namespace joulemark::replay {
namespace {

class Sum final : public Load {
 public:
  explicit Sum(std::vector<LoadPtr> loads) : loads_(std::move(loads)) {}

  Nanowatts power(Duration t) const override {
    Nanowatts total = 0;
    for (const LoadPtr& load : loads_) total += load->power(t);
    return total;
  }
  Attojoules energy(Duration t) const override {
    Attojoules total = 0;
    for (const LoadPtr& load : loads_) total += load->energy(t);
    return total;
  }
  Range range() const override {
    Range total;
    for (const LoadPtr& load : loads_) {
      total.least += load->range().least;
      total.most += load->range().most;
    }
    return total;
  }
  std::size_t parts() const override {
    std::size_t total = 1;
    for (const LoadPtr& load : loads_) total += load->parts();
    return total;
  }

 private:
  std::vector<LoadPtr> loads_;
};

class Scale final : public Load {
 public:
  Scale(LoadPtr load, std::int64_t billionths) : load_(std::move(load)), billionths_(billionths) {}

  Nanowatts power(Duration t) const override { return scaled(load_->power(t)); }
  Attojoules energy(Duration t) const override {
    return scale_by_billionths(load_->energy(t), billionths_);
  }
  Range range() const override {
    return {scaled(load_->range().least), scaled(load_->range().most)};
  }
  std::size_t parts() const override { return 1 + load_->parts(); }

 private:
  [[nodiscard]] Nanowatts scaled(Nanowatts power) const {
    return static_cast<Nanowatts>(scale_by_billionths(power, billionths_));
  }

  LoadPtr load_;
  std::int64_t billionths_;
};

class Windowed final : public Load {
 public:
  Windowed(LoadPtr load, Nanowatts idle, Duration start, Duration stop)
      : load_(std::move(load)), idle_(idle), start_(start), stop_(stop) {
    at_epoch_ = until(Duration{0});
  }

  Nanowatts power(Duration t) const override {
    return t >= start_ && t < stop_ ? load_->power(t) : idle_;
  }
  Attojoules energy(Duration t) const override { return until(t) - at_epoch_; }
  Range range() const override {
    return {std::min(idle_, load_->range().least), std::max(idle_, load_->range().most)};
  }
  std::size_t parts() const override { return 1 + load_->parts(); }

 private:
  [[nodiscard]] Attojoules until(Duration t) const {
    const Duration inside = std::clamp(t, start_, stop_);
    return load_->energy(inside) + energy_of(idle_, t - inside);
  }

  LoadPtr load_;
  Nanowatts idle_;
  Duration start_, stop_;
  Attojoules at_epoch_ = 0;
};

}  // namespace

LoadPtr sum(std::vector<LoadPtr> loads) { return std::make_shared<Sum>(std::move(loads)); }

LoadPtr scale(LoadPtr load, std::int64_t billionths) {
  return std::make_shared<Scale>(std::move(load), billionths);
}

LoadPtr window(LoadPtr load, Nanowatts idle, Duration start, Duration stop) {
  return std::make_shared<Windowed>(std::move(load), idle, start, stop);
}

}  // namespace joulemark::replay
