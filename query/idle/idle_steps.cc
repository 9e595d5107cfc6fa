#include "query/idle/idle_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/time_text.h"

namespace joulemark {
namespace {

constexpr Duration kIdlePiece = std::chrono::seconds(10);  // N-0: within 10 s
constexpr double kMostDrift = 0.2;                         // of the larger mean

struct IdlePiece {
  UtcTime begin;
  double sum = 0.0;
  std::size_t rates = 0;
  [[nodiscard]] double mean() const { return sum / static_cast<double>(rates); }
};

PowerRates rates_inside(const PowerRates& rates, const Window& window) {
  PowerRates out;
  for (std::size_t i = 0; i < rates.power.size(); ++i) {
    if (rates.middle[i] < window.start || rates.middle[i] >= window.end) continue;
    out.middle.push_back(rates.middle[i]);
    out.power.push_back(rates.power[i]);
  }
  return out;
}

// Pieces of the window that hold rates, in order of time.
std::vector<IdlePiece> idle_pieces(const PowerRates& rates, UtcTime start) {
  std::vector<IdlePiece> out;
  for (std::size_t i = 0; i < rates.power.size(); ++i) {
    const UtcTime begin = start + (rates.middle[i] - start) / kIdlePiece * kIdlePiece;
    if (out.empty() || out.back().begin != begin) out.push_back({begin, 0.0, 0});
    out.back().sum += rates.power[i];
    ++out.back().rates;
  }
  return out;
}

std::string idle_step(const std::vector<IdlePiece>& pieces, double least) {
  for (std::size_t i = 1; i < pieces.size(); ++i)
    if (std::abs(pieces[i].mean() - pieces[i - 1].mean()) > least)
      return fmt::format("its power stepped from {:.4g} W to {:.4g} W at about {}",
                         pieces[i - 1].mean(), pieces[i].mean(),
                         format_time(pieces[i].begin).substr(11, 8) + "Z");
  return {};
}

std::string idle_drift(const std::vector<IdlePiece>& pieces) {
  const auto [low, high] = std::minmax_element(
      pieces.begin(), pieces.end(),
      [](const IdlePiece& a, const IdlePiece& b) { return a.mean() < b.mean(); });
  if (high->mean() - low->mean() <= kMostDrift * high->mean()) return {};
  return fmt::format("its power drifted between {:.4g} W and {:.4g} W", low->mean(), high->mean());
}

}  // namespace

std::string signs_of_work(const PowerRates& rates, const Window& window) {
  // What happened around the window says nothing on what is a step in it.
  const PowerRates idle = rates_inside(rates, window);
  if (idle.power.empty()) return {};
  const auto pieces = idle_pieces(idle, window.start);
  std::string step = idle_step(pieces, least_step(idle));
  return step.empty() ? idle_drift(pieces) : step;
}

}  // namespace joulemark
