#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace worldsize {

enum class Severity { error, warning, note };

/// Fine codes: one a cause, each with a message of its own and a test of its own.
enum class ProblemCode {
  // the document
  not_json,
  document_too_large,
  wrong_type,
  unknown_field,
  unknown_choice,
  unknown_preset,
  unsupported_version,
  model_kind_conflict,
  not_a_quantity,
  not_whole,
  out_of_range,
  too_many_values,
  // a model's config.json
  missing_field,
  unsupported_model_type,
  top_k_above_experts,
  // layouts
  query_heads_not_divisible,
  tensor_parallel_above_heads,
  kv_heads_not_divisible,
  head_dim_not_divisible,
  intermediate_not_divisible,
  more_stages_than_layers,
  experts_missing,
  expert_parallel_above_experts,
  expert_grid_not_divisible,
  // results
  budget_below_fixed,
  result_too_large,
  // warnings and notes: the report is made all the same
  quantization_block_not_divisible,
  experts_padded,
  vocabulary_padded,
  kv_heads_replicated,
  ranks_without_experts,
  context_above_model,
  sliding_window_counted_in_full,
  duplicate_world_size,
  world_size_without_layout,
  assumed_constant,
};

/// One thing to tell the user: which field, what was given, what is allowed and why.
struct Problem {
  ProblemCode code;
  std::string pointer;  ///< JSON pointer (RFC 6901) of the field in the plan; empty for the whole document
  std::string message;  ///< a sentence that stands on its own
  std::string given;    ///< the value as JSON text; empty when nothing was given
  std::string allowed;  ///< the allowed values in words; empty when that is not the point
};

using Problems = std::vector<Problem>;

struct ProblemKind {
  ProblemCode code;
  std::string_view id;  ///< the spelling in documents
  Severity severity;
  std::string_view meaning;
};

/// Every code with its spelling, severity and meaning: the single table.
std::span<const ProblemKind> problem_kinds();

const ProblemKind& kind_of(ProblemCode code);
std::string_view severity_name(Severity severity);
bool has_errors(const Problems& problems);

}  // namespace worldsize
