#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "engine/record/record.h"
#include "server/base/types.h"
#include "server/match/arrangement.h"
#include "server/match/match_event.h"
#include "server/match/match_messages.h"
#include "server/match/series.h"

namespace rensa::match {

// A game that has ended, as it is saved.
struct FinishedGame {
  base::MatchId match{};
  int game = 1;
  Terms terms;
  std::string match_started;  // ISO 8601, UTC
  std::string ended;          // ISO 8601, UTC
  std::array<std::int64_t, 2> scores{};
  record::Record record;
  std::optional<PlayStatistics> statistics;  // only for an arranged match
  std::array<base::PlayerId, 2> players{};
  bool is_arranged = false;
};

// The form in which an output sends a message. Only the output knows it.
class EncodedMessage {
 public:
  virtual ~EncodedMessage() = default;
};

// A message that is sent to some of the spectators at a time. The output encodes it for the first of them.
struct SpectatorMessage {
  MatchMessage message;
  std::unique_ptr<EncodedMessage> encoded{};  // null: not yet
};

// The services that matches need from outside. An implementation must not call back before it returns.
class MatchOutput {
 public:
  virtual ~MatchOutput() = default;
  // Must not block. Does nothing if the player has gone.
  virtual void send(base::PlayerId player, MatchMessage&& message) = 0;
  // Sends one message to several players.
  virtual void send_to_all(std::span<const base::PlayerId> players, SpectatorMessage& message) = 0;
  // Returns true if so many bytes wait to be sent that states should be left out.
  virtual bool is_congested(base::PlayerId player) const = 0;
  // Called for each event of a match, before anything that follows from it is sent. The match keeps no event.
  virtual void record_event(base::MatchId, const MatchEvent&) {}
  // Must not block. RunningMatches::on_game_saved() is called once the game is on disk, or
  // RunningMatches::on_game_voided() if it does not count.
  virtual void save(FinishedGame game) = 0;
  virtual SecretSeed draw_secret_seed() = 0;
  virtual std::string date() const = 0;  // ISO 8601, UTC
  // Returns nullopt if there is no such record, or if it cannot be read.
  virtual std::optional<QueueSource> queue_source(std::uint64_t record) const = 0;
};

}  // namespace rensa::match
