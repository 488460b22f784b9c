#include "server/live_tournaments/subscriptions.h"

#include <cerrno>
#include <fcntl.h>
#include <iterator>
#include <unistd.h>

#include "server/tournament/journal/journal_text.h"

namespace rensa::live_tournaments {

namespace {

constexpr std::size_t kChunkBytes = 4'096;      // read at a time if the needed size is unknown
constexpr std::size_t kLinePrefixBytes = 32;    // enough for the number of a line
constexpr std::size_t kMaxLineBytes = 1 << 20;  // no line of a journal is longer

class JournalReader {
 public:
  explicit JournalReader(const std::filesystem::path& path) : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~JournalReader() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  JournalReader(const JournalReader&) = delete;
  JournalReader& operator=(const JournalReader&) = delete;

  // Returns up to `most` bytes from the offset `from` on; empty at the end of the file, or if it cannot be read.
  std::string bytes(std::uint64_t from, std::size_t most) const {
    std::string bytes(most, '\0');
    ssize_t count = 0;
    do {
      count = pread(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(from));
    } while (count < 0 && errno == EINTR);
    bytes.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return bytes;
  }

  std::uint64_t size() const {
    const off_t size = lseek(descriptor_, 0, SEEK_END);
    return size < 0 ? 0 : static_cast<std::uint64_t>(size);
  }

  // Returns the offset of the first line that starts at or after `from`; nullopt: there is none.
  std::optional<std::uint64_t> line_start_from(std::uint64_t from) const {
    if (from == 0) return 0;
    for (std::uint64_t at = from - 1; at < from + kMaxLineBytes;) {
      const std::string piece = bytes(at, kChunkBytes);
      if (piece.empty()) return std::nullopt;
      if (const std::size_t end = piece.find('\n'); end != std::string::npos) return at + end + 1;
      at += piece.size();
    }
    return std::nullopt;
  }

 private:
  int descriptor_;
};

// Finds the line with this number by binary search. An unfinished line counts as the last one.
std::optional<std::uint64_t> offset_of_line(const JournalReader& file, std::uint64_t number) {
  const auto number_from = [&file](std::uint64_t offset) {
    const auto begin = file.line_start_from(offset);
    return begin ? tournament::journal_line_number(file.bytes(*begin, kLinePrefixBytes)) : std::nullopt;
  };
  std::uint64_t low = 0;
  std::uint64_t high = file.size();
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    const auto found = number_from(middle);
    if (found && *found < number) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return number_from(low) == number ? file.line_start_from(low) : std::nullopt;
}

}  // namespace

std::optional<JournalPage> read_journal_page(const std::filesystem::path& journal, const JournalPosition& from,
                                             std::uint64_t end, const JournalPageSize& size) {
  const JournalReader file(journal);
  const auto offset = from.offset ? from.offset : offset_of_line(file, from.number);
  if (!offset) return std::nullopt;
  std::string text = file.bytes(*offset, size.bytes);
  JournalPage page{.lines = {}, .next = {.number = from.number, .offset = *offset}};
  std::size_t at = 0;
  while (page.lines.size() < size.lines && page.next.number < end) {
    const std::size_t behind = text.find('\n', at);
    if (behind == std::string::npos) {
      if (!page.lines.empty()) break;
      const std::string more = file.bytes(*offset + text.size(), kChunkBytes);
      if (more.empty() || text.size() > kMaxLineBytes) return std::nullopt;
      text += more;
      continue;
    }
    const std::string_view line = std::string_view(text).substr(at, behind - at);
    auto open = tournament::public_journal_line(line);
    if (!open || tournament::journal_line_number(line) != page.next.number) return std::nullopt;
    page.lines.push_back(*std::move(open));
    at = behind + 1;
    page.next = {.number = page.next.number + 1, .offset = *offset + at};
  }
  return page;
}

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMaxSubscriptionsPerSession = 64;
constexpr base::Span kStateInterval = 250ms;        // between two states of a tournament for one subscriber
constexpr std::size_t kMaxQueuedBytes = 16 * 1024;  // this and one more page are within the limit of a connection

// The costs of actions, as multiples of the time that it takes to check a subscriber for which there is nothing to
// send.
constexpr std::size_t kCostOfCheck = 1;
constexpr std::size_t kCostOfMessage = 16;
constexpr std::size_t kCostOfRead = 16;
constexpr std::size_t kCostOfSearch = 256;
constexpr std::size_t kMaxCostPerCall = 1'024;

}  // namespace

bool SubscriptionFeeds::add(base::SessionId session, const FeedState& state, std::optional<std::uint64_t> from,
                            base::Time now) {
  const std::string& tournament = state.current.tournament;
  const Key key{session, tournament};
  if (!subscribers_.contains(key) && subscription_count(session) >= kMaxSubscriptionsPerSession) return false;
  remove(session, tournament);
  Feed& feed = feeds_[tournament];
  feed.state = state;
  ++feed.subscriber_count;
  Subscriber& subscriber = subscribers_
                               .emplace(key, Subscriber{.feed = feed,
                                                        .next_event = {.number = from.value_or(state.current.events)},
                                                        .sent_state = {},
                                                        .sent_at = now})
                               .first->second;
  send_state(session, subscriber, now);
  return true;
}

void SubscriptionFeeds::update_state(const sessions::TournamentState& now) {
  const auto feed = feeds_.find(now.tournament);
  if (feed != feeds_.end()) feed->second.state.current = now;
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
  const sessions::TournamentState& state = subscriber.feed.state.current;
  const bool is_changed = subscriber.sent_state != state && now - subscriber.sent_at >= kStateInterval;
  const bool is_behind = subscriber.next_event.number < state.events;
  if ((!is_changed && !is_behind) || output_.queued_bytes(session) > kMaxQueuedBytes) return {.cost = kCostOfCheck};
  std::size_t cost = kCostOfCheck;
  if (is_changed) {
    send_state(session, subscriber, now);
    cost += kCostOfMessage;
  }
  if (is_behind) cost += send_events(session, subscriber);
  return {.cost = cost, .has_more = !subscriber.is_unreadable && subscriber.next_event.number < state.events};
}

void SubscriptionFeeds::send_state(base::SessionId session, Subscriber& subscriber, base::Time now) {
  subscriber.sent_state = subscriber.feed.state.current;
  subscriber.sent_at = now;
  output_.send(session, subscriber.sent_state);
}

std::size_t SubscriptionFeeds::send_events(base::SessionId session, Subscriber& subscriber) {
  Feed& feed = subscriber.feed;
  const std::string& tournament = feed.state.current.tournament;
  const std::size_t cost = load_page(feed, subscriber.next_event);
  if (!feed.page) {
    subscriber.is_unreadable = true;
    output_.log("event=journal_not_read tournament=\"" + tournament + "\"");
    std::string text = "the events of ";
    text.append(tournament).append(" cannot be read: follow it again later");
    output_.send(session, match::Refusal{.reason = match::RefusalReason::busy, .text = std::move(text)});
    return cost;
  }
  for (const std::string& line : feed.page->lines) {
    output_.send(session, sessions::TournamentEvent{
                              .tournament = tournament, .number = subscriber.next_event.number, .event = line});
    ++subscriber.next_event.number;
  }
  subscriber.next_event = feed.page->next;
  return cost + kCostOfMessage * feed.page->lines.size();
}

// Loads the page at the position into the feed and returns the cost.
std::size_t SubscriptionFeeds::load_page(Feed& feed, const JournalPosition& position) {
  const std::uint64_t end = feed.state.current.events;
  if (feed.page && feed.page_from.number == position.number && feed.page_end == end) return 0;
  feed.page = read_journal_page(feed.state.journal, position, end);
  feed.page_from = position;
  feed.page_end = end;
  return position.offset ? kCostOfRead : kCostOfSearch;
}

namespace {

constexpr auto kUpdateInterval = 50ms;  // for new events
constexpr auto kBusyInterval = 4ms;     // while much is to be sent; it leaves time for other work

}  // namespace

sessions::TournamentState state_of(const std::string& name, const LiveTournament& live) {
  // A tournament is reported as over only when all its events are on disk.
  const bool is_still_saving = live.state() == RunState::over && !live.is_all_saved();
  return {.tournament = name,
          .state = is_still_saving ? RunState::running : live.state(),
          .games = live.saved().games,
          .most_games = tournament::max_games(live.plan().stages, live.plan().players.size()),
          .running = live.games_running(),
          .events = live.saved().events};
}

TournamentSubscriptions::TournamentSubscriptions(boost::asio::io_context& io, SubscriptionFeeds::Output output,
                                                 std::function<base::Time()> now)
    : feeds_(std::move(output)), now_(std::move(now)), timer_(io) {}

bool TournamentSubscriptions::follow(base::SessionId session, const std::string& name,
                                     std::optional<std::uint64_t> from, LiveTournament& live) {
  const SubscriptionFeeds::FeedState state{.journal = tournament::journal_file_in(live.folder()),
                                           .current = state_of(name, live)};
  if (!feeds_.add(session, state, from, now_())) return false;
  tournaments_[name] = &live;
  if (!is_waiting_) start_timer(kBusyInterval);
  return true;
}

void TournamentSubscriptions::update_states() {
  updated_at_ = now_();
  std::erase_if(tournaments_, [this](const auto& entry) { return !feeds_.has_subscribers(entry.first); });
  for (const auto& [name, live] : tournaments_) {
    live->save_soon();
    feeds_.update_state(state_of(name, *live));
  }
}

void TournamentSubscriptions::start_timer(std::chrono::milliseconds span) {
  is_waiting_ = true;
  timer_.expires_after(span);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    is_waiting_ = false;
    if (feeds_.empty()) return;
    if (now_() - updated_at_ >= kUpdateInterval) update_states();
    start_timer(feeds_.send_some(now_()) == SubscriptionFeeds::Remaining::some ? kBusyInterval : kUpdateInterval);
  });
}

}  // namespace rensa::live_tournaments
