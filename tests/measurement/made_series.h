// Series made for tests: a random load whose energy is exactly known, and readings of it.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string_view>
#include <vector>

#include "measurement/series.h"
#include "measurement/window_energy.h"

namespace joulemark::made {

UtcTime at(double seconds);  // since a fixed origin
Window window(double from, double to);

// Piecewise constant power, seeded.
class RandomLoad {
 public:
  RandomLoad(std::uint64_t seed, double duration, double low = 300.0, double high = 1000.0);
  [[nodiscard]] double power(double time) const;
  [[nodiscard]] double energy(double from, double to) const;

 private:
  std::vector<double> begin_, power_, energy_;  // of each piece; energy up to its begin
};

std::vector<double> every(double step, double from, double to);  // both ends included
// One random moment in each stratum of length step.
std::vector<double> strata(std::uint64_t seed, double step, double from, double to);

using Function = std::function<double(double)>;

// W = h = Tu of a perfect contiguous average, values of f.
Series average_gauge(const std::vector<double>& times, const Function& power, double averaging);
// Instantaneous, alias-safe.
Series stratified_gauge(const std::vector<double>& times, const Function& power);
// Tu = 0 and q = 0.
Series counter(const std::vector<double>& times, const Function& energy);
Series integrated(const std::vector<double>& times, const Function& energy, double interval);

// The component of that name; fails the test if there is not exactly one.
UncertaintyComponent line_of(const SeriesEnergy& energy, std::string_view component);
double u_of(const SeriesEnergy& energy, std::string_view component);

}  // namespace joulemark::made
