#include <archive.h>
#include <archive_entry.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "query/bundle/archive_reader.h"
#include "query/bundle/seal.h"
#include "query/digest.h"
#include "tests/query/bundle/repack.h"

namespace joulemark {
namespace {

using ::testing::HasSubstr;

struct RawMember {
  std::string name, bytes;
  unsigned int type = AE_IFREG;
};

// An archive as a stranger may make it, sealed like ours.
std::string strange_archive(const std::vector<RawMember>& members) {
  std::string out;
  archive* writer = archive_write_new();
  archive_write_add_filter_zstd(writer);
  archive_write_set_format_pax_restricted(writer);
  archive_write_set_bytes_in_last_block(writer, 1);
  archive_write_open(
      writer, &out, nullptr,
      [](archive*, void* to, const void* bytes, std::size_t n) -> la_ssize_t {
        static_cast<std::string*>(to)->append(static_cast<const char*>(bytes), n);
        return static_cast<la_ssize_t>(n);
      },
      nullptr);
  for (const RawMember& member : members) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, member.name.c_str());
    archive_entry_set_filetype(entry, member.type);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, static_cast<la_int64_t>(member.bytes.size()));
    if (member.type == AE_IFLNK) archive_entry_set_symlink(entry, "/etc/passwd");
    archive_write_header(writer, entry);
    archive_write_data(writer, member.bytes.data(), member.bytes.size());
    archive_entry_free(entry);
  }
  archive_write_close(writer);
  archive_write_free(writer);
  Sha256 digest;
  digest.add(out);
  return out + seal_of(digest.bytes());
}

class Archive : public ::testing::Test {
 protected:
  std::string complaint(const std::string& bytes, const ArchiveLimits& limits = {}) {
    const auto read = read_archive(
        folder.with(bytes), [](const auto&, auto&) { return Result<void>{}; }, limits);
    return read ? "no complaint" : read.error().message;
  }

  BundleFolder folder;
};

TEST_F(Archive, ThatIsEmptyCutShortOrSomethingElseSaysSo) {
  const std::string whole = BundleFolder::packed({{"a", "1"}, {"b", std::string(5000, 'x')}});
  EXPECT_THAT(complaint(""), HasSubstr("is empty"));
  EXPECT_THAT(complaint("hello"), HasSubstr("is not a bundle of joulemark"));
  EXPECT_THAT(complaint(std::string(1000, '\0')), HasSubstr("is not a bundle of joulemark"));
  EXPECT_THAT(complaint(whole.substr(0, 60)), HasSubstr("does not end with the seal"));
  EXPECT_THAT(complaint(whole.substr(0, whole.size() - 1)),
              HasSubstr("does not end with the seal"));
  EXPECT_THAT(complaint(whole), HasSubstr("no complaint"));
}

TEST_F(Archive, ThatIsMissingOrAFolderSaysSo) {
  const auto read = [](const std::string& path) {
    return read_archive(path, [](const auto&, auto&) { return Result<void>{}; });
  };
  EXPECT_EQ(read("/nowhere/x.jm.tar.zst").error().code, ErrorCode::kNotPresent);
  EXPECT_THAT(read("/tmp").error().message, HasSubstr("is not a regular file"));
}

TEST_F(Archive, TakesOnlyNamesThatABundleCanHave) {
  for (const std::string name :
       {"/etc/passwd", "../up", "samples/../../up", "./a", "a//b", "a b", "caf\xE9", "caf\xC3\xA9"})
    EXPECT_THAT(complaint(strange_archive({{name, "x"}})), HasSubstr("whose name no bundle has"))
        << name;
}

TEST_F(Archive, TakesOnlyRegularFilesEachOnceInOrder) {
  EXPECT_THAT(complaint(strange_archive({{"a", "", AE_IFLNK}})), HasSubstr("not a regular file"));
  EXPECT_THAT(complaint(strange_archive({{"a", "", AE_IFIFO}})), HasSubstr("not a regular file"));
  EXPECT_THAT(complaint(strange_archive({{"a", "1"}, {"a", "2"}})), HasSubstr("two members a"));
  EXPECT_THAT(complaint(strange_archive({{"b", "1"}, {"a", "2"}})), HasSubstr("not in order"));
  EXPECT_THAT(complaint(strange_archive({})), HasSubstr("holds nothing"));
}

TEST_F(Archive, ThatUnpacksToTooMuchStopsAtTheLimit) {
  const std::string bomb = strange_archive({{"a", std::string(1 << 22, '0')}});
  EXPECT_LT(bomb.size(), 4000u);
  ArchiveLimits limits;
  limits.member = 1 << 20;
  EXPECT_THAT(complaint(bomb, limits), HasSubstr("its member a is larger than 1 MiB"));
  limits = {};
  limits.total = 3 << 20;
  EXPECT_THAT(complaint(bomb, limits), HasSubstr("unpacks to more than 3 MiB"));
  limits = {};
  limits.members = 2;
  EXPECT_THAT(complaint(strange_archive({{"a", ""}, {"b", ""}, {"c", ""}}), limits),
              HasSubstr("more than 2 members"));
}

TEST_F(Archive, IsNotWrittenBeyondTheLimits) {
  ArchiveLimits limits;
  limits.total = 100;
  ArchiveWriter writer(limits);
  EXPECT_TRUE(writer.add("a", std::string(60, 'x')));
  const auto added = writer.add("b", std::string(60, 'x'));
  ASSERT_FALSE(added);
  EXPECT_THAT(added.error().message, HasSubstr("measure fewer nodes"));
}

TEST_F(Archive, WithAnyByteChangedIsNoticed) {
  const std::string whole = BundleFolder::packed({{"a", "first"}, {"b", std::string(300, 'x')}});
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    const auto read =
        read_archive(folder.with(damaged), [](const auto&, auto&) { return Result<void>{}; });
    EXPECT_FALSE(read && read->seal_holds) << "byte " << i;
  }
}

}  // namespace
}  // namespace joulemark
