// One enabled source of the registry while it runs: its probe and one thread per Source it opened.
// No thread is ever joined: one that hangs in a device is left behind, with everything it touches.
#pragma once

#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <semaphore>
#include <set>
#include <stop_token>

#include "exporter/config.h"
#include "exporter/source_runner.h"

namespace joulemark {

class RunningSource : public std::enable_shared_from_this<RunningSource> {
 public:
  // Begins to probe, in a thread of its own. Nothing is read before go().
  static std::shared_ptr<RunningSource> probe(SourceChoice choice, RunnerContext context);

  // What the user wrote for it is wrong: an error. Empty: it is right, or the probe has not ended
  // after `patience` of real time.
  std::optional<Error> settings_error(Duration patience) const;
  void go();

  // Lets its devices go for `time`; waits in real time. False: this source never holds any.
  Result<bool> release(Duration time, Duration patience);

  void request_stop();
  // Waits in real time; true if every thread has ended.
  bool wait_ended(std::chrono::steady_clock::time_point deadline);
  // Gives up threads that have not ended: they can write nothing any more, and are counted.
  void abandon();

  [[nodiscard]] const SourceChoice& choice() const { return choice_; }

 private:
  RunningSource(SourceChoice choice, RunnerContext context);
  void probe_until_open(OwnerId owner);
  Result<std::vector<std::unique_ptr<Source>>> open_once();
  void run_all(std::vector<std::unique_ptr<Source>> sources);
  void run_one(std::unique_ptr<Source> source, std::uint64_t ordinal, OwnerId owner);
  OwnerId begin_owner();
  void end_owner(OwnerId owner);
  template <class F>
  void start_thread(OwnerId owner, F body);

  SourceChoice choice_;
  RunnerContext context_;
  std::stop_source stop_;
  std::promise<std::optional<Error>> first_outcome_;
  std::shared_future<std::optional<Error>> outcome_;
  std::counting_semaphore<> gate_{0};

  std::mutex mutex_;
  std::condition_variable ended_;
  std::set<OwnerId> running_;  // owners whose thread has not ended
};

}  // namespace joulemark
