#include "sources/nvml/number.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

namespace joulemark::nvml {
namespace {

// As NVML leaves it: bytes of the union that the type does not use hold anything.
FieldValue dirty(ValueType type) {
  FieldValue out;
  std::memset(&out.value, 0xff, sizeof out.value);
  out.value_type = type;
  return out;
}

TEST(NvmlNumber, ReadsTheMemberThatTheTypeNames) {
  FieldValue value = dirty(ValueType::kUnsignedInt);
  value.value.ui = 412345;
  EXPECT_EQ(milliwatts_of(value), 412345.0);
  EXPECT_EQ(count_of(value), 412345U);
  value = dirty(ValueType::kUnsignedShort);
  value.value.us = 700;
  EXPECT_EQ(milliwatts_of(value), 700.0);
  value = dirty(ValueType::kSignedInt);
  value.value.si = 5;
  EXPECT_EQ(count_of(value), 5U);
  value = dirty(ValueType::kDouble);
  value.value.d = 12.5;
  EXPECT_EQ(milliwatts_of(value), 12.5);
  for (const ValueType type :
       {ValueType::kUnsignedLong, ValueType::kUnsignedLongLong, ValueType::kSignedLongLong}) {
    value = dirty(type);
    value.value.ull = 987654321012ULL;
    EXPECT_EQ(count_of(value), 987654321012ULL);
  }
}

TEST(NvmlNumber, BlanksAndNonsenseAreNoNumbers) {
  FieldValue value = dirty(ValueType::kUnsignedLongLong);
  EXPECT_FALSE(count_of(value)) << "all bits set";
  for (const std::uint64_t blank : {0x7ffffffffffffff0ULL, 0x7ffffffffffffff2ULL}) {
    value.value.ull = blank;
    EXPECT_FALSE(count_of(value));
    EXPECT_FALSE(milliwatts_of(value));
  }
  value = dirty(ValueType::kUnsignedInt);
  for (const unsigned blank : {0x7ffffff0U, 0xffffffffU}) {
    value.value.ui = blank;
    EXPECT_FALSE(milliwatts_of(value));
  }
  value = dirty(ValueType::kSignedInt);
  EXPECT_FALSE(count_of(value)) << "-1";
  value = dirty(ValueType::kDouble);
  for (const double blank : {140737488355328.0, -1.0, std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity()}) {
    value.value.d = blank;
    EXPECT_FALSE(milliwatts_of(value));
  }
  EXPECT_FALSE(count_of(value)) << "no counter is a floating-point number";
  EXPECT_FALSE(milliwatts_of(dirty(static_cast<ValueType>(7)))) << "a type of tomorrow";
}

}  // namespace
}  // namespace joulemark::nvml
