#include "query/survey/anonymous.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <regex>

#include "query/text_file.h"

namespace joulemark {
namespace {

constexpr std::array<std::string_view, 22> kSecret{"serialnumber",
                                                   "uuid",
                                                   "assettag",
                                                   "hostname",
                                                   "fqdn",
                                                   "macaddress",
                                                   "permanentmacaddress",
                                                   "address",
                                                   "gateway",
                                                   "username",
                                                   "user",
                                                   "emailaddress",
                                                   "servicetag",
                                                   "expressservicecode",
                                                   "partlocation",
                                                   "location",
                                                   "contactinfo",
                                                   "userlabel",
                                                   "sparepartnumber",
                                                   "durablename",
                                                   "password",
                                                   "nodeid"};

bool is_secret(std::string key) {
  std::transform(key.begin(), key.end(), key.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return std::find(kSecret.begin(), kSecret.end(), key) != kSecret.end();
}

// Addresses and identifiers inside any text.
std::string without_addresses(const std::string& text) {
  static const std::regex kAddress(
      R"((\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b)|(\b([0-9A-Fa-f]{2}[:-]){5,7}[0-9A-Fa-f]{2}\b)|)"
      R"((\b[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}\b)|)"
      R"((\b[0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{0,4}){4,7}\b))");
  if (text.size() > 4096) return "removed";
  return std::regex_replace(text, kAddress, "removed");
}

std::string without_host(const std::string& text) {
  const std::size_t scheme = text.find("://");
  if (scheme == text.npos) return text;
  const std::size_t path = text.find('/', scheme + 3);
  return text.substr(0, scheme + 3) + "removed.invalid" +
         (path == text.npos ? "" : text.substr(path));
}

redfish::Json removed(const redfish::Json& value) {
  if (value.is_object() || value.is_array())
    return value.is_array() ? redfish::Json::array() : redfish::Json::object();
  return value.is_string() ? redfish::Json("removed") : redfish::Json();
}

}  // namespace

redfish::Json anonymised(const redfish::Json& body) {
  if (body.is_string()) return without_host(without_addresses(body.get<std::string>()));
  if (body.is_array()) {
    redfish::Json out = redfish::Json::array();
    for (const redfish::Json& item : body) out.push_back(anonymised(item));
    return out;
  }
  if (!body.is_object()) return body;
  redfish::Json out = redfish::Json::object();
  for (const auto& [key, value] : body.items())
    out[key] = is_secret(key) ? removed(value) : anonymised(value);
  return out;
}

Result<void> dump_resources(const redfish::Resources& resources, const std::string& folder) {
  std::error_code error;
  if (std::filesystem::exists(folder, error))
    return fail(ErrorCode::kInvalid, folder + ": exists already; name a new folder");
  for (const auto& [path, document] : resources.documents()) {
    const std::filesystem::path file = folder + path.substr(0, path.find('?')) + "/index.json";
    std::filesystem::create_directories(file.parent_path(), error);
    if (error) return fail(ErrorCode::kInvalid, file.string() + ": " + error.message());
    const std::string text =
        anonymised(document.body).dump(2, ' ', false, redfish::Json::error_handler_t::replace) +
        "\n";
    if (auto done = write_text_file(file.string(), text); !done) return done;
  }
  return {};
}

}  // namespace joulemark
