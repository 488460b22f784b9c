#include "clients/load/simulated_players.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/rules/drop.h"
#include "proto/codec.h"

namespace rensa::load {

namespace {

constexpr session::MessageStream::Peer kServer{.max_message_bytes = 1024 * 1024,
                                               .why_closed = "the server closed a connection",
                                               .why_not_reading = "the server does not read"};
constexpr int kHandsPerComment = 2;

// Returns a comment for a hand, like that of a player that changes its plan now and then.
std::string comment_for_hand(int hand) {
  return hand % kHandsPerComment == 0 ? "builds towards " + std::to_string(hand * 1'000) + " points" : "";
}

}  // namespace

// There are at least two connections, so that a waiting player can be paired with another connection.
SimulatedPlayers::SimulatedPlayers(const Options& options, MatchClocks& match_clocks)
    : options_(options), match_clocks_(match_clocks), rng_(1) {
  const int seats = options.matches * 2;
  const int count = std::max(2, (seats + options.seats_per_connection - 1) / options.seats_per_connection);
  connections_.resize(static_cast<std::size_t>(count));
  for (std::size_t index = 0; index < connections_.size(); ++index) connect(index);
}

// Repeats the requests of an earlier connection.
void SimulatedPlayers::connect(std::size_t index) {
  PlayerConnection& connection = connections_[index];
  connection.stream.emplace(connect_to_server(options_.server), kServer);
  connection.wants_output = false;
  poller_.add(connection.stream->input(), index);
  proto::Hello hello;
  hello.software = "rensa-load";
  send(connection, hello);
  const int requests = std::exchange(connection.unanswered_requests, 0);
  for (int i = 0; i < requests; ++i) request_match(connection);
  flush(index);
}

std::optional<std::chrono::steady_clock::time_point> SimulatedPlayers::reconnect_due() {
  while (!returning_.empty() && returning_.begin()->first <= std::chrono::steady_clock::now()) {
    const std::size_t index = returning_.extract(returning_.begin()).mapped();
    connections_[index].return_at.reset();
    connect(index);
  }
  return returning_.empty() ? std::nullopt : std::optional(returning_.begin()->first);
}

void SimulatedPlayers::request_match(PlayerConnection& connection) {
  ++connection.unanswered_requests;
  send(connection, proto::QuickMatch{.terms = options_.terms, .subscription = options_.subscription});
}

void SimulatedPlayers::send(PlayerConnection& connection, const proto::ClientMessage& message) {
  if (connection.stream) connection.stream->send(proto::encode(message, proto::Encoding::binary));
}

bool SimulatedPlayers::flush(std::size_t index) {
  PlayerConnection& connection = connections_[index];
  if (!connection.stream) return true;
  connection.stream->flush();
  if (connection.return_at) {
    poller_.remove(connection.stream->input());
    connection.stream.reset();
    returning_.emplace(*connection.return_at, index);
    return true;
  }
  if (!connection.stream->why_lost().empty()) {
    count_error(connection.stream->why_lost());
    return false;
  }
  if (connection.stream->has_unsent() != connection.wants_output) {
    connection.wants_output = connection.stream->has_unsent();
    poller_.wait_for_output_too(connection.stream->input(), index, connection.wants_output);
  }
  return true;
}

bool SimulatedPlayers::start_matches(double seconds) {
  const int seats = options_.matches * 2;
  constexpr int kSteps = 500;
  for (int step = 0, asked = 0; step < kSteps; ++step) {
    for (; asked < static_cast<int>(static_cast<std::int64_t>(seats) * (step + 1) / kSteps); ++asked) {
      const std::size_t index = static_cast<std::size_t>(asked) % connections_.size();
      request_match(connections_[index]);
      if (!flush(index)) return false;
    }
    if (!play_for(seconds / kSteps)) return false;
  }
  return true;
}

bool SimulatedPlayers::are_all_let_in() const {
  return std::all_of(connections_.begin(), connections_.end(),
                     [](const PlayerConnection& connection) { return connection.is_welcomed; });
}

bool SimulatedPlayers::play_until(const std::function<bool()>& is_true) {
  constexpr double kSecondsBetweenQuestions = 0.05;
  while (!is_true()) {
    if (!play_for(kSecondsBetweenQuestions)) return false;
  }
  return true;
}

bool SimulatedPlayers::play_for(double seconds) {
  const auto now = [] { return std::chrono::steady_clock::now(); };
  const auto end = now() + std::chrono::duration<double>(seconds);
  for (auto left = end - now(); left.count() > 0; left = end - now()) {
    if (const auto next = reconnect_due()) left = std::clamp<decltype(left)>(*next - now(), {}, left);
    for (const std::size_t index : poller_.wait(std::chrono::ceil<std::chrono::milliseconds>(left))) {
      if (!serve(index)) return false;
    }
  }
  return true;
}

bool SimulatedPlayers::serve(std::size_t index) {
  PlayerConnection& connection = connections_[index];
  if (!connection.stream) return true;
  connection.stream->receive();
  while (const auto message = connection.stream->next()) handle_message(connection, *message);
  return flush(index);
}

void SimulatedPlayers::count_error(const std::string& text) {
  if (counts_.errors++ == 0) counts_.first_error = text;
}

void SimulatedPlayers::handle_message(PlayerConnection& connection, std::string_view bytes) {
  const auto message = proto::server_message_of(bytes, proto::Encoding::binary);
  if (!message) return count_error("a message that cannot be read: " + message.error().message);
  if (const auto* news = std::get_if<proto::Update>(&*message)) return update(connection, *news);
  if (const auto* start = std::get_if<proto::MatchStart>(&*message)) {
    connection.seats[{start->match, *start->seat}] = {};
    ++running_seats_;
    --connection.unanswered_requests;
    ++counts_.matches_started;
    match_clocks_.add_match(start->match);
  } else if (const auto* game = std::get_if<proto::GameEnd>(&*message)) {
    ++counts_.games_ended;
    SeatState& seat_state = connection.seats[{game->match, *game->seat}];
    seat_state.decided_hand = 0;
    seat_state.clock = 0;
  } else if (const auto* end = std::get_if<proto::MatchEnd>(&*message)) {
    connection.seats.erase({end->match, *end->seat});
    --running_seats_;
    match_clocks_.remove_match(end->match);
    request_match(connection);
  } else if (const auto* decided = std::get_if<proto::Decided>(&*message)) {
    const SeatState& seat_state = connection.seats[{decided->match, decided->seat}];
    if (decided->id != seat_state.decisions) return;
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - seat_state.decided_at;
    round_trips_.push_back(took.count());
  } else if (const auto* welcome = std::get_if<proto::Welcome>(&*message)) {
    connection.is_welcomed = true;
    names_.push_back(welcome->name);
  } else if (const auto* error = std::get_if<proto::Error>(&*message)) {
    // In real time a pair may lock or a match may end while a decision is on its way.
    const bool is_late = error->code == proto::ErrorCode::late || error->code == proto::ErrorCode::unknown_match;
    if (error->retry_after_milliseconds > 0) {
      connection.return_at =
          std::chrono::steady_clock::now() + std::chrono::milliseconds(error->retry_after_milliseconds);
    } else if (error->code == proto::ErrorCode::busy) {
      --connection.unanswered_requests;
      ++counts_.refused_matches;
    } else if (!is_late || options_.terms.clock != proto::Clock::real) {
      count_error(error->text);
    }
  }
}

void SimulatedPlayers::update(PlayerConnection& connection, const proto::Update& update) {
  ++counts_.updates;
  SeatState& seat_state = connection.seats[{update.match, *update.seat}];
  if (update.number != ++seat_state.updates) count_error("an update was left out");
  if (update.game != seat_state.game) {
    seat_state = {.updates = seat_state.updates, .game = update.game, .decisions = seat_state.decisions};
  }
  if (update.view.clock < seat_state.clock) count_error("a clock went backwards");
  seat_state.clock = update.view.clock;
  match_clocks_.set_clock(update.match, update.game, update.view.clock);

  const bool is_real = options_.terms.clock == proto::Clock::real;
  const bool must_place = update.view.decision_due && seat_state.decided_hand != update.view.own.hand;
  if (is_real ? !must_place : !update.answer_due) return;
  duel::Input input;
  std::string comment;
  if (must_place) {
    if (options_.watchers > 0) comment = comment_for_hand(update.view.own.hand);
    seat_state.decided_hand = update.view.own.hand;
    std::uint32_t open = rules::droppable_placements(update.view.own.field.heights());
    for (std::uint32_t skip = open == 0 ? 0 : rng_.below(static_cast<std::uint32_t>(std::popcount(open))); skip > 0;
         --skip) {
      open &= open - 1;
    }
    if (open != 0) input = duel::Input::place(rules::kPlacements[static_cast<std::size_t>(std::countr_zero(open))]);
  }
  ++counts_.decisions;
  seat_state.decided_at = std::chrono::steady_clock::now();
  send(connection, proto::Decide{.match = update.match,
                                 .seat = *update.seat,
                                 .game = update.game,
                                 .clock = update.view.clock,
                                 .id = ++seat_state.decisions,
                                 .input = input,
                                 .comment = std::move(comment)});
}

}  // namespace rensa::load
