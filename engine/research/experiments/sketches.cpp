#include "engine/research/experiments/sketches.h"

#include "engine/puzzles/solver.h"

namespace rensa::experiments {

namespace {

void add(SketchCensus& census, const puzzles::Sketch& sketch) {
  const std::vector<puzzles::Step> steps(sketch.pairs.begin(), sketch.pairs.end());
  const puzzles::Survey survey = puzzles::survey_chains(sketch.field, steps);
  ++census.counts[survey.links][sketch.field.occupied().count()];
  ++census.sketches;
}

}  // namespace

std::int64_t SketchCensus::of_links(int links) const {
  const auto found = counts.find(links);
  std::int64_t sum = 0;
  if (found == counts.end()) return sum;
  for (const auto& [puyos, count] : found->second) sum += count;
  return sum;
}

SketchCensus random_census(const puzzles::RandomSettings& settings, std::int64_t sketches, std::uint64_t seed) {
  SketchCensus census;
  rules::Rng rng(seed);
  while (census.sketches < sketches) add(census, puzzles::random_sketch(rng, settings));
  return census;
}

SketchCensus backward_census(const puzzles::BackwardSettings& settings, std::int64_t sketches, std::uint64_t seed) {
  SketchCensus census;
  rules::Rng rng(seed);
  while (census.sketches < sketches) {
    if (const auto sketch = puzzles::backward_sketch(rng, settings)) add(census, *sketch);
  }
  return census;
}

}  // namespace rensa::experiments
