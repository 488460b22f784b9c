#pragma once

#include "engine/players/answer.h"
#include "engine/players/building.h"
#include "engine/players/exchange_game.h"
#include "engine/players/gaze_choice.h"
#include "engine/players/player.h"
#include "engine/players/potential.h"
#include "engine/players/race.h"
#include "engine/search/standoff.h"

namespace rensa::players {

// Builds as the mayah AI values fields (document 004), and looks at the opponent: what can be built is told by a beam
// over several futures (building.h), for the longest chain and for the soonest that hurts the opponent; whether to fire
// by the chains that both sides hold against each other (search/standoff.h). The decision itself is in gaze_choice.h.
// Once an attack is on its way that hurts, nothing counts but to answer it (answer.h).
// A duel in turns is a race (race.h).
class Gaze final : public Player {
 public:
  // The fields that it weighs a hand at most, without options.
  static constexpr std::int64_t most_nodes() {
    return search::most_nodes({}) + search::most_nodes({.futures = kSoonFutures, .late_futures = kLateSoonFutures});
  }

  explicit Gaze(const PlayerSetup& setup) : Gaze(setup, Exchanges::by_garbage) {}

  rules::Placement choose(const duel::View& view) override;
  std::vector<Candidate> candidates(const duel::View& view) override;
  std::string remark() const override;

 private:
  // How it is found out what both sides then fire at each other.
  enum class Exchanges : std::uint8_t {
    by_garbage,  // exactly, for the most garbage (search/exchange.h)
    best_first,  // by turn-considered Best-First Max-N, for who is buried first of all (exchange_game.h)
  };
  Gaze(const PlayerSetup& setup, Exchanges exchanges);
  friend Gaze best_first(const PlayerSetup& setup);

  // Fewer than building has: the soonest attack is asked for besides.
  static constexpr int kSoonFutures = 3;
  static constexpr int kLateSoonFutures = 6;

  // What there is to choose from, or what goes without comparing.
  struct Thought {
    std::optional<rules::Placement> settled;
    std::uint32_t placements = 0;
    GazeOptions options{};
    GazeSituation situation{};

    std::size_t best_of(std::uint32_t among) const { return choose_by_gaze(options, among, situation); }
  };
  enum class Intent : std::uint8_t { none, race, answer, fire, build };
  struct Remark {
    Intent intent = Intent::none;
    int links = 0;
    int points = 0;
  };

  static search::BeamTerms soonest_terms(int nodes);
  Thought think(const duel::View& view);
  rules::Placement choose_in_race(const duel::View& view);
  void look_for_attack(const duel::View& view, std::uint32_t placements, GazeOptions& options);
  int points_a_garbage(int frame) const;
  search::Exchange exchange(const search::Fighter& own, const search::Fighter& theirs,
                            const search::ExchangeTerms& terms, const std::array<int, 2>& buries);
  void look_at_opponent(const duel::View& view, const search::RunningChain& running, std::uint32_t placements,
                        GazeOptions& options);

  rules::Ruleset ruleset_;
  Potential potential_;
  Building building_;
  search::Standoff standoff_;
  Exchanges exchanges_;
  ExchangeSearcher searcher_;
  Race race_;             // where turns are taken
  search::Beam soonest_;  // else: for the soonest attack that hurts
  Answer answer_;
  std::uint64_t seed_;
  Remark remark_;  // about the last choice
};

// The same player but for the exchanges, which it searches by turn-considered Best-First Max-N (document 001).
Gaze best_first(const PlayerSetup& setup);

}  // namespace rensa::players
