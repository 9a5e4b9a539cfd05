#include "precision/format.hpp"

#include <algorithm>
#include <array>

namespace worldsize {
namespace {

constexpr std::array kFormats{
    NumberFormat{.id = "fp32",
                 .label = "fp32",
                 .bits = 32,
                 .holds_kv_cache = true,
                 .holds_activations = true,
                 .source = "IEEE 754"},
    NumberFormat{.id = "bf16",
                 .label = "bf16",
                 .bits = 16,
                 .holds_kv_cache = true,
                 .holds_activations = true,
                 .source = "bfloat16"},
    NumberFormat{.id = "fp16",
                 .label = "fp16",
                 .bits = 16,
                 .holds_kv_cache = true,
                 .holds_activations = true,
                 .source = "IEEE 754"},
    NumberFormat{.id = "fp8",
                 .label = "fp8 per tensor",
                 .bits = 8,
                 .tensor_bytes = 4,
                 .holds_kv_cache = true,
                 .source = "OCP 8-bit floating point; one fp32 scale a weight"},
    NumberFormat{.id = "fp8_block",
                 .label = "fp8 in 128×128 blocks",
                 .bits = 8,
                 .scale_bits = 32,
                 .block_rows = 128,
                 .block_cols = 128,
                 .source = "DeepSeek-V3 checkpoint layout: an fp32 scale for each 128×128 block"},
    NumberFormat{.id = "mxfp4",
                 .label = "mxfp4",
                 .bits = 4,
                 .scale_bits = 8,
                 .block_rows = 1,
                 .block_cols = 32,
                 .source = "OCP Microscaling formats v1.0: an 8-bit scale for 32 values"},
    NumberFormat{.id = "nvfp4",
                 .label = "nvfp4",
                 .bits = 4,
                 .scale_bits = 8,
                 .block_rows = 1,
                 .block_cols = 16,
                 .tensor_bytes = 4,
                 .holds_kv_cache = true,
                 .source = "NVIDIA NVFP4: an fp8 scale for 16 values and an fp32 scale a tensor"},
    NumberFormat{.id = "int4_g128",
                 .label = "int4 in groups of 128",
                 .bits = 4,
                 .scale_bits = 16 + 4,
                 .block_rows = 1,
                 .block_cols = 128,
                 .source = "AWQ and GPTQ checkpoints: an fp16 scale and a 4-bit zero point for 128 values"},
};

Int bytes_of_bits(Int bits) { return ceil_div(bits, 8); }

}  // namespace

std::span<const NumberFormat> number_formats() { return kFormats; }

const NumberFormat* find_format(std::string_view id) {
  const auto found = std::find_if(kFormats.begin(), kFormats.end(), [&](const auto& one) { return one.id == id; });
  return found == kFormats.end() ? nullptr : &*found;
}

NumberFormat plain_format(Int bits) {
  return {.id = "plain", .label = "as given", .bits = bits, .holds_kv_cache = true, .holds_activations = true};
}

StoredBytes stored_bytes(const NumberFormat& format, Int rows, Int cols, Int copies) {
  const Int columns = std::max<Int>(cols, 1);
  StoredBytes bytes;
  bytes.values = times(bytes_of_bits(times(rows, columns, format.bits)), copies);
  if (format.block_rows > 0) {
    const Int blocks = times(ceil_div(rows, format.block_rows), ceil_div(columns, format.block_cols));
    bytes.scales = times(bytes_of_bits(times(blocks, format.scale_bits)), copies);
  }
  bytes.scales = plus(bytes.scales, times(format.tensor_bytes, copies));
  return bytes;
}

Int row_bytes(const NumberFormat& format, Int length) {
  Int bytes = bytes_of_bits(times(length, format.bits));
  if (format.block_rows == 1)
    bytes = plus(bytes, bytes_of_bits(ceil_div(length, format.block_cols) * format.scale_bits));
  return bytes;
}

}  // namespace worldsize
