#include "precision/format.hpp"

#include <gtest/gtest.h>

#include <set>

namespace worldsize {
namespace {

StoredBytes stored(const char* id, Int rows, Int cols, Int copies = 1) {
  return stored_bytes(*find_format(id), rows, cols, copies);
}

TEST(NumberFormats, BytesOfAMatrixByTheLayoutOfTheFormat) {
  EXPECT_EQ(stored("bf16", 4096, 4096).values, 4096 * 4096 * 2);
  EXPECT_EQ(stored("bf16", 4096, 4096).scales, 0);
  EXPECT_EQ(stored("fp32", 10, 0).values, 40);
  EXPECT_EQ(stored("fp8", 4096, 4096).values, 4096 * 4096);
  EXPECT_EQ(stored("fp8", 4096, 4096, 128).scales, 128 * 4);
  // One fp32 scale for each 128 × 128 block, also for the blocks cut short at the edges.
  EXPECT_EQ(stored("fp8_block", 4096, 4096).scales, 32 * 32 * 4);
  EXPECT_EQ(stored("fp8_block", 4097, 129).scales, 33 * 2 * 4);
  EXPECT_EQ(stored("mxfp4", 32, 64).values, 32 * 64 / 2);
  EXPECT_EQ(stored("mxfp4", 32, 64).scales, 32 * 2);
  EXPECT_EQ(stored("nvfp4", 32, 64).scales, 32 * 4 + 4);
  // A 16-bit scale and a 4-bit zero point for each 128 inputs of each output.
  EXPECT_EQ(stored("int4_g128", 4096, 4096).values, 4096 * 4096 / 2);
  EXPECT_EQ(stored("int4_g128", 4096, 4096).scales, 4096 * 32 * 20 / 8);
}

TEST(NumberFormats, BytesOfAKeyOfOneToken) {
  EXPECT_EQ(row_bytes(*find_format("bf16"), 128), 256);
  EXPECT_EQ(row_bytes(*find_format("fp8"), 128), 128);
  EXPECT_EQ(row_bytes(*find_format("nvfp4"), 128), 128 / 2 + 128 / 16);
}

TEST(NumberFormats, AreNamedOnce) {
  std::set<std::string_view> ids;
  for (const NumberFormat& format : number_formats()) {
    EXPECT_TRUE(ids.insert(format.id).second) << format.id;
    EXPECT_FALSE(format.source.empty()) << format.id;
  }
  EXPECT_EQ(find_format("fp7"), nullptr);
}

}  // namespace
}  // namespace worldsize
