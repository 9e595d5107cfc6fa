#include "tests/query/golden.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace joulemark::golden {
namespace {

using Json = nlohmann::json;

std::string expected(const std::string& name) {
  std::ifstream in(std::string(JOULEMARK_GOLDEN) + "/query/" + name);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

void leave(const std::string& name, const std::string& text) {
  if (const char* folder = std::getenv("JOULEMARK_GOLDEN_OUT"))
    std::ofstream(std::string(folder) + "/" + name) << text;
}

void compare(const Json& want, const Json& got, const std::string& where) {
  if (want.is_number() && got.is_number()) {
    const double a = want.get<double>();
    const double b = got.get<double>();
    EXPECT_LE(std::abs(a - b), 1e-9 * std::max(std::abs(a), std::abs(b))) << where;
    return;
  }
  ASSERT_EQ(want.type_name(), std::string(got.type_name())) << where;
  if (want.is_object()) {
    for (const auto& [key, value] : want.items()) {
      ASSERT_TRUE(got.contains(key)) << where << "." << key << " is gone";
      compare(value, got[key], where + "." + key);
    }
    for (const auto& [key, value] : got.items())
      EXPECT_TRUE(want.contains(key)) << where << "." << key << " is new";
  } else if (want.is_array()) {
    ASSERT_EQ(want.size(), got.size()) << where;
    for (std::size_t i = 0; i < want.size(); ++i)
      compare(want[i], got[i], where + "[" + std::to_string(i) + "]");
  } else {
    EXPECT_EQ(want, got) << where;
  }
}

Json without_build(const std::string& text) {
  Json json = Json::parse(text, nullptr, false);
  EXPECT_FALSE(json.is_discarded()) << text.substr(0, 200);
  if (!json.is_object()) return json;
  if (json.contains("tool")) json["tool"]["revision"] = json["tool"]["version"] = "";
  if (!json.contains("report_id")) return json;
  EXPECT_EQ(json["report_id"].get<std::string>().size(), 64U);
  json["report_id"] = "";
  return json;
}

}  // namespace

void expect_text(const std::string& name, const std::string& text) {
  leave(name, text);
  EXPECT_EQ(expected(name), text) << name;
}

void expect_json(const std::string& name, const std::string& json) {
  leave(name, json);
  const std::string want = expected(name);
  ASSERT_FALSE(want.empty()) << name << " does not exist";
  compare(without_build(want), without_build(json), name);
}

}  // namespace joulemark::golden
