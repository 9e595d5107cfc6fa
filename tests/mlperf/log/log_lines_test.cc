#include "mlperf/log/log_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/fakes/temp_folder.h"

namespace joulemark::mlperf {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class LogLines : public testing::Test {
 protected:
  std::string with(const std::string& bytes) {
    std::string path = folder.path() / "log.txt";
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  std::vector<std::string> lines(const std::string& bytes) {
    std::vector<std::string> out;
    EXPECT_TRUE(each_line(with(bytes), [&](const LogLine& line) -> Result<void> {
      out.emplace_back(line.text);
      EXPECT_EQ(line.number, out.size());
      return {};
    }));
    return out;
  }
  TempFolder folder;
};

TEST_F(LogLines, ComeInOrderWithAndWithoutALastLineFeed) {
  EXPECT_THAT(lines(""), ElementsAre());
  EXPECT_THAT(lines("a\n\nb"), ElementsAre("a", "", "b"));
  EXPECT_THAT(lines("a\r\nb\n"), ElementsAre("a", "b"));
  EXPECT_THAT(lines(std::string("a\0b\n", 4)), ElementsAre(std::string("a\0b", 3)));
}

// Of one that is longer than a chunk, too; the next line is whole again.
TEST_F(LogLines, LongerThanTheLimitAreCutAndSaySo) {
  std::vector<LogLine> seen;
  std::vector<std::size_t> lengths;
  const std::string path =
      with(std::string(3'000'000, 'x') + "\nshort\n" + std::string(kMostOfLine, 'y') + "\n" +
           std::string(kMostOfLine + 1, 'z'));
  ASSERT_TRUE(each_line(path, [&](const LogLine& line) -> Result<void> {
    seen.push_back(line);
    lengths.push_back(line.text.size());
    return {};
  }));
  ASSERT_EQ(seen.size(), 4U);
  EXPECT_THAT(lengths, ElementsAre(kMostOfLine, 5U, kMostOfLine, kMostOfLine));
  EXPECT_TRUE(seen[0].cut);
  EXPECT_FALSE(seen[1].cut);
  EXPECT_FALSE(seen[2].cut);
  EXPECT_TRUE(seen[3].cut);
}

TEST_F(LogLines, AtEveryPlaceInAChunkAreTheSame) {
  const std::size_t chunk = std::size_t{1} << 20;
  for (const std::size_t before : {chunk - 3, chunk - 2, chunk - 1, chunk}) {
    const auto found = lines(std::string(before, '\n') + "ab\ncd\n");
    ASSERT_EQ(found.size(), before + 2) << before;
    EXPECT_EQ(found[before], "ab");
    EXPECT_EQ(found[before + 1], "cd");
  }
}

TEST_F(LogLines, ErrorsNamePathAndLine) {
  const std::string path = with("a\nb\n");
  const auto stopped = each_line(path, [](const LogLine& line) -> Result<void> {
    if (line.number == 2) return fail(ErrorCode::kInvalid, "no");
    return {};
  });
  EXPECT_EQ(stopped.error().message, path + ":2: no");
  const auto none = [](const LogLine&) -> Result<void> { return {}; };
  EXPECT_EQ(each_line("/nowhere/x", none).error().code, ErrorCode::kNotPresent);
  EXPECT_THAT(each_line(folder.path().string(), none).error().message,
              HasSubstr("not a regular file"));
}

}  // namespace
}  // namespace joulemark::mlperf
