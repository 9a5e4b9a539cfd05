// Laws that hold whatever the numbers are, over many layouts and loads.
#include <gtest/gtest.h>

#include <random>

#include "engine/capacity.hpp"
#include "layout/rules.hpp"
#include "search/model_sweep.hpp"

namespace worldsize {
namespace {

Model mixture_model(const char* weights = "fp8", const char* kv_cache = "fp8") {
  Architecture architecture;
  architecture.hidden = 4096;
  architecture.vocabulary = 151936;
  append_layers(architecture,
                {GroupedQueryAttention{
                     .query_heads = 64, .kv_heads = 4, .head_dim = 128, .value_head_dim = 128, .query_key_norm = true},
                 MixtureOfExperts{.num_experts = 128, .top_k = 8, .intermediate = 1536}},
                94);
  Precision precision;
  for (int part = 0; part < kTensorClassCount; ++part)
    precision.weights[static_cast<std::size_t>(part)] =
        usual_format(static_cast<TensorClass>(part), *find_format(weights));
  precision.activations = *find_format("bf16");
  precision.kv_cache = *find_format(kv_cache);
  return make_model(std::move(architecture), precision);
}

Deployment deployment(Int memory_bytes = Int{140} << 30) {
  return {.model = mixture_model(),
          .device = {.memory_bytes = memory_bytes, .scale_up_domain = 8},
          .engine = {},
          .workload = {.phase = Phase::mixed}};
}

/// Layouts drawn without regard to rules; those that break one are left out.
std::vector<Layout> valid_layouts(int wanted) {
  std::mt19937 random(20240611);
  const auto power = [&](int largest) { return Int{1} << std::uniform_int_distribution<int>(0, largest)(random); };
  const Architecture architecture = mixture_model().architecture;
  std::vector<Layout> layouts;
  while (static_cast<int>(layouts.size()) < wanted) {
    const Layout layout{.tensor_parallel = power(6),
                        .pipeline_parallel = power(4),
                        .context_parallel = power(3),
                        .data_parallel = power(6),
                        .expert_parallel = power(7),
                        .kv_heads = power(1) == 1 ? KvHeadsMode::replicate : KvHeadsMode::split,
                        .ffn_shard = power(1) == 1 ? FfnShard::tp : FfnShard::tp_cp_dp};
    if (broken_rules(layout, architecture) == 0) layouts.push_back(layout);
  }
  return layouts;
}

RankMemory rank_of(const Deployment& load, const Layout& layout, Int stage) {
  return rank_memory(load, layout, stage_of(load.model.architecture, layout, stage));
}

TEST(Laws, MoreMemoryNeverLowersTheBatch) {
  for (const Layout& layout : valid_layouts(60)) {
    Int before = 0;
    double fractional_before = 0;
    for (Int gib = 8; gib <= 320; gib += 24) {
      const Evaluation now = evaluate(deployment(gib << 30), layout);
      EXPECT_GE(now.batch_per_replica, before);
      EXPECT_GE(now.fractional_batch_per_replica, fractional_before);
      EXPECT_GE(now.fractional_batch_per_replica, static_cast<double>(now.batch_per_replica));
      before = now.batch_per_replica;
      fractional_before = now.fractional_batch_per_replica;
    }
  }
}

TEST(Laws, TheLargestBatchFitsAndOneMoreDoesNotOnSomeStage) {
  for (const Layout& layout : valid_layouts(60)) {
    const Deployment load = deployment();
    const Evaluation result = evaluate(load, layout);
    if (result.batch_per_replica == 0) continue;
    bool one_more_fits = true;
    for (Int stage = 0; stage < layout.pipeline_parallel; ++stage) {
      const RankMemory rank = rank_of(load, layout, stage);
      EXPECT_LE(used_bytes(rank, result.batch_per_replica), result.budget_bytes);
      one_more_fits = one_more_fits && used_bytes(rank, result.batch_per_replica + 1) <= result.budget_bytes;
    }
    EXPECT_FALSE(one_more_fits);
  }
}

TEST(Laws, LongerContextsNeverRaiseTheBatch) {
  for (const Layout& layout : valid_layouts(40)) {
    Int before = kLargestBatch;
    for (Int context = 256; context <= 1 << 20; context *= 4) {
      Deployment load = deployment();
      load.workload.context_tokens = context;
      const Int batch = evaluate(load, layout).batch_per_replica;
      EXPECT_LE(batch, before);
      before = batch;
    }
  }
}

TEST(Laws, KvBytesScaleWithBatchContextAndFormat) {
  for (const Layout& layout : valid_layouts(40)) {
    Deployment load = deployment();
    load.workload.context_tokens = 4096 * layout.context_parallel;
    const RankMemory once = rank_of(load, layout, 0);
    load.workload.context_tokens *= 3;
    const RankMemory thrice = rank_of(load, layout, 0);
    EXPECT_EQ(thrice.kv_bytes_per_sequence, 3 * once.kv_bytes_per_sequence);
    load.model.precision.kv_cache = *find_format("bf16");
    EXPECT_EQ(rank_of(load, layout, 0).kv_bytes_per_sequence, 2 * thrice.kv_bytes_per_sequence);
    EXPECT_EQ(used_bytes(once, 20) - used_bytes(once, 10) -
                  (total_bytes(transients(once.transient, 20)) - total_bytes(transients(once.transient, 10))),
              10 * once.kv_bytes_per_sequence);
  }
}

TEST(Laws, NarrowerWeightsNeverTakeMoreBytes) {
  for (const Layout& layout : valid_layouts(20)) {
    Int before = kLargestExact;
    for (const char* format : {"fp32", "bf16", "fp8_block", "nvfp4"}) {
      const Model model = mixture_model(format);
      const Int bytes = total_bytes(weights_on_rank(model, layout, stage_of(model.architecture, layout, 0)));
      EXPECT_LT(bytes, before) << format;
      before = bytes;
    }
  }
}

TEST(Laws, DataParallelReplicasDoNotShrinkTheKvCacheOfARequest) {
  const Deployment load = deployment();
  const Int alone = rank_of(load, {}, 0).kv_bytes_per_sequence;
  for (const Int dp : {2, 8, 64})
    EXPECT_EQ(rank_of(load, {.data_parallel = dp, .expert_parallel = dp}, 0).kv_bytes_per_sequence, alone);
}

TEST(Laws, TheRanksOfAllStagesHoldTheWholeModelAtLeastOnce) {
  for (const Layout& layout : valid_layouts(40)) {
    const Deployment load = deployment();
    Int held = 0;
    for (Int stage = 0; stage < layout.pipeline_parallel; ++stage)
      held += rank_of(load, layout, stage).weights_bytes * stage_ranks(layout);
    EXPECT_GE(held, whole_model_bytes(load.model));
  }
}

TEST(Laws, PipelineStagesTogetherHoldEveryLayerOnce) {
  const Model model = mixture_model();
  for (const Int stages : {1, 2, 3, 4, 7, 16, 94}) {
    const Layout layout{.pipeline_parallel = stages};
    Int layers = 0;
    for (Int stage = 0; stage < stages; ++stage) layers += layers_of(stage_of(model.architecture, layout, stage));
    EXPECT_EQ(layers, 94);
  }
}

TEST(Laws, TheIdealBatchIsNeverBelowTheRealOne) {
  const Deployment load = deployment();
  const std::vector<Int> sizes{1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128, 256, 512};
  for (const Strategy strategy : {Strategy::dp_ep, Strategy::tp_ep, Strategy::tp, Strategy::tp_pp})
    for (const ModelRow& row : model_sweep(load, strategy, {}, sizes)) {
      if (row.broken != 0) continue;
      EXPECT_LE(row.batch_per_gpu, row.ideal_batch_per_gpu * (1 + 1e-12)) << row.world_size;
    }
}

}  // namespace
}  // namespace worldsize
