#include "exporter/page_cache.h"

namespace joulemark {

using namespace std::chrono_literals;

std::shared_ptr<const MetricsPage::Pages> PageCache::current() {
  constexpr Duration kShortestLife = 50ms;
  const std::lock_guard lock(mutex_);
  const MonotonicTime now = clock_.monotonic();
  if (pages_ && now - written_ < kShortestLife) return pages_;
  const PageFacts facts{clock_.now(), clock_.discipline(), read_process_facts(), build_info()};
  const Snapshot snapshot = ledger_->with([&](const Ledger& l) { return l.snapshot(now); });
  pages_ = std::make_shared<const MetricsPage::Pages>(page_.render(snapshot, facts));
  written_ = now;
  return pages_;
}

}  // namespace joulemark
