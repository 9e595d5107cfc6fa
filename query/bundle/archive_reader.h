// The members of a bundle, one after the other as they stream by. Nothing is unpacked to disk, and
// whatever a stranger put into the file, time and memory are bounded.
#pragma once

#include <functional>
#include <string>

#include "core/result.h"
#include "query/bundle/archive_writer.h"

namespace joulemark {

// name: checked, see is_member_name(); bytes: may be moved away.
using TakeMember = std::function<Result<void>(const std::string& name, std::string& bytes)>;

struct ReadArchive {
  std::size_t file_bytes = 0;
  bool seal_holds = false;  // false: some byte of the file is not what was written
};

// kNotPresent, kPermission: no such file. kInvalid: it is empty, cut short, not a bundle at all,
// beyond the limits, or has a member that a bundle cannot have; the message begins with the path.
// Where the seal does not hold, errors of the archive are a consequence: then the file is said to
// be damaged.
Result<ReadArchive> read_archive(const std::string& path, const TakeMember& take,
                                 const ArchiveLimits& limits = {});

}  // namespace joulemark
