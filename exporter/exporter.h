// The exporter as a whole: sources, ledger, pages and the server, from its options.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "exporter/config.h"
#include "exporter/page_cache.h"
#include "exporter/source_set.h"
#include "exporter/web_server.h"

namespace joulemark {

class Exporter {
 public:
  // services and known outlive the process: a thread that hangs keeps them.
  Exporter(Overrides overrides, bool show_serials, std::shared_ptr<const Host> services,
           std::span<const SourceEntry> known);

  // Reads the configuration, starts the sources, then listens.
  Result<void> start();
  [[nodiscard]] std::vector<std::string> urls() const { return web_->urls(); }

  // Any thread. A bad file leaves everything as it was; the error is logged and returned.
  Result<void> reload();
  // Any thread. The source of that name, or every one where it is empty, lets its devices go.
  Result<void> release(std::string_view source, Duration time);
  // About once a second.
  void watch();
  // Real time, at most twice the patience; true if every source has ended. The server is left to
  // the end of the process.
  bool stop(Duration patience);

 private:
  [[nodiscard]] std::vector<Route> routes();
  [[nodiscard]] Snapshot snapshot() const;
  WebAnswer landing() const;
  WebAnswer ready() const;
  WebAnswer reload_answer();
  WebAnswer release_answer(std::string_view query);
  Result<void> reload_locked();

  Overrides overrides_;
  std::shared_ptr<const Host> services_;
  std::span<const SourceEntry> known_;
  SharedLedger ledger_ = std::make_shared<Guarded<Ledger>>();
  PageCache pages_;
  std::timed_mutex mutex_;  // of sources_ and listen_addresses_
  SourceSet sources_;
  std::vector<std::string> listen_addresses_;
  std::unique_ptr<WebServer> web_;
};

// From the system, never the same on two nodes (METHOD I-1).
std::uint64_t random_seed();

}  // namespace joulemark
