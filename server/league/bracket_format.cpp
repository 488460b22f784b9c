#include "server/league/bracket_format.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace rensa::league {

BracketFormat::BracketFormat(int stage, std::vector<std::size_t> players, Bracket bracket, int best_of)
    : Format(stage), players_(std::move(players)), bracket_(std::move(bracket)), best_of_(best_of) {}

// Where nothing has to be played: a free lot, or somebody who was benched before the match could be drawn.
void BracketFormat::settle(Met& met, const Tournament& tournament) const {
  const auto [first, second] = met.players;
  if (!first.is_known || !second.is_known) return;
  const auto plays = [&](const Comer& comer) { return comer.player && !tournament.is_benched(*comer.player); };
  if (plays(first) && plays(second)) return;
  const bool second_goes_on = plays(second) || (!first.player && second.player);
  met.winner = second_goes_on ? second : first;
  met.loser = second_goes_on ? first : second;
}

std::vector<BracketFormat::Met> BracketFormat::follow(const Tournament& tournament) const {
  std::vector<std::optional<std::size_t>> pair_of(bracket_.size());
  const auto [begin, end] = tournament.pairs_of_stage(stage());
  for (std::size_t pair = begin; pair < end; ++pair) {
    pair_of[static_cast<std::size_t>(tournament.pairs()[pair].place)] = pair;
  }
  std::vector<Met> all;
  for (std::size_t match = 0; match < bracket_.size(); ++match) {
    Met met;
    for (const std::size_t side : {0U, 1U}) {
      const auto [source, of] = bracket_[match].entries[side];
      if (source == Source::seed) {
        met.players[side] = {.is_known = true,
                             .player = of < players_.size() ? std::optional(players_[of]) : std::nullopt};
      } else {
        met.players[side] = source == Source::winner_of ? all[of].winner : all[of].loser;
      }
    }
    if (const auto pair = pair_of[match]) {
      met.is_played = true;
      if (tournament.is_decided(*pair)) {
        const Pair& played = tournament.pairs()[*pair];
        const std::size_t winner = tournament.winner(*pair) == 0 ? played.first : played.second;
        const std::size_t side = met.players[0].player == winner ? 0 : 1;
        met.winner = met.players[side];
        met.loser = met.players[1 - side];
      }
    } else if (bracket_[match].is_decider && met.players[0].is_known &&
               met.players[0].player == all[match - 1].players[0].player) {
      met.winner = met.players[0];  // it has lost nothing
      met.loser = met.players[1];
    } else {
      settle(met, tournament);
    }
    all.push_back(met);
  }
  return all;
}

std::pair<std::size_t, std::size_t> BracketFormat::by_place(std::size_t one, std::size_t two) const {
  const auto found = std::find_if(players_.begin(), players_.end(),
                                  [one, two](std::size_t player) { return player == one || player == two; });
  return *found == one ? std::pair(one, two) : std::pair(two, one);
}

std::vector<Pair> BracketFormat::draw(const Tournament& tournament) {
  std::vector<Pair> pairs;
  const std::vector<Met> all = follow(tournament);
  for (std::size_t match = 0; match < all.size(); ++match) {
    const Met& met = all[match];
    const bool is_ready = met.players[0].player && met.players[1].player && !met.winner.is_known && !met.is_played;
    if (!is_ready) continue;
    // The first goes on if they stay level.
    const auto [first, second] = by_place(*met.players[0].player, *met.players[1].player);
    pairs.push_back({.first = first,
                     .second = second,
                     .stage = stage(),
                     .place = static_cast<int>(match),
                     .legs = best_of_,
                     .is_best_of = true});
  }
  return pairs;
}

bool BracketFormat::is_over(const Tournament& tournament) {
  const std::vector<Met> all = follow(tournament);
  return std::all_of(all.begin(), all.end(), [](const Met& met) { return met.winner.is_known; });
}

// Whoever is still in it has gone farthest.
std::vector<std::size_t> BracketFormat::ranking(const Tournament& tournament) {
  struct Reached {
    int round = std::numeric_limits<int>::max();
    int third = 0;  // 1: it won the match for the third place
  };
  std::vector<Reached> reached(tournament.players());
  const std::vector<Met> all = follow(tournament);
  for (std::size_t match = 0; match < all.size(); ++match) {
    const Met& met = all[match];
    const auto [first, second] = bracket_[match].entries;
    const bool is_for_third =
        first.source == Source::loser_of && second.source == Source::loser_of && match > 0 && match + 1 == all.size();
    if (is_for_third && met.winner.player) reached[*met.winner.player].third = 1;
    if (is_for_third || !met.loser.player) continue;
    reached[*met.loser.player].round = bracket_[match].round;
    // The last defeat counts: who wins on after one is still in it.
    if (met.winner.player) reached[*met.winner.player].round = std::numeric_limits<int>::max();
  }
  std::vector<std::size_t> places(players_.size());
  for (std::size_t place = 0; place < places.size(); ++place) places[place] = place;
  std::sort(places.begin(), places.end(), [&](std::size_t one, std::size_t two) {
    const auto key = [&](std::size_t place) {
      const Reached& player = reached[players_[place]];
      return std::tuple(-player.round, -player.third, place);
    };
    return key(one) < key(two);
  });
  std::vector<std::size_t> ranking;
  for (const std::size_t place : places) ranking.push_back(players_[place]);
  return ranking;
}

}  // namespace rensa::league
