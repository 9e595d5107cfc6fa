#include "query/fetch_error.h"

namespace joulemark {

tl::unexpected<Error> fail_with(Code code, const std::string& message) {
  return fail(ErrorCode::kInvalid, std::string(to_string(code)) + ": " + message);
}

std::optional<Code> code_of(const Error& error) {
  const auto colon = error.message.find(':');
  if (colon == std::string::npos) return std::nullopt;
  return parse_code(std::string_view(error.message).substr(0, colon));
}

}  // namespace joulemark
