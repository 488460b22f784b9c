#include "server/http_api/event_streams.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "server/http_api/responses.h"
#include "server/tournament/journal/journal_text.h"

namespace rensa::http_api {

namespace {

using namespace std::chrono_literals;

constexpr auto kUpdateInterval = 50ms;          // for new events
constexpr auto kBusyInterval = 4ms;             // while much is to be sent; it leaves time for other work
constexpr base::Span kHeartbeatInterval = 15s;  // proxies close a connection that is silent for a minute
constexpr base::Span kStandingsInterval = 1s;   // at least
constexpr int kStandingsShare = 20;             // standings are made in at most this part of the time
constexpr std::size_t kMaxQueuedBytes = 16 * 1024;
constexpr std::uint64_t kPageLines = 16;
constexpr std::size_t kMaxPages = 32;  // of a tournament at a time

// The costs of actions, as multiples of the time that it takes to check a reader for which there is nothing to send.
constexpr std::size_t kCostOfCheck = 1;
constexpr std::size_t kCostOfMessage = 16;
constexpr std::size_t kCostOfRead = 256;      // and of the text that is made then
constexpr std::size_t kMaxCostPerCall = 512;  // about 0.4 ms

// A reader that has lost its connection comes back after three seconds.
constexpr const char* kBeginning = "retry: 3000\n\n";

const net::SharedMessage& heartbeat() {
  static const net::SharedMessage kHeartbeat = std::make_shared<const std::string>(":\n\n");
  return kHeartbeat;
}

net::HttpResponse refused_for_now(int status, const std::string& text) {
  net::HttpResponse response = error_response(status, text);
  response.headers.push_back({"Retry-After", "60"});
  return response;
}

}  // namespace

EventStreams::Place::Place(std::shared_ptr<Places> places, std::string network)
    : places_(std::move(places)), network_(std::move(network)) {
  ++places_->in_all;
  ++places_->by_network[network_];
}

EventStreams::Place::~Place() {
  --places_->in_all;
  const auto entry = places_->by_network.find(network_);
  if (--entry->second == 0) places_->by_network.erase(entry);
}

net::HttpResponse EventStreams::answer(const std::shared_ptr<EventSource>& source, const net::HttpRequest& request,
                                       std::optional<std::uint64_t> from) {
  auto begin = begin_of(*source, request, from);
  if (auto* refusal = std::get_if<net::HttpResponse>(&begin)) return std::move(*refusal);
  if (auto refusal = refusal_of(request.network)) return *std::move(refusal);
  // Without X-Accel-Buffering, nginx would keep the events until it has some kilobytes of them.
  net::HttpResponse response{.status = 200,
                             .content_type = "text/event-stream",
                             .body = kBeginning,
                             .file_name = "",
                             .headers = {{"Cache-Control", "no-store"}, {"X-Accel-Buffering", "no"}}};
  response.stream = lifetime_.guard(
      [this, source, position = std::get<StreamPosition>(begin),
       place = std::make_shared<Place>(places_, request.network)](const std::weak_ptr<net::HttpStream>& stream) {
        readers_.push_back({.feed = feed_of(source),
                            .place = place,
                            .stream = stream,
                            .position = position,
                            .page = nullptr,
                            .sent_at = parts_.now()});
        if (!is_waiting_) start_timer(kBusyInterval);
      });
  return response;
}

std::variant<StreamPosition, net::HttpResponse> EventStreams::begin_of(const EventSource& source,
                                                                       const net::HttpRequest& request,
                                                                       std::optional<std::uint64_t> from) const {
  const std::uint64_t events = source.event_count();
  if (request.last_event_id.empty()) {
    if (from && *from > events) {
      return error_response(400, "from: this tournament has " + std::to_string(events) + " events so far");
    }
    return StreamPosition{.next = from.value_or(events), .state = std::nullopt, .standings = 0};
  }
  const auto position = position_of(request.last_event_id, source.name());
  if (!position) {
    return error_response(400,
                          "Last-Event-ID: it is not the id of an event of this tournament; begin without it, with "
                          "from=0 for all events");
  }
  if (position->next > events) {
    return error_response(400, "Last-Event-ID: this tournament has only " + std::to_string(events) +
                                   " events, so it was set back; begin without it, with from=0 for all events");
  }
  return *position;
}

std::optional<net::HttpResponse> EventStreams::refusal_of(const std::string& network) {
  std::erase_if(readers_, [](const Reader& reader) {
    const auto stream = reader.stream.lock();
    return !stream || !stream->is_open();
  });
  const auto of_network = places_->by_network.find(network);
  if (of_network != places_->by_network.end() && of_network->second >= limits_.of_network) {
    return refused_for_now(429, "this address has " + std::to_string(of_network->second) +
                                    " streams of events: close one of them, or try again later");
  }
  if (places_->in_all < limits_.in_all) return std::nullopt;
  return refused_for_now(503, "this server has " + std::to_string(places_->in_all) +
                                  " streams of events and takes no more: try again later");
}

std::shared_ptr<EventStreams::Feed> EventStreams::feed_of(const std::shared_ptr<EventSource>& source) {
  std::weak_ptr<Feed>& known = feeds_[source->name()];
  if (auto feed = known.lock(); feed && !feed->source->is_deleted()) return feed;
  auto feed = std::make_shared<Feed>(Feed{.source = source});
  known = feed;
  update(*feed);
  return feed;
}

void EventStreams::update(Feed& feed) {
  feed.source->save_soon();
  feed.events = feed.source->event_count();
  feed.state = feed.source->state();
  if (feed.next_standings && feed.next_standings->events <= feed.events) {
    feed.standings = *std::exchange(feed.next_standings, std::nullopt);
  }
}

// Standings that count events that may not be told yet wait, and no others are made meanwhile.
void EventStreams::update_standings(const std::shared_ptr<Feed>& feed) {
  const base::Time now = parts_.now();
  if (feed->is_making_standings || feed->next_standings || now < feed->next_standings_at) return;
  if (feed->source->standings_number() <= feed->standings.number) return;
  feed->is_making_standings = true;
  const EventSource::Standings standings = feed->source->standings();
  const auto keep = [weak = std::weak_ptr(feed), number = standings.number, events = standings.events, began = now,
                     clock = parts_.now](const net::HttpResponse& made) {
    const auto kept = weak.lock();
    if (!kept) return;
    kept->is_making_standings = false;
    kept->next_standings_at = clock() + std::max(kStandingsInterval, kStandingsShare * (clock() - began));
    if (made.status == 200) kept->next_standings = {.data = made.body, .number = number, .events = events};
  };
  parts_.run_in_background(
      [snapshot = standings.snapshot] {
        return net::HttpResponse{
            .status = 200,
            .content_type = "",
            .body = standings_data(*snapshot).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
            .file_name = ""};
      },
      net::HttpReply(keep));
}

void EventStreams::start_timer(std::chrono::milliseconds span) {
  is_waiting_ = true;
  parts_.post_later(span, lifetime_.guard([this] {
    is_waiting_ = false;
    if (const base::Time now = parts_.now(); now - updated_at_ >= kUpdateInterval) {
      updated_at_ = now;
      std::erase_if(feeds_, [](const auto& entry) { return entry.second.expired(); });
      for (const auto& [name, weak] : feeds_) {
        const std::shared_ptr<Feed> feed = weak.lock();
        update_standings(feed);
        update(*feed);
      }
    }
    const bool has_more = send_some();
    if (!readers_.empty()) start_timer(has_more ? kBusyInterval : kUpdateInterval);
  }));
}

bool EventStreams::send_some() {
  bool has_more = false;
  std::size_t spent = 0;
  for (std::size_t turns = readers_.size(); turns > 0; --turns) {
    if (spent >= kMaxCostPerCall) return true;
    Reader reader = std::move(readers_.front());
    readers_.pop_front();
    const ServeResult served = serve(reader);
    spent += served.cost;
    has_more = has_more || served.has_more;
    if (!served.has_ended) readers_.push_back(std::move(reader));
  }
  return has_more;
}

EventStreams::ServeResult EventStreams::serve(Reader& reader) {
  const std::shared_ptr<net::HttpStream> stream = reader.stream.lock();
  if (!stream || !stream->is_open()) return {.cost = kCostOfCheck, .has_ended = true};
  if (stream->queued_bytes() > kMaxQueuedBytes) {
    reader.page.reset();  // a slow reader takes no page from the others
    return {.cost = kCostOfCheck};
  }
  Feed& feed = *reader.feed;
  if (feed.source->is_deleted()) {
    stream->end();
    return {.cost = kCostOfCheck, .has_ended = true};
  }
  const std::string& name = feed.source->name();
  if (reader.position.next < feed.events) return send_events(reader, *stream);
  if (reader.position.state != feed.state) {
    reader.position.state = feed.state;
    const std::string id = id_of(name, reader.position);
    send(reader, *stream, block_at(feed.state_block, id, [&] {
           return event_block("state", id, state_data(feed.source->names().plan, feed.state));
         }));
    return {.cost = kCostOfMessage, .has_more = true};
  }
  if (reader.position.standings < feed.standings.number && feed.standings.events <= reader.position.next) {
    reader.position.standings = feed.standings.number;
    const std::string id = id_of(name, reader.position);
    send(reader, *stream, block_at(feed.standings_block, id, [&] {
           return "event: standings\nid: " + id + "\ndata: " + feed.standings.data + "\n\n";
         }));
    return {.cost = kCostOfMessage};
  }
  if (parts_.now() - reader.sent_at < kHeartbeatInterval || stream->queued_bytes() > 0) return {.cost = kCostOfCheck};
  send(reader, *stream, heartbeat());
  return {.cost = kCostOfMessage};
}

void EventStreams::send(Reader& reader, net::HttpStream& stream, const net::SharedMessage& text) {
  reader.sent_at = parts_.now();
  stream.send(text);
}

net::SharedMessage EventStreams::block_at(LastBlock& last, const std::string& id,
                                          const std::function<std::string()>& make) {
  if (!last.text || last.id != id) last = {.id = id, .text = std::make_shared<const std::string>(make())};
  return last.text;
}

// Sends the next page if it is ready.
EventStreams::ServeResult EventStreams::send_events(Reader& reader, net::HttpStream& stream) {
  const std::size_t cost = kCostOfCheck + want_page(reader);
  if (!reader.page || !reader.page->is_ready) return {.cost = cost, .has_more = true};
  const std::shared_ptr<Page> page = std::exchange(reader.page, nullptr);
  if (!page->text) {
    stream.end();
    return {.cost = cost, .has_ended = true};
  }
  reader.position.next = page->next;
  send(reader, stream, page->text);
  return {.cost = cost + kCostOfMessage, .has_more = true};
}

// Asks for the page that begins with the next event, unless the reader has it. Returns the cost.
std::size_t EventStreams::want_page(Reader& reader) {
  if (reader.page) return 0;
  const std::shared_ptr<Feed>& feed = reader.feed;
  const StreamPosition& position = reader.position;
  if (const auto known = feed->pages.find(position); known != feed->pages.end()) reader.page = known->second.lock();
  if (reader.page) return 0;
  std::erase_if(feed->pages, [](const auto& entry) { return entry.second.expired(); });
  if (feed->pages.size() >= kMaxPages) return 0;
  reader.page = std::make_shared<Page>();
  feed->pages[position] = reader.page;
  feed->source->read_lines(
      position.next, std::min(kPageLines, feed->events - position.next),
      [weak_page = std::weak_ptr(reader.page), weak_feed = std::weak_ptr(feed),
       position = StreamPosition(position)](const storage::StoreResult<std::vector<std::string>>& lines) mutable {
        const auto page = weak_page.lock();
        const auto kept_feed = weak_feed.lock();
        if (!page || !kept_feed) return;
        page->is_ready = true;
        if (!lines || lines->empty()) return;
        std::string text;
        for (const std::string& line : *lines) {
          if (tournament::journal_line_number(line) != position.next) return;
          ++position.next;
          const auto block =
              journal_block(line, kept_feed->source->names(), id_of(kept_feed->source->name(), position));
          if (!block) return;
          text += *block;
        }
        page->next = position.next;
        page->text = std::make_shared<const std::string>(std::move(text));
      });
  return kCostOfRead;
}

}  // namespace rensa::http_api
