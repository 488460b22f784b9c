#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "server/tournament/formats/format.h"

namespace rensa::tournament {

// The bracket of a knock-out: all matches, known before the first game. A match comes after the matches that its
// players come from.

enum class EntrySource : std::uint8_t { seed, winner_of, loser_of };

struct BracketEntry {
  EntrySource source = EntrySource::seed;
  std::size_t index = 0;  // of the seeded player, or of a match
  friend bool operator==(const BracketEntry&, const BracketEntry&) = default;
};

struct BracketMatch {
  std::array<BracketEntry, 2> entries;
  int round = 0;  // a player that is out in a later round has a higher rank
  bool is_for_third_place = false;
  // The last match of a double knock-out. It is played only if the second player has won the final before it, because
  // then both players have lost once.
  bool is_decider = false;
};

using Bracket = std::vector<BracketMatch>;

// Return the bracket for this number of players. Its size is the smallest power of two that is enough; places without a
// player are byes. The two players with the highest seeds can meet only in the final, and so on.
Bracket knock_out_bracket(std::size_t players, bool third_place);
Bracket double_knock_out_bracket(std::size_t players);

// A knock-out. A pair is a match of the bracket and is scheduled as soon as both players are known. Its
// number_in_format is the number of the match.
class KnockOutFormat final : public StageFormat {
 public:
  KnockOutFormat(int stage, std::vector<std::size_t> players, Bracket bracket, int best_of);

  std::vector<PlayerPair> next_pairs(const TournamentProgress& progress) override;
  bool is_over(const TournamentProgress& progress) override;
  // Ranks players by the round in which they were out.
  std::vector<std::size_t> ranking(const TournamentProgress& progress) override;
  // A player that has lost a match by its absence is out if a later match has been scheduled from that.
  std::string why_absent_for_good(const TournamentProgress& progress, std::size_t player) const override;
  // A match of two players that needed no game, because one of them had withdrawn before.
  struct Walkover {
    std::size_t match = 0;
    std::size_t winner = 0;
    std::size_t loser = 0;
  };
  // The walkovers so far, by match. The last match of a double knock-out is none if the final has made it needless.
  std::vector<Walkover> walkovers(const TournamentProgress& progress) const;
  // Returns the pairs of all later matches that the players of this pair could reach.
  std::vector<std::size_t> pairs_scheduled_from(const TournamentProgress& progress, std::size_t pair) const override;

 private:
  // One side of a match: not known yet, a bye, or a player.
  struct BracketSlot {
    bool is_known = false;
    std::optional<std::size_t> player;
  };
  struct MatchState {
    std::array<BracketSlot, 2> players;
    BracketSlot winner;
    BracketSlot loser;
    bool is_scheduled = false;  // a pair was scheduled for it
  };

  std::vector<std::size_t> pairs_after_match(const TournamentProgress& progress, std::size_t match) const;
  // Returns the pair of each match; nullopt: none is scheduled.
  std::vector<std::optional<std::size_t>> pairs_by_match(const TournamentProgress& progress) const;
  // The state of each match as far as it is known.
  std::vector<MatchState> match_states(const TournamentProgress& progress) const;
  // Returns true for the last match of a double knock-out if its first player, who has won the final, has no defeat.
  bool is_needless_decider(const std::vector<MatchState>& all, std::size_t match, const BracketSlot& first) const;
  void settle_without_playing(MatchState& match_state, const TournamentProgress& progress) const;
  // Returns the player with the higher seed first.
  std::pair<std::size_t, std::size_t> higher_seed_first(std::size_t one, std::size_t two) const;

  const std::vector<std::size_t> players_;
  const Bracket bracket_;
  const int best_of_;
};

}  // namespace rensa::tournament
