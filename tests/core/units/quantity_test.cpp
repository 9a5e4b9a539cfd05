#include "units/quantity.hpp"

#include <gtest/gtest.h>

namespace worldsize {
namespace {

TEST(Quantity, ReadsMemoryInDecimalAndBinaryUnits) {
  const auto bytes = [](const char* text) { return parse_quantity(text, QuantityKind::bytes).value_or(-1); };
  EXPECT_EQ(bytes("80 GB"), 80e9);
  EXPECT_EQ(bytes("80GB"), 80e9);
  EXPECT_EQ(bytes("80GiB"), 80.0 * (1 << 30));
  EXPECT_EQ(bytes("81,559 MiB"), 81559.0 * (1 << 20));
  EXPECT_EQ(bytes("  1 TiB "), 1099511627776.0);
  EXPECT_EQ(bytes("1.5e12"), 1.5e12);
  EXPECT_EQ(bytes("150,754,820,096"), 150754820096.0);
}

TEST(Quantity, ReadsCountsInPowersOfAThousandAndContextsInPowersOf1024) {
  EXPECT_EQ(parse_quantity("70B", QuantityKind::plain), 70e9);
  EXPECT_EQ(parse_quantity("8k", QuantityKind::plain), 8000);
  EXPECT_EQ(parse_quantity("8k", QuantityKind::tokens), 8192);
  EXPECT_EQ(parse_quantity("128K", QuantityKind::tokens), 131072);
  EXPECT_EQ(parse_quantity("1M", QuantityKind::tokens), 1048576);
}

TEST(Quantity, ReadsGigabytesWithAndWithoutUnit) {
  EXPECT_EQ(parse_quantity("84", QuantityKind::gigabytes), 84);
  EXPECT_EQ(parse_quantity("84 GB", QuantityKind::gigabytes), 84);
  EXPECT_DOUBLE_EQ(*parse_quantity("84GiB", QuantityKind::gigabytes), 90.194313216);
  EXPECT_DOUBLE_EQ(*parse_quantity("920 MB", QuantityKind::gigabytes), 0.92);
}

TEST(Quantity, RefusesWhatIsNotOne) {
  for (const char* text : {"", " ", "eighty", "NaN", "inf", "Infinity", "0x10", "1..2", "80 GX", "80 GB GB", "1,2,3",
                           "1,0000", "12,34", "--5", "1e999", "e5", ".", "5 %"})
    for (const auto kind : {QuantityKind::plain, QuantityKind::tokens, QuantityKind::bytes, QuantityKind::gigabytes})
      EXPECT_FALSE(parse_quantity(text, kind)) << '"' << text << '"';
}

TEST(Quantity, KeepsSignsSoThatRangesCanBeChecked) {
  EXPECT_EQ(parse_quantity("-5", QuantityKind::plain), -5);
  EXPECT_EQ(parse_quantity("+5", QuantityKind::plain), 5);
}

}  // namespace
}  // namespace worldsize
