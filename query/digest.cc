#include "query/digest.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

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

struct Sha256::State {
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context{EVP_MD_CTX_new(),
                                                                  &EVP_MD_CTX_free};
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  EVP_DigestInit_ex(state_->context.get(), EVP_sha256(), nullptr);
}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::add(std::string_view bytes) {
  EVP_DigestUpdate(state_->context.get(), bytes.data(), bytes.size());
}

std::string Sha256::bytes() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> out{};
  unsigned int size = 0;
  EVP_DigestFinal_ex(state_->context.get(), out.data(), &size);
  return {out.begin(), out.begin() + size};
}

std::string hex(std::string_view bytes) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out;
  out.reserve(2 * bytes.size());
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    out += kHex[value >> 4];
    out += kHex[value & 15];
  }
  return out;
}

std::string hmac_sha256(std::string_view key, std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> out{};
  unsigned int size = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(), out.data(), &size);
  return {out.begin(), out.begin() + size};
}

std::string sha256_hex(std::string_view text) {
  Sha256 digest;
  digest.add(text);
  return hex(digest.bytes());
}

std::string sha256_base64(std::string_view text) {
  const Digest digest = sha256(text);
  std::array<unsigned char, 2UL * EVP_MAX_MD_SIZE> out{};  // 4 characters for 3 bytes
  const int size = EVP_EncodeBlock(out.data(), digest.bytes.data(), static_cast<int>(digest.size));
  return {out.begin(), out.begin() + size};
}

}  // namespace joulemark
