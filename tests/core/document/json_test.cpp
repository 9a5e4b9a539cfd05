#include "document/json.hpp"

#include <gtest/gtest.h>

namespace worldsize {
namespace {

ProblemCode code_of(std::string_view text) {
  Problems problems;
  EXPECT_FALSE(parse_json(text, problems));
  return problems.empty() ? ProblemCode::assumed_constant : problems.front().code;
}

TEST(JsonDocument, DamageIsReportedWithItsPlace) {
  Problems problems;
  EXPECT_FALSE(parse_json("{\"version\": 1,\n \"model\": }", problems));
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].code, ProblemCode::not_json);
  EXPECT_NE(problems[0].message.find("line 2"), std::string::npos) << problems[0].message;
}

TEST(JsonDocument, WhatIsNotJsonIsRefused) {
  for (const char* text : {"", " ", "{", "{\"a\":1", "nan", "{\"a\": NaN}", "{'a': 1}", "{\"a\":1} x", "[1,]", "01"})
    EXPECT_EQ(code_of(text), ProblemCode::not_json) << text;
}

TEST(JsonDocument, TooLargeAndTooDeepAreRefusedBeforeTheyCostAnything) {
  EXPECT_EQ(code_of(std::string((1 << 20) + 1, ' ')), ProblemCode::document_too_large);
  EXPECT_EQ(code_of(std::string(1000, '[')), ProblemCode::document_too_large);
}

TEST(JsonDocument, PointersAreEscaped) { EXPECT_EQ(child_pointer("/model", "a/b~c"), "/model/a~1b~0c"); }

TEST(JsonDocument, WholeNumbersAreWholeWhateverTheirSpelling) {
  EXPECT_EQ(as_whole(Json(8)), 8);
  EXPECT_EQ(as_whole(Json(8.0)), 8);
  EXPECT_FALSE(as_whole(Json(8.5)));
  EXPECT_FALSE(as_whole(Json(1e300)));
  EXPECT_FALSE(as_whole(Json("8")));
  EXPECT_EQ(to_text(number_json(8.0)), "8");
}

}  // namespace
}  // namespace worldsize
