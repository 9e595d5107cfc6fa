// What a passed cross-check of the unit itself allows (METHOD X-7a): readings corrected by what
// the reference showed, or left alone with the bias in U.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "measurement/component.h"
#include "measurement/crosscheck.h"
#include "measurement/window_energy.h"

namespace joulemark {

struct CorrectionPoint {
  double watts = 0.0;      // mean power of the level, as the sensor read it
  double mean_r = 0.0;
  double u_scatter = 0.0;  // s_e/sqrt(n_eff), relative
  double dof = kInfinity;  // n_eff - 1
};

struct UnitCorrection {
  std::vector<CorrectionPoint> points;  // by power
  double u_reference = 0.0;             // of the reference's gain, relative
  double u_ratio = 0.0;                 // of rho, relative
  std::string reference;                // its group: what else was validated against it
};

// Of a passed cross-check (AGREE or AGREE_5). kInvalid: another verdict; u_reference negative or no
// finite number; two levels of the same power.
Result<UnitCorrection> unit_correction(const CrosscheckResult& crosscheck,
                                       const ExpectedRatio& ratio, double u_reference,
                                       std::string reference);

// At one power: factor for a reading there, and the relative uncertainty after correction.
struct CorrectionFactor {
  double factor = 1.0;      // exp(mean r), linear in power between levels
  double u_scatter = 0.0;   // the larger of the two levels' around it
  double dof = kInfinity;   // of u_scatter, the smaller
  double u_relative = 0.0;  // sqrt(u_ref^2 + u_scatter^2 + u_rho^2)
};

// kNotPresent: the power lies outside the tested levels. kInvalid: no points, no finite number.
Result<CorrectionFactor> factor_at(const UnitCorrection& correction, double watts);

// E corrected at its mean power: gain and offset of the sensor give way to `reference`, `ratio`
// (each in the group of the reference) and `crosscheck`. For a load that stays near one level; a
// load that moves between levels is corrected reading by reading with factor_at. A refused energy
// stays refused.
Result<SeriesEnergy> corrected(SeriesEnergy energy, const UnitCorrection& correction);

// Not corrected: U = k u_c + |exp(mean r) - 1| E, J. kInvalid: no finite number, U or E negative.
Result<double> expanded_by_bias(double U, double energy, double mean_r);

}  // namespace joulemark
