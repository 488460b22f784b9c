#include "clients/cli/learn/outcome.h"

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/research/experiments/evaluation_learning.h"

namespace rensa::cli {

namespace {

tournament::Interval within(tournament::Interval interval, double least, double most) {
  interval.low = std::max(interval.low, least);
  interval.high = std::min(interval.high, most);
  return interval;
}

// Games are independent of each other; choices of one game are not. A choice that is hard to predict is hard for both
// sets of weights, so it cancels in their difference.
std::optional<Agreement> agreement_of(const evaluation::WeightsByPhase& learned,
                                      const evaluation::WeightsByPhase& by_hand,
                                      std::span<const GameLessons> held_out) {
  if (held_out.size() < kFewHeldOut) return std::nullopt;
  const learning::PhaseWeights weights = experiments::phase_weights_of(learned);
  const learning::PhaseWeights others = experiments::phase_weights_of(by_hand);
  std::vector<double> shares;
  std::vector<double> other_shares;
  std::vector<double> differences;
  for (const GameLessons& game : held_out) {
    shares.push_back(learning::agreement(weights, game));
    other_shares.push_back(learning::agreement(others, game));
    differences.push_back(shares.back() - other_shares.back());
  }
  return Agreement{.learned = within(tournament::mean_of_few(shares), 0, 1),
                   .by_hand = within(tournament::mean_of_few(other_shares), 0, 1),
                   .difference = within(tournament::mean_of_few(differences), -1, 1)};
}

void print(const char* what, const tournament::Interval& share, const char* unit) {
  std::cout << std::left << std::setw(34) << what << std::right << std::setw(6) << 100 * share.value << unit << "  ["
            << 100 * share.low << ", " << 100 * share.high << "]\n";
}

nlohmann::ordered_json json_of_share(const tournament::Interval& share) {
  return {{"value", share.value}, {"low", share.low}, {"high", share.high}};
}

}  // namespace

Learned learn_from(const Lessons& lessons, const evaluation::WeightsByPhase& plan, double penalty) {
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
  learned.plan =
      experiments::evaluation_weights_of(experiments::fit_evaluation(examples, plan, penalty), plan, examples);
  learned.games = games.size() - held_out.size();
  learned.choices = examples.size();
  learned.held_out = held_out.size();
  learned.repeated = lessons.repeated;
  learned.agreement = agreement_of(learned.plan, plan, held_out);  // as they are in the file, rounded
  return learned;
}

std::string told_of_repeated(std::size_t records) {
  return std::to_string(records) + (records == 1 ? " record is" : " records are") +
         " the same as another, and left out";
}

void print_learned(const Learned& learned) {
  if (learned.repeated > 0) std::cout << told_of_repeated(learned.repeated) << '\n';
  std::cout << std::fixed << std::setprecision(1) << learned.choices << " choices of " << learned.games
            << " games learned from, " << learned.held_out << " games held out: ";
  if (!learned.agreement) {
    std::cout << "too few to tell how often the weights choose as the teacher; " << kHeldOut * kFewHeldOut
              << " games in all are enough\n";
    return;
  }
  std::cout << "as the teacher chose there [95 %]\n";
  print("learned weights", learned.agreement->learned, " %");
  print("weights set by hand", learned.agreement->by_hand, " %");
  print("difference in points, by games", learned.agreement->difference, "  ");
}

nlohmann::ordered_json json_of_learned(const Learned& learned) {
  nlohmann::ordered_json report{{"games", learned.games},
                                {"choices", learned.choices},
                                {"games_held_out", learned.held_out},
                                {"records_repeated", learned.repeated},
                                {"agreement", nullptr},
                                {"agreement_by_hand", nullptr},
                                {"agreement_difference", nullptr}};
  if (learned.agreement) {
    report["agreement"] = json_of_share(learned.agreement->learned);
    report["agreement_by_hand"] = json_of_share(learned.agreement->by_hand);
    report["agreement_difference"] = json_of_share(learned.agreement->difference);
  }
  return report;
}

}  // namespace rensa::cli
