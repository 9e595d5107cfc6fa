#include "promapi/exchange.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

namespace joulemark {
namespace {

constexpr std::size_t kMostWords = 300;  // characters of a server's own text in a message

// Text of a stranger on one line: no control characters, no bytes outside ASCII, not for ever.
std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, kMostWords)) {
    const bool plain = c >= 0x20 && c < 0x7f;
    if (plain || (!out.empty() && out.back() != ' ')) out += plain ? c : ' ';
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return text.size() > kMostWords ? out + "..." : out;
}

bool holds(std::string_view text, std::string_view part) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
  };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

bool is_html(const HttpResponse& response) {
  const auto first = response.body.find_first_not_of(" \t\r\n");
  return holds(response.content_type, "text/html") ||
         (first != std::string::npos && response.body[first] == '<');
}

// Servers word their limits in their own ways: "too many samples", "the query time range exceeds
// the limit", "cannot select more than -search.maxSamplesPerQuery=...".
bool about_a_limit(std::string_view text) {
  constexpr std::array kWords{"too many", "exceed", "limit", "more than"};
  return std::any_of(kWords.begin(), kWords.end(), [&](auto word) { return holds(text, word); });
}

struct Verdict {
  ErrorCode code;
  std::string_view remedy;
};

Verdict verdict_of(int status) {
  switch (status) {
    case 400:
      return {ErrorCode::kInvalid, "the server does not understand the query"};
    case 401:
      return {ErrorCode::kPermission, "the server asks for credentials, or refuses those given"};
    case 403:
      return {ErrorCode::kPermission, "these credentials may not query; ask for read access"};
    case 404:
      return {ErrorCode::kInvalid,
              "no Prometheus API at this path; add the server's path prefix to the URL, such as "
              "/prometheus, or correct it"};
    case 405:
      return {ErrorCode::kInvalid, "neither POST nor GET is allowed on this path"};
    case 413:
    case 414:
      return {ErrorCode::kInvalid, "the query is too long for this server; ask for fewer nodes"};
    case 422:
      return {ErrorCode::kUnsupported,
              "the server cannot run the query; ask for fewer nodes or a shorter window"};
    case 429:
      return {ErrorCode::kUnavailable, "too many requests; wait and try again"};
    case 503:
      return {ErrorCode::kUnavailable, "the server is overloaded or starting; wait and try again"};
    default:
      break;
  }
  if (status >= 500) return {ErrorCode::kUnavailable, "the server failed; see its log"};
  if (status >= 300 && status < 400)
    return {ErrorCode::kInvalid, "it redirects elsewhere; give the URL it leads to"};
  return {ErrorCode::kInvalid, "this is no answer of the Prometheus API"};
}

QueryFailure failure(std::string_view url, ErrorCode code, std::string text) {
  return {{code, std::string(url) + ": " + std::move(text)}, false};
}

QueryFailure partial(std::string_view url, std::string_view what) {
  return {{ErrorCode::kUnavailable,
           "SERVER_PARTIAL: " + std::string(url) + ": " + std::string(what) +
               "; no figure is made from partial data: repair the server's stores, then ask again"},
          false};
}

QueryFailure web_page(const HttpResponse& response, std::string_view url) {
  if (response.status == 401 || response.status == 403 || response.status >= 500) {
    const Verdict verdict = verdict_of(response.status);
    return failure(url, verdict.code,
                   "HTTP " + std::to_string(response.status) +
                       " and a web page: " + std::string(verdict.remedy));
  }
  return failure(
      url, ErrorCode::kInvalid,
      "HTTP " + std::to_string(response.status) +
          " and a web page instead of JSON: this looks like a login page or the wrong URL");
}

QueryFailure refused(int status, const Answer& answer, std::string_view text,
                     std::string_view url) {
  const Verdict verdict = verdict_of(status);
  std::string said = answer.error.empty() ? one_line(text) : one_line(answer.error);
  if (!answer.error_type.empty()) said = one_line(answer.error_type) + ": " + said;
  std::string message = "HTTP " + std::to_string(status);
  if (!said.empty()) message += ": the server says \"" + said + "\"";
  QueryFailure out = failure(url, verdict.code, message + "; " + std::string(verdict.remedy));
  out.too_large = (status == 422 || status == 413) && about_a_limit(said);
  return out;
}

}  // namespace

QueryResult<Answer> judge(const HttpResponse& response, std::string_view url) {
  if (is_html(response)) return tl::unexpected(web_page(response, url));
  auto answer = parse_answer(response.body);
  if (response.status != 200)
    return tl::unexpected(refused(response.status, answer.value_or(Answer{}),
                                  answer ? std::string_view{} : response.body, url));
  if (!answer)
    return tl::unexpected(failure(url, answer.error().code,
                                  "the answer cannot be read: " + answer.error().message +
                                      "; a proxy may have cut or changed it"));
  if (answer->status != "success")
    return tl::unexpected(
        failure(url, ErrorCode::kUnavailable,
                "the server says \"" + one_line(answer->error_type + ": " + answer->error) + "\""));
  if (answer->partial) return tl::unexpected(partial(url, "the answer is marked isPartial"));
  if (!answer->warnings.empty())
    return tl::unexpected(
        partial(url, "the server warns \"" + one_line(answer->warnings.front()) + "\""));
  return std::move(*answer);
}

QueryFailure judge(const Error& error, std::string_view url) {
  std::string remedy;
  if (error.code == ErrorCode::kUnavailable)
    remedy = "; is the server running, and is this its URL?";
  if (error.code == ErrorCode::kTimeout) remedy = "; the server is too slow or cannot be reached";
  QueryFailure out = failure(url, error.code, error.message + remedy);
  out.too_large = error.code == ErrorCode::kInvalid;  // the answer may have been too long
  return out;
}

}  // namespace joulemark
