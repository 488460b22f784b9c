#pragma once

#include <optional>
#include <span>

#include "engine/puzzles/appeal.h"

namespace rensa::puzzles {

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
