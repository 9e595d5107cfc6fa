#include "query/explain/class_explanations.h"

#include <array>

namespace joulemark {
namespace {

constexpr std::array kClassExplanations{
    ClassExplanation{
        Class::kCalibrated, "every meter was compared with a standard by an accredited laboratory",
        "a certificate with number, laboratory, date and serial of that very meter, in date, over "
        "the range of the loads; AC, or DC that is declared. The class of an IEC standard printed "
        "on a data sheet is no certificate",
        "Training and HPC, Inference Open; Inference Closed if its rule changes; ranked, with U",
        ""},
    ClassExplanation{
        Class::kCrossValidated, "the sensors were compared with a calibrated meter and agreed",
        "joulemark crosscheck with the verdict AGREE or AGREE_5 against a calibrated reference, of "
        "the unit itself, or of five or more units of the same model and firmware; at most 12 "
        "months old",
        "Training and HPC by their comparison rules, Inference Open; ranked, with ties",
        "certificates of an accredited laboratory for every meter (plan: calibration), and U of at "
        "most 2 % of E"},
    ClassExplanation{
        Class::kCorroborated,
        "two independent chains of measurement, neither calibrated, agreed in this very run",
        "two chains with other metering chips and other firmware, compared over blocks of 60 s at "
        "every level of load",
        "Inference Open, labelled; shown, not ranked",
        "a cross-check against a calibrated meter (joulemark crosscheck; plan: crosschecks)"},
    ClassExplanation{
        Class::kVendorStated, "the maker says how accurate the sensor is; nobody checked",
        "limits of error from the data sheet of this model, or from the device itself",
        "Inference Open, informative; shown, not ranked",
        "a second, independent chain that agrees in the same run (corroborated), or a cross-check "
        "against a calibrated meter (cross-validated)"},
    ClassExplanation{
        Class::kReferenceOnly,
        "a figure to work with, not one to publish: something about it is not known",
        "everything that can be computed at all",
        "work in one's own house; Inference Open as information; no joule per query in a headline",
        "limits of error from the data sheet of the model (plan: accuracy), a known supply and "
        "boundary, whole nodes, and none of the codes that cap here"},
};

constexpr bool explains_every_class() {
  for (std::size_t i = 0; i < kClassExplanations.size(); ++i)
    if (static_cast<std::size_t>(kClassExplanations[i].cls) != i) return false;
  return kClassExplanations.size() == static_cast<std::size_t>(Class::kReferenceOnly) + 1;
}
static_assert(explains_every_class(), "a class without an explanation is a defect");

}  // namespace

const ClassExplanation& explanation_of(Class cls) {
  return kClassExplanations[static_cast<std::size_t>(cls)];
}

std::optional<Class> better_than(Class cls) {
  if (cls == Class::kCalibrated) return std::nullopt;
  return static_cast<Class>(static_cast<int>(cls) - 1);
}

}  // namespace joulemark
