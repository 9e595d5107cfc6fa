#include "query/bundle/archive_writer.h"

#include <archive.h>
#include <archive_entry.h>

#include <cassert>

#include "query/bundle/member_names.h"
#include "query/bundle/seal.h"
#include "query/digest.h"

namespace joulemark {
namespace {

constexpr const char* kLevel = "9";  // a third smaller than level 3, and still fast on samples

la_ssize_t append_bytes(archive* /*archive*/, void* out, const void* bytes, std::size_t size) {
  static_cast<std::string*>(out)->append(static_cast<const char*>(bytes), size);
  return static_cast<la_ssize_t>(size);
}

std::string mebibytes(std::size_t bytes) { return std::to_string(bytes >> 20) + " MiB"; }

}  // namespace

ArchiveWriter::ArchiveWriter(const ArchiveLimits& limits)
    : limits_(limits), archive_(archive_write_new(), archive_write_free) {
  archive_write_add_filter_zstd(archive_.get());
  archive_write_set_filter_option(archive_.get(), "zstd", "compression-level", kLevel);
  archive_write_set_format_ustar(archive_.get());
  archive_write_set_bytes_in_last_block(archive_.get(), 1);  // no zeros behind the zstd frame
  archive_write_open(archive_.get(), &out_, nullptr, append_bytes, nullptr);
}

ArchiveWriter::~ArchiveWriter() = default;

tl::unexpected<Error> ArchiveWriter::failure() const {
  const char* message = archive_error_string(archive_.get());
  return fail(ErrorCode::kInternal,
              std::string("the archive cannot be written: ") + (message == nullptr ? "" : message));
}

Result<void> ArchiveWriter::add(const std::string& name, std::string_view bytes) {
  assert(is_member_name(name) && name > last_);
  last_ = name;
  total_ += bytes.size();
  if (bytes.size() > limits_.member)
    return fail(ErrorCode::kInvalid, "its member " + name + " would have " +
                                         mebibytes(bytes.size()) + " and may have " +
                                         mebibytes(limits_.member));
  if (total_ > limits_.total || ++members_ > limits_.members)
    return fail(ErrorCode::kInvalid,
                "it would hold more than " + mebibytes(limits_.total) + " or " +
                    std::to_string(limits_.members) +
                    " members: measure fewer nodes at once or a shorter window");
  const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                       archive_entry_free);
  archive_entry_set_pathname(entry.get(), name.c_str());
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(bytes.size()));
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), 0644);
  archive_entry_set_mtime(entry.get(), 0, 0);
  if (archive_write_header(archive_.get(), entry.get()) != ARCHIVE_OK) return failure();
  const la_ssize_t written = archive_write_data(archive_.get(), bytes.data(), bytes.size());
  if (written != static_cast<la_ssize_t>(bytes.size())) return failure();
  return {};
}

Result<std::string> ArchiveWriter::finish() {
  if (archive_write_close(archive_.get()) != ARCHIVE_OK) return failure();
  Sha256 digest;
  digest.add(out_);
  out_ += seal_of(digest.bytes());
  return std::move(out_);
}

}  // namespace joulemark
