// The last bytes of a bundle: a skippable zstd frame with the SHA-256 of everything before it, so
// that one changed byte is found wherever it lies.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace joulemark {

inline constexpr std::size_t kSealSize = 48;

// digest: 32 bytes.
std::string seal_of(std::string_view digest);
// Empty: these are not kSealSize bytes of a seal.
std::string digest_in_seal(std::string_view seal);

}  // namespace joulemark
