// Members into the bytes of a bundle: ustar, zstd, sealed. The same members give the same bytes.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/result.h"

struct archive;

namespace joulemark {

// More than these a bundle may not hold, neither written nor read.
struct ArchiveLimits {
  std::size_t total = std::size_t{1} << 30;
  std::size_t member = std::size_t{1} << 26;
  std::size_t members = 100'000;
};

class ArchiveWriter {
 public:
  explicit ArchiveWriter(const ArchiveLimits& limits = {});
  ~ArchiveWriter();
  ArchiveWriter(const ArchiveWriter&) = delete;
  ArchiveWriter& operator=(const ArchiveWriter&) = delete;

  // In ascending order of names. kInvalid: beyond the limits.
  Result<void> add(const std::string& name, std::string_view bytes);
  // The whole file with its seal; nothing can be added after it.
  Result<std::string> finish();

 private:
  tl::unexpected<Error> failure() const;

  ArchiveLimits limits_;
  std::string out_;
  std::unique_ptr<archive, int (*)(archive*)> archive_;
  std::string last_;
  std::size_t total_ = 0, members_ = 0;
};

}  // namespace joulemark
