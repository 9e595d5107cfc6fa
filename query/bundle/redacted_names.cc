#include "query/bundle/redacted_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "query/digest.h"

namespace joulemark {
namespace {

constexpr std::size_t kShortest = 3;   // shorter names stay in texts
constexpr std::size_t kTelling = 4;    // shorter ones may be anywhere by chance
constexpr std::size_t kHmacBytes = 3;  // six digits

// Words that stand in scopes, groups and texts of the program whatever a site calls its nodes.
const std::set<std::string>& words_of_the_method() {
  static const std::set<std::string> words{
      "node",     "cpu",     "memory",   "gpu",        "module",     "psu",     "outlet",
      "inlet",    "shelf",   "busbar",   "chassis",    "rack",       "switch",  "cdu",
      "rail",     "other",   "dram",     "core",       "grace",      "package", "feed",
      "pdu",      "in",      "out",      "rapl",       "hwmon",      "cray",    "battery",
      "ipmi",     "redfish", "nvml",     "snmp",       "replay",     "dcgm",    "power",
      "energy",   "counter", "gauge",    "integrated", "joulemark",  "server",  "list",
      "typed",    "slurm",   "every",    "the",        "prometheus", "nodes",   "mllog",
      "loadgen",  "read",    "edge",     "clock",      "gain",       "offset",  "latency",
      "outage",   "plan",    "json",     "yaml",       "last",       "start",   "end",
      "window",   "http",    "https",    "all",        "from",       "node0",   "real",
      "periodic", "device",  "ac_input", "dc_input",   "component",  "unknown"};
  return words;
}

constexpr std::array<std::string_view, 8> kPlaces{"rack", "pdu",  "chassis", "cdu",
                                                  "feed", "room", "row",     "busbar"};

bool is_word_character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

// Unlike a word of a language: with a digit, a capital or punctuation, and neither a number nor an
// option.
bool is_telling(std::string_view name) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool plain =
      std::all_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  const bool number = std::all_of(name.begin(), name.end(), is_digit);
  return name.size() >= kTelling && !plain && !number && name.front() != '-';
}

}  // namespace

void RedactedNames::add(const std::string& kind, const std::string& name) {
  if (!name.empty()) kind_of_.emplace(name, kind);
}

void RedactedNames::add_places(std::string_view scope) {
  while (!scope.empty()) {
    const std::size_t slash = std::min(scope.find('/'), scope.size());
    const std::string_view segment = scope.substr(0, slash);
    const std::size_t colon = std::min(segment.find(':'), segment.size());
    if (colon < segment.size() &&
        std::find(kPlaces.begin(), kPlaces.end(), segment.substr(0, colon)) != kPlaces.end())
      add("place", std::string(segment.substr(colon + 1)));
    scope.remove_prefix(std::min(slash + 1, scope.size()));
  }
}

std::string RedactedNames::host_of(std::string_view address) {
  if (const auto scheme = address.find("://"); scheme != std::string_view::npos)
    address.remove_prefix(scheme + 3);
  address = address.substr(0, address.find('/'));
  const auto colon = address.rfind(':');
  const bool port = colon != std::string_view::npos && colon + 1 < address.size() &&
                    std::all_of(address.begin() + static_cast<std::ptrdiff_t>(colon) + 1,
                                address.end(), [](char c) { return c >= '0' && c <= '9'; });
  return std::string(address.substr(0, port ? colon : address.size()));
}

void RedactedNames::number() {
  std::map<std::string, std::size_t> counts;
  for (const auto& [name, kind] : kind_of_) {
    const std::string digest = hmac_sha256(salt_, fmt::format("{}{}{}", kind, '\0', name));
    new_names_[name] = fmt::format("{}_{:04}_{}", kind, ++counts[kind],
                                   hex(std::string_view(digest).substr(0, kHmacBytes)));
    const std::string lowered = lower_case(name);
    if (name.size() < kShortest || words_of_the_method().contains(lowered)) continue;
    if (kind == "word" && !is_telling(name)) continue;  // of a command: "train" says nothing
    in_texts_.emplace(lowered, new_names_[name]);
    lengths_.insert(name.size());
  }
}

std::string RedactedNames::name(const std::string& name) const {
  const auto found = new_names_.find(name);
  return found == new_names_.end() ? name : found->second;
}

std::string RedactedNames::text(std::string_view text) const {
  const std::string lowered = lower_case(text);
  const auto alone = [&](std::size_t at, std::size_t length) {
    const bool left = at == 0 || !is_word_character(text[at - 1]) || !is_word_character(text[at]);
    const std::size_t end = at + length;
    return left && (end == text.size() || !is_word_character(text[end]) ||
                    !is_word_character(text[end - 1]));
  };
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t taken = 0;
    for (const std::size_t length : lengths_) {
      if (at + length > text.size() || !alone(at, length)) continue;
      const auto found = in_texts_.find(lowered.substr(at, length));
      if (found == in_texts_.end()) continue;
      out += found->second;
      taken = length;
      break;
    }
    if (taken == 0) out += text[at];
    at += std::max<std::size_t>(taken, 1);
  }
  return out;
}

std::string RedactedNames::scope(std::string_view scope) const {
  std::string out;
  while (!scope.empty()) {
    const std::size_t slash = std::min(scope.find('/'), scope.size());
    const std::string_view segment = scope.substr(0, slash);
    const std::size_t colon = std::min(segment.find(':'), segment.size());
    const std::string value(segment.substr(std::min(colon + 1, segment.size())));
    if (colon < segment.size() && knows(value) &&
        std::find(kPlaces.begin(), kPlaces.end(), segment.substr(0, colon)) != kPlaces.end())
      out += std::string(segment.substr(0, colon + 1)) + name(value);
    else
      out += text(segment);
    if (slash < scope.size()) out += '/';
    scope.remove_prefix(std::min(slash + 1, scope.size()));
  }
  return out;
}

std::string RedactedNames::found_in(std::string_view text) const {
  const std::string lowered = lower_case(text);
  for (const auto& [name, replacement] : new_names_) {
    if (!is_telling(name) || words_of_the_method().contains(lower_case(name))) continue;
    if (lowered.find(lower_case(name)) != std::string::npos) return name;
  }
  return {};
}

}  // namespace joulemark
