#include "query/digest.h"

#include <openssl/evp.h>

#include <array>

namespace joulemark {
namespace {

struct Digest {
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
  unsigned int size = 0;
};

Digest sha256(std::string_view text) {
  Digest out;
  EVP_Digest(text.data(), text.size(), out.bytes.data(), &out.size, EVP_sha256(), nullptr);
  return out;
}

}  // namespace

std::string sha256_hex(std::string_view text) {
  const Digest digest = sha256(text);
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out;
  for (unsigned int i = 0; i < digest.size; ++i) {
    out += kHex[digest.bytes.at(i) >> 4];
    out += kHex[digest.bytes.at(i) & 15];
  }
  return out;
}

std::string sha256_base64(std::string_view text) {
  const Digest digest = sha256(text);
  std::array<unsigned char, 2UL * EVP_MAX_MD_SIZE> out{};  // 4 characters for 3 bytes
  const int size = EVP_EncodeBlock(out.data(), digest.bytes.data(), static_cast<int>(digest.size));
  return {out.begin(), out.begin() + size};
}

}  // namespace joulemark
