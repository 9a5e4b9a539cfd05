#include "units/integer.hpp"

#include <gtest/gtest.h>

#include "units/text.hpp"

namespace worldsize {
namespace {

TEST(Integer, ProductsAndSumsStopAtTheLargestExactInteger) {
  EXPECT_EQ(times(Int{1} << 30, Int{1} << 20), Int{1} << 50);
  EXPECT_EQ(times(Int{1} << 40, Int{1} << 40), kLargestExact);
  EXPECT_EQ(times(Int{1} << 62, Int{4}), kLargestExact);
  EXPECT_EQ(times(kLargestExact, 1), kLargestExact);
  // 6361 · 69431 · 20394401 = 2^53 − 1: its neighbours tell whether the limit is exact.
  EXPECT_EQ(times(Int{6361} * 69431, 20394401), kLargestExact);
  EXPECT_EQ(times(Int{1} << 27, Int{1} << 26), kLargestExact);
  EXPECT_EQ(times(94906265, 94906265), Int{94906265} * 94906265);
  EXPECT_EQ(times(kLargestExact, 0), 0);
  EXPECT_EQ(plus(kLargestExact, 1), kLargestExact);
  EXPECT_EQ(plus(kLargestExact - 1, 1), kLargestExact);
  EXPECT_EQ(plus(1, 2, 3), 6);
}

TEST(Integer, MemoryAbove4GiBKeepsItsValueWhereSizesHave32Bits) {
  EXPECT_EQ(times(141, Int{1} << 30), 151'397'597'184);
}

TEST(Integer, DivisionRoundsUp) {
  EXPECT_EQ(ceil_div(94, 4), 24);
  EXPECT_EQ(ceil_div(96, 4), 24);
  EXPECT_EQ(ceil_div(0, 4), 0);
  EXPECT_EQ(round_up(4097, 16), 4112);
}

TEST(Text, NumbersInMessagesReadAsPeopleWriteThem) {
  EXPECT_EQ(with_commas(1234567), "1,234,567");
  EXPECT_EQ(with_commas(-1000), "-1,000");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(compact(50.67934782608695), "50.679");
  EXPECT_EQ(compact(0.92), "0.92");
  EXPECT_EQ(compact(235), "235");
  EXPECT_EQ(compact(0), "0");
  EXPECT_EQ(compact(20892.391), "20,892");
  EXPECT_EQ(compact(1e15, 15), "1e+15");
  EXPECT_EQ(in_gib(37687596032), "35.10 GiB");
  EXPECT_EQ(counted(1, "GPU", "GPUs"), "1 GPU");
  EXPECT_EQ(counted(2, "GPU", "GPUs"), "2 GPUs");
}

TEST(Text, PatternsAreFilledInOrder) {
  EXPECT_EQ(fill("TP {} of {}", {Int{8}, "16"}), "TP 8 of 16");
  EXPECT_EQ(fill("{} · {} = {}", {0.92, Rounded{1234.5678, 7}, Gib{Int{3} << 30}}), "0.92 · 1,234.568 = 3.00 GiB");
  EXPECT_EQ(fill("no place", {Int{1}}), "no place");
  EXPECT_EQ(fill("{}, {}", {Int{1000}}), "1,000, {}");
}

}  // namespace
}  // namespace worldsize
