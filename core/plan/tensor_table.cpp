#include "plan/tensor_table.hpp"

#include <algorithm>

namespace worldsize {
namespace {

std::vector<Int> shape_of(Int rows, Int cols) {
  return cols == 0 ? std::vector<Int>{rows} : std::vector<Int>{rows, cols};
}

std::string group_of(TensorClass tensor_class) {
  return std::string(tensor_class == TensorClass::experts ? "feed_forward" : tensor_class_name(tensor_class));
}

std::string sharded_by(const Tensor& tensor, const Layout& layout) {
  switch (tensor.axis) {
    case ShardAxis::none:
      return "–";
    case ShardAxis::query_heads:
    case ShardAxis::kv_heads:
    case ShardAxis::vocabulary:
      return "TP";
    case ShardAxis::intermediate:
      return layout.ffn_shard == FfnShard::tp ? "TP" : layout.ffn_shard == FfnShard::tp_cp ? "TP · CP" : "TP · CP · DP";
    case ShardAxis::experts:
      return "EP × MoE TP";
    case ShardAxis::wide_intermediate:
      return "MoE TP · EP";
  }
  return "";
}

struct TableBuilder {
  const Outcome& outcome;
  std::vector<TensorRow> rows;

  void add(const Tensor& tensor, Int layers, Int stage_layers, const GroupedQueryAttention& heads) {
    const Model& model = outcome.plan.deployment.model;
    const Layout& layout = outcome.plan.layout;
    const NumberFormat& format = format_of(model.precision, tensor);
    const ExpertGrid grid = expert_grid(layout, has_wide_feed_forward(model.architecture));
    const Shard shard = shard_of(tensor, layout, heads, grid);
    const StoredBytes whole = stored_bytes(format, tensor.rows, tensor.cols, tensor.copies);
    const StoredBytes here = stored_bytes(format, shard.rows, shard.cols, shard.copies);
    TensorRow row{.group = group_of(tensor.tensor_class),
                  .name = std::string(tensor.name),
                  .shape = shape_of(tensor.rows, tensor.cols),
                  .copies = tensor.copies,
                  .layers = layers,
                  .format = std::string(format.label),
                  .parameters_per_layer = elements(tensor),
                  .bytes_per_layer = plus(whole.values, whole.scales),
                  .sharded_by = sharded_by(tensor, layout),
                  .rank_shape = shape_of(shard.rows, shard.cols),
                  .rank_copies = shard.copies,
                  .rank_bytes_per_layer = plus(here.values, here.scales),
                  .stage_layers = stage_layers,
                  .held_by = shard.held_by,
                  .padding_elements = shard.padding};
    row.total_parameters = times(row.parameters_per_layer, layers);
    row.total_bytes = times(row.bytes_per_layer, layers);
    row.rank_bytes = times(row.rank_bytes_per_layer, stage_layers);
    rows.push_back(std::move(row));
  }

  void weights() {
    const Model& model = outcome.plan.deployment.model;
    const Architecture& architecture = model.architecture;
    const Stage& stage = outcome.evaluation.rank.stage;
    for (std::size_t kind = 0; kind < architecture.kinds.size(); ++kind) {
      Int layers = 0;
      for (const LayerRun& run : architecture.runs)
        if (run.kind == static_cast<Int>(kind)) layers += run.count;
      const auto& heads = std::get<GroupedQueryAttention>(architecture.kinds[kind].attention);
      for (const Tensor& tensor : model.tensors.of_kind[kind]) add(tensor, layers, stage.count[kind], heads);
    }
    for (const Tensor& tensor : model.tensors.embedding) add(tensor, 1, stage.holds_embedding ? 1 : 0, {});
    for (const Tensor& tensor : model.tensors.head) {
      const bool tied = architecture.tied_embedding && tensor.tensor_class == TensorClass::head;
      const bool held = stage.holds_head && !(tied && stage.head_is_embedding);
      add(tensor, tied ? 0 : 1, held ? 1 : 0, {});
      if (tied) rows.back().name += " (tied to the embedding)";
    }
  }

  void kv_cache() {
    const Deployment& deployment = outcome.plan.deployment;
    const Architecture& architecture = deployment.model.architecture;
    const NumberFormat& format = deployment.model.precision.kv_cache;
    const Int batch = outcome.evaluation.batch_per_replica;
    const Int context = deployment.workload.context_tokens;
    for (std::size_t kind = 0; kind < architecture.kinds.size(); ++kind) {
      Int layers = 0;
      for (const LayerRun& run : architecture.runs)
        if (run.kind == static_cast<Int>(kind)) layers += run.count;
      const auto& attention = std::get<GroupedQueryAttention>(architecture.kinds[kind].attention);
      const KvShape shape = kv_shape(attention, outcome.plan.layout);
      for (const bool is_key : {true, false}) {
        const Int dim = is_key ? attention.head_dim : attention.value_head_dim;
        const Int rank_dim = is_key ? shape.key_dim : shape.value_dim;
        const Int tokens = outcome.kv_tokens_per_sequence;
        TensorRow row{.group = "kv_cache",
                      .name = is_key ? "keys" : "values",
                      .shape = {batch, context, attention.kv_heads, dim},
                      .layers = layers,
                      .format = std::string(format.label),
                      .parameters_per_layer = times(batch, context, attention.kv_heads, dim),
                      .bytes_per_layer = times(batch, context, attention.kv_heads, row_bytes(format, dim)),
                      .sharded_by = "TP, CP",
                      .rank_shape = {batch, tokens, shape.heads, rank_dim},
                      .rank_bytes_per_layer = times(batch, tokens, shape.heads, row_bytes(format, rank_dim)),
                      .stage_layers = outcome.evaluation.rank.stage.count[kind],
                      .held_by = shape.held_by};
        row.total_parameters = times(row.parameters_per_layer, layers);
        row.total_bytes = times(row.bytes_per_layer, layers);
        row.rank_bytes = times(row.rank_bytes_per_layer, row.stage_layers);
        rows.push_back(std::move(row));
      }
    }
  }
};

}  // namespace

std::vector<TensorRow> tensor_rows(const Outcome& outcome) {
  if (outcome.plan.kind == ModelKind::aggregate) return {};
  TableBuilder builder{outcome, {}};
  builder.weights();
  builder.kv_cache();
  return std::move(builder.rows);
}

}  // namespace worldsize
