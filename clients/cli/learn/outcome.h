#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "clients/cli/learn/lessons.h"
#include "server/league/interval.h"

namespace rensa::cli {

// Weights fitted to some games of a teacher, and how often they choose as it did in the others.

inline constexpr int kHeldOut = 5;            // each fifth game
inline constexpr std::size_t kFewGames = 10;  // two of them held out, so that there is an interval

struct Learned {
  search::StackingPlan plan;
  std::size_t games = 0;
  std::size_t choices = 0;  // learned from
  std::size_t held_out = 0;
  std::size_t repeated = 0;  // records left out because they had been given before
  league::Interval learned;  // agreement on games held out, by games
  league::Interval by_hand;  // of the weights that it began from
};

// Precondition: kFewGames games or more.
Learned learn_from(const Lessons& lessons, const search::StackingPlan& plan, double penalty);

// That so many records were given again, as a line for people.
std::string told_of_repeated(std::size_t records);
void print_learned(const Learned& learned);
nlohmann::ordered_json json_of_learned(const Learned& learned);

}  // namespace rensa::cli
