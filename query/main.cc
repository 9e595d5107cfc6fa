// joulemark: energy of a benchmark window from Prometheus, with its uncertainty.
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>

#include "platform/system_clock.h"
#include "query/commands.h"
#include "query/text_file.h"

namespace joulemark {
namespace {

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string();
}

std::string boot_id() {
  auto text = read_text_file("/proc/sys/kernel/random/boot_id");
  return text ? text->substr(0, text->find('\n')) : std::string();
}

std::optional<std::string> environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

// Ends the process whatever hangs in a device.
[[noreturn]] void leave(int status) {
  std::cout.flush();
  std::fflush(nullptr);
  _exit(status);
}

struct Dispatch {
  const Services& services;
  int operator()(const TextToPrint& text) const {
    services.out << text.text;
    return kComputed;
  }
  int operator()(const EnergyArguments& arguments) const { return run_energy(arguments, services); }
  int operator()(const RunArguments& arguments) const { return run_command(arguments, services); }
  int operator()(const MarkArguments& arguments) const { return run_mark(arguments, services); }
  int operator()(const PlanInitArguments& arguments) const {
    return run_plan_init(arguments, services);
  }
  int operator()(const NodesArguments& arguments) const { return run_nodes(arguments, services); }
  int operator()(const PreflightArguments& arguments) const {
    return run_preflight(arguments, services);
  }
  int operator()(const CrosscheckArguments& arguments) const {
    return run_crosscheck(arguments, services);
  }
  int operator()(const IdleArguments& arguments) const { return run_idle(arguments, services); }
  int operator()(const VerifyArguments& arguments) const { return run_verify(arguments, services); }
  int operator()(const RedactArguments& arguments) const { return run_redact(arguments, services); }
  int operator()(const RunsArguments& arguments) const { return run_runs(arguments, services); }
  int operator()(const AuditArguments& arguments) const { return run_audit(arguments, services); }
  int operator()(const SurveyArguments& arguments) const { return run_survey(arguments, services); }
  int operator()(const CompareArguments& arguments) const {
    return run_compare(arguments, services);
  }
  int operator()(const ExplainArguments& arguments) const {
    return run_explain(arguments, services);
  }
  int operator()(const SourcesArguments& arguments) const {
    leave(run_sources(arguments, services));
  }
};

int run(std::vector<std::string> arguments) {
  const SystemClock clock;
  const Services services{clock,
                          std::cout,
                          std::cerr,
                          isatty(STDERR_FILENO) == 1,
                          [](const HttpOptions& options) -> std::unique_ptr<HttpClient> {
                            return std::make_unique<CurlHttpClient>(options);
                          },
                          environment,
                          host_name(),
                          boot_id()};
  const auto parsed = parse_arguments(std::move(arguments));
  if (!parsed) return complain(services, parsed.error().message);
  return std::visit(Dispatch{services}, *parsed);
}

}  // namespace
}  // namespace joulemark

int main(int argc, char** argv) {
  try {
    return joulemark::run(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    std::cerr << "joulemark: internal error: " << error.what() << '\n';
    return joulemark::kFailed;
  }
}
