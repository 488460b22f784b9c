#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "engine/duel/record.h"
#include "proto/message.h"
#include "server/base/ids.h"
#include "server/play/arrangement.h"

namespace rensa::play {

// What a game's pairs and garbage come from, unknown to the players until its end; the nonce keeps the seed from being
// guessed from its commitment.
struct Secret {
  std::uint64_t seed = 0;
  std::string nonce;
};

// What another game needs to have the same pairs and garbage.
struct Precedent {
  std::uint64_t ruleset_digest = 0;
  std::uint64_t seed = 0;
};

struct FinishedGame {
  proto::MatchId match{};
  int game = 1;
  proto::Terms terms;
  std::string match_started;  // ISO 8601, UTC
  std::array<std::int64_t, 2> scores{};
  duel::Record record;
  std::optional<Conduct> conduct;  // of a match that was arranged
};

// What play needs from outside. Nothing in here may call back before it returns.
class Outlet {
 public:
  virtual ~Outlet() = default;
  // Must not block. Ignored for sessions that are gone.
  virtual void tell(base::SessionId session, const proto::ServerMessage& message) = 0;
  // The same to all of them.
  virtual void tell_all(std::span<const base::SessionId> sessions, const proto::ServerMessage& message) = 0;
  // Whether so much waits to be sent that states should be left out.
  virtual bool is_congested(base::SessionId session) const = 0;
  // Must not block; Hall::saved() is called once the game is on disk.
  virtual void save(FinishedGame game) = 0;
  virtual Secret draw_secret() = 0;
  virtual std::string date() const = 0;  // ISO 8601, UTC
  // nullopt: no game has this record, or it cannot be read.
  virtual std::optional<Precedent> precedent(std::uint64_t record) const = 0;
};

}  // namespace rensa::play
