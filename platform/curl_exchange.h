// One libcurl handle, set up for one exchange at a time, whoever drives it.
#pragma once

#include <curl/curl.h>

#include <array>
#include <cstddef>
#include <string>

#include "core/http.h"
#include "core/http_options.h"

namespace joulemark {

class HeaderList {
 public:
  HeaderList() = default;
  HeaderList(const HeaderList&) = delete;
  HeaderList& operator=(const HeaderList&) = delete;
  ~HeaderList() { clear(); }
  void add(const std::string& line) { list_ = curl_slist_append(list_, line.c_str()); }
  void clear() {
    curl_slist_free_all(list_);
    list_ = nullptr;
  }
  [[nodiscard]] curl_slist* get() const { return list_; }

 private:
  curl_slist* list_ = nullptr;
};

class CurlExchange {
 public:
  explicit CurlExchange(HttpOptions options);
  CurlExchange(const CurlExchange&) = delete;
  CurlExchange& operator=(const CurlExchange&) = delete;
  ~CurlExchange();

  // Everything but the transfer itself. The connection of the last exchange is used again.
  Result<void> prepare(const HttpRequest& request);
  // After the transfer has ended with this code.
  Result<HttpResponse> finish(CURLcode code);
  [[nodiscard]] CURL* handle() const { return handle_; }

  struct Transfer {
    std::string body;
    std::size_t limit = 0;
    bool too_large = false;
    std::string headers;  // as they came, at most 64 KiB of them
  };

 private:
  struct Authority {  // host and port of a URL, without user, password, path or query
    std::string host, port;
  };
  static Authority authority_of(const std::string& url);

  template <class Value>
  void set(CURLoption option, Value value) {
    curl_easy_setopt(handle_, option, value);
  }
  void set_if(CURLoption option, const std::string& value) {
    if (!value.empty()) set(option, value.c_str());
  }
  void apply_policy(const Authority& authority);
  void apply_credentials();
  void apply_request(const HttpRequest& request);
  Result<void> add_headers(const HttpRequest& request, HeaderList& headers) const;
  [[nodiscard]] HttpResponse response();
  [[nodiscard]] bool is_leftover(CURLcode code) const;
  [[nodiscard]] Error error(CURLcode code) const;

  HttpOptions options_;
  CURL* handle_ = nullptr;
  std::array<char, CURL_ERROR_SIZE> detail_{};
  Transfer transfer_;
  HeaderList headers_;
  Authority authority_;
  Duration timeout_{0};
  std::string body_;  // of the request: the library reads it during the transfer
};

}  // namespace joulemark
