#include <malloc.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>

#include "exporter/command_line.h"
#include "exporter/exporter.h"
#include "exporter/metric_catalogue.h"
#include "exporter/release_request.h"
#include "platform/curl_fleet.h"
#include "platform/host_files.h"
#include "platform/library_loader.h"
#include "platform/logging.h"
#include "platform/plain_files.h"
#include "platform/system_clock.h"
#include "sources/registry.h"
#include "sources/replay/truth.h"

namespace joulemark {
namespace {

using namespace std::chrono_literals;

constexpr Duration kStopPatience = 1s;

int report(const Error& error) {
  std::cerr << "joulemark-exporter: " << error.message << '\n';
  return 1;
}

int print_truth(const TruthQuestion& question) {
  const auto text = replay::truth_text(PlainFiles(), question.scenario, question.start,
                                       question.end, question.node);
  if (!text) return report(text.error());
  std::cout << *text;
  return 0;
}

std::string own_node_name() {
  const char* from_environment = std::getenv("NODE_NAME");
  if (from_environment != nullptr && *from_environment != '\0') return from_environment;
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "localhost";
}

// The services of this machine; they live as long as the process.
std::shared_ptr<const Host> services_of(const CommandLine& line) {
  static const SystemClock kClock;
  static const HostFiles kSysfs(line.sysfs);
  static const HostFiles kProcfs(line.procfs);
  static const PlainFiles kFiles;
  return std::make_shared<const Host>(Host{kClock, kSysfs, kProcfs, kFiles, own_node_name(),
                                           log_warn, [] { return std::make_unique<CurlFleet>(); },
                                           load_library});
}

sigset_t handled_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGUSR1}) sigaddset(&set, signal);
  return set;
}

// Until SIGTERM or SIGINT.
void serve(Exporter& exporter, const sigset_t& signals) {
  const timespec second{1, 0};
  while (true) {
    const int signal = sigtimedwait(&signals, nullptr, &second);
    if (signal == SIGTERM || signal == SIGINT) return;
    // The outcome is in the log.
    if (signal == SIGHUP) static_cast<void>(exporter.reload());
    if (signal == SIGUSR1) static_cast<void>(exporter.release("", kReleaseTime));
    exporter.watch();
  }
}

// Ends the process whatever still hangs or runs: the threads of the server, and those in a read.
[[noreturn]] void leave(int status) {
  std::fflush(nullptr);
  _exit(status);
}

Result<void> check(const Config& config, const CommandLine& line) {
  for (const std::string& address : config.listen_addresses)
    if (const auto parsed = parse_listen_address(address); !parsed)
      return tl::unexpected<Error>(parsed.error());
  const auto ledger = std::make_shared<Guarded<Ledger>>();
  return SourceSet(ledger, services_of(line), {own_node_name(), false, 1}).try_out(config);
}

int check_config(const CommandLine& line) {
  set_up_logging({LogLevel::kError, line.log.format});
  const auto config = load_config(line.overrides, registry());
  const auto checked = config ? check(*config, line) : tl::unexpected<Error>(config.error());
  if (!checked) return report(checked.error());
  std::cout << "the configuration is right; sources:";
  for (const SourceChoice& choice : config->sources) std::cout << ' ' << choice.entry->name;
  std::cout << std::endl;
  leave(0);
}

int run(const CommandLine& line) {
  // Before any thread starts, so that all of them leave the signals to serve().
  const sigset_t signals = handled_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  set_up_logging(line.log);
  log_info("joulemark-exporter " + std::string(build_info().version) + ", revision " +
           std::string(build_info().revision));
  Exporter exporter(line.overrides, line.show_serials, services_of(line), registry());
  if (const auto started = exporter.start(); !started) {
    log_error(started.error().message);
    leave(1);
  }
  for (const std::string& url : exporter.urls()) log_info("listening on " + url);
  serve(exporter, signals);
  const bool all = exporter.stop(kStopPatience);
  log_info(all ? "ended" : "ended; a call to a device that does not end was left behind");
  leave(0);
}

int chosen(const CommandLine& line) {
  if (line.exit_status) return *line.exit_status;
  if (line.write_metrics_document) {
    std::cout << metrics_document();
    return 0;
  }
  if (line.truth) return print_truth(*line.truth);
  if (line.check_config) return check_config(line);
  return run(line);
}

}  // namespace
}  // namespace joulemark

int main(int argc, char** argv) {
  // Some forty threads allocate little and rarely: an arena for each would only cost memory.
  mallopt(M_ARENA_MAX, 1);
  try {
    return joulemark::chosen(joulemark::parse_command_line(argc, argv, joulemark::registry()));
  } catch (const std::exception& e) {
    std::cerr << "joulemark-exporter: " << e.what() << '\n';
    return 1;
  }
}
