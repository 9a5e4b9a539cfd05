#include "layout/rules.hpp"

#include <algorithm>
#include <string>

#include "layout/shard.hpp"
#include "units/text.hpp"

namespace worldsize {
namespace {

bool is_broken(LayoutRules rules, LayoutRule rule) { return (rules & static_cast<LayoutRules>(rule)) != 0; }

LayoutRules broken_if(bool broken, LayoutRule rule) { return broken ? static_cast<LayoutRules>(rule) : 0U; }

LayoutRules attention_rules(const Layout& layout, const GroupedQueryAttention& attention) {
  const Int tp = layout.tensor_parallel;
  const Int heads = attention.kv_heads;
  if (tp > attention.query_heads) return static_cast<LayoutRules>(LayoutRule::tensor_parallel_above_heads);
  LayoutRules broken = broken_if(attention.query_heads % tp != 0, LayoutRule::query_heads_divide);
  const bool divides = heads % tp == 0 || tp % heads == 0;
  broken |= broken_if(!divides, LayoutRule::kv_heads_divide);
  if (divides && tp > heads && layout.kv_heads == KvHeadsMode::split) {
    const Int pieces = tp / heads;
    broken |= broken_if(attention.head_dim % pieces != 0 || attention.value_head_dim % pieces != 0,
                        LayoutRule::head_dim_divides);
  }
  return broken;
}

/// The size that the ranks of one expert, or of a dense feed-forward, must divide, and how many they are.
struct IntermediateCut {
  Int intermediate = 1;
  Int ranks = 1;
};

IntermediateCut intermediate_cut(const Layout& layout, const FeedForward& feed_forward) {
  if (const auto* dense = std::get_if<DenseFeedForward>(&feed_forward)) {
    if (!dense->divided_by_expert_parallel) return {dense->intermediate, ffn_span(layout)};
    const ExpertGrid grid = expert_grid(layout, true);
    return {dense->intermediate, times(grid.moe_tensor_parallel, grid.expert_parallel)};
  }
  return {std::get<MixtureOfExperts>(feed_forward).intermediate, expert_grid(layout, false).moe_tensor_parallel};
}

std::string divisors_up_to(Int value, Int limit) {
  std::string list;
  for (Int divisor = 1; divisor <= std::min(value, limit); ++divisor)
    if (value % divisor == 0) list += (list.empty() ? "" : ", ") + with_commas(divisor);
  return list;
}

/// Divisors are listed up to this one in messages.
constexpr Int kListedDivisors = 256;

struct Describer {
  const Layout& layout;
  const GroupedQueryAttention& attention;
  Problems problems;

  void add(ProblemCode code, const char* field, Int given, const std::string& message, const std::string& allowed) {
    problems.push_back({code, std::string("/layout/") + field, message, std::to_string(given), allowed});
  }

  void attention_problems(LayoutRules broken) {
    const Int tp = layout.tensor_parallel;
    const Int heads = attention.query_heads;
    const Int kv_heads = attention.kv_heads;
    const std::string tp_text = "TP = " + with_commas(tp);
    const std::string divisors = divisors_up_to(heads, kListedDivisors);
    if (is_broken(broken, LayoutRule::tensor_parallel_above_heads))
      add(ProblemCode::tensor_parallel_above_heads, "tensor_parallel", tp,
          fill("{} is larger than the {}: a rank computes whole heads, so the others would have none.",
               {tp_text, counted(heads, "query head", "query heads")}),
          fill("a divisor of {}: {}", {heads, divisors}));
    if (is_broken(broken, LayoutRule::query_heads_divide))
      add(ProblemCode::query_heads_not_divisible, "tensor_parallel", tp,
          fill("{} does not divide the {}: each rank must hold the same number of whole heads.",
               {tp_text, counted(heads, "query head", "query heads")}),
          fill("a divisor of {}: {}", {heads, divisors}));
    if (is_broken(broken, LayoutRule::kv_heads_divide))
      add(ProblemCode::kv_heads_not_divisible, "tensor_parallel", tp,
          fill("The {} neither divide by {} nor does TP divide by them: ranks would hold unequal shares of the KV "
               "cache.",
               {counted(kv_heads, "KV head", "KV heads"), tp_text}),
          "a divisor or a multiple of " + with_commas(kv_heads));
    if (is_broken(broken, LayoutRule::head_dim_divides))
      add(ProblemCode::head_dim_not_divisible, "kv_heads", tp / kv_heads,
          fill("With kv_heads = split at {} each head of {} values would be cut into {} pieces, which do not come out "
               "even.",
               {tp_text, attention.head_dim, tp / kv_heads}),
          fill("replicate, or a TP for which TP / {} divides {}", {kv_heads, attention.head_dim}));
  }

  void expert_problems(LayoutRules broken, const Architecture& architecture) {
    const Int ep = layout.expert_parallel;
    const auto* mixture = first_mixture(architecture);
    const Int experts = mixture != nullptr ? mixture->num_experts : 0;
    if (is_broken(broken, LayoutRule::experts_exist))
      add(ProblemCode::experts_missing, "expert_parallel", ep,
          fill("EP = {}, but the model is dense: there are no experts to distribute.", {ep}), "1");
    if (is_broken(broken, LayoutRule::expert_parallel_within_experts))
      add(ProblemCode::expert_parallel_above_experts, "expert_parallel", ep,
          fill("EP = {} is larger than the {}: some ranks would hold none. Use EP up to {} and let DP replicate the "
               "experts beyond.",
               {ep, counted(experts, "expert", "experts"), experts}),
          "1 to " + with_commas(experts));
    if (is_broken(broken, LayoutRule::expert_grid_divides)) {
      const ExpertGrid grid = expert_grid(layout, has_wide_feed_forward(architecture));
      const bool moe_tp_given = layout.moe_tensor_parallel.has_value();
      add(ProblemCode::expert_grid_not_divisible, moe_tp_given ? "moe_tensor_parallel" : "expert_parallel",
          moe_tp_given ? grid.moe_tensor_parallel : ep,
          fill("The feed-forward needs MoE TP {} × EP {} = {} ranks a copy, and TP · CP · DP = {} ranks of a stage are "
               "not a multiple of that.",
               {grid.moe_tensor_parallel, ep, times(grid.moe_tensor_parallel, ep), stage_ranks(layout)}),
          "MoE TP × EP that divides " + with_commas(stage_ranks(layout)));
    }
  }

  void other_problems(LayoutRules broken, const Architecture& architecture) {
    const Int layers = layer_count(architecture);
    if (is_broken(broken, LayoutRule::stages_have_layers))
      add(ProblemCode::more_stages_than_layers, "pipeline_parallel", layout.pipeline_parallel,
          fill("PP = {} is larger than the {}: some stages would be empty.",
               {layout.pipeline_parallel, counted(layers, "layer", "layers")}),
          "1 to " + with_commas(layers));
    if (!is_broken(broken, LayoutRule::intermediate_divides)) return;
    for (const LayerKind& kind : architecture.kinds) {
      const IntermediateCut cut = intermediate_cut(layout, kind.feed_forward);
      if (cut.intermediate % cut.ranks == 0) continue;
      add(ProblemCode::intermediate_not_divisible,
          layout.moe_tensor_parallel         ? "moe_tensor_parallel"
          : layout.ffn_shard == FfnShard::tp ? "tensor_parallel"
                                             : "ffn_shard",
          cut.ranks,
          fill("The intermediate size {} does not divide by the {} ranks that one feed-forward is sharded over "
               "(ffn_shard = {}).",
               {cut.intermediate, cut.ranks, ffn_shard_name(layout.ffn_shard)}),
          "a divisor of " + with_commas(cut.intermediate));
      return;
    }
  }
};

const GroupedQueryAttention& heads_of(const LayerKind& kind) { return std::get<GroupedQueryAttention>(kind.attention); }

}  // namespace

LayoutRules broken_rules(const Layout& layout, const Architecture& architecture) {
  LayoutRules broken = broken_if(layout.pipeline_parallel > layer_count(architecture), LayoutRule::stages_have_layers);
  const bool wide = has_wide_feed_forward(architecture);
  const auto* mixture = first_mixture(architecture);
  for (const LayerKind& kind : architecture.kinds) {
    broken |= attention_rules(layout, heads_of(kind));
    const IntermediateCut cut = intermediate_cut(layout, kind.feed_forward);
    broken |= broken_if(cut.intermediate % cut.ranks != 0, LayoutRule::intermediate_divides);
  }
  if (mixture == nullptr && !wide) return broken | broken_if(layout.expert_parallel > 1, LayoutRule::experts_exist);
  if (mixture != nullptr)
    broken |= broken_if(layout.expert_parallel > mixture->num_experts, LayoutRule::expert_parallel_within_experts);
  broken |= broken_if(expert_grid(layout, wide).replicas == 0, LayoutRule::expert_grid_divides);
  return broken;
}

Problems describe_broken_rules(LayoutRules broken, const Layout& layout, const Architecture& architecture) {
  Problems problems;
  for (const LayerKind& kind : architecture.kinds) {
    Describer describer{layout, heads_of(kind), {}};
    describer.attention_problems(attention_rules(layout, heads_of(kind)));
    problems.insert(problems.end(), describer.problems.begin(), describer.problems.end());
    if (!describer.problems.empty()) break;
  }
  Describer describer{layout, heads_of(architecture.kinds.front()), {}};
  describer.expert_problems(broken, architecture);
  describer.other_problems(broken, architecture);
  problems.insert(problems.end(), describer.problems.begin(), describer.problems.end());
  return problems;
}

Problems layout_remarks(const Layout& layout, const Architecture& architecture) {
  Problems remarks;
  const Int tp = layout.tensor_parallel;
  const Int kv_heads = heads_of(architecture.kinds.front()).kv_heads;
  if (tp > kv_heads && layout.kv_heads == KvHeadsMode::replicate)
    remarks.push_back(
        {ProblemCode::kv_heads_replicated, "/layout/tensor_parallel",
         fill("TP = {} is above the {}: each is held by {} ranks, so more TP no longer shrinks the KV cache of a rank.",
              {tp, counted(kv_heads, "KV head", "KV heads"), tp / kv_heads}),
         std::to_string(tp), fill("up to {} without replication", {kv_heads})});
  if (architecture.vocabulary % tp != 0) {
    const Int padded = round_up(architecture.vocabulary, tp);
    remarks.push_back(
        {ProblemCode::vocabulary_padded, "/layout/tensor_parallel",
         fill("The vocabulary of {} is padded to {} rows to divide by TP = {}.", {architecture.vocabulary, padded, tp}),
         std::to_string(tp), ""});
  }
  const auto* mixture = first_mixture(architecture);
  const Int ep = layout.expert_parallel;
  if (mixture != nullptr && mixture->num_experts % ep != 0) {
    const Int held = ceil_div(mixture->num_experts, ep);
    remarks.push_back(
        {ProblemCode::experts_padded, "/layout/expert_parallel",
         fill("{} experts do not divide by EP = {}: the fullest rank holds {}, and {} places are padding.",
              {mixture->num_experts, ep, held, held * ep - mixture->num_experts}),
         std::to_string(ep), "a divisor of " + with_commas(mixture->num_experts)});
  }
  return remarks;
}

}  // namespace worldsize
