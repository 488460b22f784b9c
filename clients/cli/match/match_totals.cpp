#include "clients/cli/match/match_totals.h"

namespace rensa::cli {

namespace {

bool is_mirror_of(const players::GameResult& a, const players::GameResult& b) {
  std::optional<duel::Seat> winner = b.outcome.winner;
  if (winner) winner = duel::opponent_of(*winner);
  return a.outcome == duel::Outcome{winner, b.outcome.cause, b.outcome.frame} && a.seats[0] == b.seats[1] &&
         a.seats[1] == b.seats[0];
}

}  // namespace

std::optional<int> winning_entrant(const PlannedGame& plan, const duel::Outcome& outcome) {
  if (!outcome.winner) return std::nullopt;
  return plan.entrant_at(*outcome.winner);
}

void MatchTotals::add(const PlannedGame& plan, const players::GameResult& result) {
  ++games_;
  frames_ += result.outcome.frame;
  ++causes_[static_cast<std::size_t>(result.outcome.cause)];
  digest_.add(result.hash);
  for (const duel::Seat seat : duel::kSeats) {
    Entrant& entrant = entrants_[static_cast<std::size_t>(plan.entrant_at(seat))];
    duel::add_game(entrant.statistics, result.seats[duel::index_of(seat)]);
  }
  const std::optional<int> winner = winning_entrant(plan, result.outcome);
  if (winner) ++entrants_[static_cast<std::size_t>(*winner)].wins;

  const int half_points = !winner ? 1 : *winner == 0 ? 2 : 0;
  if (plan.swapped) {
    add_pair(result, half_points);
  } else {
    first_of_pair_ = result;
    half_points_of_first_ = half_points;
  }
}

void MatchTotals::add_pair(const players::GameResult& second, int half_points) {
  ++pairs_[static_cast<std::size_t>(half_points_of_first_ + half_points)];
  if (!is_mirror_of(*first_of_pair_, second)) ++pairs_not_mirrored_;
}

}  // namespace rensa::cli
