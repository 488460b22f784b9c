#include "engine/puzzles/sketch_statistics.h"

#include "engine/puzzles/placement_walk.h"

namespace rensa::puzzles {

namespace {

class ChainSurveyor {
 public:
  explicit ChainSurveyor(const HandPath& path) : path_(path) {}

  struct State {};

  static bool should_expand(const rules::Field&) { return true; }
  bool should_end(const FiringHand& fired, State&) {
    const int hands = static_cast<int>(path_.size);
    if (fired.chain.links > best_.links || (fired.chain.links == best_.links && hands < best_.hands)) {
      best_ = {.links = fired.chain.links, .hands = hands, .sequences = 0};
    }
    if (fired.chain.links == best_.links && hands == best_.hands) best_.sequences += path_.sequences();
    return false;
  }
  static bool can_continue(const rules::Field&, std::size_t, const State&) { return true; }
  ChainSurvey best() const { return best_; }

 private:
  const HandPath& path_;
  ChainSurvey best_;
};

void add(SketchStatistics& statistics, const Sketch& sketch) {
  const std::vector<Step> steps(sketch.pairs.begin(), sketch.pairs.end());
  const ChainSurvey survey = survey_chains(sketch.field, steps);
  ++statistics.counts[survey.links][sketch.field.occupied().count()];
  ++statistics.sketches;
}

}  // namespace

ChainSurvey survey_chains(const rules::Field& field, std::span<const Step> steps) {
  HandPath path;
  ChainSurveyor surveyor(path);
  PlacementWalk(steps, surveyor, path).run(field);
  return surveyor.best();
}

std::int64_t SketchStatistics::count_with_links(int links) const {
  const auto found = counts.find(links);
  std::int64_t sum = 0;
  if (found == counts.end()) return sum;
  for (const auto& [puyos, count] : found->second) sum += count;
  return sum;
}

SketchStatistics random_sketch_statistics(const RandomSketchSettings& settings, std::int64_t sketches,
                                          std::uint64_t seed) {
  SketchStatistics statistics;
  rules::Rng rng(seed);
  while (statistics.sketches < sketches) add(statistics, random_sketch(rng, settings));
  return statistics;
}

SketchStatistics backward_sketch_statistics(const BackwardSketchSettings& settings, std::int64_t sketches,
                                            std::uint64_t seed) {
  SketchStatistics statistics;
  rules::Rng rng(seed);
  while (statistics.sketches < sketches) {
    if (const auto sketch = backward_sketch(rng, settings)) add(statistics, *sketch);
  }
  return statistics;
}

}  // namespace rensa::puzzles
