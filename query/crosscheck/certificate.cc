#include "query/crosscheck/certificate.h"

#include <filesystem>
#include <optional>
#include <tuple>

#include "core/settings.h"
#include "core/time_text.h"
#include "measurement/numbers.h"
#include "query/digest.h"
#include "query/plan/plan_values.h"
#include "query/text_file.h"

namespace joulemark {
namespace {

constexpr std::size_t kLongestCertificate = std::size_t{64} << 20;
constexpr double kLargestUncertainty = 0.1;  // of a certificate that calibrates anything

std::optional<UtcTime> start_of_day(const std::string& date) {
  const bool shape = date.size() == 10 && date[4] == '-' && date[7] == '-';
  const auto time = shape ? parse_time(date + "T00:00:00Z") : Result<UtcTime>(UtcTime{});
  return shape && time ? std::optional(*time) : std::nullopt;
}

Result<Certificate> certificate_from(const Settings& settings) {
  Certificate out;
  Fields fields(settings);
  fields.text("laboratory", out.laboratory)
      .text("number", out.number)
      .text("serial", out.serial)
      .text("date", out.date)
      .text("valid_until", out.valid_until)
      .number("expanded_uncertainty", out.expanded_uncertainty)
      .text("certificate", out.file);
  for (const char* key : {"laboratory", "number", "date", "valid_until", "expanded_uncertainty",
                          "certificate", "range_watts"})
    fields.require(key);
  const Settings* range = fields.child("range_watts");
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  const auto watts = range_in(*range);
  if (!watts) return tl::unexpected(watts.error());
  std::tie(out.low_watts, out.high_watts) = *watts;
  if (auto good = check_certificate(out); !good) return settings.error(good.error().message);
  return out;
}

}  // namespace

Result<void> check_certificate(const Certificate& one) {
  const auto refused = [](const char* why) {
    return fail(ErrorCode::kInvalid, std::string("the certificate: ") + why);
  };
  if (one.laboratory.empty() || one.number.empty()) return refused("no laboratory or no number");
  const auto from = start_of_day(one.date), until = start_of_day(one.valid_until);
  if (!from || !until) return refused("date and valid_until must be days such as 2026-05-02");
  if (*until < *from) return refused("it expires before its date");
  if (!is_positive(one.expanded_uncertainty) || one.expanded_uncertainty > kLargestUncertainty)
    return refused("expanded_uncertainty must be a fraction above 0, at most 0.1 (k = 2)");
  if (!is_amount(one.low_watts) || !is_amount(one.high_watts) || one.low_watts >= one.high_watts)
    return refused("range_watts must be [lowest, highest] in W");
  return {};
}

Result<Certificate> read_certificate(const std::string& path) {
  const auto text = read_text_file(path);
  if (!text) return tl::unexpected(text.error());
  const auto settings = Settings::parse(*text, path);
  if (!settings) return tl::unexpected(settings.error());
  auto out = certificate_from(*settings);
  if (!out) return out;
  const auto beside = std::filesystem::path(path).parent_path() / out->file;
  const auto bytes = read_text_file(beside.string(), kLongestCertificate);
  if (!bytes) return fail_in(path + ": certificate", bytes.error());
  out->sha256 = sha256_hex(*bytes);
  return out;
}

std::vector<std::string> objections(const Certificate& certificate, const CertifiedUse& use) {
  std::vector<std::string> out;
  const std::string which = "certificate " + certificate.number;
  if (auto good = check_certificate(certificate); !good) return {good.error().message};
  const UtcTime last = *start_of_day(certificate.valid_until) + std::chrono::days(1);
  if (use.begin < *start_of_day(certificate.date) || use.end > last)
    out.push_back(which + " holds from " + certificate.date + " to " + certificate.valid_until +
                  " and not at the time of the levels (CALIBRATION_EXPIRED)");
  if (!use.serial.empty() && use.serial != certificate.serial)
    out.push_back(which + " is of serial " + certificate.serial + ", the device is " + use.serial +
                  " (CERTIFICATE_MISMATCH)");
  if (!(use.low_watts >= certificate.low_watts && use.high_watts <= certificate.high_watts))
    out.push_back("the loads leave the range of " + which + " (CERTIFICATE_MISMATCH)");
  return out;
}

}  // namespace joulemark
