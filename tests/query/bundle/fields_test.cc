#include "query/bundle/fields.h"

#include <gtest/gtest.h>

#include <set>

#include "query/evaluation.h"

namespace joulemark {
namespace {

// Counts the fields that a description names.
struct FieldCounter {
  std::size_t named = 0;
  void text(const char*, const std::string&) { ++named; }
  void flag(const char*, bool) { ++named; }
  void count(const char*, std::uint64_t) { ++named; }
  void count_or(const char*, std::uint64_t, std::uint64_t) { ++named; }
  template <class T>
  void number(const char*, const T&) {
    ++named;
  }
  template <class T>
  void duration(const char*, const T&) {
    ++named;
  }
  template <class T>
  void quantity(const char*, const T&) {
    ++named;
  }
  template <class T, class Parse>
  void word(const char*, const T&, Parse) {
    ++named;
  }
  void kind(const char*, SeriesKind) { ++named; }
  template <class T, class Describe>
  void object(const char*, const T&, Describe) {
    ++named;
  }
  template <class T, class Describe>
  void unless_same(const char*, const T&, const T&, Describe) {}
};

struct Anything {
  template <class T>
  operator T() const;  // NOLINT(google-explicit-constructor): stands for a field of any type
};

// How many fields an aggregate has: the largest number of initialisers it takes.
template <class T, class... Fields>
constexpr std::size_t fields_of() {
  if constexpr (requires { T{std::declval<Fields>()..., std::declval<Anything>()}; })
    return fields_of<T, Fields..., Anything>();
  else
    return sizeof...(Fields);
}

template <class T, class Describe>
std::size_t described(Describe describe) {
  FieldCounter fields;
  const T value{};
  describe(fields, value);
  return fields.named;
}

TEST(BundleFields, LoseNoFieldOfASensor) {
  EXPECT_EQ(described<Sensor>([](auto& f, auto& v) { bundle::describe_sensor(f, v); }),
            fields_of<Sensor>());
}

TEST(BundleFields, LoseNoFieldOfTheMetrology) {
  EXPECT_EQ(described<Metrology>([](auto& f, auto& v) { bundle::describe_metrology(f, v); }),
            fields_of<Metrology>());
  EXPECT_EQ(described<Accuracy>([](auto& f, auto& v) { bundle::describe_accuracy(f, v); }),
            fields_of<Accuracy>());
  EXPECT_EQ(described<Bound>([](auto& f, auto& v) { bundle::describe_bound(f, v); }),
            fields_of<Bound>());
}

TEST(BundleFields, LoseNoFieldOfASeries) {
  constexpr std::size_t kColumns = 8, kMetrology = 1;  // samples; unless_same
  EXPECT_EQ(described<Series>([](auto& f, auto& v) { bundle::describe_series(f, v); }),
            fields_of<Series>() - kColumns - kMetrology);
  EXPECT_EQ(described<SensorTelemetry>([](auto& f, auto& v) { bundle::describe_telemetry(f, v); }),
            fields_of<SensorTelemetry>());
  EXPECT_EQ(described<ServerInfo>([](auto& f, auto& v) { bundle::describe_server(f, v); }),
            fields_of<ServerInfo>());
}

// Whoever adds an input adds it to the bundle (write_bundle, open_bundle) and then here.
TEST(BundleFields, KnowAllInputsOfTheCalculation) {
  EXPECT_EQ(fields_of<Telemetry>(), 4u);
  EXPECT_EQ(fields_of<ClockEvidence>(), 3u);
  EXPECT_EQ(fields_of<WorkCounter>(), 3u);
  EXPECT_EQ(fields_of<PlanFolder>(), 3u);  // all that a PreparedPlan is made from
  EXPECT_EQ(fields_of<EvaluationRequest>(), 5u);
}

}  // namespace
}  // namespace joulemark
