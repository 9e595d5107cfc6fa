// Where a call into a source ends: nothing it throws goes further.
#pragma once

#include <exception>
#include <string>

#include "core/result.h"

namespace joulemark {

// What a source throws is an error of the source, never the end of the program.
template <class F>
auto caught(F&& call) -> decltype(call()) {
  try {
    return call();
  } catch (const std::exception& e) {
    return fail(ErrorCode::kInternal, std::string("unexpected: ") + e.what());
  } catch (...) {
    return fail(ErrorCode::kInternal, "unexpected: an exception of unknown type");
  }
}

}  // namespace joulemark
