// A calibration certificate's facts (METHOD L, calibrated) and whether they cover a use.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"
#include "core/units.h"

namespace joulemark {

struct Certificate {
  std::string laboratory, number, serial;
  std::string date, valid_until;      // YYYY-MM-DD
  double expanded_uncertainty = 0.0;  // relative, k = 2
  double low_watts = 0.0, high_watts = 0.0;
  std::string file, sha256;  // the certificate itself
  friend bool operator==(const Certificate&, const Certificate&) = default;
};

// Of a file that a person wrote (YAML or JSON, keys as in the calibration of a plan); `certificate`
// names the certificate itself, beside it, which is hashed. Errors name file, line and key.
Result<Certificate> read_certificate(const std::string& path);
// kInvalid: a fact that is missing or makes no sense.
Result<void> check_certificate(const Certificate& certificate);

struct CertifiedUse {
  std::string serial;  // of the device; empty: the device does not say (a log)
  UtcTime begin, end;
  double low_watts = 0.0, high_watts = 0.0;
};

// Why it does not speak for the use: out of date, another serial, loads outside its range. Empty:
// it does.
std::vector<std::string> objections(const Certificate& certificate, const CertifiedUse& use);

}  // namespace joulemark
