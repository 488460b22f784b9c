#include "server/tournament/formats/knock_out_format.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <tuple>
#include <utility>

namespace rensa::tournament {

namespace {

constexpr BracketEntry winner_of(std::size_t match) { return {.source = EntrySource::winner_of, .index = match}; }
constexpr BracketEntry loser_of(std::size_t match) { return {.source = EntrySource::loser_of, .index = match}; }

// Adds a match and returns its number.
std::size_t add_match(Bracket& bracket, int round, BracketEntry first, BracketEntry second) {
  bracket.push_back({.entries = {first, second}, .round = round});
  return bracket.size() - 1;
}

// Returns the seeds in the order of the first round, where neighbours play each other: seed 0 against the last seed,
// and so on.
std::vector<std::size_t> seed_order(std::size_t size) {
  std::vector<std::size_t> seeds{0};
  while (seeds.size() < size) {
    std::vector<std::size_t> wider;
    for (const std::size_t seed : seeds) {
      wider.push_back(seed);
      wider.push_back(2 * seeds.size() - 1 - seed);
    }
    seeds = wider;
  }
  return seeds;
}

// Returns the matches of each round. The last round is the final.
std::vector<std::vector<std::size_t>> add_rounds(Bracket& bracket, std::size_t players) {
  const std::vector<std::size_t> seeds = seed_order(std::bit_ceil(players));
  std::vector<std::vector<std::size_t>> rounds(1);
  for (std::size_t i = 0; i < seeds.size(); i += 2) {
    rounds[0].push_back(add_match(bracket, 0, {.source = EntrySource::seed, .index = seeds[i]},
                                  {.source = EntrySource::seed, .index = seeds[i + 1]}));
  }
  while (rounds.back().size() > 1) {
    const std::vector<std::size_t> before = rounds.back();
    const auto round = static_cast<int>(rounds.size());
    rounds.emplace_back();
    for (std::size_t i = 0; i < before.size(); i += 2) {
      rounds.back().push_back(add_match(bracket, round, winner_of(before[i]), winner_of(before[i + 1])));
    }
  }
  return rounds;
}

}  // namespace

Bracket knock_out_bracket(std::size_t players, bool third_place) {
  Bracket bracket;
  const auto rounds = add_rounds(bracket, players);
  if (third_place && rounds.size() > 1) {
    const std::vector<std::size_t>& semifinals = rounds[rounds.size() - 2];
    add_match(bracket, bracket[rounds.back().front()].round, loser_of(semifinals[0]), loser_of(semifinals[1]));
    bracket.back().is_for_third_place = true;
  }
  return bracket;
}

// In a double knock-out, the losers of a round meet those losers of earlier rounds that are still in. Their order
// alternates from round to round, so that two players do not meet again soon.
Bracket double_knock_out_bracket(std::size_t players) {
  Bracket bracket;
  const auto rounds = add_rounds(bracket, players);
  const std::size_t winners_final = rounds.back().front();
  int losers_round = 0;                                  // round of the players with one defeat
  BracketEntry last_opponent = loser_of(winners_final);  // the opponent of the undefeated player in the final
  if (rounds.size() > 1) {
    std::vector<std::size_t> remaining;
    for (std::size_t i = 0; i < rounds[0].size(); i += 2) {
      remaining.push_back(add_match(bracket, losers_round, loser_of(rounds[0][i]), loser_of(rounds[0][i + 1])));
    }
    for (std::size_t round = 1; round < rounds.size(); ++round) {
      const std::vector<std::size_t>& losers = rounds[round];
      ++losers_round;
      for (std::size_t i = 0; i < remaining.size(); ++i) {
        const std::size_t from = round % 2 == 1 ? losers.size() - 1 - i : i;
        remaining[i] = add_match(bracket, losers_round, loser_of(losers[from]), winner_of(remaining[i]));
      }
      if (remaining.size() == 1) break;
      ++losers_round;
      std::vector<std::size_t> next;
      for (std::size_t i = 0; i < remaining.size(); i += 2) {
        next.push_back(add_match(bracket, losers_round, winner_of(remaining[i]), winner_of(remaining[i + 1])));
      }
      remaining = next;
    }
    last_opponent = winner_of(remaining[0]);
  }
  const std::size_t final = add_match(bracket, losers_round + 1, winner_of(winners_final), last_opponent);
  add_match(bracket, losers_round + 1, winner_of(final), loser_of(final));
  bracket.back().is_decider = true;
  return bracket;
}

KnockOutFormat::KnockOutFormat(int stage, std::vector<std::size_t> players, Bracket bracket, int best_of)
    : StageFormat(stage), players_(std::move(players)), bracket_(std::move(bracket)), best_of_(best_of) {}

// Decides a match that needs no game: it has a bye, or a player that was benched before the match was scheduled.
void KnockOutFormat::settle_without_playing(MatchState& match_state, const TournamentProgress& progress) const {
  const auto [first, second] = match_state.players;
  if (!first.is_known || !second.is_known) return;
  const auto plays = [&](const BracketSlot& slot) { return slot.player && !progress.is_benched(*slot.player); };
  if (plays(first) && plays(second)) return;
  const bool second_goes_on = plays(second) || (!first.player && second.player);
  match_state.winner = second_goes_on ? second : first;
  match_state.loser = second_goes_on ? first : second;
}

std::vector<std::optional<std::size_t>> KnockOutFormat::pairs_by_match(const TournamentProgress& progress) const {
  std::vector<std::optional<std::size_t>> pair_of(bracket_.size());
  const auto [begin, end] = progress.pairs_of_stage(stage());
  for (std::size_t pair = begin; pair < end; ++pair) {
    if (progress.is_cancelled(pair)) continue;
    pair_of[static_cast<std::size_t>(progress.pairs()[pair].number_in_format)] = pair;
  }
  return pair_of;
}

std::vector<std::size_t> KnockOutFormat::pairs_scheduled_from(const TournamentProgress& progress,
                                                              std::size_t pair) const {
  return pairs_after_match(progress, static_cast<std::size_t>(progress.pairs()[pair].number_in_format));
}

std::string KnockOutFormat::why_absent_for_good(const TournamentProgress& progress, std::size_t player) const {
  const std::vector<std::optional<std::size_t>> pair_of = pairs_by_match(progress);
  const std::vector<MatchState> all = match_states(progress);
  for (std::size_t match = 0; match < all.size(); ++match) {
    const auto& [first, second] = all[match].players;
    const bool is_known = first.player && second.player && (first.player == player || second.player == player);
    if (!is_known) continue;
    const bool has_games_left = pair_of[match] ? progress.lacks_games(*pair_of[match]) : all[match].winner.is_known;
    const bool was_absent = has_games_left && all[match].winner.player != player;
    if (was_absent && !pairs_after_match(progress, match).empty()) {
      return "it has lost match " + std::to_string(match + 1) + " by its absence, and a later match has been drawn";
    }
  }
  return "";
}

std::vector<std::size_t> KnockOutFormat::pairs_after_match(const TournamentProgress& progress,
                                                           std::size_t match_before) const {
  const std::vector<std::optional<std::size_t>> pair_of = pairs_by_match(progress);
  std::vector<bool> depends(bracket_.size());
  depends[match_before] = true;
  std::vector<std::size_t> pairs;
  for (std::size_t match = 0; match < bracket_.size(); ++match) {
    const bool follows = std::any_of(
        bracket_[match].entries.begin(), bracket_[match].entries.end(),
        [&](const BracketEntry& entry) { return entry.source != EntrySource::seed && depends[entry.index]; });
    if (!follows) continue;
    depends[match] = true;
    if (pair_of[match]) pairs.push_back(*pair_of[match]);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

bool KnockOutFormat::is_needless_decider(const std::vector<MatchState>& all, std::size_t match,
                                         const BracketSlot& first) const {
  return bracket_[match].is_decider && first.is_known && first.player == all[match - 1].players[0].player;
}

std::vector<KnockOutFormat::Walkover> KnockOutFormat::walkovers(const TournamentProgress& progress) const {
  const std::vector<MatchState> all = match_states(progress);
  std::vector<Walkover> walkovers;
  for (std::size_t match = 0; match < all.size(); ++match) {
    const MatchState& state = all[match];
    const bool has_two_players = state.players[0].player && state.players[1].player;
    if (state.is_scheduled || !has_two_players || !state.winner.is_known) continue;
    if (is_needless_decider(all, match, state.players[0])) continue;
    walkovers.push_back({.match = match, .winner = *state.winner.player, .loser = *state.loser.player});
  }
  return walkovers;
}

std::vector<KnockOutFormat::MatchState> KnockOutFormat::match_states(const TournamentProgress& progress) const {
  const std::vector<std::optional<std::size_t>> pair_of = pairs_by_match(progress);
  std::vector<MatchState> all;
  for (std::size_t match = 0; match < bracket_.size(); ++match) {
    MatchState match_state;
    for (const std::size_t side : {0U, 1U}) {
      const auto [source, index] = bracket_[match].entries[side];
      if (source == EntrySource::seed) {
        match_state.players[side] = {.is_known = true,
                                     .player = index < players_.size() ? std::optional(players_[index]) : std::nullopt};
      } else {
        match_state.players[side] = source == EntrySource::winner_of ? all[index].winner : all[index].loser;
      }
    }
    if (const auto pair = pair_of[match]) {
      match_state.is_scheduled = true;
      if (progress.is_decided(*pair)) {
        const PlayerPair& played = progress.pairs()[*pair];
        const std::size_t winner = progress.winner(*pair) == 0 ? played.first : played.second;
        const std::size_t side = match_state.players[0].player == winner ? 0 : 1;
        match_state.winner = match_state.players[side];
        match_state.loser = match_state.players[1 - side];
      }
    } else if (is_needless_decider(all, match, match_state.players[0])) {
      match_state.winner = match_state.players[0];  // has no defeat yet
      match_state.loser = match_state.players[1];
    } else {
      settle_without_playing(match_state, progress);
    }
    all.push_back(match_state);
  }
  return all;
}

std::pair<std::size_t, std::size_t> KnockOutFormat::higher_seed_first(std::size_t one, std::size_t two) const {
  const auto found = std::find_if(players_.begin(), players_.end(),
                                  [one, two](std::size_t player) { return player == one || player == two; });
  return *found == one ? std::pair(one, two) : std::pair(two, one);
}

std::vector<PlayerPair> KnockOutFormat::next_pairs(const TournamentProgress& progress) {
  std::vector<PlayerPair> pairs;
  const std::vector<MatchState> all = match_states(progress);
  for (std::size_t match = 0; match < all.size(); ++match) {
    const MatchState& match_state = all[match];
    const bool is_ready = match_state.players[0].player && match_state.players[1].player &&
                          !match_state.winner.is_known && !match_state.is_scheduled;
    if (!is_ready) continue;
    // If the points stay equal, the first player of the pair goes on, so this is the player with the higher seed.
    const auto [first, second] = higher_seed_first(*match_state.players[0].player, *match_state.players[1].player);
    pairs.push_back({.first = first,
                     .second = second,
                     .stage = stage(),
                     .number_in_format = static_cast<int>(match),
                     .legs = best_of_,
                     .is_best_of = true});
  }
  return pairs;
}

bool KnockOutFormat::is_over(const TournamentProgress& progress) {
  const std::vector<MatchState> all = match_states(progress);
  return std::all_of(all.begin(), all.end(), [](const MatchState& match_state) { return match_state.winner.is_known; });
}

std::vector<std::size_t> KnockOutFormat::ranking(const TournamentProgress& progress) {
  struct RoundReached {
    int round = std::numeric_limits<int>::max();
    int third = 0;       // 1: it won the match for the third place
    int played_won = 0;  // won matches that were played, of a player that is still in; 0: it is out
  };
  std::vector<RoundReached> rounds_reached(progress.player_count());
  const std::vector<MatchState> all = match_states(progress);
  for (std::size_t match = 0; match < all.size(); ++match) {
    const MatchState& match_state = all[match];
    const bool is_for_third = bracket_[match].is_for_third_place;
    if (is_for_third && match_state.winner.player) rounds_reached[*match_state.winner.player].third = 1;
    if (is_for_third || !match_state.loser.player) continue;
    rounds_reached[*match_state.loser.player].round = bracket_[match].round;
    // The last defeat counts, because a player that wins after a defeat is still in the knock-out.
    if (!match_state.winner.player) continue;
    rounds_reached[*match_state.winner.player].round = std::numeric_limits<int>::max();
    if (match_state.is_scheduled) ++rounds_reached[*match_state.winner.player].played_won;
  }
  for (RoundReached& reached : rounds_reached) {
    if (reached.round != std::numeric_limits<int>::max()) reached.played_won = 0;
  }
  return sorted_by(players_, [&rounds_reached](std::size_t player) {
    const RoundReached& reached = rounds_reached[player];
    return std::tuple(-reached.round, -reached.third, -reached.played_won);
  });
}

}  // namespace rensa::tournament
