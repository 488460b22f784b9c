#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "server/base/lifetime.h"
#include "server/base/types.h"
#include "server/http_api/events/event_text.h"
#include "server/live_tournaments/live_tournament.h"
#include "server/net/http.h"
#include "server/storage/completion.h"

namespace rensa::http_api {

// What streams of a tournament tell, without anything that its spectators may not know yet.
class EventSource {
 public:
  virtual ~EventSource() = default;
  virtual const std::string& name() const = 0;
  // Returns true once the tournament is deleted. Another one may have its name then.
  virtual bool is_deleted() const = 0;
  // The events that may be told. They are on disk.
  virtual std::uint64_t event_count() const = 0;
  virtual sessions::RunState state() const = 0;
  virtual JournalNames names() const = 0;
  // The answer is lines of the journal from number `from` on: at most `most`.
  virtual void read_lines(std::uint64_t from, std::uint64_t most,
                          storage::Completion<std::vector<std::string>> done) const = 0;
  // The standings as they are on disk, which may be ahead of event_count().
  struct Standings {
    std::uint64_t number = 0;  // of the events up to the last one that has changed them
    std::uint64_t events = 0;  // that they count
    std::shared_ptr<tournament::TournamentSnapshot> snapshot;
  };
  virtual std::uint64_t standings_number() const = 0;
  virtual Standings standings() const = 0;
  // Asks for all events so far to be written to disk soon.
  virtual void save_soon() = 0;
};

// Streams of the events of tournaments by HTTP. All readers of a tournament that are at the same place share the texts
// that they are sent. They are sent to a few readers at a time, so that thousands of readers do not delay the event
// loop. A reader that is slow is sent nothing; its next events are read from the journal later. All calls are on the
// thread of the event loop.
class EventStreams {
 public:
  struct Limits {
    std::size_t of_network = 32;  // streams at a time of an address
    std::size_t in_all = 2'000;
  };
  struct Parts {
    std::function<base::Time()> now;
    std::function<void(std::chrono::milliseconds, std::function<void()>)> post_later;
    const net::RunInBackground& run_in_background;  // for standings; outlives this object
  };
  EventStreams(Parts parts, const Limits& limits) : parts_(std::move(parts)), limits_(limits) {}

  // Returns the answer to a request for the events of a tournament: their stream, or the reason why there is none.
  // Events from number `from` on are sent; nullopt: only new ones. An id of an event in the request comes first.
  net::HttpResponse answer(const std::shared_ptr<EventSource>& source, const net::HttpRequest& request,
                           std::optional<std::uint64_t> from);
  std::size_t stream_count() const { return places_->in_all; }

 private:
  // Streams that are open, or are about to be.
  struct Places {
    std::size_t in_all = 0;
    std::map<std::string, std::size_t> by_network;  // never 0
  };
  // Is destroyed with its stream.
  class Place {
   public:
    Place(std::shared_ptr<Places> places, std::string network);
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    ~Place();

   private:
    std::shared_ptr<Places> places_;
    std::string network_;
  };
  // Some events as text. It lives while a reader wants it.
  struct Page {
    bool is_ready = false;
    net::SharedMessage text;  // null: it is unreadable
    std::uint64_t next = 0;   // the number of the event after it
  };
  struct StandingsText {
    std::string data;
    std::uint64_t number = 0;
    std::uint64_t events = 0;
  };
  // The last block that was made, for the next reader at the same place.
  struct LastBlock {
    std::string id;
    net::SharedMessage text;
  };
  struct Feed {
    std::shared_ptr<EventSource> source;
    std::uint64_t events = 0;
    sessions::RunState state = sessions::RunState::running;
    std::map<StreamPosition, std::weak_ptr<Page>> pages{};  // by the places before them
    StandingsText standings{};
    std::optional<StandingsText> next_standings{};  // that count events that may not be told yet
    bool is_making_standings = false;
    base::Time next_standings_at{};
    LastBlock state_block{};
    LastBlock standings_block{};
  };
  struct Reader {
    std::shared_ptr<Feed> feed;
    std::shared_ptr<Place> place;
    std::weak_ptr<net::HttpStream> stream;
    StreamPosition position;
    std::shared_ptr<Page> page;  // that comes next; null: it was not asked for
    base::Time sent_at;
  };
  struct ServeResult {
    std::size_t cost = 0;
    bool has_more = false;
    bool has_ended = false;
  };

  std::variant<StreamPosition, net::HttpResponse> begin_of(const EventSource& source, const net::HttpRequest& request,
                                                           std::optional<std::uint64_t> from) const;
  std::optional<net::HttpResponse> refusal_of(const std::string& network);
  std::shared_ptr<Feed> feed_of(const std::shared_ptr<EventSource>& source);
  void update(Feed& feed);
  void update_standings(const std::shared_ptr<Feed>& feed);
  // Sends what is due, to some readers. Returns true if more is due.
  bool send_some();
  ServeResult serve(Reader& reader);
  void send(Reader& reader, net::HttpStream& stream, const net::SharedMessage& text);
  ServeResult send_events(Reader& reader, net::HttpStream& stream);
  std::size_t want_page(Reader& reader);
  static net::SharedMessage block_at(LastBlock& last, const std::string& id, const std::function<std::string()>& make);
  void start_timer(std::chrono::milliseconds span);

  const Parts parts_;
  const Limits limits_;
  const std::shared_ptr<Places> places_ = std::make_shared<Places>();
  std::map<std::string, std::weak_ptr<Feed>> feeds_;  // by the names of their tournaments
  std::deque<Reader> readers_;                        // the one that was served last is the last
  base::Time updated_at_;
  bool is_waiting_ = false;
  base::Lifetime lifetime_;
};

}  // namespace rensa::http_api
