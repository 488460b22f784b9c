#include "clients/load/simulated_players.h"

#include <array>
#include <bit>
#include <chrono>
#include <stdexcept>
#include <string>
#include <sys/epoll.h>
#include <unistd.h>
#include <utility>

#include "engine/rules/drop.h"
#include "proto/codec.h"

namespace rensa::load {

namespace {

constexpr int kEventsAtOnce = 512;
constexpr int kHandsPerComment = 2;

// As players do whose plans change now and then.
std::string comment_on(int hand) {
  return hand % kHandsPerComment == 0 ? "builds towards " + std::to_string(hand * 1'000) + " points" : "";
}

}  // namespace

// Two groups of members: who waits for an opponent never finds itself.
Swarm::Swarm(const Options& options, Playbill& playbill) : options_(options), playbill_(playbill), rng_(1) {
  epoll_ = ::epoll_create1(EPOLL_CLOEXEC);
  if (epoll_ < 0) throw std::runtime_error("epoll is not to be had");
  const int seats = options.matches * 2;
  const int count = std::max(2, (seats + options.seats_per_connection - 1) / options.seats_per_connection);
  members_.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    members_.push_back({.link = Link(options.server), .chairs = {}, .wants_output = false});
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = static_cast<std::uint64_t>(i);
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, members_.back().link.descriptor(), &event);
    proto::Hello hello;
    hello.software = "rensa-load";
    say(members_.back(), hello);
    flush(static_cast<std::size_t>(i));
  }
}

Swarm::~Swarm() { ::close(epoll_); }

void Swarm::ask_for_match(Member& member) {
  say(member, proto::QuickMatch{.terms = options_.terms, .subscription = options_.subscription});
}

void Swarm::say(Member& member, const proto::ClientMessage& message) {
  member.link.queue(proto::encode(message, proto::Encoding::binary));
}

bool Swarm::flush(std::size_t index) {
  Member& member = members_[index];
  if (member.link.has_output() && !member.link.write()) return false;
  if (member.link.has_output() != member.wants_output) {
    member.wants_output = member.link.has_output();
    epoll_event event{};
    event.events = member.wants_output ? EPOLLIN | EPOLLOUT : EPOLLIN;
    event.data.u64 = index;
    ::epoll_ctl(epoll_, EPOLL_CTL_MOD, member.link.descriptor(), &event);
  }
  return true;
}

bool Swarm::ask_for_matches(double seconds) {
  const int seats = options_.matches * 2;
  constexpr int kSteps = 500;
  for (int step = 0, asked = 0; step < kSteps; ++step) {
    for (; asked < static_cast<int>(static_cast<std::int64_t>(seats) * (step + 1) / kSteps); ++asked) {
      const std::size_t index = static_cast<std::size_t>(asked) % members_.size();
      ask_for_match(members_[index]);
      if (!flush(index)) {
        mark_wrong("the server closed a connection");
        return false;
      }
    }
    if (!play_for(seconds / kSteps)) return false;
  }
  return true;
}

bool Swarm::play_for(double seconds) {
  const auto now = [] { return std::chrono::steady_clock::now(); };
  const auto end = now() + std::chrono::duration<double>(seconds);
  std::array<epoll_event, kEventsAtOnce> events;
  for (auto left = end - now(); left.count() > 0; left = end - now()) {
    const auto patience = std::chrono::ceil<std::chrono::milliseconds>(left).count();
    const int count = ::epoll_wait(epoll_, events.data(), kEventsAtOnce, static_cast<int>(patience));
    for (int i = 0; i < count; ++i) {
      const auto index = static_cast<std::size_t>(events[static_cast<std::size_t>(i)].data.u64);
      if (!serve(members_[index]) || !flush(index)) {
        mark_wrong("the server closed a connection");
        return false;
      }
    }
  }
  return true;
}

bool Swarm::serve(Member& member) {
  if (!member.link.read()) return false;
  while (const auto message = member.link.frames().next()) hear(member, *message);
  return true;
}

void Swarm::mark_wrong(const std::string& what) {
  if (seen_.wrong++ == 0) seen_.first_wrong = what;
}

void Swarm::hear(Member& member, std::string_view bytes) {
  const auto message = proto::server_message_of(bytes, proto::Encoding::binary);
  if (!message) return mark_wrong("a message that cannot be read: " + message.error().message);
  if (const auto* seen = std::get_if<proto::Update>(&*message)) return update(member, *seen);
  if (const auto* start = std::get_if<proto::MatchStart>(&*message)) {
    member.chairs[{start->match, *start->seat}] = {};
    ++running_;
    ++seen_.matches_started;
    playbill_.begin(start->match);
  } else if (const auto* game = std::get_if<proto::GameEnd>(&*message)) {
    ++seen_.games_ended;
    Chair& chair = member.chairs[{game->match, *game->seat}];
    chair.decided_hand = 0;
    chair.clock = 0;
  } else if (const auto* end = std::get_if<proto::MatchEnd>(&*message)) {
    member.chairs.erase({end->match, *end->seat});
    --running_;
    playbill_.end(end->match);
    ask_for_match(member);
  } else if (const auto* decided = std::get_if<proto::Decided>(&*message)) {
    const Chair& chair = member.chairs[{decided->match, decided->seat}];
    if (decided->id != chair.decisions) return;
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - chair.decided_at;
    round_trips_.push_back(took.count());
  } else if (const auto* error = std::get_if<proto::Error>(&*message)) {
    // In real time a pair may lock, and a match end, while a decision is on its way.
    const bool is_late = error->code == proto::ErrorCode::late || error->code == proto::ErrorCode::unknown_match;
    if (error->code == proto::ErrorCode::busy) {
      ++seen_.refused_matches;
    } else if (!is_late || options_.terms.clock != proto::Clock::real) {
      mark_wrong(error->text);
    }
  }
}

void Swarm::update(Member& member, const proto::Update& update) {
  ++seen_.updates;
  Chair& chair = member.chairs[{update.match, *update.seat}];
  if (update.number != ++chair.updates) mark_wrong("an update was left out");
  if (update.game != chair.game) {
    chair = {.updates = chair.updates, .game = update.game, .decisions = chair.decisions};
  }
  if (update.view.clock < chair.clock) mark_wrong("a clock went backwards");
  chair.clock = update.view.clock;
  playbill_.show(update.match, update.game, update.view.clock);

  const bool is_real = options_.terms.clock == proto::Clock::real;
  const bool must_place = update.view.decision_due && chair.decided_hand != update.view.own.hand;
  if (is_real ? !must_place : !update.answer_due) return;
  duel::Input input;
  std::string comment;
  if (must_place) {
    if (options_.watchers > 0) comment = comment_on(update.view.own.hand);
    chair.decided_hand = update.view.own.hand;
    std::uint32_t open = rules::droppable_placements(update.view.own.field.heights());
    for (std::uint32_t skip = open == 0 ? 0 : rng_.below(static_cast<std::uint32_t>(std::popcount(open))); skip > 0;
         --skip) {
      open &= open - 1;
    }
    if (open != 0) input = duel::Input::place(rules::kPlacements[static_cast<std::size_t>(std::countr_zero(open))]);
  }
  ++seen_.decisions;
  chair.decided_at = std::chrono::steady_clock::now();
  say(member, proto::Decide{.match = update.match,
                            .seat = *update.seat,
                            .game = update.game,
                            .clock = update.view.clock,
                            .id = ++chair.decisions,
                            .input = input,
                            .comment = std::move(comment)});
}

}  // namespace rensa::load
