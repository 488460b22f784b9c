#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/duel/outcome.h"
#include "engine/duel/view.h"
#include "engine/players/player.h"
#include "engine/rules/pair.h"
#include "engine/rules/ruleset.h"
#include "proto/message.h"

namespace rensa::worker {

// What the author of a bot writes. One brain plays one seat in one game, and is used by one thread at a time, though
// not always by the same one; brains of different seats think at the same time.
class Brain {
 public:
  virtual ~Brain() = default;

  // Where the pair under control goes. engine/players/choices.h tells what is possible; a placement that the pair
  // cannot reach is refused by the server, and the brain is asked again a frame later.
  virtual rules::Placement choose(const duel::View& view) = 0;
  // What it has to say about its last choice, for people who watch: UTF-8, up to 256 bytes; empty: nothing.
  virtual std::string comment() { return {}; }
  // What it would do where somebody else had to decide: asked of a brain that was made for this question, and of
  // nobody who does not offer it. The best first.
  virtual std::vector<players::Candidate> advise(const duel::View& view) { return {{choose(view)}}; }
  // The last call.
  virtual void ended(const duel::Outcome& outcome) { static_cast<void>(outcome); }
};

// A game that begins.
struct GameInfo {
  proto::MatchId match{};
  duel::Seat seat = duel::Seat::one;
  int game = 1;  // of the match
  std::array<std::string, 2> players;
  proto::Terms terms;
  const rules::Ruleset& ruleset;  // outlives every brain
  // What a brain that draws lots should draw them from, and from nothing else, so that the game can be repeated. In
  // matches that a host arranges; none: whatever the brain likes.
  std::optional<std::uint64_t> chance;
};

// Called on the thread of play() when a game begins: it should only make the brain, and leave the thinking to choose().
using MakeBrain = std::function<std::unique_ptr<Brain>(const GameInfo& game)>;

}  // namespace rensa::worker
