#include "exporter/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace joulemark {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// Takes the part before the separator away from the text.
std::string_view take(std::string_view& text, char separator) {
  const std::size_t at = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return trimmed(part);
}

bool same_word(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

// Of "q=0.5"; a weight that cannot be read counts as none.
double weight_of(std::string_view parameters) {
  while (!parameters.empty()) {
    std::string_view value = take(parameters, ';');
    if (!same_word(take(value, '='), "q")) continue;
    double weight = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), weight);
    return error == std::errc{} ? weight : 0;
  }
  return 1;
}

}  // namespace

bool accepts_gzip(std::string_view accept_encoding) {
  std::optional<double> gzip, any;
  while (!accept_encoding.empty()) {
    std::string_view item = take(accept_encoding, ',');
    const std::string_view coding = take(item, ';');
    if (same_word(coding, "gzip") || same_word(coding, "x-gzip")) gzip = weight_of(item);
    if (coding == "*") any = weight_of(item);
  }
  return gzip.value_or(any.value_or(0)) > 0;
}

std::string gzip(std::string_view text) {
  constexpr int kGzipWrapper = 15 + 16;
  constexpr int kMemoryLevel = 8;
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, kGzipWrapper, kMemoryLevel,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    return {};
  std::string out(deflateBound(&stream, text.size()), '\0');
  std::string in(text);  // zlib wants bytes that it could write to
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const bool done = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  out.resize(done ? stream.total_out : 0);
  deflateEnd(&stream);
  return out;
}

}  // namespace joulemark
