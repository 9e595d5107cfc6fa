#include "query/crosscheck/expected_ratio.h"

#include <fmt/format.h>

#include "query/figures.h"

namespace joulemark {
namespace {

constexpr double kCordLoss = 0.003;

bool is_ac(Place place) { return place <= Place::kAcInput; }

// Multiplies the parts that lie between the two sides.
class RatioBetween {
 public:
  void over(const Result<ExpectedRatio>& part, std::string how) {
    if (!part && !error_) error_ = part.error();
    if (!part) return;
    ratio_ = both(ratio_, *part);
    how_.push_back(std::move(how));
  }
  [[nodiscard]] Result<ChosenRatio> chosen() const {
    if (error_) return tl::unexpected(*error_);
    return ChosenRatio{ratio_, how_.empty() ? "the same place: 1" : join(how_, ", ")};
  }

 private:
  ExpectedRatio ratio_;
  std::vector<std::string> how_;
  std::optional<Error> error_;
};

std::string range_words(const std::pair<double, double>& range) {
  return fmt::format("{}..{}", range.first, range.second);
}

Result<void> check_options(Place reference, Place validated, const RatioOptions& options) {
  const bool converts = is_ac(reference) && !is_ac(validated);
  if (converts && !options.psu_efficiency)
    return fail(ErrorCode::kInvalid,
                "the reference measures AC and the other side DC: give the efficiency of the power "
                "supplies at these loads with --psu-efficiency LO,HI (METHOD S-2)");
  if (!converts && options.psu_efficiency)
    return fail(ErrorCode::kInvalid, "--psu-efficiency: both sides measure the same supply");
  if (is_ac(validated) && options.distribution)
    return fail(ErrorCode::kInvalid, "--distribution: the validated side is AC, before any busbar");
  if (!is_ac(reference) && options.cord_loss)
    return fail(ErrorCode::kInvalid, "--cord-loss: the reference is DC and has no cord");
  if (reference == Place::kDcLine && validated == Place::kComponent && !options.distribution)
    return fail(ErrorCode::kInvalid,
                "between the DC input and the components lies a loss that nobody stated: give it "
                "with --distribution LO,HI");
  return {};
}

}  // namespace

Result<ChosenRatio> expected_ratio(Place reference, Place validated, bool one_scope,
                                   const RatioOptions& options) {
  if (auto good = check_options(reference, validated, options); !good)
    return tl::unexpected(good.error());
  RatioBetween between;
  const bool cord = reference == Place::kOutlet && is_ac(validated) && validated != reference;
  if (cord || options.cord_loss) {
    const double loss = options.cord_loss.value_or(kCordLoss);
    between.over(ratio_over_cord(loss), fmt::format("cord and connectors, loss {}", loss));
  }
  if (options.psu_efficiency)
    between.over(ratio_over_supply({options.psu_efficiency->first, options.psu_efficiency->second,
                                    kInfinity, ""}),
                 "power supplies, efficiency " + range_words(*options.psu_efficiency));
  const bool busbar = reference == Place::kDcLine && validated == Place::kDcLine && !one_scope;
  if (busbar || options.distribution) {
    const auto loss = options.distribution.value_or(std::pair(0.0, 0.02));
    between.over(ratio_over_distribution({loss.first, loss.second, ""}),
                 "distribution, loss " + range_words(loss));
  }
  return between.chosen();
}

}  // namespace joulemark
