#include "exporter/running_source.h"

#include <atomic>
#include <system_error>
#include <thread>

#include "platform/logging.h"

namespace joulemark {
namespace {

using namespace std::chrono_literals;

constexpr Duration kProbeLimit = 5s;

OwnerId next_owner() {
  static std::atomic<std::uint64_t> last{0};
  return OwnerId{++last};
}

// A seed of its own for every Source, from that of the process.
std::uint64_t mixed(std::uint64_t seed, std::string_view name, std::uint64_t ordinal) {
  std::uint64_t x = seed ^ (std::hash<std::string_view>{}(name) + ordinal * 0x9E3779B97F4A7C15U);
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

}  // namespace

RunningSource::RunningSource(SourceChoice choice, RunnerContext context)
    : choice_(std::move(choice)),
      context_(std::move(context)),
      outcome_(first_outcome_.get_future().share()) {}

std::shared_ptr<RunningSource> RunningSource::probe(SourceChoice choice, RunnerContext context) {
  std::shared_ptr<RunningSource> self(new RunningSource(std::move(choice), std::move(context)));
  self->start_thread(self->begin_owner(), [self](OwnerId id) { self->probe_until_open(id); });
  return self;
}

template <class F>
void RunningSource::start_thread(OwnerId owner, F body) {
  try {
    std::thread([self = shared_from_this(), owner, body = std::move(body)]() mutable {
      body(owner);
      self->end_owner(owner);
    }).detach();
  } catch (const std::system_error& e) {
    log_error(context_.name + ": no thread for it: " + e.what());
    end_owner(owner);
  }
}

OwnerId RunningSource::begin_owner() {
  const OwnerId owner = next_owner();
  context_.ledger->with([&](Ledger& l) {
    l.sources.start(owner, context_.name, choice_.wanted, context_.host->clock.monotonic());
  });
  const std::lock_guard lock(mutex_);
  running_.insert(owner);
  return owner;
}

void RunningSource::end_owner(OwnerId owner) {
  context_.ledger->with([&](Ledger& l) {
    l.sensors.release(owner, context_.host->clock.monotonic());
    l.sources.stop(owner);
  });
  const std::lock_guard lock(mutex_);
  running_.erase(owner);
  ended_.notify_all();
}

Result<std::vector<std::unique_ptr<Source>>> RunningSource::open_once() {
  return caught([&] { return choice_.entry->open(choice_.settings, *context_.host); });
}

void RunningSource::probe_until_open(OwnerId owner) {
  const Clock& clock = context_.host->clock;
  Backoff wait(1s, 60s);
  for (bool first = true; !stop_.stop_requested(); first = false) {
    context_.ledger->with(
        [&](Ledger& l) { l.sources.begin(owner, clock.monotonic() + kProbeLimit); });
    auto opened = open_once();
    if (first) {
      first_outcome_.set_value(opened ? std::nullopt : std::optional(opened.error()));
      gate_.acquire();
    }
    if (stop_.stop_requested()) break;
    context_.release->note(owner, false);
    if (opened && !opened->empty()) {
      run_all(std::move(*opened));
      break;
    }
    const Error error =
        opened ? Error{ErrorCode::kNotPresent, "nothing found"} : std::move(opened.error());
    const auto change =
        context_.ledger->with([&](Ledger& l) { return l.sources.failed(owner, error); });
    if (choice_.wanted && change.changed && error.code == ErrorCode::kNotPresent)
      log_warn(context_.name + ": " + error.message);
    else
      log_change(context_.name, change, &error);
    const MonotonicTime again = clock.monotonic() + wait.next();
    if (!clock.wait_until(std::max(again, context_.release->until()), stop_.get_token())) break;
  }
}

void RunningSource::run_all(std::vector<std::unique_ptr<Source>> sources) {
  std::uint64_t ordinal = 0;
  for (auto& source : sources) {
    start_thread(begin_owner(),
                 [self = shared_from_this(), held = std::move(source),
                  n = ordinal++](OwnerId id) mutable { self->run_one(std::move(held), n, id); });
  }
}

void RunningSource::run_one(std::unique_ptr<Source> source, std::uint64_t ordinal, OwnerId owner) {
  RunnerContext context = context_;
  context.seed = mixed(context_.seed, context_.name, ordinal);
  SourceRunner(std::move(source), owner, std::move(context)).run(stop_.get_token());
}

std::optional<Error> RunningSource::settings_error(Duration patience) const {
  if (outcome_.wait_for(patience) != std::future_status::ready) return std::nullopt;
  const auto& error = outcome_.get();
  return error && is_about_settings(*error, choice_.settings) ? error : std::nullopt;
}

Result<bool> RunningSource::release(Duration time, Duration patience) {
  const auto owners = [&] {
    const std::lock_guard lock(mutex_);
    return running_;
  }();
  context_.release->ask(context_.host->clock.monotonic() + time);
  if (!context_.release->wait(owners, std::chrono::steady_clock::now() + patience))
    return fail(ErrorCode::kTimeout, context_.name + ": a call to the device does not end");
  return context_.release->holds();
}

void RunningSource::go() { gate_.release(); }

void RunningSource::request_stop() {
  stop_.request_stop();
  gate_.release();
}

bool RunningSource::wait_ended(std::chrono::steady_clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  return ended_.wait_until(lock, deadline, [&] { return running_.empty(); });
}

void RunningSource::abandon() {
  const std::lock_guard lock(mutex_);
  const MonotonicTime now = context_.host->clock.monotonic();
  for (const OwnerId owner : running_)
    context_.ledger->with([&](Ledger& l) {
      l.sensors.release(owner, now);
      l.sources.abandon(owner);
    });
  if (!running_.empty())
    log_warn(context_.name + ": left " + std::to_string(running_.size()) +
             " thread(s) behind in a call that does not end");
}

}  // namespace joulemark
