// joulemark.explanation/1 of words.
#include <nlohmann/json.hpp>

#include "measurement/defaults.h"
#include "query/explain/class_explanations.h"
#include "query/explain/code_explanations.h"
#include "query/explain/every_word.h"
#include "query/explain/words_explained.h"

namespace joulemark {
namespace {

using WordJson = nlohmann::ordered_json;

WordJson code_json(Code code) {
  const CodeExplanation& more = explanation_of(code);
  return {{"code", to_string(code)},      {"says", meaning_of(code)}, {"means", more.detail},
          {"effect", effect_words(code)}, {"cause", more.cause},      {"remedy", remedy_of(code)},
          {"lifts", more.lift},           {"rule", more.rule}};
}

WordJson class_json(Class cls) {
  const ClassExplanation& more = explanation_of(cls);
  const double limit = uncertainty_limit(cls);
  const auto better = better_than(cls);
  return {{"class", to_string(cls)},
          {"means", more.means},
          {"needs", more.needs},
          {"uncertainty_limit", limit < 1.0 ? WordJson(limit) : WordJson()},
          {"good_for", more.good_for},
          {"better", better ? WordJson(to_string(*better)) : WordJson()},
          {"lifts", better ? WordJson(more.lift) : WordJson()}};
}

std::string words_json(const WordJson& classes, const WordJson& codes) {
  const WordJson out{{"schema", "joulemark.explanation/1"},
                     {"method", kMethodVersion},
                     {"classes", classes},
                     {"codes", codes}};
  return out.dump(2) + "\n";
}

}  // namespace

std::string explanation_to_json(const ExplainedWord& word) {
  WordJson classes = WordJson::array(), codes = WordJson::array();
  if (const auto* code = std::get_if<Code>(&word))
    codes.push_back(code_json(*code));
  else
    classes.push_back(class_json(std::get<Class>(word)));
  return words_json(classes, codes);
}

std::string all_words_to_json() {
  WordJson classes = WordJson::array(), codes = WordJson::array();
  for (const Class cls : every_class()) classes.push_back(class_json(cls));
  for (const Code code : every_code()) codes.push_back(code_json(code));
  return words_json(classes, codes);
}

}  // namespace joulemark
