#include <algorithm>
#include <chrono>
#include <utility>

#include "server/base/plain_text.h"
#include "server/live_tournaments/tournament_registry.h"
#include "server/tournament/plan/tournament_run.h"

namespace rensa::live_tournaments {

// The part of the registry that carries out the orders of organisers about a tournament.

namespace {

constexpr std::size_t kMaxRemoved = 1'000;
constexpr const char* kBeingDeleted = "it is being deleted";
constexpr const char* kInvalidReason =
    "why: up to 200 bytes of UTF-8 without control or invisible characters are expected";

constexpr std::size_t kMaxMessageBytes = 500;
// A tournament takes so many messages in this time.
constexpr std::size_t kMaxMessagesInARow = 10;
constexpr std::chrono::seconds kTimeOfMessages = std::chrono::minutes(10);

// Returns the time until the tournament takes another message. Messages of a clock that was ahead do not count.
std::chrono::seconds wait_for_message(const tournament::TournamentProgress& progress,
                                      std::chrono::system_clock::time_point now) {
  const auto& messages = progress.newest_messages();
  if (messages.size() < kMaxMessagesInARow) return {};
  const auto second = std::chrono::floor<std::chrono::seconds>(now);
  const auto oldest = messages[messages.size() - kMaxMessagesInARow].message->sent_at;
  return oldest > second ? std::chrono::seconds() : std::max(std::chrono::seconds(), oldest + kTimeOfMessages - second);
}

// True if the text can be written to a journal and sent in an answer.
bool is_valid_reason(const std::string& text) {
  constexpr std::size_t kMaxBytes = 200;
  return text.size() <= kMaxBytes && base::is_plain_text(text);
}

}  // namespace

std::variant<LiveTournament*, Refusal> TournamentRegistry::find_active(const std::string& name) const {
  const auto found = find_writable(name);
  const auto* live = std::get_if<LiveTournament*>(&found);
  if (live != nullptr && (*live)->state() == RunState::over) return conflict("it is over");
  return found;
}

std::variant<LiveTournament*, Refusal> TournamentRegistry::find_writable(const std::string& name) const {
  const auto entry = tournaments_.find(name);
  if (entry == tournaments_.end()) return not_found("there is no such tournament");
  if (removing_.contains(name)) return conflict(kBeingDeleted);
  LiveTournament& live = *entry->second;
  if (live.state() == RunState::failed) return conflict(live.why_failed());
  if (!live.storage_error().empty()) return conflict("its store fails: " + live.storage_error());
  return &live;
}

void TournamentRegistry::control(const std::string& name, const std::string& what,
                                 std::function<void(std::optional<Refusal>)> done) {
  const auto found = find_active(name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return done(*refusal);
  LiveTournament& live = *std::get<LiveTournament*>(found);
  services_.log(base::LogLine("tournament_ordered").text("name", name).word("order", what));
  if (what == "resume") {
    if (const auto refusal = refusal_to_continue(live)) return done(conflict(refusal->text));
  }
  services_.store.set_paused(
      name, what != "resume",
      lifetime_.guard([this, &live, what, done](const storage::StoreResult<storage::Success>& stored) {
        if (!stored) {
          ++store_failures_;
          services_.log(base::LogLine("tournament_order_failed")
                            .text("name", live.name())
                            .word("order", what)
                            .text("why", stored.error().message));
          return done(conflict(stored.error().message));
        }
        // It can have been deleted meanwhile.
        if (removing_.contains(live.name()) || find(live.name()) != &live) return done(conflict(kBeingDeleted));
        if (what == "resume") {
          live.resume();
        } else {
          live.pause();
          if (what == "stop") return live.stop([done] { done(std::nullopt); });
        }
        done(std::nullopt);
      }));
}

std::optional<Refusal> TournamentRegistry::withdraw(const std::string& name, const WithdrawalRequest& withdrawal,
                                                    Completion done) {
  if (!is_valid_reason(withdrawal.why)) return invalid(kInvalidReason);
  const auto found = find_active(name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return *refusal;
  LiveTournament& live = *std::get<LiveTournament*>(found);
  const auto player = find_player(live, withdrawal.player);
  if (const auto* refusal = std::get_if<Refusal>(&player)) return *refusal;
  const std::size_t number = std::get<std::size_t>(player);
  if (live.progress().is_benched(number)) return conflict(withdrawal.player + " has already been withdrawn or benched");
  const tournament::PlayerBenched withdrawn{
      .player = number,
      .why = withdrawal.why.empty() ? "withdrawn" : "withdrawn: " + withdrawal.why,
      .keeps_open = withdrawal.keeps_open};
  services_.log(base::LogLine("tournament_ordered")
                    .text("name", name)
                    .word("order", "withdraw")
                    .text("player", withdrawal.player));
  live.withdraw(withdrawn, std::move(done));
  return std::nullopt;
}

std::optional<Refusal> TournamentRegistry::end(const std::string& name, Completion done) {
  const auto found = find_active(name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return *refusal;
  LiveTournament& live = *std::get<LiveTournament*>(found);
  if (live.awaited_returns().empty()) return conflict("it has games to play, and ends by itself after them");
  services_.log(base::LogLine("tournament_ordered").text("name", name).word("order", "end"));
  live.close(std::move(done));
  return std::nullopt;
}

void TournamentRegistry::remove(const std::string& name, std::function<void(std::optional<Refusal>)> done) {
  const auto found = find_writable(name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return done(*refusal);
  LiveTournament& live = *std::get<LiveTournament*>(found);
  if (!live.has_no_game()) return done(conflict("a game of it has begun, so it cannot be deleted"));
  if (removed_.size() >= kMaxRemoved) {
    return done(conflict("too many tournaments were deleted since the server was started"));
  }
  services_.log(base::LogLine("tournament_ordered").text("name", name).word("order", "delete"));
  const bool goes_on = live.state() == RunState::running || live.state() == RunState::waiting;
  live.pause();
  removing_.insert(name);
  // A line of its journal that is written later could get into the journal of another tournament with this name.
  live.save(lifetime_.guard([this, name, goes_on, done] { remove_saved(name, goes_on, done); }));
}

// A deleted tournament stays in memory, because streams and requests that have begun still read it.
void TournamentRegistry::remove_saved(const std::string& name, bool goes_on,
                                      const std::function<void(std::optional<Refusal>)>& done) {
  services_.store.remove_tournament(name, lifetime_.guard([this, name, goes_on, done](
                                                              const storage::StoreResult<storage::Success>& removed) {
    removing_.erase(name);
    if (!removed) {
      ++store_failures_;
      services_.log(base::LogLine("tournament_not_deleted").text("name", name).text("why", removed.error().message));
      if (goes_on && !is_draining_) tournaments_.at(name)->resume();
      return done(conflict(removed.error().message));
    }
    tournaments_.at(name)->halt();
    removed_.push_back(std::move(tournaments_.at(name)));
    tournaments_.erase(name);
    marks_.erase(name);
    keyed_starts_.forget(name);
    subscriptions_.end_all(name);
    done(std::nullopt);
  }));
}

std::variant<std::size_t, Refusal> TournamentRegistry::find_player(const LiveTournament& live,
                                                                   const std::string& name) {
  const std::vector<tournament::PlayerEntry>& players = live.plan().players;
  const auto player = std::find_if(players.begin(), players.end(),
                                   [&](const tournament::PlayerEntry& one) { return one.name == name; });
  if (player == players.end()) return not_found("there is no player " + name);
  return static_cast<std::size_t>(player - players.begin());
}

void TournamentRegistry::pass_arrivals(const std::string& player, LiveTournament& live) const {
  for (const auto& [session, arrival] : connected_players_) {
    if (arrival.name == player) live.arrived(arrival);
  }
}

std::optional<Refusal> TournamentRegistry::return_player(const std::string& name, const std::string& player,
                                                         Completion done) {
  const auto found = find_active(name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return *refusal;
  LiveTournament& live = *std::get<LiveTournament*>(found);
  const auto number = find_player(live, player);
  if (const auto* refusal = std::get_if<Refusal>(&number)) return *refusal;
  if (auto refusal = refusal_for(live.plan().players[std::get<std::size_t>(number)])) return refusal;
  const auto returned = live.return_of(std::get<std::size_t>(number));
  if (const auto* why_not = std::get_if<std::string>(&returned)) return conflict(*why_not);
  services_.log(base::LogLine("tournament_ordered").text("name", name).word("order", "return").text("player", player));
  live.take_back(std::get<tournament::PlayerReturned>(returned), std::move(done));
  pass_arrivals(player, live);
  return std::nullopt;
}

std::optional<Refusal> TournamentRegistry::disqualify(const std::string& name,
                                                      const WithdrawalRequest& disqualification, Completion done) {
  if (!is_valid_reason(disqualification.why) || disqualification.why.empty()) return invalid(kInvalidReason);
  const auto found = find_writable(name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return *refusal;
  LiveTournament& live = *std::get<LiveTournament*>(found);
  const auto player = find_player(live, disqualification.player);
  if (const auto* refusal = std::get_if<Refusal>(&player)) return *refusal;
  const auto disqualified = live.disqualification(std::get<std::size_t>(player), disqualification.why);
  if (const auto* why_not = std::get_if<std::string>(&disqualified)) return conflict(*why_not);
  services_.log(base::LogLine("tournament_ordered")
                    .text("name", name)
                    .word("order", "disqualify")
                    .text("player", disqualification.player)
                    .text("why", disqualification.why));
  live.disqualify(std::get<tournament::PlayerDisqualified>(disqualified), std::move(done));
  return std::nullopt;
}

std::optional<Refusal> TournamentRegistry::annul(const std::string& name, const AnnulmentRequest& annulment,
                                                 Completion done) {
  if (!is_valid_reason(annulment.why)) return invalid(kInvalidReason);
  const auto game = tournament::game_of_name(annulment.game);
  if (!game) return invalid("game: PAIR-LEG or PAIR-LEG-ATTEMPT is expected, with numbers");
  const auto found = find_active(name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return *refusal;
  LiveTournament& live = *std::get<LiveTournament*>(found);
  auto annulled = live.annulment(*game, annulment.why);
  if (const auto* why_not = std::get_if<std::string>(&annulled)) return conflict(*why_not);
  services_.log(base::LogLine("tournament_ordered")
                    .text("name", name)
                    .word("order", "annul")
                    .word("game", tournament::name_of(*game))
                    .text("why", annulment.why));
  live.annul(std::get<tournament::GameAnnulled>(annulled), std::move(done));
  return std::nullopt;
}

std::optional<Refusal> TournamentRegistry::send_message(const std::string& name, const std::string& text,
                                                        Completion done) {
  if (text.size() > kMaxMessageBytes || base::is_blank(text) || !base::is_plain_text(text)) {
    return invalid("text: a line of 1 to " + std::to_string(kMaxMessageBytes) +
                   " bytes of UTF-8 without control or invisible characters is expected");
  }
  const auto found = find_active(name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return *refusal;
  LiveTournament& live = *std::get<LiveTournament*>(found);
  const auto& messages = live.progress().newest_messages();
  // The request may be sent again because its answer was lost. The message is not.
  if (!messages.empty() && messages.back().message->text == text) return conflict("the last message says the same");
  if (const auto wait = wait_for_message(live.progress(), services_.wall_time()); wait.count() > 0) {
    return too_often("it was told too much in a short time: try again in " + std::to_string(wait.count()) + " seconds");
  }
  services_.log(base::LogLine("tournament_ordered").text("name", name).word("order", "message"));
  live.send_message(text, std::move(done));
  return std::nullopt;
}

std::optional<Refusal> TournamentRegistry::join(const std::string& name, const JoinRequest& request, Completion done) {
  const auto player = tournament::parse_player(request.entry, look_up_for(request.limits));
  if (!player) return invalid(player.error().message);
  if (auto refusal = refusal_by_limits(*player, request.limits)) return refusal;
  const auto found = find_active(name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return *refusal;
  LiveTournament& live = *std::get<LiveTournament*>(found);
  if (is_draining_) return conflict("the server is about to stop");
  if (auto refusal = refusal_for(*player)) return refusal;
  if (const std::string why = tournament::why_joining_is_closed(live.plan(), live.progress()); !why.empty())
    return conflict(why);
  tournament::TournamentPlan with_player = live.plan();
  with_player.players.push_back(*player);
  if (const std::string why = tournament::why_unplayable(with_player); !why.empty()) return invalid(why);
  services_.log(
      base::LogLine("tournament_ordered").text("name", name).word("order", "join").text("player", player->name));
  live.join(*player, std::move(done));
  pass_arrivals(player->name, live);
  return std::nullopt;
}

std::optional<Refusal> TournamentRegistry::refusal_to_join(const std::string& name) const {
  const auto found = find_active(name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) return *refusal;
  const LiveTournament& live = *std::get<LiveTournament*>(found);
  if (is_draining_) return conflict("the server is about to stop");
  if (const std::string why = tournament::why_joining_is_closed(live.plan(), live.progress()); !why.empty())
    return conflict(why);
  if (live.plan().players.size() >= tournament::kMaxPlayers) return conflict("it has too many players");
  if (auto refusal = refusal_to_start_programs()) return refusal;
  if (!options_.isolation) return conflict("programs are not isolated here: exec_isolation has to be bwrap");
  return refusal_to_isolate();
}

}  // namespace rensa::live_tournaments
