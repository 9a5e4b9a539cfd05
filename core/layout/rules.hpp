#pragma once

#include <cstdint>

#include "layout/layout.hpp"
#include "problem/problem.hpp"

namespace worldsize {

/// The rules that a layout can break, as bits: the search path asks only whether any is broken.
enum class LayoutRule : std::uint32_t {
  tensor_parallel_above_heads = 1U << 0U,
  query_heads_divide = 1U << 1U,
  kv_heads_divide = 1U << 2U,
  head_dim_divides = 1U << 3U,
  stages_have_layers = 1U << 4U,
  experts_exist = 1U << 5U,
  expert_parallel_within_experts = 1U << 6U,
  expert_grid_divides = 1U << 7U,
  intermediate_divides = 1U << 8U,
};

using LayoutRules = std::uint32_t;

/// The broken rules of `layout` for this model; 0 when it is valid.
LayoutRules broken_rules(const Layout& layout, const Architecture& architecture);

/// A problem for each broken rule, with the fields of `/layout`, what is allowed and why.
Problems describe_broken_rules(LayoutRules broken, const Layout& layout, const Architecture& architecture);

/// What is valid and yet worth saying: replicated KV heads, padded experts and vocabulary.
Problems layout_remarks(const Layout& layout, const Architecture& architecture);

}  // namespace worldsize
