#include "problem/problem.hpp"

#include <algorithm>
#include <array>

namespace worldsize {
namespace {

using enum ProblemCode;
using enum Severity;

constexpr std::array kKinds{
    ProblemKind{not_json, "not_json", error, "The text is not a JSON document."},
    ProblemKind{document_too_large, "document_too_large", error,
                "The document is larger or deeper than a plan can be."},
    ProblemKind{wrong_type, "wrong_type", error, "A field holds a value of another type than it takes."},
    ProblemKind{unknown_field, "unknown_field", error, "The document has a field that plans do not have."},
    ProblemKind{unknown_choice, "unknown_choice", error, "A field that takes one of several names holds another one."},
    ProblemKind{unknown_preset, "unknown_preset", error, "The catalogue has no entry of that name."},
    ProblemKind{unsupported_version, "unsupported_version", error, "The document's version is not one that is read."},
    ProblemKind{model_kind_conflict, "model_kind_conflict", error, "The model is given in more than one form."},
    ProblemKind{not_a_quantity, "not_a_quantity", error, "A text could not be read as a number with a unit."},
    ProblemKind{not_whole, "not_whole", error, "A field that counts things holds a fraction."},
    ProblemKind{out_of_range, "out_of_range", error, "A number is outside the range that makes sense."},
    ProblemKind{too_many_values, "too_many_values", error, "A list is longer than allowed, or empty."},
    ProblemKind{missing_field, "missing_field", error, "A model's config lacks a field that its sizes depend on."},
    ProblemKind{unsupported_model_type, "unsupported_model_type", error,
                "The config's model_type is not one that is read."},
    ProblemKind{top_k_above_experts, "top_k_above_experts", error,
                "Each token is routed to more experts than there are."},
    ProblemKind{query_heads_not_divisible, "query_heads_not_divisible", error, "Query heads do not divide by TP."},
    ProblemKind{tensor_parallel_above_heads, "tensor_parallel_above_heads", error,
                "TP is larger than the query heads."},
    ProblemKind{kv_heads_not_divisible, "kv_heads_not_divisible", error,
                "KV heads neither divide by TP nor does TP divide by them."},
    ProblemKind{head_dim_not_divisible, "head_dim_not_divisible", error,
                "With kv_heads = split the head dimension must divide by TP / KV heads."},
    ProblemKind{intermediate_not_divisible, "intermediate_not_divisible", error,
                "The feed-forward's intermediate size does not divide by the ranks it is sharded over."},
    ProblemKind{more_stages_than_layers, "more_stages_than_layers", error, "PP is larger than the number of layers."},
    ProblemKind{experts_missing, "experts_missing", error, "EP is above 1 but the model has no experts."},
    ProblemKind{expert_parallel_above_experts, "expert_parallel_above_experts", error,
                "EP is larger than the number of experts."},
    ProblemKind{expert_grid_not_divisible, "expert_grid_not_divisible", error,
                "The expert grid (MoE TP × EP) does not divide the TP · CP · DP ranks of a stage."},
    ProblemKind{budget_below_fixed, "budget_below_fixed", error, "The memory budget is below its fixed part."},
    ProblemKind{result_too_large, "result_too_large", error, "A result is too large to be held exactly (2^53)."},
    ProblemKind{quantization_block_not_divisible, "quantization_block_not_divisible", warning,
                "A shard cuts through the blocks that share a scale; engines with blocked kernels refuse that."},
    ProblemKind{experts_padded, "experts_padded", warning, "Experts do not divide by EP, so some ranks hold padding."},
    ProblemKind{vocabulary_padded, "vocabulary_padded", note, "The vocabulary is padded to divide by TP."},
    ProblemKind{kv_heads_replicated, "kv_heads_replicated", note,
                "TP is above the KV heads, so several ranks hold the same KV head."},
    ProblemKind{ranks_without_experts, "ranks_without_experts", note,
                "There are more ranks than experts; the others hold none unless experts are replicated."},
    ProblemKind{context_above_model, "context_above_model", warning,
                "The context is longer than the model's config allows."},
    ProblemKind{sliding_window_counted_in_full, "sliding_window_counted_in_full", warning,
                "The config names a sliding window; the KV cache is counted in full, which is an upper bound."},
    ProblemKind{duplicate_world_size, "duplicate_world_size", note,
                "A world size is listed twice; it is counted once."},
    ProblemKind{world_size_without_layout, "world_size_without_layout", note,
                "The strategy has no valid layout at some of the world sizes."},
    ProblemKind{assumed_constant, "assumed_constant", note, "A term of the result rests on an assumed constant."},
};

}  // namespace

std::span<const ProblemKind> problem_kinds() { return kKinds; }

const ProblemKind& kind_of(ProblemCode code) { return kKinds[static_cast<std::size_t>(code)]; }

std::string_view severity_name(Severity severity) {
  return severity == error ? "error" : severity == warning ? "warning" : "note";
}

bool has_errors(const Problems& problems) {
  return std::any_of(problems.begin(), problems.end(),
                     [](const Problem& problem) { return kind_of(problem.code).severity == error; });
}

}  // namespace worldsize
