#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

#include "server/base/types.h"
#include "server/match/match_messages.h"
#include "server/match/match_output.h"
#include "server/match/series.h"

namespace rensa::match {

// Spectators get the time that frames leave, except for a reserve for all other work. They always get a small share.
inline constexpr double kMaxShareWithFrames = 0.8;  // of spectators and frames together
inline constexpr double kMinSpectatorShare = 0.05;

// Returns how long nothing is sent to spectators after a turn of `sent_for`. `frames`: the share that frames take.
constexpr base::Span spectator_rest_after(base::Span sent_for, double frames) {
  const double share = std::clamp(kMaxShareWithFrames - frames, kMinSpectatorShare, kMaxShareWithFrames);
  return std::chrono::duration_cast<base::Span>(sent_for * ((1 - share) / share));
}

// The kinds of updates that a spectator wants to be sent.
struct WatchRequest {
  Subscription subscription = Subscription::events;
  bool comments = false;  // also the players' comments
};

// A moment of a match. The clock of a game counts frames or turns, and stands still during a pause.
struct MatchMoment {
  base::Time time;
  int game = 0;
  int clock = 0;
};

// Gets all that a match shows to its spectators, and when it happened.
class SpectatorFeed {
 public:
  virtual ~SpectatorFeed() = default;
  virtual void add_message(MatchMessageContent message, const MatchMoment& moment) = 0;
  // The newest state, with the events since the one before and no number yet.
  virtual void add_state(Update state, const MatchMoment& moment) = 0;
  virtual bool wants_every_frame() const = 0;
};

// How much later than the seats spectators see a match. So much time has to pass, and the game has to go on for as many
// steps of its clock, unless it is over: else a player could pause or think until a spectator has seen the position.
struct SpectatorDelay {
  base::Span time;
  int clock = 0;

  static SpectatorDelay of(base::Span time, Clock clock);
  bool is_none() const { return time == base::Span::zero(); }
};

// The spectators of a match, and the messages that they have not been sent yet. A round sends the same messages to all
// of them, a slice at a time. Messages that come during a round wait for the next one. There a newer state of the same
// game replaces an older one, and a newer comment of a seat the one before. So players never wait for spectators, even
// for ten thousand. The group outlives its match until everything has been sent. A delay keeps a spectator from telling
// a player in time what its seat does not see: all messages and states wait.
class SpectatorGroup final : public SpectatorFeed {
 public:
  // Limits of the queue; beyond them, the oldest entries are left out.
  static constexpr std::size_t kMaxMessages = 64;
  static constexpr std::size_t kMaxEvents = 128;  // in one update
  // The number of parts that wait. One has what has come within a frame; beyond the limit, the newest one gets
  // all that comes.
  static constexpr std::size_t kMaxDelayedParts = 4'096;

  SpectatorGroup(base::MatchId match, MatchStart match_start, const SpectatorDelay& delay = {});

  // Adds a spectator from the next round on; MatchStart is sent to it first, without a delay. Precondition: it is not
  // in the group.
  void join(base::PlayerId player, const WatchRequest& wanted);
  void leave(base::PlayerId player);
  bool is_empty() const { return spectators_.empty(); }
  bool wants_every_frame() const override { return frame_subscribers_ > 0; }

  // Queues a message. Comments are sent only to spectators that want them; a spectator that joins later is sent the
  // last comments of the game.
  void add_message(MatchMessageContent message, const MatchMoment& moment) override;
  // Queues the newest state, with the events since the one before, and gives it its number. A spectator that cannot
  // keep up is sent only the last state of each game, until it can.
  void add_state(Update state, const MatchMoment& moment) override;

  // Sets the delay of later messages, and tells it to later spectators. The order of messages stays the same.
  void set_delay(const SpectatorDelay& delay);
  bool has_delayed() const { return !delayed_.empty(); }
  std::size_t delayed_messages() const;
  // Queues all that has waited for long enough at this moment of the match.
  void release(const MatchMoment& present);
  // Queues all that has waited for long enough. Call it when the match is over.
  void release_after_match(base::Time now);
  void release_all();

  bool has_unsent() const { return next_spectator_ < round_end_ || !queued_.empty() || must_introduce_; }
  // Sends the round to at most `most` spectators; begins the next round if this one is over. Returns how many were sent
  // something.
  std::size_t send_some(std::size_t most, MatchOutput& output);

 private:
  struct Spectator {
    base::PlayerId player{};
    bool wants_every_frame = false;
    bool wants_comments = false;
    bool is_new = true;
    // Set when the spectator could not keep up.
    bool misses_state = false;
    bool misses_comments = true;  // true until it has been sent the first ones
  };

  // The updates of one frame, merged like the messages of a round.
  struct DelayedPart {
    base::Time begun;
    base::Time due;
    MatchMoment newest;
    int clock_due = 0;
    std::vector<SpectatorMessage> messages;
  };

  bool must_delay() const { return !delay_.is_none() || !delayed_.empty(); }
  // Returns the part that gets what happens at this moment.
  DelayedPart& part_for(const MatchMoment& moment);
  void queue_oldest_part();
  void queue_message(MatchMessageContent message);
  void queue_state(Update state);
  SpectatorMessage message_of(MatchMessageContent content) const;
  // These merge a message or a state into messages that have not been sent.
  static void merge_message(std::vector<SpectatorMessage>& messages, SpectatorMessage message);
  void merge_state(std::vector<SpectatorMessage>& messages, Update state);
  void begin_round();
  void drop_outdated_last_state();
  void choose_receivers(std::size_t most, const MatchOutput& output);
  bool needs_round(const Spectator& spectator) const;

  const base::MatchId match_;
  MatchStart match_start_;  // with the score before the round
  Score score_;             // with all games that were added
  std::vector<Spectator> spectators_;
  std::size_t frame_subscribers_ = 0;  // spectators that want every frame
  std::uint64_t state_count_ = 0;
  std::vector<SpectatorMessage> queued_;
  SpectatorDelay delay_;
  bool must_introduce_ = false;      // a spectator of a delayed match has joined, and is told so at once
  std::deque<DelayedPart> delayed_;  // the oldest first
  int last_ended_game_ = 0;          // of all that have been added, also if they wait

  // The round: its messages still go to the spectators from next_spectator_ up to round_end_.
  std::vector<SpectatorMessage> round_;
  std::optional<SpectatorMessage> introduction_;  // for new spectators of the round; made for the first of them
  bool has_events_ = false;  // the round is for all spectators, not only for those that want every frame
  bool has_comments_ = false;
  bool has_result_ = false;
  bool ends_with_state_ = false;                                  // no result follows its last state
  std::array<std::optional<SpectatorMessage>, 2> last_comments_;  // by seat, at the end of the round
  std::optional<SpectatorMessage> last_state_;  // of earlier rounds; empty if this round begins with a newer one
  std::size_t next_spectator_ = 0;
  std::size_t round_end_ = 0;

  // The receivers of the messages of one slice.
  std::vector<base::PlayerId> new_spectators_;
  std::vector<base::PlayerId> state_receivers_;  // were not sent the last state
  std::vector<base::PlayerId> fast_receivers_;
  std::vector<base::PlayerId> slow_receivers_;
  std::vector<base::PlayerId> comment_receivers_;
  std::vector<base::PlayerId> last_comment_receivers_;
};

// The groups that have something to send. They take turns, a slice each, so that a small group does not wait for a
// large one.
class SpectatorBroadcaster {
 public:
  // The number of spectators that are sent something between two looks at the clock.
  static constexpr std::size_t kSliceSize = 32;
  // Encoding the messages of a group takes as long as sending them to this many spectators.
  static constexpr std::size_t kEncodingCost = 4;

  // Does nothing if the group has nothing to send, or waits already.
  void add(const std::shared_ptr<SpectatorGroup>& group);
  bool is_empty() const { return groups_.empty(); }
  // Sends the next slice.
  void send_some(MatchOutput& output);

 private:
  std::deque<std::shared_ptr<SpectatorGroup>> groups_;
  std::unordered_set<const SpectatorGroup*> queued_groups_;  // the same groups, for look-up
};

}  // namespace rensa::match
