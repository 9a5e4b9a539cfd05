// The memory of the reported rank, and the KV cache.
#include <algorithm>

#include "plan/explain_parts.hpp"
#include "units/text.hpp"

namespace worldsize {
namespace {

ExplanationInput bytes_input(const char* pointer, const char* label, Int bytes) {
  return {pointer, label, static_cast<double>(bytes), "bytes"};
}

ExplanationInput field_input(const char* pointer, const char* label, Int value, const char* unit) {
  return {pointer, label, static_cast<double>(value), unit};
}

struct RankExplainer {
  const Outcome& outcome;
  const Plan& plan = outcome.plan;
  const Deployment& deployment = plan.deployment;
  const RankMemory& rank = outcome.evaluation.rank;
  RankUse use = rank_use(outcome);

  ExplanationInput batch() const {
    return field_input("/batch/per_replica", "Sequences of one replica", outcome.evaluation.batch_per_replica,
                       "requests");
  }

  bool is_seed() const { return plan.kind == ModelKind::decoder; }

  Explanation weights() const {
    std::string sum;
    std::vector<ExplanationInput> inputs;
    Int replicated = 0;
    for (std::size_t part = 0; part < kTensorClassCount; ++part) {
      const Int bytes = plus(rank.weights.values[part], rank.weights.scales[part]);
      replicated = plus(replicated, rank.weights.replicated[part]);
      if (bytes == 0) continue;
      const std::string name(tensor_class_name(static_cast<TensorClass>(part)));
      sum += (sum.empty() ? "" : " + ") + fill("{} {}", {name, bytes});
      inputs.push_back({"", name, static_cast<double>(bytes), "bytes"});
    }
    return {.label = "Weights on this rank",
            .value = static_cast<double>(use.weights),
            .unit = "bytes",
            .formula = "Σ over tensors of the stage: layers · (elements on the rank · bits / 8 + scales)",
            .substituted = fill("{} = {} B", {sum, use.weights}),
            .inputs = std::move(inputs),
            .source = "Counted tensor by tensor from the model's config; the tensor tables show each.",
            .note = in_gib(replicated) + " of it is held by other ranks of the stage too."};
  }

  Explanation ideal_weights() const {
    const Int ideal = ceil_div(outcome.whole_model_bytes, outcome.world_size);
    return {.label = "Weights if everything were divided",
            .value = static_cast<double>(ideal),
            .unit = "bytes",
            .formula = "⌈M / W⌉",
            .substituted = fill("{} / {} = {} B", {outcome.whole_model_bytes, outcome.world_size, ideal}),
            .inputs = {bytes_input("/memory/whole_model_bytes", "M, the whole model", outcome.whole_model_bytes),
                       field_input("/world_size", "W, world size", outcome.world_size, "GPUs")},
            .source = "The limit of the world-size formula; what a rank really holds above it is replicated."};
  }

  Explanation kv_cache() const {
    return {.label = "KV cache on this rank",
            .value = static_cast<double>(use.kv_cache),
            .unit = "bytes",
            .formula = "sequences · bytes a sequence",
            .substituted = fill("{} · {} = {} B",
                                {outcome.evaluation.batch_per_replica, rank.kv_bytes_per_sequence, use.kv_cache}),
            .inputs = {batch(), bytes_input("/kv/bytes_per_sequence", "KV bytes of a sequence on this rank",
                                            rank.kv_bytes_per_sequence)},
            .source = "Counted. DP does not divide it: every replica stores its own sequences."};
  }

  Explanation transient() const {
    const TransientRule& rule = rank.transient;
    const Int batch_size = outcome.evaluation.batch_per_replica;
    const TransientBytes bytes = transients(rule, batch_size);
    if (is_seed())
      return {.label = "Transients of a step",
              .value = static_cast<double>(use.transient),
              .unit = "bytes",
              .formula = deployment.workload.phase == Phase::decode
                             ? "sequences · 4 · (hidden + h_q · d / TP) · bytes"
                             : "sequences · (2 · (h_q/TP) · T · 1024 + T · hidden) · bytes",
              .substituted = fill("{} · {} = {} B", {batch_size, rule.per_sequence, use.transient}),
              .inputs = {batch(), field_input("/workload/prefill_chunk_tokens", "T, prefill chunk",
                                              deployment.workload.prefill_chunk_tokens, "tokens")},
              .source = "The generic decoder's rule (per-device memory layout formula)",
              .certainty = Certainty::estimated};
    return {.label = "Transients of the largest step",
            .value = static_cast<double>(use.transient),
            .unit = "bytes",
            .formula = "T · residual + max(T · attention, T · feed-forward) + sequences · vocabulary · 4 B",
            .substituted = fill("{} + max({}, {}) + {} = {} B",
                                {bytes.residual, bytes.attention, bytes.feed_forward, bytes.logits, use.transient}),
            .inputs = {field_input("", "T, tokens of the step", step_tokens(rule, batch_size), "tokens"),
                       bytes_input("", "residual, a token", rule.residual),
                       bytes_input("", "attention, a token", rule.attention),
                       bytes_input("", "feed-forward, a token", rule.feed_forward),
                       bytes_input("", "logits, a sequence", rule.logits), batch(),
                       field_input("/workload/prefill_chunk_tokens", "Prefill chunk",
                                   deployment.workload.prefill_chunk_tokens, "tokens")},
            .source =
                "Widest buffers in flight: hidden state and residual; q, k, v and output; gate, up and product "
                "(for a mixture the two work buffers of a fused expert kernel over top-k rows a token); logits "
                "in fp32 on the last stage.",
            .certainty = Certainty::estimated,
            .note = "Engines differ in what they keep alive; attention workspaces are left out."};
  }

  Explanation runtime() const {
    const bool given = deployment.engine.runtime_bytes.has_value();
    return {.label = "Runtime",
            .value = static_cast<double>(use.runtime),
            .unit = "bytes",
            .formula = given ? "as given" : "0.25 GiB on one GPU, 2.13 GiB on more",
            .substituted = with_commas(use.runtime) + " B",
            .inputs = {field_input("/world_size", "World size", outcome.world_size, "GPUs"),
                       bytes_input("/engine/runtime_bytes", "Runtime", use.runtime)},
            .source = given
                          ? "The plan's own value"
                          : "vLLM start-up logs on H100, versions 0.18 and 0.19: about 0.25 GiB of non-torch memory on "
                            "one GPU, 2.06 to 2.21 GiB with tensor parallelism",
            .certainty = given ? Certainty::exact : Certainty::assumed,
            .note = given ? "" : "Other engines, devices and versions reserve more or less; set what yours prints."};
  }

  Explanation budget() const {
    return {.label = "Budget",
            .value = static_cast<double>(use.budget),
            .unit = "bytes",
            .formula = "⌊device memory · utilization⌋",
            .substituted = fill("{} · {} = {} B",
                                {deployment.device.memory_bytes, deployment.engine.memory_utilization, use.budget}),
            .inputs = {bytes_input("/device/memory_bytes", "Device memory", deployment.device.memory_bytes),
                       {"/engine/memory_utilization", "Memory utilization", deployment.engine.memory_utilization, ""}},
            .source = "vLLM's rule: gpu_memory_utilization of what the driver reports",
            .note = "Device context and CUDA graphs live in what is left outside."};
  }

  Explanation used() const {
    return {.label = "In use",
            .value = static_cast<double>(use.used),
            .unit = "bytes",
            .formula = "weights + KV cache + transients + runtime",
            .substituted =
                fill("{} + {} + {} + {} = {} B", {use.weights, use.kv_cache, use.transient, use.runtime, use.used}),
            .inputs = {bytes_input("/memory/weights_bytes", "Weights", use.weights),
                       bytes_input("/memory/kv_cache_bytes", "KV cache", use.kv_cache),
                       bytes_input("/memory/transient_bytes", "Transients", use.transient),
                       bytes_input("/memory/runtime_bytes", "Runtime", use.runtime)},
            .source = "Sum",
            .certainty = Certainty::estimated};
  }

  Explanation difference(bool over) const {
    const Int value = std::max<Int>(over ? use.used - use.budget : use.budget - use.used, 0);
    return {.label = over ? "Over the budget" : "Free in the budget",
            .value = static_cast<double>(value),
            .unit = "bytes",
            .formula = over ? "max(0, used − budget)" : "max(0, budget − used)",
            .substituted = fill("{} − {} → {} B", {over ? use.used : use.budget, over ? use.budget : use.used, value}),
            .inputs = {bytes_input("/memory/budget_bytes", "Budget", use.budget),
                       bytes_input("/memory/used_bytes", "In use", use.used)},
            .source = "Difference",
            .certainty = Certainty::estimated};
  }

  Explanation kv_per_token() const {
    const auto& kinds = deployment.model.architecture.kinds;
    const auto& attention = std::get<GroupedQueryAttention>(kinds.front().attention);
    const KvShape shape = kv_shape(attention, plan.layout);
    const Int layers = layers_of(rank.stage);
    const NumberFormat& format = deployment.model.precision.kv_cache;
    return {.label = "KV cache of one token on this rank",
            .value = static_cast<double>(rank.kv_bytes_per_token),
            .unit = "bytes",
            .formula = "layers · KV heads on the rank · (key + value bytes)",
            .substituted =
                fill("{} · {} · ({} + {}) = {} B", {layers, shape.heads, row_bytes(format, shape.key_dim),
                                                    row_bytes(format, shape.value_dim), rank.kv_bytes_per_token}),
            .inputs = {field_input("", "Layers on the stage", layers, ""),
                       field_input("", "KV heads on the rank", shape.heads, ""),
                       field_input("", "Key dimension on the rank", shape.key_dim, ""),
                       field_input("/layout/tensor_parallel", "TP", plan.layout.tensor_parallel, "GPUs")},
            .source = "Counted; stored as " + std::string(format.label),
            .note = shape.held_by > 1
                        ? fill("TP is above the KV heads: {} ranks hold the same values.", {shape.held_by})
                        : ""};
  }

  Explanation kv_per_sequence() const {
    return {.label = "KV cache of one sequence on this rank",
            .value = static_cast<double>(rank.kv_bytes_per_sequence),
            .unit = "bytes",
            .formula = "⌈⌈context / CP⌉ / block⌉ · block · bytes a token",
            .substituted = fill("{} · {} = {} B",
                                {outcome.kv_tokens_per_sequence, rank.kv_bytes_per_token, rank.kv_bytes_per_sequence}),
            .inputs = {field_input("/workload/context_tokens", "Context", deployment.workload.context_tokens, "tokens"),
                       field_input("/layout/context_parallel", "CP", plan.layout.context_parallel, "GPUs"),
                       field_input("/engine/block_tokens", "Block", deployment.engine.block_tokens, "tokens"),
                       bytes_input("/kv/bytes_per_token", "KV bytes of a token", rank.kv_bytes_per_token)},
            .source = "Counted in whole blocks, as paged KV caches are"};
  }

  Explanation device_memory() const {
    return {.label = "Device memory",
            .value = static_cast<double>(deployment.device.memory_bytes),
            .unit = "bytes",
            .formula = "as the plan says",
            .substituted = with_commas(deployment.device.memory_bytes) + " B",
            .inputs = {bytes_input("/device/memory_bytes", "Device memory", deployment.device.memory_bytes)},
            .source = "The plan's device; the catalogue's record names where its figure comes from"};
  }

  Explanation kv_tokens() const {
    return {.label = "KV tokens of one sequence stored on this rank",
            .value = static_cast<double>(outcome.kv_tokens_per_sequence),
            .unit = "tokens",
            .formula = "⌈⌈context / CP⌉ / block⌉ · block",
            .substituted =
                fill("⌈⌈{} / {}⌉ / {}⌉ · {} = {}",
                     {deployment.workload.context_tokens, plan.layout.context_parallel, deployment.engine.block_tokens,
                      deployment.engine.block_tokens, outcome.kv_tokens_per_sequence}),
            .inputs = {field_input("/workload/context_tokens", "Context", deployment.workload.context_tokens, "tokens"),
                       field_input("/layout/context_parallel", "CP", plan.layout.context_parallel, "GPUs"),
                       field_input("/engine/block_tokens", "Block", deployment.engine.block_tokens, "tokens")},
            .source = "Counted in whole blocks, as paged KV caches are"};
  }

  static Explanation no_state() {
    return {.label = "State of one sequence besides the KV cache",
            .unit = "bytes",
            .formula = "0",
            .substituted = "0 B",
            .source = "Attention layers keep none; linear attention and state-space layers would"};
  }

  Explanation pool() const {
    return {.label = "Room for the KV cache",
            .value = static_cast<double>(outcome.kv_pool_bytes),
            .unit = "bytes",
            .formula = "max(0, budget − weights − transients − runtime)",
            .substituted = fill("{} − {} − {} − {} → {} B",
                                {use.budget, use.weights, use.transient, use.runtime, outcome.kv_pool_bytes}),
            .inputs = {bytes_input("/memory/budget_bytes", "Budget", use.budget),
                       bytes_input("/memory/weights_bytes", "Weights", use.weights),
                       bytes_input("/memory/transient_bytes", "Transients", use.transient),
                       bytes_input("/memory/runtime_bytes", "Runtime", use.runtime)},
            .source = "Difference",
            .certainty = Certainty::estimated};
  }

  Explanation capacity() const {
    return {
        .label = "KV tokens that one replica can hold",
        .value = static_cast<double>(outcome.capacity_tokens),
        .unit = "tokens",
        .formula = "⌊room / (block · bytes a token)⌋ · block · CP",
        .substituted = fill("⌊{} / ({} · {})⌋ · {} · {} = {}",
                            {outcome.kv_pool_bytes, deployment.engine.block_tokens, rank.kv_bytes_per_token,
                             deployment.engine.block_tokens, plan.layout.context_parallel, outcome.capacity_tokens}),
        .inputs = {bytes_input("/kv/pool_bytes", "Room for the KV cache", outcome.kv_pool_bytes),
                   field_input("/engine/block_tokens", "Block", deployment.engine.block_tokens, "tokens"),
                   bytes_input("/kv/bytes_per_token", "KV bytes of a token", rank.kv_bytes_per_token)},
        .source = "Whole blocks of a paged KV cache",
        .certainty = Certainty::estimated};
  }

  Explanation concurrency() const {
    return {.label = "Whole sequences in the room of one replica",
            .value = static_cast<double>(outcome.max_concurrency),
            .unit = "requests",
            .formula = "⌊room / bytes a sequence⌋",
            .substituted =
                fill("⌊{} / {}⌋ = {}", {outcome.kv_pool_bytes, rank.kv_bytes_per_sequence, outcome.max_concurrency}),
            .inputs = {bytes_input("/kv/pool_bytes", "Room for the KV cache", outcome.kv_pool_bytes),
                       bytes_input("/kv/bytes_per_sequence", "KV bytes of a sequence", rank.kv_bytes_per_sequence)},
            .source = "At the full context; transients taken at the reported batch",
            .certainty = Certainty::estimated};
  }
};

}  // namespace

std::optional<Explanation> explain_memory(const Outcome& outcome, std::string_view pointer) {
  const RankExplainer rank{.outcome = outcome};
  if (pointer == "/memory/weights_bytes") return rank.weights();
  if (pointer == "/memory/ideal_weights_bytes") return rank.ideal_weights();
  if (pointer == "/memory/kv_cache_bytes") return rank.kv_cache();
  if (pointer == "/memory/transient_bytes") return rank.transient();
  if (pointer == "/memory/runtime_bytes") return rank.runtime();
  if (pointer == "/memory/budget_bytes") return rank.budget();
  if (pointer == "/memory/used_bytes") return rank.used();
  if (pointer == "/memory/slack_bytes") return rank.difference(false);
  if (pointer == "/memory/over_bytes") return rank.difference(true);
  if (pointer == "/kv/bytes_per_token") return rank.kv_per_token();
  if (pointer == "/kv/bytes_per_sequence") return rank.kv_per_sequence();
  if (pointer == "/memory/device_bytes") return rank.device_memory();
  if (pointer == "/kv/tokens_per_sequence") return rank.kv_tokens();
  if (pointer == "/kv/state_bytes_per_sequence") return RankExplainer::no_state();
  if (pointer == "/kv/pool_bytes") return rank.pool();
  if (pointer == "/kv/capacity_tokens") return rank.capacity();
  if (pointer == "/kv/max_concurrency") return rank.concurrency();
  return std::nullopt;
}

}  // namespace worldsize
