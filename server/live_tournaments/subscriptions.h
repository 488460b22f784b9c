#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/base/types.h"
#include "server/live_tournaments/live_tournament.h"

namespace rensa::live_tournaments {

// A journal is read page by page while the tournament writes it. A page is small, so that reading it does not delay
// matches on the same thread.

// The place in a journal where the line with this number begins.
struct JournalPosition {
  std::uint64_t number = 0;
  std::optional<std::uint64_t> offset{};  // in the file; nullopt: not known yet
};

struct JournalPage {
  std::vector<std::string> lines;  // from public_journal_line()
  JournalPosition next;
};

struct JournalPageSize {
  std::size_t lines = 64;
  std::size_t bytes = 24 * 1024;  // one line is always read, even if it is longer
};

// Reads at least one line, from `from` on and before line number `end`. Precondition: the file has these lines. Returns
// nullopt if the file cannot be read or is not a journal.
std::optional<JournalPage> read_journal_page(const std::filesystem::path& journal, const JournalPosition& from,
                                             std::uint64_t end, const JournalPageSize& size = {});

// The subscriptions of sessions to tournaments. A session gets each event once and in order, starting where it wants,
// and the state of the tournament. A session with a long send queue gets nothing; its next events are read from the
// journal later. TournamentSubscriptions decides when to send.
class SubscriptionFeeds {
 public:
  struct Output {
    std::function<void(base::SessionId, sessions::TournamentMessage)> send;
    std::function<std::size_t(base::SessionId)> queued_bytes;  // bytes that were not sent yet
    std::function<void(const std::string&)> log;
  };
  explicit SubscriptionFeeds(Output output) : output_(std::move(output)) {}

  // The journal of a tournament and its state. Events that `current` does not count are not sent.
  struct FeedState {
    std::filesystem::path journal;
    sessions::TournamentState current;
  };
  // Subscribes the session, sends the state, and then events from `from` on (default: only new events). Replaces an
  // earlier subscription. Returns false if the session has too many subscriptions.
  bool add(base::SessionId session, const FeedState& state, std::optional<std::uint64_t> from, base::Time now);
  void remove(base::SessionId session, const std::string& tournament);
  void remove(base::SessionId session);
  // Sets the current state of a tournament. Does nothing if it has no subscribers.
  void update_state(const sessions::TournamentState& now);
  bool has_subscribers(const std::string& tournament) const { return feeds_.contains(tournament); }
  bool empty() const { return subscribers_.empty(); }

  // Sends due messages for about a millisecond, to one session after another. Returns `some` if more messages are due.
  enum class Remaining : std::uint8_t { nothing, some };
  Remaining send_some(base::Time now);

 private:
  struct Feed {
    FeedState state;
    std::size_t subscriber_count = 0;
    // The page of the journal that was read last. It serves all subscribers that are at the same position.
    JournalPosition page_from;
    std::uint64_t page_end = 0;
    std::optional<JournalPage> page;
  };
  using Key = std::pair<base::SessionId, std::string>;
  struct Subscriber {
    Feed& feed;
    JournalPosition next_event;  // of the next event to send
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
  std::size_t load_page(Feed& feed, const JournalPosition& position);
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
  TournamentSubscriptions(boost::asio::io_context& io, SubscriptionFeeds::Output output,
                          std::function<base::Time()> now);

  // `live` must outlive this object and keep its name. Returns false if the session has too many subscriptions.
  bool follow(base::SessionId session, const std::string& name, std::optional<std::uint64_t> from,
              LiveTournament& live);
  void unfollow(base::SessionId session, const std::string& tournament) { feeds_.remove(session, tournament); }
  void left(base::SessionId session) { feeds_.remove(session); }

 private:
  void update_states();
  void start_timer(std::chrono::milliseconds span);

  SubscriptionFeeds feeds_;
  const std::function<base::Time()> now_;
  std::map<std::string, LiveTournament*> tournaments_;  // tournaments with subscribers
  base::Time updated_at_;
  bool is_waiting_ = false;
  boost::asio::steady_timer timer_;
};

// Returns the state of a tournament as its subscribers see it. It counts only events that are on disk.
sessions::TournamentState state_of(const std::string& name, const LiveTournament& live);

}  // namespace rensa::live_tournaments
