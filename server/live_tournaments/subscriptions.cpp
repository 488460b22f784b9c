#include "server/live_tournaments/subscriptions.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "server/tournament/journal/journal_text.h"

namespace rensa::live_tournaments {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMaxSubscriptionsPerSession = 64;
constexpr base::Span kStateInterval = 250ms;        // between two states of a tournament for one subscriber
constexpr std::size_t kMaxQueuedBytes = 16 * 1024;  // this and one more page are within the limit of a connection
constexpr std::uint64_t kPageLines = 64;
constexpr std::size_t kMaxPageBytes = 24 * 1024;  // one line is always sent, even if it is longer
constexpr std::size_t kMaxPages = 32;             // of a tournament at a time

// The costs of actions, as multiples of the time that it takes to check a subscriber for which there is nothing to
// send.
constexpr std::size_t kCostOfCheck = 1;
constexpr std::size_t kCostOfMessage = 16;
constexpr std::size_t kCostOfRead = 16;
constexpr std::size_t kMaxCostPerCall = 1'024;

// Returns the public parts of the lines, as many as a page may have. nullopt: the first one is not line number `from`
// of a journal.
std::optional<std::vector<std::string>> page_of(const std::vector<std::string>& lines, std::uint64_t from) {
  std::vector<std::string> page;
  std::size_t bytes = 0;
  for (const std::string& line : lines) {
    bytes += line.size();
    if (!page.empty() && bytes > kMaxPageBytes) break;
    auto open = tournament::public_journal_line(line);
    if (!open || tournament::journal_line_number(line) != from + page.size()) break;
    page.push_back(*std::move(open));
  }
  return page.empty() ? std::nullopt : std::optional(std::move(page));
}

}  // namespace

bool SubscriptionFeeds::add(base::SessionId session, const sessions::TournamentState& state,
                            std::optional<std::uint64_t> from, base::Time now) {
  const std::string& tournament = state.tournament;
  const Key key{session, tournament};
  if (!subscribers_.contains(key) && subscription_count(session) >= kMaxSubscriptionsPerSession) return false;
  remove(session, tournament);
  Feed& feed = feeds_[tournament];
  feed.state = state;
  ++feed.subscriber_count;
  Subscriber& subscriber = subscribers_
                               .emplace(key, Subscriber{.feed = feed,
                                                        .next_event = from.value_or(state.events),
                                                        .page = nullptr,
                                                        .sent_state = {},
                                                        .sent_at = now})
                               .first->second;
  send_state(session, subscriber, now);
  return true;
}

void SubscriptionFeeds::update_state(const sessions::TournamentState& now) {
  const auto feed = feeds_.find(now.tournament);
  if (feed != feeds_.end()) feed->second.state = now;
}

void SubscriptionFeeds::remove(base::SessionId session, const std::string& tournament) {
  const auto subscriber = subscribers_.find({session, tournament});
  if (subscriber != subscribers_.end()) erase_subscriber(subscriber);
}

void SubscriptionFeeds::remove(base::SessionId session) {
  auto subscriber = subscribers_.lower_bound({session, ""});
  while (subscriber != subscribers_.end() && subscriber->first.first == session)
    subscriber = erase_subscriber(subscriber);
}

void SubscriptionFeeds::end_all(const std::string& tournament) {
  for (auto subscriber = subscribers_.begin(); subscriber != subscribers_.end();) {
    const auto& [session, followed] = subscriber->first;
    if (followed != tournament) {
      ++subscriber;
      continue;
    }
    output_.send(session, sessions::no_such_tournament(tournament));
    subscriber = erase_subscriber(subscriber);
  }
}

SubscriptionFeeds::SubscriberMap::iterator SubscriptionFeeds::erase_subscriber(SubscriberMap::iterator subscriber) {
  if (--subscriber->second.feed.subscriber_count == 0) feeds_.erase(subscriber->first.second);
  return subscribers_.erase(subscriber);
}

std::size_t SubscriptionFeeds::subscription_count(base::SessionId session) const {
  std::size_t count = 0;
  for (auto it = subscribers_.lower_bound({session, ""}); it != subscribers_.end() && it->first.first == session;
       ++it) {
    ++count;
  }
  return count;
}

SubscriptionFeeds::Remaining SubscriptionFeeds::send_some(base::Time now) {
  bool has_more = false;
  std::size_t spent = 0;
  auto subscriber = subscribers_.upper_bound(last_served_);
  for (std::size_t turns = subscribers_.size(); turns > 0; --turns) {
    if (spent >= kMaxCostPerCall) return Remaining::some;
    if (subscriber == subscribers_.end()) subscriber = subscribers_.begin();
    last_served_ = subscriber->first;
    const ServeResult turn = serve(last_served_.first, subscriber->second, now);
    spent += turn.cost;
    has_more = has_more || turn.has_more;
    subscriber = subscriber->second.is_unreadable ? erase_subscriber(subscriber) : std::next(subscriber);
  }
  return has_more ? Remaining::some : Remaining::nothing;
}

SubscriptionFeeds::ServeResult SubscriptionFeeds::serve(base::SessionId session, Subscriber& subscriber,
                                                        base::Time now) {
  const sessions::TournamentState& state = subscriber.feed.state;
  const bool is_changed = subscriber.sent_state != state && now - subscriber.sent_at >= kStateInterval;
  const bool is_behind = subscriber.next_event < state.events;
  if (!is_changed && !is_behind) return {.cost = kCostOfCheck};
  if (output_.queued_bytes(session) > kMaxQueuedBytes) {
    subscriber.page.reset();  // a slow reader takes no page from the others
    return {.cost = kCostOfCheck};
  }
  std::size_t cost = kCostOfCheck;
  if (is_changed) {
    send_state(session, subscriber, now);
    cost += kCostOfMessage;
  }
  if (is_behind) cost += send_events(session, subscriber);
  return {.cost = cost, .has_more = !subscriber.is_unreadable && subscriber.next_event < state.events};
}

void SubscriptionFeeds::send_state(base::SessionId session, Subscriber& subscriber, base::Time now) {
  subscriber.sent_state = subscriber.feed.state;
  subscriber.sent_at = now;
  output_.send(session, subscriber.sent_state);
}

// Sends the next page if it has been read.
std::size_t SubscriptionFeeds::send_events(base::SessionId session, Subscriber& subscriber) {
  const std::size_t cost = want_page(subscriber);
  if (!subscriber.page || !subscriber.page->is_read) return cost;
  const std::shared_ptr<Page> page = std::exchange(subscriber.page, nullptr);
  const std::string& tournament = subscriber.feed.state.tournament;
  if (!page->lines) {
    subscriber.is_unreadable = true;
    output_.log(base::LogLine("journal_not_read").text("tournament", tournament));
    std::string text = "the events of ";
    text.append(tournament).append(" cannot be read: follow it again later");
    output_.send(session, match::Refusal{.reason = match::RefusalReason::busy, .text = std::move(text)});
    return cost;
  }
  for (const std::string& line : *page->lines) {
    output_.send(session,
                 sessions::TournamentEvent{.tournament = tournament, .number = subscriber.next_event, .event = line});
    ++subscriber.next_event;
  }
  return cost + kCostOfMessage * page->lines->size();
}

std::size_t SubscriptionFeeds::want_page(Subscriber& subscriber) {
  if (subscriber.page) return 0;
  Feed& feed = subscriber.feed;
  const std::uint64_t from = subscriber.next_event;
  if (const auto known = feed.pages.find(from); known != feed.pages.end()) subscriber.page = known->second.lock();
  if (subscriber.page) return 0;
  std::erase_if(feed.pages, [](const auto& entry) { return entry.second.expired(); });
  if (feed.pages.size() >= kMaxPages) return 0;
  subscriber.page = std::make_shared<Page>();
  feed.pages[from] = subscriber.page;
  const std::uint64_t count = std::min(kPageLines, feed.state.events - from);
  output_.read_lines(feed.state.tournament, from, count,
                     [weak = std::weak_ptr(subscriber.page), from](const auto& lines) {
                       const auto page = weak.lock();
                       if (!page) return;
                       page->is_read = true;
                       if (lines) page->lines = page_of(*lines, from);
                     });
  return kCostOfRead;
}

namespace {

constexpr auto kUpdateInterval = 50ms;  // for new events
constexpr auto kBusyInterval = 4ms;     // while much is to be sent; it leaves time for other work

}  // namespace

sessions::TournamentState state_of(const LiveTournament& live) {
  return {.tournament = live.name(),
          .state = live.announced_state(),
          .games = live.saved_progress().games_finished(),
          .most_games = tournament::max_games(live.plan().stages, live.plan().players.size()),
          .running = live.games_running(),
          .events = live.lines_saved()};
}

TournamentSubscriptions::TournamentSubscriptions(const HostServices& services)
    : feeds_(
          {.send = services.send,
           .queued_bytes = services.queued_bytes,
           .log = services.log,
           .read_lines = [this](const std::string& tournament, std::uint64_t from, std::uint64_t most,
                                auto done) { tournaments_.at(tournament)->read_lines(from, most, std::move(done)); }}),
      now_(services.now),
      post_later_(services.post_later) {}

bool TournamentSubscriptions::follow(base::SessionId session, std::optional<std::uint64_t> from, LiveTournament& live) {
  if (!feeds_.add(session, state_of(live), from, now_())) return false;
  tournaments_[live.name()] = &live;
  if (!is_waiting_) start_timer(kBusyInterval);
  return true;
}

void TournamentSubscriptions::end_all(const std::string& tournament) {
  feeds_.end_all(tournament);
  tournaments_.erase(tournament);
}

void TournamentSubscriptions::update_states() {
  updated_at_ = now_();
  std::erase_if(tournaments_, [this](const auto& entry) { return !feeds_.has_subscribers(entry.first); });
  for (const auto& [name, live] : tournaments_) {
    live->save_soon();
    feeds_.update_state(state_of(*live));
  }
}

void TournamentSubscriptions::start_timer(std::chrono::milliseconds span) {
  is_waiting_ = true;
  post_later_(span, lifetime_.guard([this] {
    is_waiting_ = false;
    if (feeds_.empty()) return;
    if (now_() - updated_at_ >= kUpdateInterval) update_states();
    const auto remaining = feeds_.send_some(now_());
    start_timer(remaining == SubscriptionFeeds::Remaining::some ? kBusyInterval : kUpdateInterval);
  }));
}

}  // namespace rensa::live_tournaments
