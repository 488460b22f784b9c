#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "engine/puzzles/puzzle.h"
#include "engine/puzzles/solver.h"

namespace rensa::puzzles {

// Countable features of a puzzle, from which ratings by people are predicted (Takahashi and Ikeda, section 5.1).
//
// A sequence has one placement for each pair; a double turned upside down makes another sequence. Counts of sequences
// are scaled to puzzles of two pairs. Features that depend on the solution are means over the solutions.
struct Features {
  double puyos = 0;                  // F_p: in the field
  double solutions = 0;              // F_cor: sequences that meet the goal; one that needs fewer hands is counted once
  double firing_sequences = 0;       // F_pos: sequences in which cells vanish
  double falling_puyos = 0;          // F_fall: puyos that fall during the chain of the last hand, each counted once
  double colours = 0;                // F_col: colours with four or more puyos, including those of the pairs
  double used_colours = 0;           // F_used: colours that vanish
  double misleading_neighbours = 0;  // F_con: pairs of equal neighbours in the field that do not vanish in the same
                                     // link of the last hand's chain
};

// Precondition: the puzzle has a solution, and `solved` has all its solutions or the first ones.
Features features_of(const Puzzle& puzzle, const SolveResult& solved);

// Ratings of puzzles by people, and the choice of the next puzzle for one person. Each rating goes from 1 to 5 and is
// predicted as a weighted sum of the puzzle's features.

inline constexpr std::size_t kWeights = 8;  // one for each feature in their order, then the constant
using RatingWeights = std::array<double, kWeights>;

struct PuzzleRating {
  double difficulty = 0;
  double fun = 0;
  double usefulness = 0;
};

struct RatingModel {
  RatingWeights difficulty{};
  RatingWeights fun{};
  RatingWeights usefulness{};
};

// The published weights (Takahashi and Ikeda): a regression over 32 puzzles of two hands and three links. The authors
// found no weights for fun, so fun is always 3.
inline constexpr RatingModel kPublishedRatingModel = {
    .difficulty = {0.0308, -0.0598, 0.0081, 0, -0.3924, 0, 0.1655, 2.665},
    .fun = {0, 0, 0, 0, 0, 0, 0, 3},
    .usefulness = {0, -0.027, 0, -0.0536, 0, 0.3863, 0, 2.9863},
};

// Returns the features in the order of the weights, then a 1 for the constant.
RatingWeights feature_vector_of(const Features& features);

// Predicts the ratings of a puzzle. Each rating is limited to 1 to 5, whatever the weighted sum is.
PuzzleRating predict_rating(const Features& features, const RatingModel& model);

// A puzzle that the person has played. A rating is nullopt if the person gave none.
struct RatedPuzzle {
  Features features{};
  std::optional<int> difficulty{};  // this and the other ratings: 1 to 5
  std::optional<int> fun{};
  std::optional<int> usefulness{};
  bool solved = false;
  double seconds = 0;
};

// Moves the common model towards this person's ratings by ridge regression: least squares with a penalty for leaving
// the common weights. A person with few ratings gets almost the common model.
RatingModel fit_to_person(const RatingModel& common, std::span<const RatedPuzzle> ratings);

// The difficulty, from 1 to 5, at which the person solves about two of three puzzles. It is updated after each puzzle
// like a rating in chess: solving a hard puzzle raises it more than solving an easy one.
double skill_level_of(std::span<const RatedPuzzle> ratings, const RatingModel& model);

// Returns the index of the candidate that is most useful and fun and near to this skill level. Precondition: at least
// one candidate.
std::size_t choose_next(std::span<const Features> candidates, const RatingModel& model, double level);

}  // namespace rensa::puzzles
