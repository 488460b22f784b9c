#pragma once

#include <cstdint>

#include "engine/research/learning/weight_fitting.h"
#include "engine/research/spider/clearing.h"

namespace rensa::experiments {

// The learned player of Kikuchi's thesis (chapter 5). It chooses the column to move from like its teacher, by features
// of columns whose weights depend on the phase of the game.

// Table 3 of the thesis has 31 features, t1 to t32 without t8, although its text says 29: the number of face-up runs,
// of face-down cards, and of face-up runs that can be moved one after another, and the lowest rank of the topmost run.
inline constexpr int kColumnFeatures = 6 + 6 + 6 + 13;
inline constexpr int kSpiderPhases = 10;

// Precondition: the column is not empty.
learning::Features features_of_column(const spider::Table& table, int column);
// Returns the indicators s1 to s3 of the thesis (5.1), from which the phase of the game follows: the number of runs
// divided by the number of face-up cards, the share of the face-down cards that are left, and the share of the stock
// that is left.
std::vector<double> progress_indicators_of(const spider::Table& table);

struct Teacher {
  spider::ColumnChoice choice;
  spider::ClearingRules rules;
};

struct LessonSettings {
  int games = 10'000;
  int phase_games = 300;           // the first games, from which the phases are fitted; only won games count
  int regression_games = 1'000;    // the first games, from which the regression is fitted
  std::uint64_t seed = 1'000'001;  // of the first game; each later game has the next seed
};

struct LearnedWeights {
  learning::PhaseModel phases;
  learning::PhaseWeights plain;     // by counting, as in the thesis
  learning::PhaseWeights relative;  // by counting, compared with all candidates
  learning::PhaseWeights regressed;
};

LearnedWeights learn_from_teacher(const Teacher& teacher, const LessonSettings& settings);

// Both arguments must outlive the returned function.
spider::ColumnChoice learned_choice(const learning::PhaseModel& phases, const learning::PhaseWeights& weights);

}  // namespace rensa::experiments
