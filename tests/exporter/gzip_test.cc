#include "exporter/gzip.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <random>

namespace joulemark {
namespace {

std::string gunzip(const std::string& packed, std::size_t size) {
  std::string out(size + 1, '\0');
  z_stream stream{};
  inflateInit2(&stream, 15 + 16);
  std::string in = packed;
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int end = inflate(&stream, Z_FINISH);
  out.resize(end == Z_STREAM_END ? stream.total_out : 0);
  inflateEnd(&stream);
  return out;
}

TEST(AcceptsGzip, IsTrueOnlyWhereTheClientAllowsIt) {
  for (const char* yes : {"gzip", "GZIP", "deflate, gzip;q=0.5", "br, *", "gzip; q=1.0", "x-gzip"})
    EXPECT_TRUE(accepts_gzip(yes)) << yes;
  for (const char* no : {"", "identity", "gzip;q=0", "gzip; q=0.000", "*;q=0", "gzip;q=0, *",
                         "notgzip", "deflate", "gzip;q=x"})
    EXPECT_FALSE(accepts_gzip(no)) << no;
}

TEST(Gzip, GivesBackTheSameBytes) {
  std::mt19937 random(7);
  for (const std::size_t size : {0U, 1U, 100U, 100'000U}) {
    std::string text(size, ' ');
    for (char& c : text) c = static_cast<char>(random() % 7 + 'a');
    EXPECT_EQ(gunzip(gzip(text), size), text);
  }
}

}  // namespace
}  // namespace joulemark
