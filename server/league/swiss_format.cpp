#include "server/league/swiss_format.h"

#include <utility>

#include "server/league/meetings.h"
#include "server/league/pairing.h"
#include "server/league/ranking.h"
#include "server/league/waiting.h"

namespace rensa::league {

namespace {

// By player.
struct Played {
  explicit Played(std::size_t players) : encounters(players), points(players) {}

  std::vector<int> encounters;
  std::vector<double> points;
  MeetingCounts meetings;
};

Played played_in(const Tournament& tournament, PairRange pairs) {
  Played played(tournament.players());
  for (std::size_t number = pairs.begin; number < pairs.end; ++number) {
    const Pair& pair = tournament.pairs()[number];
    if (tournament.is_benched(pair.first) || tournament.is_benched(pair.second)) continue;  // it meets another
    ++played.encounters[pair.first];
    ++played.encounters[pair.second];
    played.meetings.add(pair);
    if (!tournament.is_decided(number)) continue;
    const auto [first, second] = tournament.half_points(number);
    const double points = first > second ? 1 : first < second ? 0 : 0.5;
    played.points[pair.first] += points;
    played.points[pair.second] += 1 - points;
  }
  return played;
}

}  // namespace

SwissFormat::SwissFormat(int stage, std::vector<std::size_t> players, const std::vector<int>& authors, int rounds,
                         int pairs)
    : Format(stage), players_(std::move(players)), authors_(authors), rounds_(rounds), legs_(2 * pairs) {}

std::vector<Pair> SwissFormat::draw(const Tournament& tournament) {
  const Played played = played_in(tournament, tournament.pairs_of_stage(stage()));
  std::vector<FreePlayer> waiting;
  for (const std::size_t player : waiting_players(tournament, players_, played.encounters, rounds_)) {
    waiting.push_back({.player = player,
                       .author = authors_[player],
                       .rating = {},
                       .points = played.points[player],
                       .encounters = played.encounters[player]});
  }
  std::vector<Pair> pairs;
  const auto met = [&played](std::size_t one, std::size_t two) {
    return static_cast<double>(played.meetings.of(one, two));
  };
  const bool others_will_come = !all_are_decided(tournament);
  for (const auto& [first, second] : swiss_pairs(waiting, met)) {
    if (others_will_come && met(first, second) > 0) continue;
    pairs.push_back(
        {.first = first, .second = second, .stage = stage(), .place = played.encounters[first], .legs = legs_});
  }
  return pairs;
}

bool SwissFormat::is_over(const Tournament& tournament) {
  return all_are_decided(tournament) && draw(tournament).empty();
}

std::vector<std::size_t> SwissFormat::ranking(const Tournament& tournament) {
  const PairRange pairs = tournament.pairs_of_stage(stage());
  const Played played = played_in(tournament, pairs);
  std::vector<int> given(tournament.players());
  for (const std::size_t player : players_) {
    if (!tournament.is_benched(player)) given[player] = (rounds_ - played.encounters[player]) * legs_;
  }
  return ranking_by_points(tournament, players_, pairs, given);
}

}  // namespace rensa::league
