#include "proto/codec.h"
#include "proto/values.h"
#include "proto/wire.h"
#include "rensa/v1/game.pb.h"
#include "rensa/v1/server.pb.h"

namespace rensa::proto {

namespace {

constexpr std::size_t kMaxTextBytes = 4096;
constexpr std::size_t kMaxEventBytes = 65'536;
constexpr int kMostInt = 0x7FFF'FFFF;

// One overload a message.
struct Writer {
  v1::ServerMessage& to;

  void operator()(const Welcome& from) const {
    v1::Welcome& welcome = *to.mutable_welcome();
    welcome.set_version(static_cast<std::uint32_t>(from.version));
    welcome.set_name(from.name);
    welcome.set_software(from.software);
    for (const std::string& feature : from.features) welcome.add_features(feature);
    welcome.set_max_message_bytes(from.max_message_bytes);
  }
  void operator()(const Error& from) const {
    v1::Error& error = *to.mutable_error();
    error.set_code(static_cast<v1::ErrorCode>(from.code));
    error.set_text(from.text);
    if (from.match) error.set_match(static_cast<std::uint64_t>(*from.match));
    error.set_id(from.id);
  }
  void operator()(const Lobby& from) const {
    v1::Lobby& lobby = *to.mutable_lobby();
    for (const std::string& player : from.players) lobby.add_players(player);
    for (const LobbyMatch& match : from.matches) {
      v1::LobbyMatch& entry = *lobby.add_matches();
      entry.set_match(static_cast<std::uint64_t>(match.match));
      for (const std::string& player : match.players) entry.add_players(player);
      write(match.terms, *entry.mutable_terms());
      entry.set_game(static_cast<std::uint32_t>(match.game));
    }
    for (const OpenPlayer& player : from.open) {
      v1::OpenPlayer& entry = *lobby.add_open();
      entry.set_name(player.name);
      entry.set_free(static_cast<std::uint32_t>(player.free));
    }
  }
  void operator()(const Challenged& from) const {
    v1::Challenged& challenged = *to.mutable_challenged();
    challenged.set_challenge(static_cast<std::uint64_t>(from.challenge));
    challenged.set_from(from.from);
    write(from.terms, *challenged.mutable_terms());
  }
  void operator()(const ChallengeEnded& from) const {
    to.mutable_challenge_ended()->set_challenge(static_cast<std::uint64_t>(from.challenge));
    to.mutable_challenge_ended()->set_why(from.why);
  }
  void operator()(const MatchStart& from) const {
    v1::MatchStart& start = *to.mutable_match_start();
    start.set_match(static_cast<std::uint64_t>(from.match));
    start.set_seat(pb_of(from.seat));
    for (const std::string& player : from.players) start.add_players(player);
    write(from.terms, *start.mutable_terms());
    start.set_token(from.token);
    start.set_grace_seconds(static_cast<std::uint32_t>(from.grace_seconds));
    if (from.wins != std::array{0, 0}) {
      for (const int wins : from.wins) start.add_wins(static_cast<std::uint32_t>(wins));
    }
    start.set_draws(static_cast<std::uint32_t>(from.draws));
  }
  void operator()(const GameStart& from) const {
    v1::GameStart& start = *to.mutable_game_start();
    start.set_match(static_cast<std::uint64_t>(from.match));
    start.set_seat(pb_of(from.seat));
    start.set_game(static_cast<std::uint32_t>(from.game));
    start.set_commitment(from.commitment);
    start.set_ruleset_digest(from.ruleset_digest);
    if (from.chance) start.set_chance(*from.chance);
  }
  void operator()(const Update& from) const { write_update(from, *to.mutable_update()); }
  // Whatever was in there before.
  static void write_update(const Update& from, v1::Update& update) {
    update.set_match(static_cast<std::uint64_t>(from.match));
    update.set_seat(pb_of(from.seat));
    update.set_number(from.number);
    update.set_game(static_cast<std::uint32_t>(from.game));
    write(from.view, *update.mutable_view());
    if (!from.seat) update.mutable_view()->set_seat(v1::SEAT_UNSPECIFIED);
    update.clear_events();
    for (const duel::Event& event : from.events) write(event, *update.add_events());
    update.set_answer_due(from.answer_due);
    update.set_bank_milliseconds(static_cast<std::uint32_t>(from.bank_milliseconds));
  }
  void operator()(const Decided& from) const {
    v1::Decided& decided = *to.mutable_decided();
    decided.set_match(static_cast<std::uint64_t>(from.match));
    decided.set_seat(pb_of(std::optional(from.seat)));
    decided.set_id(from.id);
    decided.set_clock(static_cast<std::uint32_t>(from.clock));
  }
  void operator()(const GameEnd& from) const {
    v1::GameEnd& end = *to.mutable_game_end();
    end.set_match(static_cast<std::uint64_t>(from.match));
    end.set_seat(pb_of(from.seat));
    end.set_game(static_cast<std::uint32_t>(from.game));
    write(from.outcome, *end.mutable_outcome());
    for (const std::int64_t score : from.scores) end.add_scores(static_cast<std::uint64_t>(score));
    end.set_seed(from.seed);
    end.set_nonce(from.nonce);
    end.set_record(from.record);
  }
  void operator()(const MatchEnd& from) const {
    v1::MatchEnd& end = *to.mutable_match_end();
    end.set_match(static_cast<std::uint64_t>(from.match));
    end.set_seat(pb_of(from.seat));
    for (const int wins : from.wins) end.add_wins(static_cast<std::uint32_t>(wins));
    end.set_draws(static_cast<std::uint32_t>(from.draws));
    end.set_cause(pb_of(from.cause));
    end.set_winner(pb_of(from.winner));
  }
  void operator()(const Standing& from) const {
    v1::Standing& standing = *to.mutable_standing();
    standing.set_match(static_cast<std::uint64_t>(from.match));
    standing.set_missing(pb_of(from.missing));
    standing.set_seconds_left(static_cast<std::uint32_t>(from.seconds_left));
  }
  void operator()(const Pong& from) const { to.mutable_pong()->set_nonce(from.nonce); }
  void operator()(const Drain& from) const {
    to.mutable_drain()->set_seconds(static_cast<std::uint32_t>(from.seconds));
  }
  void operator()(const TournamentEvent& from) const {
    v1::TournamentEvent& event = *to.mutable_tournament_event();
    event.set_tournament(from.tournament);
    event.set_number(from.number);
    event.set_event(from.event);
  }
  void operator()(const Invited& from) const { to.mutable_invited()->set_code(from.code); }
  void operator()(const Question& from) const {
    v1::Question& question = *to.mutable_question();
    question.set_question(static_cast<std::uint64_t>(from.question));
    write(from.terms, *question.mutable_terms());
    write(from.view, *question.mutable_view());
  }
  void operator()(const Comment& from) const {
    v1::Comment& comment = *to.mutable_comment();
    comment.set_match(static_cast<std::uint64_t>(from.match));
    comment.set_seat(pb_of(std::optional(from.seat)));
    comment.set_game(static_cast<std::uint32_t>(from.game));
    comment.set_text(from.text);
  }
  void operator()(const Line& from) const {
    v1::Line& line = *to.mutable_line();
    line.set_match(static_cast<std::uint64_t>(from.match));
    line.set_seat(pb_of(std::optional(from.seat)));
    line.set_round_trip_milliseconds(static_cast<std::uint32_t>(from.round_trip));
    line.set_late(static_cast<std::uint32_t>(from.late));
  }
  void operator()(const TournamentState& from) const {
    v1::TournamentState& state = *to.mutable_tournament_state();
    state.set_tournament(from.tournament);
    state.set_state(static_cast<v1::RunState>(from.state));
    state.set_games(from.games);
    if (from.most_games) state.set_most_games(*from.most_games);
    state.set_running(from.running);
    state.set_events(from.events);
  }
};

template <typename Names>
std::array<std::string, 2> two_names(const Names& from, Reading& reading) {
  if (from.size() != 2) {
    reading.refuse("players: two are expected");
    return {};
  }
  return {from.Get(0), from.Get(1)};
}

template <typename Numbers>
bool has_two(const Numbers& from, const char* field, Reading& reading) {
  if (from.size() != 2) reading.refuse(std::string(field) + ": two are expected");
  return from.size() == 2;
}

template <typename Numbers>
std::array<int, 2> wins_of(const Numbers& from, Reading& reading) {
  if (!has_two(from, "wins", reading)) return {};
  return {reading.number(from.Get(0), 0, kMaxGames, "wins"), reading.number(from.Get(1), 0, kMaxGames, "wins")};
}

int game_of(std::uint32_t game, Reading& reading) { return reading.number(game, 1, kMaxGames, "game"); }

Welcome welcome_of(const v1::Welcome& from, Reading& reading) {
  Welcome welcome{reading.number(from.version(), 1, 1'000'000, "version"),
                  from.name(),
                  from.software(),
                  {},
                  from.max_message_bytes()};
  for (const std::string& feature : from.features()) welcome.features.push_back(feature);
  return welcome;
}

Error error_of(const v1::Error& from, Reading& reading) {
  Error error;
  error.code = static_cast<ErrorCode>(reading.number(from.code(), 1, static_cast<int>(ErrorCode::elsewhere), "code"));
  error.text = reading.text(from.text(), kMaxTextBytes, "text");
  if (from.match() != 0) error.match = MatchId{from.match()};
  error.id = from.id();
  return error;
}

Lobby lobby_of(const v1::Lobby& from, Reading& reading) {
  Lobby lobby;
  for (const std::string& player : from.players()) lobby.players.push_back(player);
  for (const v1::LobbyMatch& match : from.matches()) {
    lobby.matches.push_back({MatchId{match.match()}, two_names(match.players(), reading),
                             terms_of(match.terms(), reading), game_of(match.game(), reading)});
  }
  for (const v1::OpenPlayer& player : from.open()) {
    lobby.open.push_back({player.name(), reading.number(player.free(), 0, 1'000'000'000, "open.free")});
  }
  return lobby;
}

MatchStart match_start_of(const v1::MatchStart& from, Reading& reading) {
  return {MatchId{from.match()},
          seat_or_none(from.seat(), reading),
          two_names(from.players(), reading),
          terms_of(from.terms(), reading),
          from.token(),
          reading.number(from.grace_seconds(), 0, 1'000'000, "grace_seconds"),
          from.wins().empty() ? std::array{0, 0} : wins_of(from.wins(), reading),
          reading.number(from.draws(), 0, kMaxGames, "draws")};
}

GameStart game_start_of(const v1::GameStart& from, Reading& reading) {
  return {MatchId{from.match()},         seat_or_none(from.seat(), reading),
          game_of(from.game(), reading), from.commitment(),
          from.ruleset_digest(),         from.has_chance() ? std::optional(from.chance()) : std::nullopt};
}

Update update_of(const v1::Update& from, Reading& reading) {
  Update update;
  update.match = MatchId{from.match()};
  update.seat = seat_or_none(from.seat(), reading);
  update.number = from.number();
  update.game = game_of(from.game(), reading);
  update.view = view_of(from.view(), reading);
  // A spectator's is that of seat one, and says so in no other way.
  const duel::Seat seen_from = update.seat.value_or(duel::Seat::one);
  if (from.view().seat() != v1::SEAT_UNSPECIFIED && update.view.seat != seen_from) {
    reading.refuse("view.seat is not the seat of the update");
  }
  update.view.seat = seen_from;
  for (const v1::Event& event : from.events()) update.events.push_back(event_of(event, reading));
  update.answer_due = from.answer_due();
  update.bank_milliseconds = reading.number(from.bank_milliseconds(), 0, kMostInt, "bank_milliseconds");
  return update;
}

GameEnd game_end_of(const v1::GameEnd& from, Reading& reading) {
  GameEnd end;
  end.match = MatchId{from.match()};
  end.seat = seat_or_none(from.seat(), reading);
  end.game = game_of(from.game(), reading);
  end.outcome = outcome_of(from.outcome(), reading);
  if (has_two(from.scores(), "scores", reading)) {
    end.scores = {reading.score(from.scores(0), "scores"), reading.score(from.scores(1), "scores")};
  }
  end.seed = from.seed();
  end.nonce = from.nonce();
  end.record = from.record();
  return end;
}

MatchEnd match_end_of(const v1::MatchEnd& from, Reading& reading) {
  MatchEnd end;
  end.match = MatchId{from.match()};
  end.seat = seat_or_none(from.seat(), reading);
  end.wins = wins_of(from.wins(), reading);
  end.draws = reading.number(from.draws(), 0, kMaxGames, "draws");
  end.cause = cause_or_none(from.cause(), reading);
  end.winner = seat_or_none(from.winner(), reading);
  return end;
}

TournamentState tournament_state_of(const v1::TournamentState& from, Reading& reading) {
  TournamentState state;
  state.tournament = reading.text(from.tournament(), kMaxTextBytes, "tournament");
  state.state = static_cast<RunState>(reading.number(from.state(), 1, static_cast<int>(RunState::failed), "state"));
  state.games = from.games();
  if (from.has_most_games()) state.most_games = from.most_games();
  state.running = from.running();
  state.events = from.events();
  return state;
}

Question question_of(const v1::Question& from, Reading& reading) {
  Question question{QuestionId{from.question()}, terms_of(from.terms(), reading), view_of(from.view(), reading)};
  if (from.view().seat() == v1::SEAT_UNSPECIFIED) reading.refuse("view.seat is missing");
  return question;
}

ServerMessage message_of(const v1::ServerMessage& from, Reading& reading) {
  switch (from.body_case()) {
    case v1::ServerMessage::kWelcome:
      return welcome_of(from.welcome(), reading);
    case v1::ServerMessage::kError:
      return error_of(from.error(), reading);
    case v1::ServerMessage::kLobby:
      return lobby_of(from.lobby(), reading);
    case v1::ServerMessage::kChallenged:
      return Challenged{ChallengeId{from.challenged().challenge()}, from.challenged().from(),
                        terms_of(from.challenged().terms(), reading)};
    case v1::ServerMessage::kChallengeEnded:
      return ChallengeEnded{ChallengeId{from.challenge_ended().challenge()}, from.challenge_ended().why()};
    case v1::ServerMessage::kMatchStart:
      return match_start_of(from.match_start(), reading);
    case v1::ServerMessage::kGameStart:
      return game_start_of(from.game_start(), reading);
    case v1::ServerMessage::kUpdate:
      return update_of(from.update(), reading);
    case v1::ServerMessage::kDecided:
      return Decided{MatchId{from.decided().match()}, seat_of(from.decided().seat(), reading), from.decided().id(),
                     reading.number(from.decided().clock(), 0, kMostInt, "clock")};
    case v1::ServerMessage::kGameEnd:
      return game_end_of(from.game_end(), reading);
    case v1::ServerMessage::kMatchEnd:
      return match_end_of(from.match_end(), reading);
    case v1::ServerMessage::kStanding:
      return Standing{MatchId{from.standing().match()}, seat_or_none(from.standing().missing(), reading),
                      reading.number(from.standing().seconds_left(), 0, 1'000'000, "seconds_left")};
    case v1::ServerMessage::kPong:
      return Pong{from.pong().nonce()};
    case v1::ServerMessage::kDrain:
      return Drain{reading.number(from.drain().seconds(), 0, 1'000'000, "seconds")};
    case v1::ServerMessage::kTournamentEvent:
      return TournamentEvent{reading.text(from.tournament_event().tournament(), kMaxTextBytes, "tournament"),
                             from.tournament_event().number(),
                             reading.text(from.tournament_event().event(), kMaxEventBytes, "event")};
    case v1::ServerMessage::kTournamentState:
      return tournament_state_of(from.tournament_state(), reading);
    case v1::ServerMessage::kInvited:
      return Invited{reading.text(from.invited().code(), kMaxTextBytes, "code")};
    case v1::ServerMessage::kQuestion:
      return question_of(from.question(), reading);
    case v1::ServerMessage::kComment:
      return Comment{MatchId{from.comment().match()}, seat_of(from.comment().seat(), reading),
                     game_of(from.comment().game(), reading),
                     reading.text(from.comment().text(), kMaxCommentBytes, "text")};
    case v1::ServerMessage::kLine:
      return Line{MatchId{from.line().match()}, seat_of(from.line().seat(), reading),
                  reading.number(from.line().round_trip_milliseconds(), 0, kMostInt, "round_trip_milliseconds"),
                  reading.number(from.line().late(), 0, kMostInt, "late")};
    case v1::ServerMessage::BODY_NOT_SET:
      reading.refuse("a message without a body, or with one that is not known here");
      break;
  }
  return Pong{};
}

}  // namespace

std::string encode(const ServerMessage& message, Encoding encoding) {
  std::string bytes;
  encode(message, encoding, bytes);
  return bytes;
}

void encode(const ServerMessage& message, Encoding encoding, std::string& bytes) {
  v1::ServerMessage to;
  if (const auto* update = std::get_if<Update>(&message)) {
    // Nearly all that a server says. Its strings and parts are kept from one to the next instead of made anew, and so
    // written over instead of cleared.
    thread_local v1::Update kept;
    Writer::write_update(*update, kept);
    to.unsafe_arena_set_allocated_update(&kept);
    write_bytes(to, encoding, bytes);
    to.unsafe_arena_release_update();
    return;
  }
  std::visit(Writer{to}, message);
  write_bytes(to, encoding, bytes);
}

rules::Parsed<ServerMessage> server_message_of(std::string_view bytes, Encoding encoding) {
  v1::ServerMessage from;
  if (std::string why = read_bytes(bytes, encoding, from); !why.empty()) return rules::ParseError{std::move(why)};
  Reading reading;
  ServerMessage message = message_of(from, reading);
  if (!reading.ok()) return rules::ParseError{reading.why()};
  return message;
}

}  // namespace rensa::proto
