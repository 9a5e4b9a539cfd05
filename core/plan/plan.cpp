#include "plan/plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "layout/rules.hpp"
#include "model/hf_config.hpp"
#include "plan/fields.hpp"
#include "units/text.hpp"

namespace worldsize {
namespace {

constexpr Int kLargestWorld = Int{1} << 20;

/// Reads the normalised document, in which every field has a valid value.
class Values {
 public:
  explicit Values(const JsonObject& document) : root_(document) {}

  const Json* find(std::string_view pointer) const { return at_pointer(root_, pointer); }
  double number(std::string_view pointer) const { return *as_number(*find(pointer)); }
  Int whole(std::string_view pointer) const { return *as_whole(*find(pointer)); }
  std::string text(std::string_view pointer) const {
    const Json* value = find(pointer);
    return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
  }
  std::optional<Int> whole_unless_word(std::string_view pointer) const {
    const Json* value = find(pointer);
    return value->is_string() ? std::nullopt : as_whole(*value);
  }

 private:
  Json root_;
};

Precision read_precision(const Values& values) {
  const NumberFormat& weights = *find_format(values.text("/precision/weights"));
  Precision precision;
  for (int index = 0; index < kTensorClassCount; ++index) {
    const auto tensor_class = static_cast<TensorClass>(index);
    const std::string given = values.text("/precision/" + std::string(tensor_class_name(tensor_class)));
    precision.weights[static_cast<std::size_t>(index)] =
        given == "auto" ? usual_format(tensor_class, weights) : *find_format(given);
  }
  precision.activations = *find_format(values.text("/precision/activations"));
  precision.kv_cache = *find_format(values.text("/precision/kv_cache"));
  return precision;
}

Layout read_layout(const Values& values) {
  Layout layout;
  layout.tensor_parallel = values.whole("/layout/tensor_parallel");
  layout.pipeline_parallel = values.whole("/layout/pipeline_parallel");
  layout.context_parallel = values.whole("/layout/context_parallel");
  layout.data_parallel = values.whole("/layout/data_parallel");
  layout.expert_parallel = values.whole("/layout/expert_parallel");
  layout.moe_tensor_parallel = values.whole_unless_word("/layout/moe_tensor_parallel");
  layout.kv_heads = values.text("/layout/kv_heads") == "split" ? KvHeadsMode::split : KvHeadsMode::replicate;
  const std::string shard = values.text("/layout/ffn_shard");
  layout.ffn_shard = shard == "tp" ? FfnShard::tp : shard == "tp_cp" ? FfnShard::tp_cp : FfnShard::tp_cp_dp;
  return layout;
}

Workload read_workload(const Values& values, Problems& problems) {
  Workload workload;
  const std::string phase = values.text("/workload/phase");
  workload.phase = phase == "prefill" ? Phase::prefill : phase == "mixed" ? Phase::mixed : Phase::decode;
  const Int both = values.whole("/workload/input_tokens") + values.whole("/workload/output_tokens");
  workload.context_tokens = values.whole_unless_word("/workload/context_tokens").value_or(both);
  if (workload.context_tokens < 1)
    problems.push_back({ProblemCode::out_of_range, "/workload/input_tokens",
                        "Input and output are both 0, so a sequence would hold no token.", "0",
                        "input + output of at least 1"});
  workload.batch_per_replica = values.whole_unless_word("/workload/batch_per_replica");
  workload.prefill_chunk_tokens = values.whole("/workload/prefill_chunk_tokens");
  return workload;
}

std::optional<Strategy> strategy_of(const std::string& name) {
  for (const Strategy strategy : {Strategy::dp_ep, Strategy::tp_ep, Strategy::tp, Strategy::tp_pp})
    if (name == strategy_name(strategy)) return strategy;
  return std::nullopt;
}

bool has_errors_in(const Problems& problems, std::string_view group) {
  return std::any_of(problems.begin(), problems.end(), [&](const Problem& problem) {
    return kind_of(problem.code).severity == Severity::error && problem.pointer.rfind(group, 0) == 0;
  });
}

struct Reader {
  const Values& values;
  Plan& plan;
  Problems& problems;

  void read() {
    plan.layout = read_layout(values);
    check_world_size();
    for (const Json& size : values.find("/sweep/world_sizes")->get_array()) plan.world_sizes.push_back(*as_whole(size));
    if (plan.kind == ModelKind::aggregate) {
      read_aggregate();
      return;
    }
    if (plan.kind == ModelKind::decoder) {
      read_decoder();
    } else {
      read_config();
    }
    Deployment& deployment = plan.deployment;
    deployment.device = {.memory_bytes = values.whole("/device/memory_bytes"),
                         .scale_up_domain = values.whole("/device/scale_up_domain")};
    deployment.engine = {.memory_utilization = values.number("/engine/memory_utilization"),
                         .runtime_bytes = values.whole_unless_word("/engine/runtime_bytes"),
                         .block_tokens = values.whole("/engine/block_tokens")};
    deployment.workload = read_workload(values, problems);
    if (has_errors_in(problems, "/model")) return;
    const Architecture& architecture = deployment.model.architecture;
    plan.strategy = strategy_of(values.text("/sweep/strategy")).value_or(usual_strategy(architecture));
    if (!has_errors_in(problems, "/layout")) check_layout(architecture);
    check_budget();
    check_context(architecture);
  }

  void check_world_size() {
    const Int size = world_size(plan.layout);
    if (size > kLargestWorld)
      problems.push_back({ProblemCode::out_of_range, "/layout", fill("TP · PP · CP · DP is {} GPUs.", {size}),
                          std::to_string(size), fill("up to {} GPUs", {kLargestWorld})});
  }

  void read_aggregate() {
    AggregateSpec& spec = plan.aggregate;
    plan.model_name = "Aggregate formula";
    spec.budget_gb = values.number("/model/aggregate/budget_gb");
    spec.per_request_gb = values.number("/model/aggregate/per_request_gb");
    spec.model_gb = values.number("/model/aggregate/model_gb");
    spec.fixed_gb = values.number("/model/aggregate/fixed_gb");
    spec.num_experts = values.whole("/model/aggregate/num_experts");
    spec.top_k = values.whole("/model/aggregate/top_k");
    if (spec.budget_gb < spec.fixed_gb)
      problems.push_back({ProblemCode::budget_below_fixed, "/model/aggregate/budget_gb",
                          fill("The budget C = {} GB is below the fixed part F = {} GB: no world size can fit, since F "
                               "does not shrink with W.",
                               {spec.budget_gb, spec.fixed_gb}),
                          compact(spec.budget_gb, 15), fill("at least {} GB", {spec.fixed_gb})});
    if (spec.top_k > spec.num_experts)
      problems.push_back({ProblemCode::top_k_above_experts, "/model/aggregate/top_k",
                          fill("Each token would be routed to {} of {}.",
                               {spec.top_k, counted(spec.num_experts, "expert", "experts")}),
                          std::to_string(spec.top_k), "1 to " + with_commas(spec.num_experts)});
    const Int size = world_size(plan.layout);
    if (spec.num_experts > 1 && size > spec.num_experts)
      problems.push_back(
          {ProblemCode::ranks_without_experts, "/layout/data_parallel",
           fill(
               "World size {} has more ranks than the {} experts: {} of them hold none, unless experts are replicated.",
               {size, spec.num_experts, size - spec.num_experts}),
           std::to_string(size), fill("up to {} without replication", {spec.num_experts})});
  }

  void read_decoder() {
    plan.model_name = "Generic decoder";
    const DecoderSpec spec{.hidden = values.whole("/model/decoder/hidden"),
                           .query_heads = values.whole("/model/decoder/query_heads"),
                           .kv_heads = values.whole("/model/decoder/kv_heads"),
                           .head_dim = values.whole("/model/decoder/head_dim"),
                           .ffn_dim = values.whole("/model/decoder/ffn_dim"),
                           .layers = values.whole("/model/decoder/layers"),
                           .bytes_per_element = values.number("/model/decoder/bytes_per_element")};
    const double bits = spec.bytes_per_element * 8;
    if (bits != std::floor(bits))
      problems.push_back(
          {ProblemCode::not_whole, "/model/decoder/bytes_per_element",
           fill("Bytes per element is {}, which is not a whole number of bits.", {Rounded{spec.bytes_per_element, 15}}),
           compact(spec.bytes_per_element, 15), "a multiple of 0.125"});
    if (spec.query_heads % spec.kv_heads != 0)
      problems.push_back({ProblemCode::out_of_range, "/model/decoder/kv_heads",
                          fill("{} query heads cannot share {} KV heads evenly.", {spec.query_heads, spec.kv_heads}),
                          std::to_string(spec.kv_heads), "a divisor of " + with_commas(spec.query_heads)});
    plan.deployment.model = make_model(decoder_architecture(spec), uniform_precision(static_cast<Int>(bits)));
  }

  void read_config() {
    const Json* config = values.find("/model/hf_config");
    if (config == nullptr) return;  // the missing preset or config has been reported
    Architecture architecture = read_hf_config(*config, "/model/hf_config", problems);
    const std::string preset = values.text("/model/preset");
    plan.model_name = !preset.empty() ? preset : values.text("/model/hf_config/model_type") + " (own config)";
    architecture.name = plan.model_name;
    if (has_errors_in(problems, "/model")) return;
    plan.deployment.model = make_model(std::move(architecture), read_precision(values));
  }

  void check_layout(const Architecture& architecture) {
    const LayoutRules broken = broken_rules(plan.layout, architecture);
    const Problems found = broken != 0 ? describe_broken_rules(broken, plan.layout, architecture)
                                       : layout_remarks(plan.layout, architecture);
    problems.insert(problems.end(), found.begin(), found.end());
    if (broken == 0) check_blocks();
  }

  /// Engines with blocked fp8 kernels refuse shards that cut through a block of shared scales.
  void check_blocks() {
    const Model& model = plan.deployment.model;
    const auto& attention = std::get<GroupedQueryAttention>(model.architecture.kinds.front().attention);
    const ExpertGrid grid = expert_grid(plan.layout, false);
    for (const auto& tensors : model.tensors.of_kind)
      for (const Tensor& tensor : tensors) {
        const NumberFormat& format = format_of(model.precision, tensor);
        const Int block = tensor.shard_cols ? format.block_cols : format.block_rows;
        const Shard shard = shard_of(tensor, plan.layout, attention, grid);
        const Int whole = tensor.shard_cols ? tensor.cols : tensor.rows;
        const Int here = tensor.shard_cols ? shard.cols : shard.rows;
        if (block <= 1 || here == whole || here % block == 0) continue;
        problems.push_back(
            {ProblemCode::quantization_block_not_divisible,
             tensor.axis == ShardAxis::experts ? "/layout/expert_parallel" : "/layout/tensor_parallel",
             fill("A rank's share of {} is {} of {} along the cut, not a multiple of the {} that share a scale ({}). "
                  "Engines with blocked kernels refuse this layout; the bytes here round scales up.",
                  {tensor.name, here, whole, block, format.label}),
             std::to_string(here), "a multiple of " + with_commas(block)});
        return;
      }
  }

  void check_budget() {
    if (has_errors_in(problems, "/device") || has_errors_in(problems, "/engine")) return;
    const Deployment& deployment = plan.deployment;
    const Int budget = budget_bytes(deployment.engine, deployment.device);
    const Int runtime = runtime_bytes(deployment.engine, plan.layout);
    if (budget < runtime)
      problems.push_back({ProblemCode::budget_below_fixed, "/device/memory_bytes",
                          fill("The budget, {} of the device's {}, is below the runtime's {}: nothing can fit, since "
                               "the runtime does not shrink with the world size.",
                               {Gib{budget}, Gib{deployment.device.memory_bytes}, Gib{runtime}}),
                          std::to_string(deployment.device.memory_bytes), "a budget of at least " + in_gib(runtime)});
    if (!deployment.engine.runtime_bytes && runtime > 0)
      problems.push_back(
          {ProblemCode::assumed_constant, "/engine/runtime_bytes",
           fill("The runtime's {} is an assumption, from what vLLM prints on H100; set it to what your engine reports.",
                {Gib{runtime}}),
           "\"auto\"", ""});
  }

  void check_context(const Architecture& architecture) {
    const Int context = plan.deployment.workload.context_tokens;
    if (architecture.max_context_tokens == 0 || context <= architecture.max_context_tokens) return;
    problems.push_back({ProblemCode::context_above_model, "/workload/context_tokens",
                        fill("A context of {} tokens is longer than the {} that the config allows without changing its "
                             "position encoding.",
                             {context, architecture.max_context_tokens}),
                        std::to_string(context), "up to " + with_commas(architecture.max_context_tokens)});
  }
};

}  // namespace

PlanResult read_plan(std::string_view text, const Catalogue& catalogue) {
  PlanResult result;
  const auto given = parse_json(text, result.problems);
  if (!given) return result;
  if (!given->is_object()) {
    result.problems.push_back({ProblemCode::wrong_type, "", fill("A plan is an object, not {}.", {type_name(*given)}),
                               to_text(*given).substr(0, 60), "an object"});
    return result;
  }
  NormalPlan normal = normalise(given->get_object(), catalogue);
  Plan plan;
  plan.kind = normal.model_kind;
  plan.overrides = std::move(normal.overrides);
  result.problems = std::move(normal.problems);
  const Values values(normal.document);
  Reader{values, plan, result.problems}.read();
  plan.document = std::move(normal.document);
  if (has_errors(result.problems)) return result;
  plan.remarks = std::move(result.problems);
  result.problems.clear();
  result.plan = std::move(plan);
  return result;
}

}  // namespace worldsize
