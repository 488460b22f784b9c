#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

#include "server/base/plain_text.h"
#include "server/base/utc_time.h"
#include "server/live_tournaments/tournament_registry.h"

namespace rensa::live_tournaments {

// The part of the registry that passes on what organisers tell their players.

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMaxMessageBytes = 500;
constexpr std::size_t kMaxMessages = 1'000;     // of a tournament; its journal keeps them
constexpr std::size_t kMaxMessagesAtOnce = 10;  // of a tournament, within this time
constexpr base::Span kMessageInterval = 5min;

Refusal refusal_because(Refusal::Kind kind, std::string text) { return {.kind = kind, .text = std::move(text)}; }

}  // namespace

std::optional<Refusal> TournamentRegistry::send_message(const std::string& name, const std::string& text,
                                                        Completion done) {
  if (text.empty() || text.size() > kMaxMessageBytes || !base::is_plain_text(text)) {
    return refusal_because(Refusal::Kind::invalid,
                           "text: 1 to 500 bytes of UTF-8 without control or invisible characters are expected");
  }
  const auto found = find_writable(name);
  if (const auto* why_not = std::get_if<Refusal>(&found)) return *why_not;
  LiveTournament& live = *std::get<LiveTournament*>(found);
  if (live.progress().message_count() >= kMaxMessages) {
    return refusal_because(Refusal::Kind::conflict,
                           "this tournament has had " + std::to_string(kMaxMessages) + " messages");
  }
  const base::Time now = services_.now();
  std::deque<base::Time>& times = message_times_[name];
  while (!times.empty() && now - times.front() >= kMessageInterval) times.pop_front();
  if (times.size() >= kMaxMessagesAtOnce) {
    return refusal_because(Refusal::Kind::too_many, "a tournament has at most " + std::to_string(kMaxMessagesAtOnce) +
                                                        " messages within five minutes");
  }
  times.push_back(now);
  services_.log(base::LogLine("tournament_ordered").text("name", name).word("order", "message").text("text", text));
  const tournament::MessageSent message{.at = base::utc_text(services_.wall_time()), .text = text};
  const std::uint64_t line = live.lines_written();
  live.add_message(message, [this, &live, line, message, done = std::move(done)] {
    if (live.state() != RunState::failed) tell_players(live, line, message);
    done();
  });
  return std::nullopt;
}

void TournamentRegistry::tell_players(const LiveTournament& live, std::uint64_t line,
                                      const tournament::MessageSent& message) const {
  const nlohmann::ordered_json event = {{"n", line}, {"event", "message"}, {"at", message.at}, {"text", message.text}};
  const sessions::TournamentEvent told{.tournament = live.name(), .number = line, .event = event.dump()};
  const auto& players = live.plan().players;
  for (const auto& [session, arrival] : connected_players_) {
    const bool is_player = std::any_of(players.begin(), players.end(),
                                       [&](const tournament::PlayerEntry& one) { return one.name == arrival.name; });
    if (is_player && !subscriptions_.is_following(session, live.name())) services_.send(session, told);
  }
}

}  // namespace rensa::live_tournaments
