#include "core/metrology.h"

#include "core/names.h"

namespace joulemark {
namespace {

constexpr NameTable<Rounding, 2> kRoundingNames{{
    {Rounding::kRound, "round"},
    {Rounding::kFloor, "floor"},
}};

constexpr NameTable<Sampling, 3> kSamplingNames{{
    {Sampling::kStratified, "stratified"},
    {Sampling::kPeriodic, "periodic"},
    {Sampling::kDevice, "device"},
}};

constexpr NameTable<TimeStamp, 2> kTimeStampNames{{
    {TimeStamp::kRead, "read"},
    {TimeStamp::kDevice, "device"},
}};

constexpr NameTable<Distribution, 4> kDistributionNames{{
    {Distribution::kRectangular, "rect"},
    {Distribution::kNormalK1, "normal_k1"},
    {Distribution::kNormalK2, "normal_k2"},
    {Distribution::kTriangular, "triangular"},
}};

constexpr NameTable<AccuracySource, 5> kAccuracySourceNames{{
    {AccuracySource::kCertificate, "certificate"},
    {AccuracySource::kDevice, "device"},
    {AccuracySource::kDatasheet, "datasheet"},
    {AccuracySource::kClassDefault, "class_default"},
    {AccuracySource::kNone, "none"},
}};

constexpr NameTable<PowerKind, 3> kPowerKindNames{{
    {PowerKind::kReal, "real"},
    {PowerKind::kApparent, "apparent"},
    {PowerKind::kCurrentTimesNominal, "current_times_nominal"},
}};

constexpr NameTable<BoundsSource, 5> kBoundsSourceNames{{
    {BoundsSource::kObserved, "observed"},
    {BoundsSource::kMeasuredIdle, "measured_idle"},
    {BoundsSource::kNameplate, "nameplate"},
    {BoundsSource::kDevice, "device"},
    {BoundsSource::kDeclared, "declared"},
}};

}  // namespace

std::string_view to_string(Rounding value) { return name_of(kRoundingNames, value); }
std::string_view to_string(Sampling value) { return name_of(kSamplingNames, value); }
std::string_view to_string(TimeStamp value) { return name_of(kTimeStampNames, value); }
std::string_view to_string(Distribution value) { return name_of(kDistributionNames, value); }
std::string_view to_string(AccuracySource value) { return name_of(kAccuracySourceNames, value); }
std::string_view to_string(PowerKind value) { return name_of(kPowerKindNames, value); }
std::string_view to_string(BoundsSource value) { return name_of(kBoundsSourceNames, value); }

std::optional<Rounding> parse_rounding(std::string_view name) {
  return value_of(kRoundingNames, name);
}
std::optional<Sampling> parse_sampling(std::string_view name) {
  return value_of(kSamplingNames, name);
}
std::optional<TimeStamp> parse_time_stamp(std::string_view name) {
  return value_of(kTimeStampNames, name);
}
std::optional<Distribution> parse_distribution(std::string_view name) {
  return value_of(kDistributionNames, name);
}
std::optional<AccuracySource> parse_accuracy_source(std::string_view name) {
  return value_of(kAccuracySourceNames, name);
}
std::optional<PowerKind> parse_power_kind(std::string_view name) {
  return value_of(kPowerKindNames, name);
}
std::optional<BoundsSource> parse_bounds_source(std::string_view name) {
  return value_of(kBoundsSourceNames, name);
}

}  // namespace joulemark
