#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/duel/view.h"
#include "server/match/match.h"

namespace rensa::match::test {

// A match with everything around it: calls to it, which can be made again, and all that follows from them.

struct PlayOn {};
struct Decide {
  base::PlayerId player{};
  SeatDecision decision;
};
struct LosePlayer {
  base::PlayerId player{};
};
struct Resume {
  base::PlayerId player{};
  ResumeRequest request;
};
struct Forfeit {
  duel::Seat seat = duel::Seat::one;
  duel::Cause cause = duel::Cause::resigned;
};
struct Abandon {};
struct SaveGame {
  int game = 0;
  std::uint64_t record = 0;
};
struct VoidGame {
  int game = 0;
};
struct SkipStall {
  base::Span span{};
};
struct Report {
  base::PlayerId player{};
  int milliseconds = 0;
};
// Spectators come, leave, or want another frequency.
enum class Spectators : std::uint8_t { none, events, frames };

struct Call {
  base::Time now;
  std::variant<PlayOn, Decide, LosePlayer, Resume, Forfeit, Abandon, SaveGame, VoidGame, SkipStall, Report, Spectators>
      what;
};

// All that a match says, one text each: the receiver and the bytes that it gets. A game that is to be saved is a text,
// too.
struct Transcript {
  std::vector<std::string> said;
  std::vector<MatchEvent> events;
  std::vector<std::size_t> said_before_event;  // by event: the number of texts before it
};

struct MatchPlan {
  MatchCreated created;
  MatchSettings settings;
  int phase = 0;
  base::Time begins;
  std::uint64_t seed = 0;  // of everything that is drawn
};

class RecordedMatch final : private MatchOutput, private SpectatorFeed {
 public:
  explicit RecordedMatch(const MatchPlan& plan);
  // Makes a match again from events. `spectators`: those that watch when the last one of these events happens.
  RecordedMatch(const MatchPlan& plan, std::span<const MatchEvent> events, Spectators spectators);
  RecordedMatch(const RecordedMatch&) = delete;
  RecordedMatch& operator=(const RecordedMatch&) = delete;

  void make(const Call& call);

  Match& match() { return *match_; }
  const Transcript& transcript() const { return transcript_; }
  // The number of texts that followed from the last event, of a match that was made again.
  std::size_t said_by_last_event() const { return said_by_last_event_; }
  // The newest update of each seat, and the token that it was told.
  const std::array<std::optional<Update>, 2>& updates() const { return updates_; }
  const std::array<std::string, 2>& tokens() const { return tokens_; }
  bool is_saving() const { return is_saving_; }

 private:
  void send(base::PlayerId player, MatchMessage&& message) override;
  void send_to_all(std::span<const base::PlayerId>, SpectatorMessage&) override {}
  bool is_congested(base::PlayerId) const override { return false; }
  void record_event(base::MatchId match, const MatchEvent& event) override;
  void save(FinishedGame game) override;
  SecretSeed draw_secret_seed() override;
  // Is another one at each moment.
  std::string date() const override { return std::to_string(now_.time_since_epoch().count()); }
  std::optional<QueueSource> queue_source(std::uint64_t) const override { return std::nullopt; }

  void add_message(MatchMessageContent message, const MatchMoment& moment) override;
  void add_state(Update state, const MatchMoment& moment) override;
  bool wants_every_frame() const override { return spectators_ == Spectators::frames; }
  void say(const std::string& receiver, MatchMessage message);
  void watch(Spectators wanted, base::Time now);

  const MatchPlan plan_;
  base::Time now_ = plan_.begins;  // of the newest call
  Transcript transcript_;
  std::array<std::optional<Update>, 2> updates_;
  std::array<std::string, 2> tokens_;
  bool is_saving_ = false;
  std::uint64_t drawn_ = 0;
  std::size_t said_by_last_event_ = 0;
  Spectators spectators_ = Spectators::none;
  std::optional<Match> match_;
};

// Returns true if the event is the one by which a call is accepted: what the call does after it is only to play on.
bool is_acceptance(const Call& call, const MatchEvent& event);

}  // namespace rensa::match::test
