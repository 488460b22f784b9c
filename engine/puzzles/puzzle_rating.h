#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "engine/puzzles/features.h"

namespace rensa::puzzles {

// How people find puzzles, each from 1 to 5: as weights of what can be counted in them.

inline constexpr std::size_t kWeights = 8;  // one a feature, in their order, and what all have at last
using Weights = std::array<double, kWeights>;

struct Appeal {
  double difficulty = 0;
  double fun = 0;
  double usefulness = 0;
};

struct AppealModel {
  Weights difficulty{};
  Weights fun{};
  Weights usefulness{};
};

// What was published: difficulty and usefulness by regression over 32 problems of two hands and three links. For fun
// nothing was found; three for all.
inline constexpr AppealModel kPublishedModel = {
    .difficulty = {0.0308, -0.0598, 0.0081, 0, -0.3924, 0, 0.1655, 2.665},
    .fun = {0, 0, 0, 0, 0, 0, 0, 3},
    .usefulness = {0, -0.027, 0, -0.0536, 0, 0.3863, 0, 2.9863},
};

// The features in their order, and a 1.
Weights values_of(const Features& features);

// Nothing is harder than 5 or easier than 1, whatever the weights say of what they were not made for.
Appeal appeal_of(const Features& features, const AppealModel& model);

// One person who trains: what they said of puzzles and what they could solve, and what comes next for them.

// A puzzle that they had. What they did not rate is nullopt.
struct Rated {
  Features features{};
  std::optional<int> difficulty{};  // 1..5, as the others
  std::optional<int> fun{};
  std::optional<int> usefulness{};
  bool solved = false;
  double seconds = 0;
};

// The common model, moved towards what this person said: least squares with every weight held to the common one, so
// that who has said little is much like everybody (ridge regression).
AppealModel refit(const AppealModel& common, std::span<const Rated> ratings);

// The difficulty that suits them, 1 to 5: of such problems they solve about two of three. It follows what they do as a
// rating in chess does: a hard problem that is solved says more than an easy one.
double level_of(std::span<const Rated> ratings, const AppealModel& model);

// Which of the candidates comes next: useful and fun, and of the difficulty that suits them. Precondition: there is
// one.
std::size_t next_of(std::span<const Features> candidates, const AppealModel& model, double level);

}  // namespace rensa::puzzles
