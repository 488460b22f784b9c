#include "engine/puzzles/sketch_census.h"

#include "engine/puzzles/hand_walk.h"

namespace rensa::puzzles {

namespace {

class Surveyor {
 public:
  explicit Surveyor(const Way& way) : way_(way) {}

  struct State {};

  static bool enters(const rules::Field&) { return true; }
  bool ends(const Fired& fired, State&) {
    const int hands = static_cast<int>(way_.size);
    if (fired.chain.links > best_.links || (fired.chain.links == best_.links && hands < best_.hands)) {
      best_ = {.links = fired.chain.links, .hands = hands, .ways = 0};
    }
    if (fired.chain.links == best_.links && hands == best_.hands) best_.ways += way_.count();
    return false;
  }
  static bool goes_on(const rules::Field&, std::size_t, const State&) { return true; }
  Survey best() const { return best_; }

 private:
  const Way& way_;
  Survey best_;
};

void add(SketchCensus& census, const Sketch& sketch) {
  const std::vector<Step> steps(sketch.pairs.begin(), sketch.pairs.end());
  const Survey survey = survey_chains(sketch.field, steps);
  ++census.counts[survey.links][sketch.field.occupied().count()];
  ++census.sketches;
}

}  // namespace

Survey survey_chains(const rules::Field& field, std::span<const Step> steps) {
  Way way;
  Surveyor surveyor(way);
  HandWalk(steps, surveyor, way).run(field);
  return surveyor.best();
}

std::int64_t SketchCensus::of_links(int links) const {
  const auto found = counts.find(links);
  std::int64_t sum = 0;
  if (found == counts.end()) return sum;
  for (const auto& [puyos, count] : found->second) sum += count;
  return sum;
}

SketchCensus random_census(const RandomSettings& settings, std::int64_t sketches, std::uint64_t seed) {
  SketchCensus census;
  rules::Rng rng(seed);
  while (census.sketches < sketches) add(census, random_sketch(rng, settings));
  return census;
}

SketchCensus backward_census(const BackwardSettings& settings, std::int64_t sketches, std::uint64_t seed) {
  SketchCensus census;
  rules::Rng rng(seed);
  while (census.sketches < sketches) {
    if (const auto sketch = backward_sketch(rng, settings)) add(census, *sketch);
  }
  return census;
}

}  // namespace rensa::puzzles
