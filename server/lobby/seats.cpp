#include "server/lobby/seats.h"

#include <algorithm>

namespace rensa::lobby {

std::size_t seat_count(const match::Match& match, base::PlayerId player) {
  return static_cast<std::size_t>(
      std::ranges::count_if(duel::kSeats, [&](duel::Seat seat) { return match.has_seat(player, seat); }));
}

std::optional<std::string> seat_name(const RunningMatches& matches, base::PlayerId player, base::MatchId match,
                                     duel::Seat seat) {
  const match::Match* played = matches.find(match);
  if (played == nullptr || played->is_arranged() || !played->has_seat(player, seat)) return std::nullopt;
  return played->names()[duel::index_of(seat)];
}

bool is_seat_token(const RunningMatches& matches, base::MatchId match, duel::Seat seat, const std::string& token) {
  const match::Match* played = matches.find(match);
  return played != nullptr && played->is_token_of(seat, token);
}

std::optional<std::array<match::MatchPlayer, 2>> seat_players(const RunningMatches& matches, base::MatchId match) {
  const match::Match* played = matches.find(match);
  if (played == nullptr) return std::nullopt;
  const auto [one, two] = played->players();
  const auto [name_one, name_two] = played->names();
  return std::array{match::MatchPlayer{.id = one, .name = name_one}, match::MatchPlayer{.id = two, .name = name_two}};
}

}  // namespace rensa::lobby
