// The pages as they are served: written on demand from a snapshot of the ledger, at most once per
// 50 ms, so that neither devices nor eager clients cost more than that.
#pragma once

#include <memory>
#include <mutex>

#include "exporter/metrics_page.h"

namespace joulemark {

class PageCache {
 public:
  // clock outlives it.
  PageCache(SharedLedger ledger, const Clock& clock) : ledger_(std::move(ledger)), clock_(clock) {}

  // Any thread. Never waits for a device.
  std::shared_ptr<const MetricsPage::Pages> current();

 private:
  SharedLedger ledger_;
  const Clock& clock_;
  std::mutex mutex_;
  MetricsPage page_;
  std::shared_ptr<const MetricsPage::Pages> pages_;
  MonotonicTime written_;
};

}  // namespace joulemark
