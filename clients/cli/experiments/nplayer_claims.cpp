#include <algorithm>
#include <array>
#include <optional>

#include "clients/cli/experiments/nplayer_run.h"

namespace rensa::cli {

namespace {

using experiments::Searcher;

// How often one player wins in the contests of one figure of the document. If the player has several contests there,
// `opponent` says which one is meant. If `move_count_rule` is set, the contest is not one that the figure shows, but
// one with this rule that the document mentions in its text.
struct PlayerCurve {
  int figure;
  Searcher player;
  Searcher opponent = Searcher::naive;
  std::optional<nplayer::MoveCountRule> move_count_rule{};
};

constexpr Searcher kMaxN = Searcher::max_n;
constexpr Searcher kParanoid = Searcher::paranoid;
constexpr Searcher kBestFirst = Searcher::best_first;
constexpr Searcher kTurns = Searcher::turn_considered;

// Returns `undecided` for few games, because the interval is an approximation that needs some games.
Verdict verdict_of(const tournament::Interval& difference, std::size_t games) {
  constexpr std::size_t kMinGames = 30;
  if (games < kMinGames) return Verdict::undecided;
  return difference.low > 0 ? Verdict::yes : difference.high < 0 ? Verdict::no : Verdict::undecided;
}

class ClaimCollector {
 public:
  explicit ClaimCollector(const NplayerRun& run) : run_(run) {}

  // A point of a player's curve.
  struct Point {
    PlayerCurve curve;
    int depth;
  };

  // Adds the claim that the sum of the shares at the points `more` is greater than at the points `less`.
  void add(const std::string& section, const std::string& text, const std::vector<Point>& more,
           const std::vector<Point>& less) {
    std::vector<double> differences;
    for (const Point& point : more) {
      if (!add_shares(point, 1, differences)) return;
    }
    for (const Point& point : less) {
      if (!add_shares(point, -1, differences)) return;
    }
    if (differences.size() < 2) return;
    const tournament::Interval difference = tournament::mean_with_normal_interval(differences);
    claims_.push_back({section, text, difference, verdict_of(difference, differences.size())});
  }

  int greatest_depth(int figure, ResultSource source = ResultSource::figure) const {
    int deepest = 0;
    for (const NplayerContest& contest : run_) {
      if (contest.figure == figure && contest.source == source) deepest = std::max(deepest, contest.lineup.depth);
    }
    return deepest;
  }

  std::vector<NplayerClaim> take_claims() { return std::move(claims_); }

 private:
  // Adds the shares of each game to the sums, or subtracts them. Returns false if the contest was not played.
  bool add_shares(const Point& point, int sign, std::vector<double>& sums) const {
    for (const NplayerContest& contest : run_) {
      const auto& players = contest.lineup.players;
      if (contest.figure != point.curve.figure || contest.lineup.depth != point.depth) continue;
      if (point.curve.move_count_rule ? contest.move_count_rule != point.curve.move_count_rule
                                      : contest.source != ResultSource::figure)
        continue;
      const auto found = std::find(players.begin(), players.end(), point.curve.player);
      const bool has_opponent = std::find(players.begin(), players.end(), point.curve.opponent) != players.end();
      if (found == players.end() || !has_opponent) continue;
      if (sums.empty()) sums.resize(contest.games.size());
      for (std::size_t i = 0; i < sums.size() && i < contest.games.size(); ++i) {
        const int points = contest.games[i].points[static_cast<std::size_t>(found - players.begin())];
        sums[i] += static_cast<double>(sign * points) / experiments::kWinPoints;
      }
      return true;
    }
    return false;
  }

  const NplayerRun& run_;
  std::vector<NplayerClaim> claims_;
};

std::string at_depth(int depth) { return ", depth " + std::to_string(depth); }
std::string in_figure(int figure) { return "fig. " + std::to_string(figure) + ": "; }

// Adds the claims that one player wins more than another in the same games, at each depth.
void add_claims_to_beat(ClaimCollector& claims, const char* section, int figure, Searcher better, Searcher worse,
                        int from) {
  for (int depth = from; depth <= claims.greatest_depth(figure); ++depth) {
    claims.add(section, in_figure(figure) + name_of(better) + " beats " + name_of(worse) + at_depth(depth),
               {{{figure, better, worse}, depth}}, {{{figure, worse, better}, depth}});
  }
}

// Adds the claims that a deeper search gains less if positions have more moves, or a number of moves that varies more.
void add_move_count_claims(ClaimCollector& claims) {
  const int deepest = claims.greatest_depth(2, ResultSource::text);
  if (deepest < 3) return;
  const auto fixed = [](int max_moves) { return nplayer::MoveCountRule{.max_moves = max_moves, .is_fixed = true}; };
  const auto uneven = [](int max_moves) { return nplayer::MoveCountRule{.max_moves = max_moves}; };
  for (const auto& [less, more] :
       {std::pair(fixed(2), fixed(3)), std::pair(fixed(3), fixed(5)), std::pair(uneven(3), uneven(5)),
        std::pair(uneven(5), uneven(10)), std::pair(fixed(2), uneven(3)), std::pair(fixed(3), uneven(5))}) {
    const PlayerCurve gaining{2, kMaxN, Searcher::naive, less};
    const PlayerCurve losing{2, kMaxN, Searcher::naive, more};
    claims.add("4.3",
               "Max-N gains less with " + name_of(more) + " than with " + name_of(less) + ", depth 2 to " +
                   std::to_string(deepest),
               {{gaining, deepest}, {losing, 2}}, {{gaining, 2}, {losing, deepest}});
  }
}

void add_random_game_claims(ClaimCollector& claims) {
  add_move_count_claims(claims);
  const int deepest = claims.greatest_depth(2);
  claims.add("4.3", "fig. 2: Max-N gains from depth 2 to 4", {{{2, kMaxN}, 4}}, {{{2, kMaxN}, 2}});
  if (deepest > 4) {
    claims.add("4.3", "fig. 2: Max-N loses from depth 4 to " + std::to_string(deepest), {{{2, kMaxN}, 4}},
               {{{2, kMaxN}, deepest}});
    claims.add("4.3", "fig. 2: Paranoid loses less than Max-N from depth 4 to " + std::to_string(deepest),
               {{{2, kParanoid}, deepest}, {{2, kMaxN}, 4}}, {{{2, kParanoid}, 4}, {{2, kMaxN}, deepest}});
  }
  for (int depth = 3; depth <= deepest; ++depth) {
    for (const Searcher better : {kBestFirst, kTurns}) {
      for (const Searcher worse : {kMaxN, kParanoid}) {
        claims.add("4.3", "fig. 2: " + name_of(better) + " has more than " + name_of(worse) + at_depth(depth),
                   {{{2, better}, depth}}, {{{2, worse}, depth}});
      }
    }
  }
  for (const int depth : {3, 4}) {
    claims.add("4.3", "fig. 2: few nodes, Turn-considered has more than Best-First Max-N" + at_depth(depth),
               {{{2, kTurns}, depth}}, {{{2, kBestFirst}, depth}});
  }
  add_claims_to_beat(claims, "4.3", 3, kBestFirst, kMaxN, 2);
  claims.add("4.3", "fig. 3: Turn-considered is behind Max-N, depth 2", {{{3, kMaxN, kTurns}, 2}},
             {{{3, kTurns, kMaxN}, 2}});
  add_claims_to_beat(claims, "4.3", 3, kTurns, kMaxN, 3);
  add_claims_to_beat(claims, "4.3", 4, kBestFirst, kParanoid, 2);
  claims.add("4.3", "fig. 4: Turn-considered is behind Paranoid, depth 2", {{{4, kParanoid, kTurns}, 2}},
             {{{4, kTurns, kParanoid}, 2}});
  add_claims_to_beat(claims, "4.3", 4, kTurns, kParanoid, 3);
  for (const int figure : {5, 6}) {
    claims.add("4.3", in_figure(figure) + "Turn-considered is behind Best-First Max-N, depth 2",
               {{{figure, kBestFirst, kTurns}, 2}}, {{{figure, kTurns, kBestFirst}, 2}});
    for (const int depth : {3, 4}) {
      claims.add("4.3", in_figure(figure) + "few nodes, Turn-considered beats Best-First Max-N" + at_depth(depth),
                 {{{figure, kTurns, kBestFirst}, depth}}, {{{figure, kBestFirst, kTurns}, depth}});
    }
    const int last = claims.greatest_depth(figure);
    if (last <= 4) continue;
    claims.add("4.3", in_figure(figure) + "its lead shrinks from depth 4 to " + std::to_string(last),
               {{{figure, kTurns, kBestFirst}, 4}, {{figure, kBestFirst, kTurns}, last}},
               {{{figure, kBestFirst, kTurns}, 4}, {{figure, kTurns, kBestFirst}, last}});
  }
}

void add_diamond_game_claims(ClaimCollector& claims) {
  const int deepest = claims.greatest_depth(8);
  for (const Searcher one : {kMaxN, kParanoid, kBestFirst, kTurns}) {
    if (deepest < 3) break;
    claims.add("5.4", "fig. 8: " + name_of(one) + " gains from depth 2 to " + std::to_string(deepest),
               {{{8, one}, deepest}}, {{{8, one}, 2}});
  }
  for (const Searcher other : {kBestFirst, kTurns}) {
    claims.add("5.4", "fig. 8: Paranoid has more than " + name_of(other) + at_depth(4), {{{8, kParanoid}, 4}},
               {{{8, other}, 4}});
  }
  claims.add("5.4", "fig. 8: few nodes, Turn-considered has more than Best-First Max-N, depth 2", {{{8, kTurns}, 2}},
             {{{8, kBestFirst}, 2}});
  if (deepest > 2) {
    claims.add("5.4", "fig. 8: their difference shrinks from depth 2 to " + std::to_string(deepest),
               {{{8, kTurns}, 2}, {{8, kBestFirst}, deepest}}, {{{8, kBestFirst}, 2}, {{8, kTurns}, deepest}});
  }
  add_claims_to_beat(claims, "5.4", 9, kBestFirst, kMaxN, 2);
  add_claims_to_beat(claims, "5.4", 9, kTurns, kMaxN, 2);
  add_claims_to_beat(claims, "5.4", 10, kBestFirst, kParanoid, 2);
  add_claims_to_beat(claims, "5.4", 11, kTurns, kParanoid, 2);
  for (const auto& [figure, other] : {std::pair(10, kBestFirst), std::pair(11, kTurns)}) {
    claims.add("5.4", in_figure(figure) + "Paranoid gains from depth 3 to 4", {{{figure, kParanoid, other}, 4}},
               {{{figure, kParanoid, other}, 3}});
  }
  add_claims_to_beat(claims, "5.4", 12, kTurns, kBestFirst, 2);
  claims.add("5.4", "fig. 12: the lead is smaller at depth 4 than at 3",
             {{{12, kTurns, kBestFirst}, 3}, {{12, kBestFirst, kTurns}, 4}},
             {{{12, kBestFirst, kTurns}, 3}, {{12, kTurns, kBestFirst}, 4}});
}

}  // namespace

std::vector<NplayerClaim> claims_of(const NplayerRun& run) {
  ClaimCollector claims(run);
  add_random_game_claims(claims);
  add_diamond_game_claims(claims);
  return claims.take_claims();
}

std::string name_of(Verdict verdict) {
  constexpr std::array kNames = {"yes", "no", "undecided"};
  return kNames[static_cast<std::size_t>(verdict)];
}

}  // namespace rensa::cli
