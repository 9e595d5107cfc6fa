#include <fmt/format.h>
#include <csignal>
#include <random>

#include "core/time_text.h"
#include "platform/curl_fleet.h"
#include "query/commands.h"
#include "query/deliver.h"
#include "query/progress_line.h"
#include "query/survey/anonymous.h"
#include "query/survey/survey_targets.h"
#include "query/survey/survey_writers.h"
#include "query/text_file.h"
#include "query/version.h"

namespace joulemark {
namespace {

volatile std::sig_atomic_t interrupted = 0;

// While it lives, Ctrl-C and SIGTERM ask for an end: sessions are closed, what was found is told.
class Interruption {
 public:
  Interruption() {
    struct sigaction action {};
    action.sa_handler = [](int) { interrupted = 1; };
    for (std::size_t i = 0; i < 2; ++i) sigaction(kSignals[i], &action, &before_[i]);
  }
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption() {
    for (std::size_t i = 0; i < 2; ++i) sigaction(kSignals[i], &before_[i], nullptr);
  }

 private:
  static constexpr int kSignals[2] = {SIGINT, SIGTERM};
  struct sigaction before_[2] = {};
};

std::string survey_as(SurveyFormat format, const SurveyJson& survey) {
  switch (format) {
    case SurveyFormat::kJson:
      return survey.dump(2, ' ', false, SurveyJson::error_handler_t::replace) + "\n";
    case SurveyFormat::kCsv:
      return survey_to_csv(survey);
    case SurveyFormat::kMarkdown:
      return survey_to_markdown(survey);
    case SurveyFormat::kTable:
      break;
  }
  return survey_to_text(survey);
}

redfish::ConversationOptions conversation_of(const SurveyTarget& target) {
  redfish::ConversationOptions out;
  out.base_url = target.target.url;
  out.username = target.target.username;
  out.password = target.password;
  const auto random = std::make_shared<std::mt19937_64>(std::random_device{}());
  out.random = [random] { return std::uniform_real_distribution<double>(0.0, 1.0)(*random); };
  return out;
}

std::string trust_of(const redfish::Target& target) {
  if (target.url.starts_with("http://")) return "plain http";
  if (!target.pin_sha256.empty()) return "pinned key";
  return target.insecure_skip_verify ? "certificate not verified" : "certificate verified";
}

std::vector<std::unique_ptr<SurveyErrand>> surveyed(const std::vector<SurveyTarget>& targets,
                                                    Duration probe, const Services& services) {
  std::vector<HttpOptions> servers;
  std::vector<std::unique_ptr<SurveyErrand>> errands;
  std::vector<redfish::Errand*> pointers;
  for (const SurveyTarget& target : targets) {
    servers.push_back(http_options_of(target.target));
    errands.push_back(std::make_unique<SurveyErrand>(conversation_of(target), probe));
    pointers.push_back(errands.back().get());
  }
  CurlFleet fleet(std::move(servers));
  const Interruption interruption;
  ProgressLine line(services);
  redfish::run_errands(
      fleet, services.clock, pointers, [] { return interrupted != 0; },
      [&](std::size_t done) {
        std::size_t requests = 0;
        for (const auto& errand : errands) requests += errand->conversation().requests();
        line.show(
            fmt::format("{} of {} services done, {} requests", done, targets.size(), requests),
            static_cast<double>(done) / static_cast<double>(targets.size()));
      });
  return errands;
}

Result<SurveyJson> merged_files(const std::vector<std::string>& files) {
  std::vector<std::pair<std::string, SurveyJson>> surveys;
  for (const std::string& file : files) {
    const auto text = read_text_file(file, std::size_t{64} << 20);
    if (!text) return tl::unexpected<Error>(text.error());
    surveys.emplace_back(file, SurveyJson::parse(*text, nullptr, false));
  }
  return merged(surveys);
}

Result<void> dump_all(const std::vector<SurveyedService>& services, const std::string& folder) {
  if (folder.empty()) return {};
  for (std::size_t i = 0; i < services.size(); ++i) {
    const auto& resources = services[i].errand->discovery().resources();
    if (resources.size() == 0) continue;
    if (auto done = dump_resources(resources, folder + "/target-" + std::to_string(i + 1)); !done)
      return done;
  }
  return {};
}

int survey_services(const SurveyArguments& arguments, const Services& services) {
  const auto targets = survey_targets(arguments, services);
  if (!targets) return complain(services, "survey: " + targets.error().message);
  const auto probe = parse_duration(arguments.probe);
  if (!probe) return complain(services, "survey: --probe: " + probe.error().message);
  const UtcTime begin = services.clock.now();
  const auto errands = surveyed(*targets, *probe, services);
  std::vector<SurveyedService> out;
  bool answered = false;
  for (std::size_t i = 0; i < errands.size(); ++i) {
    const redfish::Target& target = (*targets)[i].target;
    out.push_back({arguments.redact ? "target-" + std::to_string(i + 1) : target.url,
                   trust_of(target), errands[i].get()});
    answered = answered || !errands[i]->error();
    if (const auto error = errands[i]->error())
      complain(services, "survey: " + target.url + ": " + error->message);
  }
  if (const auto done = dump_all(out, arguments.dump); !done)
    return complain(services, "survey: --dump: " + done.error().message);
  const SurveyJson survey = survey_json(out, *probe, begin, arguments.redact);
  return deliver(survey_as(arguments.format, survey), arguments.file,
                 interrupted != 0 || !answered ? kFailed : kComputed, services);
}

}  // namespace

int run_survey(const SurveyArguments& arguments, const Services& services) {
  if (arguments.merge.empty()) return survey_services(arguments, services);
  const auto survey = merged_files(arguments.merge);
  if (!survey) return complain(services, "survey: --merge: " + survey.error().message);
  return deliver(survey_as(arguments.format, *survey), arguments.file, kComputed, services);
}

}  // namespace joulemark
