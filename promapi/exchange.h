// One HTTP exchange judged: either a complete answer of the API, or one line that says what is
// wrong and what to do.
#pragma once

#include <string_view>

#include "core/http.h"
#include "promapi/answer.h"

namespace joulemark {

struct QueryFailure {
  Error error;
  bool too_large = false;  // a smaller part of the data may be answered
};

template <class T>
using QueryResult = tl::expected<T, QueryFailure>;

// url: without credentials, named in every message. An answer with warnings or isPartial is an
// error whose message begins with "SERVER_PARTIAL: " (METHOD L-5). kPermission: 401, 403;
// kUnavailable: 429, 5xx; kUnsupported: 422; kInvalid: the rest.
QueryResult<Answer> judge(const HttpResponse& response, std::string_view url);

// The client's own error: no server, no answer in time, an answer beyond all bounds.
QueryFailure judge(const Error& error, std::string_view url);

}  // namespace joulemark
