// SHA-256 of texts: of a report (FORMATS 7), and of what a page may run (Content-Security-Policy).
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace joulemark {

// Of bytes that come piece by piece.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;
  void add(std::string_view bytes);
  [[nodiscard]] std::string bytes();  // 32 of them; ends it

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string hex(std::string_view bytes);
// HMAC-SHA256, 32 bytes.
std::string hmac_sha256(std::string_view key, std::string_view text);

std::string sha256_hex(std::string_view text);
std::string sha256_base64(std::string_view text);

}  // namespace joulemark
