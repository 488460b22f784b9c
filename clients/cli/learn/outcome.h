#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "clients/cli/learn/lessons.h"
#include "server/tournament/statistics/interval.h"

namespace rensa::cli {

// Weights fitted to some games of a teacher, and how often they choose as it did in the others.

inline constexpr int kHeldOut = 5;  // each fifth game
inline constexpr std::size_t kFewGames = 10;
inline constexpr std::size_t kFewHeldOut = 10;  // below it they tell next to nothing

// How often weights choose as the teacher did, by games that are held out.
struct Agreement {
  tournament::Interval learned;
  tournament::Interval by_hand;     // of the weights that it began from
  tournament::Interval difference;  // how much more the learned ones do, game by game
};

struct Learned {
  evaluation::WeightsByPhase plan;
  std::size_t games = 0;
  std::size_t choices = 0;  // learned from
  std::size_t held_out = 0;
  std::size_t repeated = 0;            // records left out because they had been given before
  std::optional<Agreement> agreement;  // nullopt: too few games are held out
};

// Precondition: kFewGames games or more.
Learned learn_from(const Lessons& lessons, const evaluation::WeightsByPhase& plan, double penalty);

// That so many records were given again, as a line for people.
std::string told_of_repeated(std::size_t records);
void print_learned(const Learned& learned);
nlohmann::ordered_json json_of_learned(const Learned& learned);

}  // namespace rensa::cli
