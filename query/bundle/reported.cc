#include "query/bundle/reported.h"

#include <array>
#include <fstream>

#include "query/bundle/verification.h"

namespace joulemark {
namespace {

constexpr std::array<char, 4> kZstd{'\x28', '\xb5', '\x2f', '\xfd'};

bool is_compressed(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, 4> begin{};
  return file.read(begin.data(), begin.size()) && begin == kZstd;
}

}  // namespace

Result<ReportFile> read_report(const std::string& path) {
  if (!is_compressed(path)) return read_report_file(path);
  const auto checked = verify_bundle(path);
  if (!checked) return tl::unexpected<Error>(checked.error());
  if (!checked->verified())
    return fail(ErrorCode::kInvalid,
                path + ": the bundle does not verify; joulemark verify says why");
  return report_from_json(checked->bundle.report_json, path);
}

}  // namespace joulemark
