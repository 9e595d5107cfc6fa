#include "query/bundle/seal.h"

namespace joulemark {
namespace {

// Magic of a skippable frame, its length 40 (both little-endian), whose it is.
constexpr std::string_view kSealPrefix{
    "\x50\x2A\x4D\x18"
    "\x28\x00\x00\x00"
    "jmseal/1",
    16};

}  // namespace

std::string seal_of(std::string_view digest) {
  return std::string(kSealPrefix) + std::string(digest);
}

std::string digest_in_seal(std::string_view seal) {
  if (seal.size() != kSealSize || !seal.starts_with(kSealPrefix)) return {};
  return std::string(seal.substr(kSealPrefix.size()));
}

}  // namespace joulemark
