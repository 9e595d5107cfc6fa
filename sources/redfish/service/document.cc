#include "sources/redfish/service/document.h"

#include "core/clean_text.h"

namespace joulemark::redfish {
namespace {

constexpr std::size_t kDeepest = 64;

// Builds the tree as the library does and keeps how fractions were written.
class Builder final : public nlohmann::detail::json_sax_dom_parser<Json> {
  using Base = nlohmann::detail::json_sax_dom_parser<Json>;

 public:
  explicit Builder(Document& out) : Base(out.body, false), out_(out) {}

  // NOLINTBEGIN(readability-identifier-naming): names of the library's interface.
  bool number_float(double value, const std::string& token) {
    out_.tokens.emplace(value, token);
    return Base::number_float(value, token);
  }
  bool start_object(std::size_t size) { return deeper() && Base::start_object(size); }
  bool start_array(std::size_t size) { return deeper() && Base::start_array(size); }
  bool end_object() { return --depth_, Base::end_object(); }
  bool end_array() { return --depth_, Base::end_array(); }
  // NOLINTEND(readability-identifier-naming)

 private:
  bool deeper() { return ++depth_ <= kDeepest; }

  Document& out_;
  std::size_t depth_ = 0;
};

std::string message_of(const Json& error) {
  const std::string message = text_of(error, "message");
  return message.empty() ? text_of(error, "code") : message.substr(0, 200);
}

}  // namespace

const Json& member(const Json& at, std::string_view key) {
  static const Json kNull;
  if (!at.is_object()) return kNull;
  const auto found = at.find(key);
  return found == at.end() ? kNull : *found;
}

const Json& member_at(const Json& at, std::initializer_list<std::string_view> keys) {
  const Json* here = &at;
  for (const std::string_view key : keys) here = &member(*here, key);
  return *here;
}

std::string_view target_of(const Json& link) {
  const Json& text = link.is_string() ? link : member(link, "@odata.id");
  return text.is_string() ? std::string_view(text.get_ref<const std::string&>())
                          : std::string_view();
}

std::string text_of(const Json& at, std::string_view key) {
  const Json& text = member(at, key);
  if (text.is_string()) return clean_text(text.get_ref<const std::string&>());
  return text.is_number() ? text.dump() : std::string();
}

std::optional<Number> Document::number(const Json& at) const {
  if (at.is_object()) return number(member(at, "Reading"));
  if (at.is_string()) return parse_number(at.get_ref<const std::string&>());
  if (!at.is_number()) return std::nullopt;
  const auto value = at.get<double>();
  const auto token = at.is_number_float() ? tokens.find(value) : tokens.end();
  return Number{value, token == tokens.end() ? at.dump() : token->second};
}

Result<Document> parse_document(std::string_view body) {
  Document out;
  Builder builder(out);
  if (!Json::sax_parse(body, &builder) || !out.body.is_object())
    return fail(ErrorCode::kInvalid, "the answer is no JSON object");
  const Json& error = member(out.body, "error");
  if (error.is_object())
    return fail(ErrorCode::kUnavailable, "the service answers with an error: " + message_of(error));
  return out;
}

}  // namespace joulemark::redfish
