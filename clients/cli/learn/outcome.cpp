#include "clients/cli/learn/outcome.h"

#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/lab/stacking_lesson.h"

namespace rensa::cli {

namespace {

// Choices of one game are not independent of each other, games are.
league::Interval agreement_by_games(const learn::PhaseWeights& weights, std::span<const GameLessons> games) {
  std::vector<double> shares;
  for (const GameLessons& game : games) shares.push_back(learn::agreement(weights, game));
  return league::mean_of(shares);
}

void print(const char* what, const league::Interval& share) {
  std::cout << std::left << std::setw(34) << what << std::right << std::setw(6) << 100 * share.value << " %  ["
            << 100 * share.low << ", " << 100 * share.high << "]\n";
}

nlohmann::ordered_json json_of_share(const league::Interval& share) {
  return {{"value", share.value}, {"low", share.low}, {"high", share.high}};
}

}  // namespace

Learned learn_from(const Lessons& lessons, const search::StackingPlan& plan, double penalty) {
  GameLessons examples;
  std::vector<GameLessons> held_out;
  const std::vector<GameLessons>& games = lessons.games;
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (i % kHeldOut == kHeldOut - 1) {
      held_out.push_back(games[i]);
    } else {
      examples.insert(examples.end(), games[i].begin(), games[i].end());
    }
  }
  Learned learned;
  learned.plan = lab::plan_of(lab::fit_stacking(examples, plan, penalty), plan, examples);
  learned.games = games.size() - held_out.size();
  learned.choices = examples.size();
  learned.held_out = held_out.size();
  learned.repeated = lessons.repeated;
  // As they are in the file, rounded.
  learned.learned = agreement_by_games(lab::weights_of(learned.plan), held_out);
  learned.by_hand = agreement_by_games(lab::weights_of(plan), held_out);
  return learned;
}

std::string told_of_repeated(std::size_t records) {
  return std::to_string(records) + (records == 1 ? " record is" : " records are") +
         " the same as another, and left out";
}

void print_learned(const Learned& learned) {
  if (learned.repeated > 0) std::cout << told_of_repeated(learned.repeated) << '\n';
  std::cout << std::fixed << std::setprecision(1) << learned.choices << " choices of " << learned.games
            << " games learned from, " << learned.held_out << " games held out: as the teacher chose there [95 %]\n";
  print("learned weights", learned.learned);
  print("weights set by hand", learned.by_hand);
}

nlohmann::ordered_json json_of_learned(const Learned& learned) {
  return {{"games", learned.games},
          {"choices", learned.choices},
          {"games_held_out", learned.held_out},
          {"records_repeated", learned.repeated},
          {"agreement", json_of_share(learned.learned)},
          {"agreement_by_hand", json_of_share(learned.by_hand)}};
}

}  // namespace rensa::cli
