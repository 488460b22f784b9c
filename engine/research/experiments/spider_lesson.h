#pragma once

#include <cstdint>

#include "engine/research/learning/game_phases.h"
#include "engine/research/learning/phase_weights.h"
#include "engine/research/learning/weight_fitting.h"
#include "engine/research/spider/clearing.h"

namespace rensa::experiments {

// The learned player of Kikuchi's thesis (chapter 5): it chooses the column to move from as its teacher does, by
// features of columns whose weights depend on how far the game has come.

// Table 3 of the thesis has 31 features, t1 to t32 without a t8, where its text speaks of 29: how many runs lie face
// up, how many cards face down, how many runs can be moved one after the other among those face up, and the lowest rank
// of the topmost run.
inline constexpr int kColumnFeatures = 6 + 6 + 6 + 13;
inline constexpr int kSpiderPhases = 10;

// Precondition: the column is not empty.
learning::Features features_of_column(const spider::Table& table, int column);
// s1 to s3 of 5.1: runs for each card face up, and the shares of cards face down and of the stock that are left.
std::vector<double> signs_of(const spider::Table& table);

struct Teacher {
  spider::ColumnChoice choice;
  spider::Habits habits;
};

struct LessonPlan {
  int games = 10'000;
  int course_games = 300;          // of these, the phases are made of; only those that are won count
  int regression_games = 1'000;    // and so many of them are what the regression is made of
  std::uint64_t seed = 1'000'001;  // of the first game's deal; the others follow
};

struct Lesson {
  learning::Course course;
  learning::PhaseWeights plain;     // by counting, as the thesis has it
  learning::PhaseWeights relative;  // the same, compared with what there was to choose from
  learning::PhaseWeights regressed;
};

Lesson learn_from(const Teacher& teacher, const LessonPlan& plan);

// Both outlive the choice.
spider::ColumnChoice learned_choice(const learning::Course& course, const learning::PhaseWeights& weights);

}  // namespace rensa::experiments
