#pragma once

#include <array>
#include <cstddef>

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

}  // namespace rensa::puzzles
