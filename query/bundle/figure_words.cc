#include "query/bundle/figure_words.h"

#include <fmt/format.h>

#include "query/figures.h"
#include "query/headline_words.h"

namespace joulemark {

std::string figure_words(const Report& report) {
  const Total& figure = report.total.figure;
  if (figure.status == Total::Status::kRefused) return "refused: " + report.total.why;
  if (figure.status == Total::Status::kIncomplete) return "incomplete: " + report.total.why;
  const EnergyUnit unit = energy_unit(figure.energy);
  const RoundedPair pair = rounded(figure.energy, figure.headline_U, unit.joules);
  return fmt::format("{0} {2} ± {1} {2}   ({3}, {4})", pair.value, pair.uncertainty, unit.name,
                     percent(figure.headline_U / figure.energy), kind_of_uncertainty(figure));
}

std::string class_words(const Report& report) {
  return report.total.figure.status == Total::Status::kComplete
             ? std::string(to_string(report.total.cls))
             : "none";
}

}  // namespace joulemark
