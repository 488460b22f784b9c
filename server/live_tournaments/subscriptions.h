#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/base/lifetime.h"
#include "server/base/log_line.h"
#include "server/base/types.h"
#include "server/live_tournaments/live_tournament.h"

namespace rensa::live_tournaments {

// The subscriptions of sessions to tournaments. A session gets each event once and in order, starting where it wants,
// and the state of the tournament. A session with a long send queue gets nothing; its next events are read from the
// journal later. TournamentSubscriptions decides when to send. A page is small, so that sending it does not delay
// matches on the same thread.
class SubscriptionFeeds {
 public:
  struct Output {
    std::function<void(base::SessionId, sessions::TournamentMessage)> send;
    std::function<std::size_t(base::SessionId)> queued_bytes;  // bytes that were not sent yet
    std::function<void(const base::LogLine&)> log;
    // Reads at most `most` lines of a journal, from number `from` on. The answer comes later, on the same thread.
    std::function<void(const std::string& tournament, std::uint64_t from, std::uint64_t most,
                       storage::Completion<std::vector<std::string>> done)>
        read_lines;
  };
  explicit SubscriptionFeeds(Output output) : output_(std::move(output)) {}

  // Subscribes the session, sends the state, and then events from `from` on (default: only new events). Events that the
  // state does not count are not sent. Replaces an earlier subscription. Returns false if the session has too many
  // subscriptions.
  bool add(base::SessionId session, const sessions::TournamentState& state, std::optional<std::uint64_t> from,
           base::Time now);
  void remove(base::SessionId session, const std::string& tournament);
  void remove(base::SessionId session);
  // Ends all subscriptions to a tournament that is deleted, and tells the sessions so.
  void end_all(const std::string& tournament);
  // Sets the current state of a tournament. Does nothing if it has no subscribers.
  void update_state(const sessions::TournamentState& now);
  bool has_subscribers(const std::string& tournament) const { return feeds_.contains(tournament); }
  bool is_subscribed(base::SessionId session, const std::string& tournament) const {
    return subscribers_.contains({session, tournament});
  }
  bool empty() const { return subscribers_.empty(); }

  // Sends due messages for about a millisecond, to one session after another. Returns `some` if more messages are due.
  enum class Remaining : std::uint8_t { nothing, some };
  Remaining send_some(base::Time now);

 private:
  // A page of a journal that is being read, or has been read. It lives while a subscriber wants it. It serves all
  // subscribers that are at the same event.
  struct Page {
    bool is_read = false;
    std::optional<std::vector<std::string>> lines;  // from public_journal_line(); nullopt: it is unreadable
  };
  struct Feed {
    sessions::TournamentState state;
    std::size_t subscriber_count = 0;
    std::map<std::uint64_t, std::weak_ptr<Page>> pages;  // by their first events
  };
  using Key = std::pair<base::SessionId, std::string>;
  struct Subscriber {
    Feed& feed;
    std::uint64_t next_event = 0;  // the number of the next event to send
    std::shared_ptr<Page> page;    // begins with the next event; null: it was not asked for
    sessions::TournamentState sent_state;
    base::Time sent_at;
    bool is_unreadable = false;  // its next event cannot be read
  };
  using SubscriberMap = std::map<Key, Subscriber>;

  struct ServeResult {
    std::size_t cost = 0;
    bool has_more = false;
  };
  ServeResult serve(base::SessionId session, Subscriber& subscriber, base::Time now);
  void send_state(base::SessionId session, Subscriber& subscriber, base::Time now);
  std::size_t send_events(base::SessionId session, Subscriber& subscriber);
  // Asks for the page that begins with the next event, unless the subscriber has it. Returns the cost.
  std::size_t want_page(Subscriber& subscriber);
  SubscriberMap::iterator erase_subscriber(SubscriberMap::iterator subscriber);
  std::size_t subscription_count(base::SessionId session) const;

  const Output output_;
  std::map<std::string, Feed> feeds_;  // by name; only tournaments with subscribers
  SubscriberMap subscribers_;
  Key last_served_;  // the subscriber that was served last
};

// Serves the subscriptions from a timer, so that messages are sent soon without delaying matches. The timer is off
// while there are no subscriptions.
class TournamentSubscriptions {
 public:
  explicit TournamentSubscriptions(const HostServices& services);

  // `live` must outlive this object. Returns false if the session has too many subscriptions.
  bool follow(base::SessionId session, std::optional<std::uint64_t> from, LiveTournament& live);
  void unfollow(base::SessionId session, const std::string& tournament) { feeds_.remove(session, tournament); }
  void left(base::SessionId session) { feeds_.remove(session); }
  bool is_following(base::SessionId session, const std::string& tournament) const {
    return feeds_.is_subscribed(session, tournament);
  }
  // Ends all subscriptions to a tournament that is deleted.
  void end_all(const std::string& tournament);

 private:
  void update_states();
  void start_timer(std::chrono::milliseconds span);

  SubscriptionFeeds feeds_;
  const std::function<base::Time()> now_;
  const std::function<void(std::chrono::milliseconds, std::function<void()>)> post_later_;
  std::map<std::string, LiveTournament*> tournaments_;  // tournaments with subscribers
  base::Time updated_at_;
  bool is_waiting_ = false;
  base::Lifetime lifetime_;
};

// Returns the state of a tournament as its subscribers see it. It counts only events that are on disk.
sessions::TournamentState state_of(const LiveTournament& live);

}  // namespace rensa::live_tournaments
