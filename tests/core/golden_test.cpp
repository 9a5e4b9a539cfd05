#include "golden.hpp"

#include <gtest/gtest.h>

namespace {

TEST(Golden, EveryFileIsThereAndLooksLikeJson) {
  const auto names = golden_file_names();
  EXPECT_FALSE(names.empty());
  for (const std::string_view name : names) {
    const std::string_view text = golden_file(name);
    ASSERT_FALSE(text.empty()) << name;
    EXPECT_TRUE(text.front() == '{' || text.front() == '[') << name;
  }
}

TEST(Golden, ThePackedCatalogueHoldsTheDevices) {
  EXPECT_NE(packed_catalogue().find(golden_file("devices.json")), std::string::npos);
}

}  // namespace
