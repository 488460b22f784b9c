#include "server/tournament/formats/ladder_format.h"

#include <algorithm>
#include <tuple>

#include "server/tournament/formats/pairing.h"
#include "server/tournament/statistics/interval.h"

namespace rensa::tournament {

LadderFormat::LadderFormat(int stage, std::vector<std::size_t> players, const std::vector<int>& authors, int rounds,
                           int pairs, int seasons)
    : StageFormat(stage),
      players_(std::move(players)),
      authors_(authors),
      rounds_(rounds),
      legs_(2 * pairs),
      seasons_(seasons),
      ratings_(authors.size()),
      encounters_(authors.size()) {}

void LadderFormat::start_season() {
  ++season_;
  std::fill(encounters_.begin(), encounters_.end(), 0);
  meetings_.clear();
  for (const std::size_t player : players_) ratings_[player] = update_rating(ratings_[player], {}, 1, {});
}

void LadderFormat::admit_late_entries(const TournamentProgress& progress, std::size_t pair) {
  for (; late_entries_seen_ < progress.late_entries().size(); ++late_entries_seen_) {
    const LateEntry& entry = progress.late_entries()[late_entries_seen_];
    if (entry.pairs_before > pair) return;
    if (entry.stage != stage()) continue;
    encounters_[entry.player] = *std::max_element(encounters_.begin(), encounters_.end());
    players_.push_back(entry.player);
  }
}

void LadderFormat::update_ratings(const TournamentProgress& progress, std::size_t pair) {
  if (!progress.counts(pair)) return;
  const auto [first, second] = std::pair(progress.pairs()[pair].first, progress.pairs()[pair].second);
  const std::array<Rating, 2> before{ratings_[first], ratings_[second]};
  std::array<std::vector<RatedGame>, 2> games;
  for (std::size_t leg = 0; leg < progress.leg_count(pair); ++leg) {
    const auto ended = progress.game_result(pair, leg);
    if (!ended) continue;
    const double points = !ended->winner ? 0.5 : *ended->winner == 0 ? 1 : 0;
    games[0].push_back({.opponent = before[1], .score = points});
    games[1].push_back({.opponent = before[0], .score = 1 - points});
  }
  if (games[0].empty()) return;
  ratings_[first] = update_rating(before[0], games[0], 0, {});
  ratings_[second] = update_rating(before[1], games[1], 0, {});
  if (!rating_listener_) return;
  rating_listener_(first, ratings_[first]);
  rating_listener_(second, ratings_[second]);
}

// Processes the events that came since the last call. A season starts only when all pairs of the season before are
// decided.
void LadderFormat::catch_up(const TournamentProgress& progress) {
  const auto rate_pairs_before = [&](std::size_t before) {
    while (decided_pairs_seen_ < progress.decided_pairs().size() &&
           progress.decided_pairs()[decided_pairs_seen_] < before) {
      const std::size_t pair = progress.decided_pairs()[decided_pairs_seen_++];
      if (progress.pairs()[pair].stage == stage()) update_ratings(progress, pair);
    }
  };
  for (; pairs_seen_ < progress.pairs().size(); ++pairs_seen_) {
    const PlayerPair& pair = progress.pairs()[pairs_seen_];
    admit_late_entries(progress, pairs_seen_);
    if (pair.stage != stage()) continue;
    if (pair.number_in_format > season_) {
      rate_pairs_before(pairs_seen_);
      start_season();
    }
    ++encounters_[pair.first];
    ++encounters_[pair.second];
    meetings_.add(pair);
  }
  admit_late_entries(progress, progress.pairs().size());
  rate_pairs_before(progress.pairs().size());
}

std::vector<PlayerPair> LadderFormat::next_pairs_of_season(const TournamentProgress& progress) const {
  std::vector<FreePlayer> waiting;
  for (const std::size_t player : waiting_players(progress, players_, encounters_, rounds_)) {
    waiting.push_back({.player = player,
                       .author = authors_[player],
                       .rating = ratings_[player],
                       .points = 0,
                       .encounters = encounters_[player]});
  }
  const auto met = [this](std::size_t one, std::size_t two) { return static_cast<double>(meetings_.of(one, two)); };
  std::vector<PlayerPair> pairs;
  for (const auto& [first, second] : ladder_pairs(waiting, met)) {
    pairs.push_back({.first = first, .second = second, .stage = stage(), .number_in_format = season_, .legs = legs_});
  }
  return pairs;
}

std::vector<PlayerPair> LadderFormat::next_pairs(const TournamentProgress& progress) {
  catch_up(progress);
  std::vector<PlayerPair> pairs = next_pairs_of_season(progress);
  const bool has_next = seasons_ == 0 || season_ + 1 < seasons_;
  if (!pairs.empty() || !all_are_decided(progress) || !has_next) return pairs;
  LadderFormat next(*this);  // this format starts the season when its first pair has been scheduled
  next.start_season();
  return next.next_pairs_of_season(progress);
}

bool LadderFormat::is_over(const TournamentProgress& progress) {
  catch_up(progress);
  const bool is_last = seasons_ != 0 && season_ + 1 >= seasons_;
  const auto plays = [&](std::size_t player) { return !progress.is_benched(player); };
  const bool nobody_is_left = std::count_if(players_.begin(), players_.end(), plays) < 2;
  return all_are_decided(progress) && (nobody_is_left || (is_last && next_pairs_of_season(progress).empty()));
}

std::vector<std::size_t> LadderFormat::ranking(const TournamentProgress& progress) {
  catch_up(progress);
  return sorted_by(players_, [this](std::size_t player) {
    const Rating& rating = ratings_[player];
    return std::tuple(-(rating.rating - kNormal95 * rating.deviation), player);
  });
}

std::vector<std::size_t> LadderFormat::pairs_to_reopen(const TournamentProgress& progress, std::size_t player) const {
  std::vector<std::size_t> pairs = StageFormat::pairs_to_reopen(progress, player);
  std::erase_if(pairs, [&](std::size_t pair) { return !why_results_are_final(progress, pair).empty(); });
  return pairs;
}

std::string LadderFormat::why_results_are_final(const TournamentProgress& progress, std::size_t pair) const {
  const auto [begin, end] = progress.pairs_of_stage(stage());
  const int season_of_pair = progress.pairs()[pair].number_in_format;
  const int now = progress.pairs()[end - 1].number_in_format;
  if (season_of_pair == now) return "";
  return "season " + std::to_string(now + 1) + " has begun with the ratings that follow from season " +
         std::to_string(season_of_pair + 1);
}

const std::vector<Rating>& LadderFormat::ratings(const TournamentProgress& progress) {
  catch_up(progress);
  return ratings_;
}

int LadderFormat::season(const TournamentProgress& progress) {
  catch_up(progress);
  return season_;
}

}  // namespace rensa::tournament
