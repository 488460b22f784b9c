#include "server/sessions/wire/wire_messages.h"

#include <utility>
#include <variant>

namespace rensa::sessions {

namespace {

proto::ErrorCode code_of(match::RefusalReason reason) {
  switch (reason) {
    case match::RefusalReason::unexpected:
      return proto::ErrorCode::unexpected;
    case match::RefusalReason::unknown_match:
      return proto::ErrorCode::unknown_match;
    case match::RefusalReason::unknown_challenge:
      return proto::ErrorCode::unknown_challenge;
    case match::RefusalReason::unknown_player:
      return proto::ErrorCode::unknown_player;
    case match::RefusalReason::unknown_tournament:
      return proto::ErrorCode::unknown_tournament;
    case match::RefusalReason::terms:
      return proto::ErrorCode::terms;
    case match::RefusalReason::not_yours:
      return proto::ErrorCode::not_yours;
    case match::RefusalReason::late:
      return proto::ErrorCode::late;
    case match::RefusalReason::ahead:
      return proto::ErrorCode::ahead;
    case match::RefusalReason::busy:
      return proto::ErrorCode::busy;
    case match::RefusalReason::draining:
      return proto::ErrorCode::draining;
    case match::RefusalReason::benched:
      return proto::ErrorCode::benched;
    case match::RefusalReason::away:
      return proto::ErrorCode::away;
    case match::RefusalReason::elsewhere:
      return proto::ErrorCode::elsewhere;
  }
  return proto::ErrorCode::unexpected;
}

proto::RunState wire_state(RunState state) {
  switch (state) {
    case RunState::running:
    case RunState::waiting:  // to players it makes no difference
      return proto::RunState::running;
    case RunState::paused:
      return proto::RunState::paused;
    case RunState::over:
      return proto::RunState::over;
    case RunState::failed:
      return proto::RunState::failed;
  }
  return proto::RunState::failed;
}

// One overload for each message of a match.
struct MatchConversion {
  base::MatchId match;
  std::optional<duel::Seat> seat;

  proto::ServerMessage operator()(match::Refusal&& refusal) const { return wire_error(std::move(refusal)); }
  proto::ServerMessage operator()(match::MatchStart&& start) const {
    return proto::MatchStart{.match = match,
                             .seat = seat,
                             .players = std::move(start.players),
                             .terms = std::move(start.terms),
                             .token = std::move(start.token),
                             .grace_seconds = start.grace_seconds,
                             .wins = start.wins,
                             .draws = start.draws};
  }
  proto::ServerMessage operator()(match::GameStart&& start) const {
    return proto::GameStart{.match = match,
                            .seat = seat,
                            .game = start.game,
                            .commitment = std::move(start.commitment),
                            .ruleset_digest = std::move(start.ruleset_digest),
                            .chance = start.chance};
  }
  proto::ServerMessage operator()(match::Update&& update) const { return wire_update(std::move(update)); }
  proto::Update wire_update(match::Update&& update) const {
    return {.match = match,
            .seat = seat,
            .number = update.number,
            .game = update.game,
            .view = update.view,
            .events = std::move(update.events),
            .answer_due = update.answer_due,
            .bank_milliseconds = update.bank_milliseconds};
  }
  proto::ServerMessage operator()(match::Decided&& decided) const {
    return proto::Decided{.match = match, .seat = *seat, .id = decided.id, .clock = decided.clock};
  }
  proto::ServerMessage operator()(match::GameEnd&& end) const {
    return proto::GameEnd{.match = match,
                          .seat = seat,
                          .game = end.game,
                          .outcome = end.outcome,
                          .scores = end.scores,
                          .seed = std::move(end.seed),
                          .nonce = std::move(end.nonce),
                          .record = end.record};
  }
  proto::ServerMessage operator()(match::MatchEnd&& end) const {
    return proto::MatchEnd{
        .match = match, .seat = seat, .wins = end.wins, .draws = end.draws, .cause = end.cause, .winner = end.winner};
  }
  proto::ServerMessage operator()(match::PauseStatus&& status) const {
    return proto::PauseStatus{.match = match, .missing = status.missing, .seconds_left = status.seconds_left};
  }
  proto::ServerMessage operator()(match::Comment&& comment) const {
    return proto::Comment{
        .match = match, .seat = comment.writer, .game = comment.game, .text = std::move(comment.text)};
  }
  proto::ServerMessage operator()(match::ConnectionQuality&& quality) const {
    return proto::ConnectionQuality{
        .match = match, .seat = *seat, .round_trip = quality.round_trip, .late = quality.late};
  }
};

// One overload for each message of the lobby.
struct LobbyConversion {
  proto::ServerMessage operator()(match::Refusal&& refusal) const { return wire_error(std::move(refusal)); }
  proto::ServerMessage operator()(lobby::Challenged&& challenged) const {
    return proto::Challenged{
        .challenge = challenged.challenge, .from = std::move(challenged.from), .terms = std::move(challenged.terms)};
  }
  proto::ServerMessage operator()(lobby::ChallengeEnded&& ended) const {
    return proto::ChallengeEnded{.challenge = ended.challenge, .why = std::move(ended.why)};
  }
  proto::ServerMessage operator()(lobby::Invited&& invited) const {
    return proto::Invited{.code = std::move(invited.code)};
  }
  proto::ServerMessage operator()(lobby::Drain&& drain) const { return proto::Drain{.seconds = drain.seconds}; }
};

// One overload for each message of tournaments.
struct TournamentConversion {
  proto::ServerMessage operator()(match::Refusal&& refusal) const { return wire_error(std::move(refusal)); }
  proto::ServerMessage operator()(TournamentEvent&& event) const {
    return proto::TournamentEvent{
        .tournament = std::move(event.tournament), .number = event.number, .event = std::move(event.event)};
  }
  proto::ServerMessage operator()(TournamentState&& state) const {
    return proto::TournamentState{.tournament = std::move(state.tournament),
                                  .state = wire_state(state.state),
                                  .games = state.games,
                                  .most_games = state.most_games,
                                  .running = state.running,
                                  .events = state.events};
  }
};

// One overload for each message of a client.
struct LobbyCall {
  lobby::PlayerRequests& requests;
  base::PlayerId player;
  base::Time now;

  void operator()(const proto::Hello&) const {}   // SessionProtocol handles these
  void operator()(const proto::Advice&) const {}  // Advisers handles these
  void operator()(const proto::Follow&) const {}  // the tournament host handles Follow and Unfollow
  void operator()(const proto::Unfollow&) const {}
  void operator()(const proto::Ping& ping) const { requests.report_round_trip(player, ping.round_trip, now); }
  void operator()(const proto::ListLobby&) const { requests.list(player, now); }
  void operator()(const proto::QuickMatch& wanted) const {
    requests.request_quick_match(player, {.terms = wanted.terms, .subscription = wanted.subscription}, now);
  }
  void operator()(const proto::Challenge& wanted) const {
    requests.challenge(player, wanted.opponent, {.terms = wanted.terms, .subscription = wanted.subscription}, now);
  }
  void operator()(const proto::Accept& accepted) const {
    requests.accept(player, accepted.challenge, accepted.subscription, now);
  }
  void operator()(const proto::Decline& declined) const { requests.decline(player, declined.challenge, now); }
  void operator()(const proto::Invite& wanted) const {
    requests.invite(player,
                    {.terms = wanted.terms,
                     .subscription = wanted.subscription,
                     .code = wanted.code,
                     .client_id = wanted.client_id},
                    now);
  }
  void operator()(const proto::Join& wanted) const { requests.join(player, wanted.code, wanted.subscription, now); }
  void operator()(const proto::Leave& left) const {
    left.match ? requests.resign(player, *left.match, left.seat, now) : requests.withdraw(player, now);
  }
  void operator()(const proto::Watch& wanted) const {
    requests.watch(player, wanted.match, {.subscription = wanted.subscription, .comments = wanted.comments}, now);
  }
  void operator()(const proto::Unwatch& unwanted) const { requests.unwatch(player, unwanted.match, now); }
  void operator()(const proto::Decide& decide) const {
    requests.decide(player, decide.match,
                    {.seat = decide.seat,
                     .game = decide.game,
                     .decision = {.clock = decide.clock, .id = decide.id, .input = decide.input, .at = decide.at},
                     .comment = decide.comment,
                     .is_missed = decide.is_missed},
                    now);
  }
  void operator()(const proto::Resume& wanted) const {
    requests.resume(player, wanted.match,
                    {.seat = wanted.seat,
                     .token = wanted.token,
                     .last_update = wanted.last,
                     .subscription = wanted.subscription,
                     .client_id = wanted.client_id,
                     .is_automatic = wanted.back},
                    now);
  }
};

}  // namespace

proto::Error wire_error(match::Refusal refusal) {
  return {
      .code = code_of(refusal.reason), .text = std::move(refusal.text), .match = refusal.match, .id = refusal.decision};
}

proto::ServerMessage wire_message(match::MatchMessage&& message) {
  return std::visit(MatchConversion{message.match, message.seat}, std::move(message.content));
}

void encode(match::MatchMessage&& message, proto::Encoding encoding, std::string& bytes) {
  if (auto* update = std::get_if<match::Update>(&message.content)) {
    const MatchConversion conversion{message.match, message.seat};
    return proto::encode(conversion.wire_update(std::move(*update)), encoding, bytes);
  }
  proto::encode(wire_message(std::move(message)), encoding, bytes);
}

proto::ServerMessage wire_message(lobby::LobbyMessage&& message) {
  return std::visit(LobbyConversion{}, std::move(message));
}

proto::ServerMessage wire_message(lobby::Snapshot&& snapshot) {
  proto::Lobby wire{.players = std::move(snapshot.players), .matches = {}, .open = {}};
  for (lobby::ListedMatch& match : snapshot.matches) {
    wire.matches.push_back({.match = match.match,
                            .players = std::move(match.players),
                            .terms = std::move(match.terms),
                            .game = match.game});
  }
  for (lobby::OpenPlayer& player : snapshot.open) wire.open.push_back({std::move(player.name), player.free});
  return wire;
}

proto::ServerMessage wire_message(TournamentMessage&& message) {
  return std::visit(TournamentConversion{}, std::move(message));
}

void pass_to_lobby(lobby::PlayerRequests& requests, base::PlayerId player, const proto::ClientMessage& message,
                   base::Time now) {
  std::visit(LobbyCall{requests, player, now}, message);
}

}  // namespace rensa::sessions
