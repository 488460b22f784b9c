#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "server/tournament/formats/format.h"

namespace rensa::tournament {

struct StageSequencePlan {
  std::vector<StagePlan> stages;
  std::vector<int> authors;  // by player, including late entries, see FreePlayer
  // Returns true if both games of the pair with this number have the same queue. None: no pair is so.
  std::function<bool(std::size_t pair)> is_audited{};
};

// The stages of a tournament, one after the other. The best players of a stage go on to the next one. The next events
// follow from the past events alone, so a tournament can go on from its journal.
class StageSequence {
 public:
  explicit StageSequence(StageSequencePlan plan) : plan_(std::move(plan)) {}

  // Returns the start of a stage, or the next pairs. The caller records and applies them in this order. Call it while
  // no game is open, until one is open. Empty: no game can be scheduled now, or the tournament is over.
  std::vector<Event> next_events(const TournamentProgress& progress);
  // Returns true if next_events() may be called although games are open, because the players of these games are away.
  bool may_schedule_more(const TournamentProgress& progress);
  // Returns true if no game will be played any more. A tournament that is kept open is not over.
  bool is_over(const TournamentProgress& progress);
  // Returns true if no game is left to play, but games would be if the withdrawn players returned for whom the
  // tournament is kept open (PlayerBenched::keeps_open).
  bool is_kept_open(const TournamentProgress& progress);
  // The format of a stage that has started.
  StageFormat& stage_format(const TournamentProgress& progress, std::size_t stage);
  // Returns all players: first those of the latest stage by its ranking, then the players that did not reach it, and
  // disqualified ones at the end.
  std::vector<std::size_t> ranking(const TournamentProgress& progress);

 private:
  // Makes the formats of stages that have started. After a change of past results all formats are made anew, as if the
  // tournament had just been opened.
  void open_formats(const TournamentProgress& progress);
  // Returns true if no game is left to play. Withdrawn players may still return.
  bool is_played_out(const TournamentProgress& progress);

  StageSequencePlan plan_;
  std::vector<std::unique_ptr<StageFormat>> formats_;  // of the stages that have started
  std::size_t revision_ = 0;                           // of the progress that they have seen
};

}  // namespace rensa::tournament
