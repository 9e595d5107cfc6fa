#include "query/survey/survey_targets.h"

#include "query/text_file.h"
#include "query/version.h"
#include "sources/redfish/options.h"

namespace joulemark {
namespace {

constexpr const char* kPassword = "REDFISH_PASSWORD";

// As the exporter takes them: those of the configuration and those of its targets_file.
Result<std::vector<redfish::Target>> of_exporter(const Settings& settings) {
  auto options = redfish::parse_options(settings);
  if (!options) return tl::unexpected<Error>(options.error());
  if (options->targets_file.empty()) return std::move(options->targets);
  const auto text = read_text_file(options->targets_file);
  if (!text) return fail_in("targets_file", text.error());
  auto more = redfish::parse_targets_file(*text, options->targets_file);
  if (!more) return tl::unexpected<Error>(more.error());
  options->targets.insert(options->targets.end(), more->begin(), more->end());
  return std::move(options->targets);
}

Result<std::vector<redfish::Target>> of_file(const std::string& file) {
  if (file.empty()) return std::vector<redfish::Target>{};
  const auto text = read_text_file(file);
  if (!text) return fail_in("--config.file", text.error());
  const auto settings = Settings::parse(*text, file);
  if (!settings) return tl::unexpected<Error>(settings.error());
  const Settings* sources = settings->find("sources");
  const Settings* redfish = sources != nullptr ? sources->find("redfish") : nullptr;
  if (redfish != nullptr) return of_exporter(*redfish);
  if (settings->find("targets") == nullptr && settings->kind != Settings::Kind::kList)
    return fail(ErrorCode::kInvalid, file + ": has no sources.redfish.targets");
  return redfish::parse_targets_file(*text, file);
}

Result<redfish::Target> of_argument(const std::string& url, const SurveyArguments& arguments) {
  redfish::Target out;
  auto checked = checked_url(url);
  if (!checked) return fail_in("--target", checked.error());  // it may hold a password
  out.url = *checked;
  out.username = arguments.username;
  out.password_file = arguments.password_file;
  out.ca_file = arguments.ca_file;
  out.pin_sha256 = arguments.pin_sha256;
  out.insecure_skip_verify = arguments.insecure_skip_verify;
  return out;
}

Result<std::string> password_of(const redfish::Target& target, const Services& services) {
  if (target.username.empty()) return std::string();
  if (target.password_file.empty()) {
    if (auto password = services.environment(kPassword)) return *password;
    return fail(
        ErrorCode::kInvalid,
        "user " + target.username + " needs --password-file FILE, or the variable " + kPassword);
  }
  auto text = read_text_file(target.password_file);
  if (!text) return tl::unexpected<Error>(text.error());
  while (text->ends_with('\n') || text->ends_with('\r')) text->pop_back();
  return *text;
}

}  // namespace

HttpOptions http_options_of(const redfish::Target& target) {
  HttpOptions out = http_options(target);
  out.user_agent = "joulemark/" + std::string(program_version());
  return out;
}

Result<std::vector<SurveyTarget>> survey_targets(const SurveyArguments& arguments,
                                                 const Services& services) {
  auto targets = of_file(arguments.config_file);
  if (!targets) return tl::unexpected<Error>(targets.error());
  for (const std::string& url : arguments.targets) {
    auto target = of_argument(url, arguments);
    if (!target) return tl::unexpected<Error>(target.error());
    targets->push_back(std::move(*target));
  }
  if (targets->empty())
    return fail(ErrorCode::kInvalid, "no service: give --target https://BMC or --config.file FILE");
  std::vector<SurveyTarget> out;
  for (redfish::Target& target : *targets) {
    auto password = password_of(target, services);
    if (!password) return tl::unexpected<Error>(password.error());
    out.push_back({std::move(target), std::move(*password)});
  }
  return out;
}

}  // namespace joulemark
