#include "proto/codec.h"
#include "proto/protobuf.h"
#include "rensa/v1/game.pb.h"
#include "rensa/v1/server.pb.h"

namespace rensa::proto {

namespace {

constexpr std::size_t kMaxTextBytes = 4096;
constexpr std::size_t kMaxEventBytes = 65'536;
constexpr int kMaxInt = 0x7FFF'FFFF;

// Writes a message into its Protobuf form, with one overload for each kind of message.
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
    error.set_retry_after_milliseconds(from.retry_after_milliseconds);
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
    start.set_seat(to_protobuf(from.seat));
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
    start.set_seat(to_protobuf(from.seat));
    start.set_game(static_cast<std::uint32_t>(from.game));
    start.set_commitment(from.commitment);
    start.set_ruleset_digest(from.ruleset_digest);
    if (from.chance) start.set_chance(*from.chance);
  }
  void operator()(const Update& from) const { write_update(from, *to.mutable_update()); }
  // Replaces the previous content of the message.
  static void write_update(const Update& from, v1::Update& update) {
    update.set_match(static_cast<std::uint64_t>(from.match));
    update.set_seat(to_protobuf(from.seat));
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
    decided.set_seat(to_protobuf(std::optional(from.seat)));
    decided.set_id(from.id);
    decided.set_clock(static_cast<std::uint32_t>(from.clock));
  }
  void operator()(const GameEnd& from) const {
    v1::GameEnd& end = *to.mutable_game_end();
    end.set_match(static_cast<std::uint64_t>(from.match));
    end.set_seat(to_protobuf(from.seat));
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
    end.set_seat(to_protobuf(from.seat));
    for (const int wins : from.wins) end.add_wins(static_cast<std::uint32_t>(wins));
    end.set_draws(static_cast<std::uint32_t>(from.draws));
    end.set_cause(to_protobuf(from.cause));
    end.set_winner(to_protobuf(from.winner));
  }
  void operator()(const PauseStatus& from) const {
    v1::Standing& standing = *to.mutable_standing();
    standing.set_match(static_cast<std::uint64_t>(from.match));
    standing.set_missing(to_protobuf(from.missing));
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
    comment.set_seat(to_protobuf(std::optional(from.seat)));
    comment.set_game(static_cast<std::uint32_t>(from.game));
    comment.set_text(from.text);
  }
  void operator()(const ConnectionQuality& from) const {
    v1::Line& line = *to.mutable_line();
    line.set_match(static_cast<std::uint64_t>(from.match));
    line.set_seat(to_protobuf(std::optional(from.seat)));
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
std::array<std::string, 2> two_names(const Names& from, FieldReader& reader) {
  if (from.size() != 2) {
    reader.refuse("players: two are expected");
    return {};
  }
  return {from.Get(0), from.Get(1)};
}

template <typename Numbers>
bool has_two(const Numbers& from, const char* field, FieldReader& reader) {
  if (from.size() != 2) reader.refuse(std::string(field) + ": two are expected");
  return from.size() == 2;
}

template <typename Numbers>
std::array<int, 2> wins_of(const Numbers& from, FieldReader& reader) {
  if (!has_two(from, "wins", reader)) return {};
  return {reader.number(from.Get(0), 0, kMaxGames, "wins"), reader.number(from.Get(1), 0, kMaxGames, "wins")};
}

int game_of(std::uint32_t game, FieldReader& reader) { return reader.number(game, 1, kMaxGames, "game"); }

Welcome welcome_of(const v1::Welcome& from, FieldReader& reader) {
  Welcome welcome{reader.number(from.version(), 1, 1'000'000, "version"),
                  from.name(),
                  from.software(),
                  {},
                  from.max_message_bytes()};
  for (const std::string& feature : from.features()) welcome.features.push_back(feature);
  return welcome;
}

Error error_of(const v1::Error& from, FieldReader& reader) {
  Error error;
  error.code = static_cast<ErrorCode>(reader.number(from.code(), 1, static_cast<int>(ErrorCode::elsewhere), "code"));
  error.text = reader.text(from.text(), kMaxTextBytes, "text");
  if (from.match() != 0) error.match = MatchId{from.match()};
  error.id = from.id();
  error.retry_after_milliseconds = from.retry_after_milliseconds();
  return error;
}

Lobby lobby_of(const v1::Lobby& from, FieldReader& reader) {
  Lobby lobby;
  for (const std::string& player : from.players()) lobby.players.push_back(player);
  for (const v1::LobbyMatch& match : from.matches()) {
    lobby.matches.push_back({MatchId{match.match()}, two_names(match.players(), reader),
                             terms_of(match.terms(), reader), game_of(match.game(), reader)});
  }
  for (const v1::OpenPlayer& player : from.open()) {
    lobby.open.push_back({player.name(), reader.number(player.free(), 0, 1'000'000'000, "open.free")});
  }
  return lobby;
}

MatchStart match_start_of(const v1::MatchStart& from, FieldReader& reader) {
  return {MatchId{from.match()},
          seat_or_none(from.seat(), reader),
          two_names(from.players(), reader),
          terms_of(from.terms(), reader),
          from.token(),
          reader.number(from.grace_seconds(), 0, 1'000'000, "grace_seconds"),
          from.wins().empty() ? std::array{0, 0} : wins_of(from.wins(), reader),
          reader.number(from.draws(), 0, kMaxGames, "draws")};
}

GameStart game_start_of(const v1::GameStart& from, FieldReader& reader) {
  return {MatchId{from.match()},        seat_or_none(from.seat(), reader),
          game_of(from.game(), reader), from.commitment(),
          from.ruleset_digest(),        from.has_chance() ? std::optional(from.chance()) : std::nullopt};
}

Update update_of(const v1::Update& from, FieldReader& reader) {
  Update update;
  update.match = MatchId{from.match()};
  update.seat = seat_or_none(from.seat(), reader);
  update.number = from.number();
  update.game = game_of(from.game(), reader);
  update.view = view_of(from.view(), reader);
  // A spectator's view is that of seat one, but it names no seat.
  const duel::Seat seen_from = update.seat.value_or(duel::Seat::one);
  if (from.view().seat() != v1::SEAT_UNSPECIFIED && update.view.seat != seen_from) {
    reader.refuse("view.seat is not the seat of the update");
  }
  update.view.seat = seen_from;
  for (const v1::Event& event : from.events()) update.events.push_back(event_of(event, reader));
  update.answer_due = from.answer_due();
  update.bank_milliseconds = reader.number(from.bank_milliseconds(), 0, kMaxInt, "bank_milliseconds");
  return update;
}

GameEnd game_end_of(const v1::GameEnd& from, FieldReader& reader) {
  GameEnd end;
  end.match = MatchId{from.match()};
  end.seat = seat_or_none(from.seat(), reader);
  end.game = game_of(from.game(), reader);
  end.outcome = outcome_of(from.outcome(), reader);
  if (has_two(from.scores(), "scores", reader)) {
    end.scores = {reader.score(from.scores(0), "scores"), reader.score(from.scores(1), "scores")};
  }
  end.seed = from.seed();
  end.nonce = from.nonce();
  end.record = from.record();
  return end;
}

MatchEnd match_end_of(const v1::MatchEnd& from, FieldReader& reader) {
  MatchEnd end;
  end.match = MatchId{from.match()};
  end.seat = seat_or_none(from.seat(), reader);
  end.wins = wins_of(from.wins(), reader);
  end.draws = reader.number(from.draws(), 0, kMaxGames, "draws");
  end.cause = cause_or_none(from.cause(), reader);
  end.winner = seat_or_none(from.winner(), reader);
  return end;
}

TournamentState tournament_state_of(const v1::TournamentState& from, FieldReader& reader) {
  TournamentState state;
  state.tournament = reader.text(from.tournament(), kMaxTextBytes, "tournament");
  state.state = static_cast<RunState>(reader.number(from.state(), 1, static_cast<int>(RunState::failed), "state"));
  state.games = from.games();
  if (from.has_most_games()) state.most_games = from.most_games();
  state.running = from.running();
  state.events = from.events();
  return state;
}

Question question_of(const v1::Question& from, FieldReader& reader) {
  Question question{QuestionId{from.question()}, terms_of(from.terms(), reader), view_of(from.view(), reader)};
  if (from.view().seat() == v1::SEAT_UNSPECIFIED) reader.refuse("view.seat is missing");
  return question;
}

ServerMessage message_of(const v1::ServerMessage& from, FieldReader& reader) {
  switch (from.body_case()) {
    case v1::ServerMessage::kWelcome:
      return welcome_of(from.welcome(), reader);
    case v1::ServerMessage::kError:
      return error_of(from.error(), reader);
    case v1::ServerMessage::kLobby:
      return lobby_of(from.lobby(), reader);
    case v1::ServerMessage::kChallenged:
      return Challenged{ChallengeId{from.challenged().challenge()}, from.challenged().from(),
                        terms_of(from.challenged().terms(), reader)};
    case v1::ServerMessage::kChallengeEnded:
      return ChallengeEnded{ChallengeId{from.challenge_ended().challenge()}, from.challenge_ended().why()};
    case v1::ServerMessage::kMatchStart:
      return match_start_of(from.match_start(), reader);
    case v1::ServerMessage::kGameStart:
      return game_start_of(from.game_start(), reader);
    case v1::ServerMessage::kUpdate:
      return update_of(from.update(), reader);
    case v1::ServerMessage::kDecided:
      return Decided{MatchId{from.decided().match()}, seat_of(from.decided().seat(), reader), from.decided().id(),
                     reader.number(from.decided().clock(), 0, kMaxInt, "clock")};
    case v1::ServerMessage::kGameEnd:
      return game_end_of(from.game_end(), reader);
    case v1::ServerMessage::kMatchEnd:
      return match_end_of(from.match_end(), reader);
    case v1::ServerMessage::kStanding:
      return PauseStatus{MatchId{from.standing().match()}, seat_or_none(from.standing().missing(), reader),
                         reader.number(from.standing().seconds_left(), 0, 1'000'000, "seconds_left")};
    case v1::ServerMessage::kPong:
      return Pong{from.pong().nonce()};
    case v1::ServerMessage::kDrain:
      return Drain{reader.number(from.drain().seconds(), 0, 1'000'000, "seconds")};
    case v1::ServerMessage::kTournamentEvent:
      return TournamentEvent{reader.text(from.tournament_event().tournament(), kMaxTextBytes, "tournament"),
                             from.tournament_event().number(),
                             reader.text(from.tournament_event().event(), kMaxEventBytes, "event")};
    case v1::ServerMessage::kTournamentState:
      return tournament_state_of(from.tournament_state(), reader);
    case v1::ServerMessage::kInvited:
      return Invited{reader.text(from.invited().code(), kMaxTextBytes, "code")};
    case v1::ServerMessage::kQuestion:
      return question_of(from.question(), reader);
    case v1::ServerMessage::kComment:
      return Comment{MatchId{from.comment().match()}, seat_of(from.comment().seat(), reader),
                     game_of(from.comment().game(), reader),
                     reader.text(from.comment().text(), kMaxCommentBytes, "text")};
    case v1::ServerMessage::kLine:
      return ConnectionQuality{
          MatchId{from.line().match()}, seat_of(from.line().seat(), reader),
          reader.number(from.line().round_trip_milliseconds(), 0, kMaxInt, "round_trip_milliseconds"),
          reader.number(from.line().late(), 0, kMaxInt, "late")};
    case v1::ServerMessage::BODY_NOT_SET:
      reader.refuse("a message without a body, or with one that is not known here");
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
  if (const auto* update = std::get_if<Update>(&message)) return encode(*update, encoding, bytes);
  v1::ServerMessage to;
  std::visit(Writer{to}, message);
  write_bytes(to, encoding, bytes);
}

// Nearly all messages of a server are updates. The message object is kept and overwritten, so that its strings and
// parts need not be allocated again.
void encode(const Update& message, Encoding encoding, std::string& bytes) {
  thread_local v1::Update kept;
  Writer::write_update(message, kept);
  v1::ServerMessage to;
  to.unsafe_arena_set_allocated_update(&kept);
  write_bytes(to, encoding, bytes);
  to.unsafe_arena_release_update();
}

rules::Parsed<ServerMessage> server_message_of(std::string_view bytes, Encoding encoding) {
  v1::ServerMessage from;
  if (std::string why = read_bytes(bytes, encoding, from); !why.empty()) return rules::ParseError{std::move(why)};
  FieldReader reader;
  ServerMessage message = message_of(from, reader);
  if (!reader.ok()) return rules::ParseError{reader.why()};
  return message;
}

}  // namespace rensa::proto
