#include "server/league/ladder_format.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "server/league/interval.h"
#include "server/league/pairing.h"
#include "server/league/waiting.h"

namespace rensa::league {

LadderFormat::LadderFormat(int stage, std::vector<std::size_t> players, const std::vector<int>& authors, int rounds,
                           int pairs, int seasons)
    : Format(stage),
      players_(std::move(players)),
      authors_(authors),
      rounds_(rounds),
      legs_(2 * pairs),
      seasons_(seasons),
      ratings_(authors.size()),
      encounters_(authors.size()) {}

void LadderFormat::begin_season() {
  ++season_;
  std::fill(encounters_.begin(), encounters_.end(), 0);
  meetings_.clear();
  for (const std::size_t player : players_) ratings_[player] = rated(ratings_[player], {}, 1, {});
}

void LadderFormat::take_in(const Tournament& tournament, std::size_t pair) {
  for (; newcomers_seen_ < tournament.newcomers().size(); ++newcomers_seen_) {
    const Newcomer& newcomer = tournament.newcomers()[newcomers_seen_];
    if (newcomer.pairs_before > pair) return;
    if (newcomer.stage != stage()) continue;
    encounters_[newcomer.player] = *std::max_element(encounters_.begin(), encounters_.end());
    players_.push_back(newcomer.player);
  }
}

void LadderFormat::rate(const Tournament& tournament, std::size_t pair) {
  const auto [first, second] = std::pair(tournament.pairs()[pair].first, tournament.pairs()[pair].second);
  const std::array<Rating, 2> before{ratings_[first], ratings_[second]};
  std::array<std::vector<RatedGame>, 2> games;
  for (std::size_t leg = 0; leg < tournament.legs(pair); ++leg) {
    const auto ended = tournament.ended(pair, leg);
    if (!ended) continue;
    const double points = !ended->winner ? 0.5 : *ended->winner == 0 ? 1 : 0;
    games[0].push_back({.opponent = before[1], .score = points});
    games[1].push_back({.opponent = before[0], .score = 1 - points});
  }
  if (games[0].empty()) return;
  ratings_[first] = rated(before[0], games[0], 0, {});
  ratings_[second] = rated(before[1], games[1], 0, {});
  if (!heard_) return;
  heard_(first, ratings_[first]);
  heard_(second, ratings_[second]);
}

// Seasons follow each other only when all pairs of the one before are decided.
void LadderFormat::heed(const Tournament& tournament) {
  const auto rate_decided = [&](std::size_t before) {
    while (decided_seen_ < tournament.decided().size() && tournament.decided()[decided_seen_] < before) {
      const std::size_t pair = tournament.decided()[decided_seen_++];
      if (tournament.pairs()[pair].stage == stage()) rate(tournament, pair);
    }
  };
  for (; drawn_seen_ < tournament.pairs().size(); ++drawn_seen_) {
    const Pair& pair = tournament.pairs()[drawn_seen_];
    take_in(tournament, drawn_seen_);
    if (pair.stage != stage()) continue;
    if (pair.place > season_) {
      rate_decided(drawn_seen_);
      begin_season();
    }
    ++encounters_[pair.first];
    ++encounters_[pair.second];
    meetings_.add(pair);
  }
  take_in(tournament, tournament.pairs().size());
  rate_decided(tournament.pairs().size());
}

std::vector<Pair> LadderFormat::draw_in_season(const Tournament& tournament) const {
  std::vector<FreePlayer> waiting;
  for (const std::size_t player : waiting_players(tournament, players_, encounters_, rounds_)) {
    waiting.push_back({.player = player,
                       .author = authors_[player],
                       .rating = ratings_[player],
                       .points = 0,
                       .encounters = encounters_[player]});
  }
  const auto met = [this](std::size_t one, std::size_t two) { return static_cast<double>(meetings_.of(one, two)); };
  std::vector<Pair> pairs;
  for (const auto& [first, second] : ladder_pairs(waiting, met)) {
    pairs.push_back({.first = first, .second = second, .stage = stage(), .place = season_, .legs = legs_});
  }
  return pairs;
}

std::vector<Pair> LadderFormat::draw(const Tournament& tournament) {
  heed(tournament);
  std::vector<Pair> pairs = draw_in_season(tournament);
  const bool has_next = seasons_ == 0 || season_ + 1 < seasons_;
  if (!pairs.empty() || !all_are_decided(tournament) || !has_next) return pairs;
  LadderFormat next(*this);  // this one turns to it when its first pair has been drawn
  next.begin_season();
  return next.draw_in_season(tournament);
}

bool LadderFormat::is_over(const Tournament& tournament) {
  heed(tournament);
  const bool is_last = seasons_ != 0 && season_ + 1 >= seasons_;
  const auto plays = [&](std::size_t player) { return !tournament.is_benched(player); };
  const bool nobody_is_left = std::count_if(players_.begin(), players_.end(), plays) < 2;
  return all_are_decided(tournament) && (nobody_is_left || (is_last && draw_in_season(tournament).empty()));
}

std::vector<std::size_t> LadderFormat::ranking(const Tournament& tournament) {
  heed(tournament);
  std::vector<std::size_t> ranking = players_;
  const auto key = [this](std::size_t player) {
    const Rating& rating = ratings_[player];
    return std::tuple(-(rating.rating - kNormal95 * rating.deviation), player);
  };
  std::sort(ranking.begin(), ranking.end(), [&key](std::size_t one, std::size_t two) { return key(one) < key(two); });
  return ranking;
}

const std::vector<Rating>& LadderFormat::ratings(const Tournament& tournament) {
  heed(tournament);
  return ratings_;
}

int LadderFormat::season(const Tournament& tournament) {
  heed(tournament);
  return season_;
}

}  // namespace rensa::league
