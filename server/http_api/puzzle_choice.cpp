#include "server/http_api/puzzle_choice.h"

#include <algorithm>
#include <array>
#include <vector>

#include "engine/puzzles/generator.h"
#include "engine/puzzles/learner.h"
#include "engine/puzzles/solver.h"
#include "engine/puzzles/variety.h"
#include "engine/rules/hash.h"
#include "server/base/formatted.h"

namespace rensa::http_api {

namespace {

// What the clerk's thread is to make at most, by hands: half a second at the worst. By chance few sketches of many
// hands are problems, and each of them has to be solved to tell.
struct Effort {
  std::size_t candidates;
  std::uint64_t sketches_backward;
  std::uint64_t sketches_random;
};
constexpr std::array<Effort, kMostHandsMade> kEfforts = {
    {{48, 20'000, 20'000}, {48, 20'000, 20'000}, {32, 4'000, 2'000}, {16, 1'000, 100}}};

struct Candidates {
  std::vector<puzzles::Puzzle> puzzles;
  std::vector<puzzles::Features> features;
};

Candidates candidates_for(const NextRequest& request, std::uint64_t seed) {
  const Effort& effort = kEfforts[static_cast<std::size_t>(request.recipe.hands - 1)];
  const bool is_random = request.recipe.method == puzzles::Method::random;
  const std::uint64_t most_sketches = is_random ? effort.sketches_random : effort.sketches_backward;
  puzzles::Generator generator(request.recipe, seed);
  Candidates candidates;
  while (candidates.puzzles.size() < effort.candidates && generator.sketches() < most_sketches) {
    auto made = generator.next(most_sketches - generator.sketches());
    if (!made || request.seen.contains(essence_name(made->puzzle))) continue;
    candidates.features.push_back(puzzles::features_of(made->puzzle, puzzles::solve(made->puzzle, {})));
    candidates.puzzles.push_back(std::move(made->puzzle));
  }
  return candidates;
}

}  // namespace

std::optional<ChosenPuzzle> choose(const NextRequest& request, std::uint64_t seed) {
  Candidates candidates = candidates_for(request, seed);
  if (candidates.puzzles.empty()) return std::nullopt;
  const puzzles::AppealModel model = puzzles::refit(puzzles::kPublishedModel, request.ratings);
  const double level = puzzles::level_of(request.ratings, model);
  const std::size_t best = puzzles::next_of(candidates.features, model, level);
  const puzzles::Features& features = candidates.features[best];
  return ChosenPuzzle{.puzzle = std::move(candidates.puzzles[best]),
                      .features = features,
                      .appeal = puzzles::appeal_of(features, model),
                      .level = level};
}

std::string essence_name(const puzzles::Puzzle& puzzle) {
  rules::Hash hash;
  for (const char letter : puzzles::essence_of(puzzle)) hash.add(static_cast<unsigned char>(letter));
  return base::formatted("%016llx", static_cast<unsigned long long>(hash.value()));
}

}  // namespace rensa::http_api
