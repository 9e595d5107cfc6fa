#include "query/window_ratios.h"

#include "measurement/energy_per_work.h"

namespace joulemark {

void add_window_ratios(Report& report) {
  const Total& total = report.total.figure;
  if (total.status != Total::Status::kComplete) return;
  for (const WindowWork& work : report.window.work) {
    const double divisor =
        work.amount ? *work.amount : work.per_second.value_or(0.0) * report.times.duration();
    const auto ratio = energy_per_work(total.energy, total.combined.u_c, total.headline_U, divisor);
    if (!ratio) continue;
    WorkRatio out{"J per " + work.unit, ratio->value, ratio->U, work.amount.value_or(0.0)};
    out.per_second = work.amount ? std::nullopt : work.per_second;
    out.how = work.how;
    report.ratios.push_back(std::move(out));
  }
}

}  // namespace joulemark
