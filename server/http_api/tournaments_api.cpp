#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "engine/duel/outcome.h"
#include "server/http_api/api_parts.h"
#include "server/http_api/responses.h"
#include "server/tournament/journal/atomic_file.h"
#include "server/tournament/journal/journal_text.h"
#include "server/tournament/plan/game_seeds.h"
#include "server/tournament/plan/report.h"
#include "server/tournament/plan/tournament_run.h"

namespace rensa::http_api {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kUnreadable = "this tournament cannot be read: ";
constexpr std::size_t kMaxGames = 200;
constexpr std::size_t kMaxEvents = 1'000;

int status_of(live_tournaments::Refusal::Kind kind) {
  switch (kind) {
    case live_tournaments::Refusal::Kind::not_found:
      return 404;
    case live_tournaments::Refusal::Kind::invalid:
      return 400;
    case live_tournaments::Refusal::Kind::conflict:
      break;
  }
  return 409;
}

Json summary_json(const std::string& name, const live_tournaments::LiveTournament& run) {
  const auto most = tournament::max_games(run.plan().stages, run.plan().players.size());
  return {{"id", name},
          {"name", run.plan().name},
          {"ruleset", run.plan().ruleset.id},
          {"players", run.plan().players.size()},
          {"state", name_of(run.state())},
          {"why_failed", run.state() == live_tournaments::RunState::failed ? Json(run.why_failed()) : Json()},
          {"games", run.progress().games_finished()},
          {"most_games", most ? Json(*most) : Json()},
          {"running", run.games_running()},
          {"awaited", run.missing_remote_players()}};
}

// A tournament in a folder that cannot be opened, for example because its journal is damaged.
Json unreadable_json(const std::string& name, const std::string& reason) {
  return {{"id", name},        {"name", name},
          {"ruleset", ""},     {"players", 0},
          {"state", "failed"}, {"why_failed", kUnreadable + reason},
          {"games", 0},        {"most_games", nullptr},
          {"running", 0},      {"awaited", Json::array()}};
}

tournament::TournamentSnapshot snapshot_of(const live_tournaments::LiveTournament& run) {
  return {.plan = run.plan(),
          .progress = run.progress(),
          .stages = tournament::StageSequence(run.plan().stage_sequence_plan())};
}

net::HttpResponse text_response(std::string type, std::string body, std::string file) {
  return {.status = 200, .content_type = std::move(type), .body = std::move(body), .file_name = std::move(file)};
}

// "PAIR-LEG" or "PAIR-LEG-ATTEMPT".
std::optional<tournament::GameId> parse_game_id(std::string_view text) {
  std::array<int, 3> numbers{};
  std::size_t count = 0;
  for (bool is_last = false; !is_last; ++count) {
    const std::string_view part = text.substr(0, text.find('-'));
    if (count == numbers.size()) return std::nullopt;
    const auto [end, problem] = std::from_chars(part.data(), part.data() + part.size(), numbers[count]);
    if (problem != std::errc() || end != part.data() + part.size()) return std::nullopt;
    is_last = part.size() == text.size();
    text.remove_prefix(std::min(text.size(), part.size() + 1));
  }
  if (count < 2) return std::nullopt;
  return tournament::GameId{.pair = numbers[0], .leg = numbers[1], .attempt = numbers[2]};
}

net::HttpResponse record_response(const std::filesystem::path& folder, const std::string& text) {
  const auto game = parse_game_id(text);
  if (!game) return error_response(400, "a game is expected as PAIR-LEG, with two numbers");
  const std::filesystem::path file = tournament::record_file_in(folder, *game);
  std::error_code none;
  if (!std::filesystem::exists(file, none)) return error_response(404, "there is no such game");
  return text_response("application/octet-stream", tournament::read_text_file(file), file.filename().string());
}

// Returns true if another game on the same queue is still to be played. Its players must not see the queue in a record.
bool waits_for_second_game(const tournament::TournamentProgress& tournament,
                           const std::optional<tournament::GameId>& game) {
  if (!game || static_cast<std::size_t>(game->pair) >= tournament.pairs().size()) return false;
  const auto pair = static_cast<std::size_t>(game->pair);
  return tournament.pairs()[pair].is_audit && !tournament.is_decided(pair);
}

std::optional<net::HttpResponse> refusal_of_secret_record(const tournament::TournamentProgress& tournament,
                                                          const std::string& game) {
  if (!waits_for_second_game(tournament, parse_game_id(game))) return std::nullopt;
  return error_response(404, "this record is not public before the other game with the same pairs is over");
}

// While the seed is secret, the digest of the plan and the checks that depend on it are left out: knowing
// the rest of the plan, a reader could find the seed by them. The commands of players that joined are always left out.
Json event_json(std::string_view line, bool hides_seed) {
  const auto open = tournament::public_journal_line(line);
  if (!open) throw std::runtime_error("the journal is damaged");
  Json event = Json::parse(*open);
  if (hides_seed) return event;
  const Json whole = Json::parse(line);
  for (const char* key : {"plan", "check"}) {
    if (whole.contains(key)) event[key] = whole[key];
  }
  return event;
}

// Returns the lines of the journal from a number on. Each line is an object of JSON.
net::HttpResponse events_response(const std::filesystem::path& folder, std::uint64_t from, bool hides_seed) {
  const std::string text = tournament::read_text_file(tournament::journal_file_in(folder));
  Json events = Json::array();
  std::uint64_t number = 0;
  for (std::size_t at = 0; events.size() < kMaxEvents; ++number) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string::npos) break;
    if (number >= from) events.push_back(event_json(std::string_view(text).substr(at, end - at), hides_seed));
    at = end + 1;
  }
  return json_response({{"events", events}, {"next", from + events.size()}});
}

net::HttpResponse made_or_error(const std::function<net::HttpResponse()>& make) {
  try {
    return make();
  } catch (const std::exception& problem) {
    return error_response(503, problem.what());
  }
}

}  // namespace

void TournamentsApi::answer(const net::HttpRequest& request, const net::HttpReply& reply) const {
  const std::string_view path = request.path;
  const bool is_reading = request.method == "GET" || request.method == "HEAD";
  if (!is_reading && request.method != "POST")
    return reply(error_response(405, "only GET, HEAD and POST are answered here"));
  if (path == kPath && is_reading) return reply(list());
  if (path == kPath) {
    return if_administrator(accounts_, request.bearer, reply,
                            [this, request, reply](const std::string&) { reply(start(request)); });
  }
  const std::string_view rest = path.substr(kPrefix.size());
  const std::string name(rest.substr(0, rest.find('/')));
  const std::string resource(name.size() == rest.size() ? "" : rest.substr(name.size() + 1));
  if (!is_reading) {
    return if_administrator(
        accounts_, request.bearer, reply,
        [this, name, resource, request, reply](const std::string&) { control(name, resource, request, reply); });
  }
  read(name, resource, request, reply);
}

net::HttpResponse TournamentsApi::list() const {
  Json list = Json::array();
  for (const std::string& name : tournaments_.names()) list.push_back(summary_json(name, *tournaments_.find(name)));
  for (const auto& [name, reason] : tournaments_.unreadable()) list.push_back(unreadable_json(name, reason));
  return json_response({{"tournaments", list}});
}

net::HttpResponse TournamentsApi::start(const net::HttpRequest& request) const {
  live_tournaments::TournamentRegistry::StartRequest wanted{.plan = request.body};
  if (const std::string_view jobs = query_value(request.query, "jobs"); !jobs.empty()) {
    const auto number = parse_number(jobs);
    if (!number || *number > 1'000'000) return error_response(400, "jobs: the number of games at a time is expected");
    wanted.jobs = static_cast<int>(*number);
  }
  wanted.is_forced = query_value(request.query, "force") == "1";
  const auto started = tournaments_.start(wanted);
  if (const auto* refusal = std::get_if<live_tournaments::Refusal>(&started))
    return error_response(status_of(refusal->kind), refusal->text);
  net::HttpResponse response = json_response({{"id", std::get<std::string>(started)}});
  response.status = 201;
  return response;
}

void TournamentsApi::control(const std::string& name, const std::string& resource, const net::HttpRequest& request,
                             const net::HttpReply& reply) const {
  if (resource == "withdraw") return withdraw(name, request.query, reply);
  if (resource == "join") return join(name, request.body, reply);
  if (resource != "pause" && resource != "resume" && resource != "stop") {
    return reply(error_response(404, "the last part of the path must be pause, resume, stop, join or withdraw"));
  }
  const auto refusal = tournaments_.control(name, resource);
  reply(refusal ? error_response(status_of(refusal->kind), refusal->text)
                : json_response(summary_json(name, *tournaments_.find(name))));
}

void TournamentsApi::withdraw(const std::string& name, const std::string& query, const net::HttpReply& reply) const {
  const auto player = query_text(query, "player");
  const auto why = query_text(query, "why");
  if (!player || player->empty()) return reply(error_response(400, "player: a name is expected"));
  if (!why) return reply(error_response(400, "why: a text is expected"));
  const auto refusal = tournaments_.withdraw(name, {.player = *player, .why = *why}, reply_when_saved(name, reply));
  if (refusal) reply(error_response(status_of(refusal->kind), refusal->text));
}

void TournamentsApi::join(const std::string& name, const std::string& entry, const net::HttpReply& reply) const {
  const auto refusal = tournaments_.join(name, entry, reply_when_saved(name, reply));
  if (refusal) reply(error_response(status_of(refusal->kind), refusal->text));
}

// Replies once the change is on disk.
live_tournaments::TournamentRegistry::Completion TournamentsApi::reply_when_saved(const std::string& name,
                                                                                  const net::HttpReply& reply) const {
  return [&tournaments = tournaments_, name, reply] {
    const live_tournaments::LiveTournament& run = *tournaments.find(name);
    const bool has_failed = run.state() == live_tournaments::RunState::failed;
    reply(has_failed ? error_response(409, run.why_failed()) : json_response(summary_json(name, run)));
  };
}

// Reports are made in the background from a snapshot of the moment of the request.
void TournamentsApi::read(const std::string& name, const std::string& resource, const net::HttpRequest& request,
                          const net::HttpReply& reply) const {
  const live_tournaments::LiveTournament* run = tournaments_.find(name);
  if (run == nullptr) {
    const auto unreadable = tournaments_.unreadable().find(name);
    if (unreadable != tournaments_.unreadable().end()) {
      return reply(error_response(503, kUnreadable + unreadable->second));
    }
    return reply(error_response(404, "there is no such tournament"));
  }
  const bool is_over = run->state() == live_tournaments::RunState::over;
  const auto make_in_background = [&](std::function<net::HttpResponse()> make) {
    run_in_background_([make = std::move(make)] { return made_or_error(make); }, reply);
  };
  const auto make_from_snapshot = [&](auto make) {
    make_in_background(
        [make, copy = std::make_shared<tournament::TournamentSnapshot>(snapshot_of(*run))] { return make(*copy); });
  };
  constexpr std::string_view kRecord = "records/";
  if (resource.empty()) {
    make_from_snapshot([is_over, state = summary_json(name, *run)](tournament::TournamentSnapshot& copy) {
      Json report = Json::parse(tournament::report_json(copy, {.times = true, .hides_seed = !is_over}));
      for (const char* key : {"id", "state", "why_failed", "running", "awaited"}) report[key] = state[key];
      return json_response(report);
    });
  } else if (resource == "games") {
    reply(games(*run, request.query));
  } else if (resource == "table.csv") {
    make_from_snapshot([](tournament::TournamentSnapshot& copy) {
      return text_response("text/csv; charset=utf-8", tournament::report_csv(copy), "table.csv");
    });
  } else if (resource == "table.md") {
    make_from_snapshot([](tournament::TournamentSnapshot& copy) {
      return text_response("text/markdown; charset=utf-8", tournament::report_markdown(copy), "table.md");
    });
  } else if (resource == "table.txt") {
    make_from_snapshot([](tournament::TournamentSnapshot& copy) {
      return text_response("text/plain; charset=utf-8",
                           tournament::report_text(copy, {.times = true, .hides_seed = true}), "");
    });
  } else if (resource == "events") {
    const std::string_view from = query_value(request.query, "from");
    const auto number = from.empty() ? std::optional<std::uint64_t>(0) : parse_number(from);
    if (!number) return reply(error_response(400, "from: the number of an event is expected"));
    make_in_background(
        [folder = run->folder(), number = *number, is_over] { return events_response(folder, number, !is_over); });
  } else if (resource.starts_with(kRecord)) {
    constexpr std::string_view kAdvice = "/advice";
    std::string game = resource.substr(kRecord.size());
    const bool is_advice = game.ends_with(kAdvice);
    if (is_advice) game.resize(game.size() - kAdvice.size());
    if (auto secret = refusal_of_secret_record(run->progress(), game)) return reply(*std::move(secret));
    const auto load = [this, name, game](const net::HttpReply& loaded) { load_record(name, game, loaded); };
    is_advice ? advice_api_.answer(load, request, reply) : load(reply);
  } else {
    reply(error_response(404, "there is nothing here: docs/openapi.json lists the paths"));
  }
}

void TournamentsApi::load_record(const std::string& tournament, const std::string& game,
                                 const net::HttpReply& reply) const {
  const live_tournaments::LiveTournament* run = tournaments_.find(tournament);
  if (run == nullptr) return reply(error_response(404, "there is no such tournament"));
  if (auto secret = refusal_of_secret_record(run->progress(), game)) return reply(*std::move(secret));
  run_in_background_(
      [folder = run->folder(), game] { return made_or_error([&] { return record_response(folder, game); }); }, reply);
}

// Lists games from the newest on.
net::HttpResponse TournamentsApi::games(const live_tournaments::LiveTournament& run, const std::string& query) const {
  std::size_t limit = 50;
  if (const std::string_view text = query_value(query, "limit"); !text.empty()) {
    const auto number = parse_number(text);
    if (!number || *number < 1 || *number > kMaxGames) return error_response(400, "limit: 1 .. 200 is expected");
    limit = *number;
  }
  const tournament::TournamentProgress& tournament = run.progress();
  std::size_t before = tournament.pairs().size();
  if (const std::string_view text = query_value(query, "before"); !text.empty()) {
    const auto number = parse_number(text);
    if (!number) return error_response(400, "before: the number of a pair is expected");
    before = std::min<std::size_t>(before, *number);
  }
  Json list = Json::array();
  while (before > 0 && list.size() < limit) {
    --before;
    const tournament::PlayerPair& pair = tournament.pairs()[before];
    for (std::size_t leg = 0; leg < tournament.leg_count(before); ++leg) {
      const tournament::GameEnded* ended = tournament.game_result(before, leg);
      if (ended == nullptr) continue;
      const std::array<std::size_t, 2> players{pair.first, pair.second};
      Json names = Json::array();
      for (const std::size_t player : players) names.push_back(run.plan().players[player].name);
      list.push_back({{"game", tournament::name_of(ended->game)},
                      {"stage", pair.stage + 1},
                      {"players", names},
                      {"winner", ended->winner ? names[static_cast<std::size_t>(*ended->winner)] : Json()},
                      {"cause", std::string(duel::name_of(ended->cause))}});
    }
  }
  return json_response({{"games", list}, {"before", before}});
}

}  // namespace rensa::http_api
