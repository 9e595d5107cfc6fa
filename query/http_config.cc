#include "query/http_config.h"

#include <filesystem>

#include "core/settings.h"
#include "query/text_file.h"

namespace joulemark {
namespace {

constexpr std::size_t kLongestSecret = std::size_t{64} * 1024;

class Config {
 public:
  Config(const Settings& settings, const std::string& path)
      : settings_(settings), folder_(std::filesystem::path(path).parent_path()) {}

  Result<HttpOptions> read();

 private:
  [[nodiscard]] std::string resolve(const std::string& file) const {
    return file.empty() ? file : (folder_ / file).string();
  }
  // The content of a file named by the key, without the line break at its end.
  [[nodiscard]] Result<std::string> secret(const Settings& named) const;
  Result<void> refuse_inline(const Settings& map, std::string_view key);
  Result<void> basic_auth(const Settings& map);
  Result<void> authorization(const Settings& map);
  Result<void> tls(const Settings& map);
  Result<void> headers(const Settings& map);
  Result<void> header(const std::string& name, const Settings& entry);

  const Settings& settings_;
  std::filesystem::path folder_;
  HttpOptions options_;
};

Result<std::string> Config::secret(const Settings& named) const {
  auto file = named.as_text();
  if (!file) return file;
  auto text = read_text_file(resolve(*file), kLongestSecret);
  if (!text) return tl::unexpected<Error>(named.error(text.error().message).value());
  while (!text->empty() && (text->back() == '\n' || text->back() == '\r')) text->pop_back();
  if (text->empty()) return named.error("the file " + resolve(*file) + " is empty");
  return text;
}

Result<void> Config::refuse_inline(const Settings& map, std::string_view key) {
  const Settings* value = map.find(key);
  if (value == nullptr) return {};
  return value->error("secrets are read from files only: write " + std::string(key) + "_file");
}

Result<void> Config::basic_auth(const Settings& map) {
  if (auto ok = refuse_inline(map, "password"); !ok) return ok;
  Fields fields(map);
  fields.text("username", options_.username).require("username").require("password_file");
  const Settings* file = fields.child("password_file");
  if (auto ok = fields.finish(); !ok) return ok;
  const auto password = secret(*file);
  if (!password) return tl::unexpected<Error>(password.error());
  options_.password = *password;
  return {};
}

Result<void> Config::authorization(const Settings& map) {
  if (auto ok = refuse_inline(map, "credentials"); !ok) return ok;
  std::string type = "Bearer";
  Fields fields(map);
  fields.text("type", type).require("credentials_file");
  const Settings* file = fields.child("credentials_file");
  fields.check(type == "Bearer", "type", "only Bearer is known; for user and password: basic_auth");
  if (auto ok = fields.finish(); !ok) return ok;
  const auto token = secret(*file);
  if (!token) return tl::unexpected<Error>(token.error());
  options_.bearer_token = *token;
  return {};
}

Result<void> Config::tls(const Settings& map) {
  Fields fields(map);
  fields.text("ca_file", options_.ca_file)
      .text("cert_file", options_.client_certificate_file)
      .text("key_file", options_.client_key_file)
      .boolean("insecure_skip_verify", options_.insecure_skip_verify);
  fields.check(options_.client_certificate_file.empty() == options_.client_key_file.empty(),
               "cert_file", "cert_file and key_file belong together");
  for (std::string* file :
       {&options_.ca_file, &options_.client_certificate_file, &options_.client_key_file})
    *file = resolve(*file);
  return fields.finish();
}

// {values: [...], files: [...]}, or the value itself.
Result<void> Config::header(const std::string& name, const Settings& entry) {
  if (entry.kind == Settings::Kind::kScalar) {
    const auto value = entry.as_text();
    if (!value) return tl::unexpected<Error>(value.error());
    options_.headers.emplace_back(name, *value);
    return {};
  }
  Fields fields(entry);
  const Settings* values = fields.child("values");
  const Settings* files = fields.child("files");
  if (auto ok = fields.finish(); !ok) return ok;
  for (const Settings* list : {values, files}) {
    if (list == nullptr) continue;
    if (list->kind != Settings::Kind::kList) return list->error("must be a list");
    for (const Settings& item : list->items) {
      const auto value = list == files ? secret(item) : item.as_text();
      if (!value) return tl::unexpected<Error>(value.error());
      options_.headers.emplace_back(name, *value);
    }
  }
  return {};
}

Result<void> Config::headers(const Settings& map) {
  if (map.kind != Settings::Kind::kMap) return map.error("must be a map of headers");
  for (const auto& [name, entry] : map.entries)
    if (auto ok = header(name, entry); !ok) return ok;
  return {};
}

Result<HttpOptions> Config::read() {
  Fields fields(settings_);
  struct Part {
    std::string_view key;
    Result<void> (Config::*take)(const Settings&);
  };
  const Part parts[] = {{"basic_auth", &Config::basic_auth},
                        {"authorization", &Config::authorization},
                        {"tls_config", &Config::tls},
                        {"http_headers", &Config::headers}};
  std::vector<std::pair<const Settings*, const Part*>> found;
  for (const Part& part : parts)
    if (const Settings* map = fields.child(part.key)) found.emplace_back(map, &part);
  const Settings* token_file = fields.child("bearer_token_file");
  if (auto ok = fields.finish(); !ok) return tl::unexpected<Error>(ok.error());
  for (const auto& [map, part] : found)
    if (auto ok = (this->*part->take)(*map); !ok) return tl::unexpected<Error>(ok.error());
  if (token_file != nullptr) {
    const auto token = secret(*token_file);
    if (!token) return tl::unexpected<Error>(token.error());
    options_.bearer_token = *token;
  }
  if (!options_.username.empty() && !options_.bearer_token.empty())
    return settings_.error("basic_auth and a bearer token exclude each other");
  return options_;
}

}  // namespace

Result<HttpOptions> http_config_from(std::string_view yaml, const std::string& path) {
  const auto settings = Settings::parse(yaml, path);
  if (!settings) return tl::unexpected<Error>(settings.error());
  if (settings->kind == Settings::Kind::kNull) return HttpOptions{};
  return Config(*settings, path).read();
}

Result<HttpOptions> read_http_config(const std::string& path) {
  const auto text = read_text_file(path);
  if (!text) return fail_in("--http.config.file", text.error());
  return http_config_from(*text, path);
}

}  // namespace joulemark
