#include "search/findings.hpp"

#include <algorithm>
#include <cmath>

#include "units/text.hpp"

namespace worldsize {
namespace {

/// What both kinds of row have in common, in order of world size.
struct Point {
  Int world_size = 1;
  bool valid = true;  ///< false: the strategy has no layout here
  bool fits = false;
  double batch_per_gpu = 0;
  double whole_batch_per_gpu = 0;
  double global_batch = 0;
  double m_per_group = 0;
};

template <typename Rows>
std::optional<Int> best_of(const Rows& rows) {
  std::optional<Int> best;
  for (Int index = 0; index < static_cast<Int>(rows.size()); ++index) {
    const auto& row = rows[static_cast<std::size_t>(index)];
    if (!row.fits) continue;
    if (!best) {
      best = index;
      continue;
    }
    const auto& leader = rows[static_cast<std::size_t>(*best)];
    const double gain = row.batch_per_gpu - leader.batch_per_gpu;
    if (gain > 0 || (gain == 0 && row.world_size < leader.world_size)) best = index;
  }
  return best;
}

std::string requests(double value) { return compact(value, 4) + (value == 1 ? " request" : " requests"); }

std::string at_world_size(Int world_size) { return "at world size " + with_commas(world_size); }

/// The direction of a series: 1 rises, −1 falls, 0 stays, nothing when it does both. Differences below a billionth of
/// the largest value are rounding.
std::optional<int> direction(const std::vector<double>& series) {
  const double tolerance = 1e-9 * std::fabs(*std::max_element(series.begin(), series.end()));
  bool rises = false;
  bool falls = false;
  for (std::size_t i = 1; i < series.size(); ++i) {
    rises |= series[i] - series[i - 1] > tolerance;
    falls |= series[i - 1] - series[i] > tolerance;
  }
  if (rises && falls) return std::nullopt;
  return rises ? 1 : falls ? -1 : 0;
}

class Reader {
 public:
  explicit Reader(std::vector<Point> points) : points_(std::move(points)) {
    std::sort(points_.begin(), points_.end(),
              [](const Point& a, const Point& b) { return a.world_size < b.world_size; });
    for (const Point& point : points_)
      if (point.fits) fitting_.push_back(point);
  }

  std::vector<Finding> findings;

  const std::vector<Point>& fitting() const { return fitting_; }

  void add(std::string code, std::string message, std::vector<std::pair<std::string, double>> values) {
    findings.push_back({std::move(code), std::move(message), std::move(values)});
  }

  void what_fits() {
    if (fitting_.empty()) {
      add("nothing_fits", "No world size listed fits.", {});
      return;
    }
    const Int first = fitting_.front().world_size;
    const auto below =
        std::count_if(points_.begin(), points_.end(), [&](const Point& point) { return point.world_size < first; });
    if (below > 0)
      add("does_not_fit_below",
          fill("Does not fit below world size {} ({} too small).",
               {first, counted(below, "listed size is", "listed sizes are")}),
          {{"world_size", static_cast<double>(first)}, {"rows", static_cast<double>(below)}});
    for (const Point& point : points_)
      if (point.valid && !point.fits && point.world_size > first)
        add("does_not_fit_at", fill("Does not fit {}, though a smaller one does.", {at_world_size(point.world_size)}),
            {{"world_size", static_cast<double>(point.world_size)}});
  }

  void trend(const char* code, const char* label, double Point::*value) {
    if (fitting_.size() < 2) return;
    std::vector<double> series;
    for (const Point& point : fitting_) series.push_back(point.*value);
    const Point& first = fitting_.front();
    const Point& last = fitting_.back();
    const auto way = direction(series);
    const std::string range = fill("{} {} to {} at {}", {Rounded{first.*value, 4}, at_world_size(first.world_size),
                                                         Rounded{last.*value, 4}, last.world_size});
    const std::vector<std::pair<std::string, double>> values{{"from", first.*value},
                                                             {"to", last.*value},
                                                             {"from_world_size", static_cast<double>(first.world_size)},
                                                             {"to_world_size", static_cast<double>(last.world_size)}};
    const std::string name = label;
    if (!way) {
      const auto [low, high] = std::minmax_element(series.begin(), series.end());
      add(std::string(code) + "_varies",
          fill("{} neither only rises nor only falls: from {}, between {} and {}.",
               {name, range, Rounded{*low, 4}, Rounded{*high, 4}}),
          values);
    } else if (*way == 0) {
      add(std::string(code) + "_constant", fill("{} stays at {}.", {name, Rounded{first.*value, 4}}), values);
    } else {
      add(std::string(code) + (*way > 0 ? "_rises" : "_falls"),
          fill("{}{}{}.", {name, (*way > 0 ? " rises from " : " falls from "), range}), values);
    }
  }

  /// The smallest world size with 90 % of the best batch per GPU: beyond it more GPUs bring little to each.
  void knee() {
    if (fitting_.size() < 3) return;
    const auto best = std::max_element(fitting_.begin(), fitting_.end(), [](const Point& a, const Point& b) {
      return a.batch_per_gpu < b.batch_per_gpu;
    });
    const auto reached = std::find_if(fitting_.begin(), fitting_.end(), [&](const Point& point) {
      return point.batch_per_gpu >= 0.9 * best->batch_per_gpu;
    });
    if (reached->world_size >= best->world_size) return;
    add("most_of_the_gain",
        fill("World size {} already reaches {} % of the best batch per GPU ({} at {}).",
             {reached->world_size, Rounded{100 * reached->batch_per_gpu / best->batch_per_gpu, 3},
              Rounded{best->batch_per_gpu, 4}, best->world_size}),
        {{"world_size", static_cast<double>(reached->world_size)},
         {"share", reached->batch_per_gpu / best->batch_per_gpu}});
  }

  void whole_requests() {
    const auto empty = std::find_if(fitting_.rbegin(), fitting_.rend(),
                                    [](const Point& point) { return point.whole_batch_per_gpu <= 0; });
    if (empty == fitting_.rend()) return;
    add("no_whole_request",
        fill("Up to world size {} the weights fit but not one whole request does ({} of one).",
             {empty->world_size, Rounded{empty->batch_per_gpu, 3}}),
        {{"world_size", static_cast<double>(empty->world_size)}, {"batch_per_gpu", empty->batch_per_gpu}});
  }

  void ranks_without_experts(Int experts, bool replicated) {
    for (const Point& point : points_) {
      if (experts <= 1 || point.world_size <= experts) continue;
      const Int largest = points_.back().world_size;
      const std::string start =
          fill("From world size {} on there are more ranks than the {} experts: ", {point.world_size, experts});
      add("ranks_without_experts",
          replicated ? fill("{}the experts are replicated ({} copies at {}), and M per group no longer grows with W.",
                            {start, Rounded{static_cast<double>(largest) / static_cast<double>(experts), 4}, largest})
                     : fill("{}at {} only {} hold one and {} hold none, unless experts are replicated.",
                            {start, largest, experts, largest - experts}),
          {{"world_size", static_cast<double>(point.world_size)}, {"num_experts", static_cast<double>(experts)}});
      return;
    }
  }

 private:
  std::vector<Point> points_;
  std::vector<Point> fitting_;
};

}  // namespace

std::optional<Int> best_row(std::span<const AggregateRow> rows) { return best_of(rows); }
std::optional<Int> best_row(std::span<const ModelRow> rows) { return best_of(rows); }

std::vector<Finding> findings(const AggregateSpec& spec, std::span<const AggregateRow> rows) {
  std::vector<Point> points;
  for (const AggregateRow& row : rows)
    points.push_back({.world_size = row.world_size,
                      .fits = row.fits,
                      .batch_per_gpu = row.batch_per_gpu,
                      .whole_batch_per_gpu = row.whole_batch_per_gpu,
                      .global_batch = row.global_batch,
                      .m_per_group = row.expected_m_per_group});
  Reader reader(std::move(points));
  reader.what_fits();
  reader.trend("batch_per_gpu", "Batch per GPU", &Point::batch_per_gpu);
  reader.knee();
  if (spec.budget_gb > spec.fixed_gb) {
    const double limit = (spec.budget_gb - spec.fixed_gb) / spec.per_request_gb;
    reader.add("batch_per_gpu_limit",
               fill("However large W becomes, a GPU holds fewer than (C − F) / k = {}.", {requests(limit)}),
               {{"limit", limit}});
  }
  reader.trend("global_batch", "Global batch", &Point::global_batch);
  reader.trend("m_per_group", "Expected M per expert group", &Point::m_per_group);
  reader.whole_requests();
  reader.ranks_without_experts(spec.num_experts, false);
  return reader.findings;
}

std::vector<Finding> findings(const Deployment& deployment, std::span<const ModelRow> rows) {
  std::vector<Point> points;
  for (const ModelRow& row : rows)
    points.push_back({.world_size = row.world_size,
                      .valid = row.broken == 0,
                      .fits = row.fits,
                      .batch_per_gpu = row.batch_per_gpu,
                      .whole_batch_per_gpu = row.whole_batch_per_gpu,
                      .global_batch = row.global_batch,
                      .m_per_group = row.expected_m_per_group.value_or(0)});
  Reader reader(std::move(points));
  reader.what_fits();
  reader.trend("batch_per_gpu", "Batch per GPU", &Point::batch_per_gpu);
  reader.knee();
  reader.trend("global_batch", "Global batch", &Point::global_batch);
  const auto* mixture = first_mixture(deployment.model.architecture);
  if (mixture != nullptr) {
    reader.trend("m_per_group", "Expected M per expert group", &Point::m_per_group);
    const bool spread = std::any_of(rows.begin(), rows.end(), [&](const ModelRow& row) {
      return row.layout.expert_parallel == mixture->num_experts && row.world_size > mixture->num_experts;
    });
    if (spread) reader.ranks_without_experts(mixture->num_experts, true);
  }
  if (const auto best = best_row(rows)) {
    const ModelRow& row = rows[static_cast<std::size_t>(*best)];
    // Below one per cent both figures read the same.
    if (static_cast<double>(row.weights_bytes) > 1.01 * static_cast<double>(row.ideal_weights_bytes))
      reader.add("replication_cost",
                 fill("At world size {} a rank holds {} of weights; M/W, everything divided, would be {}. The "
                      "difference is what is replicated.",
                      {row.world_size, Gib{row.weights_bytes}, Gib{row.ideal_weights_bytes}}),
                 {{"weights_bytes", static_cast<double>(row.weights_bytes)},
                  {"ideal_weights_bytes", static_cast<double>(row.ideal_weights_bytes)}});
  }
  return reader.findings;
}

}  // namespace worldsize
