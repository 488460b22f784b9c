#include "server/http_api/tournaments_api.h"

#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "engine/duel/cause_name.h"
#include "server/http_api/answers.h"
#include "server/contest/open_run.h"
#include "server/contest/report.h"
#include "server/contest/seeds.h"
#include "server/contest/whole_file.h"
#include "server/league/journal.h"

namespace rensa::http_api {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostGames = 200;
constexpr std::size_t kMostEvents = 1'000;

const char* name_of(live_tournaments::RunState state) {
  switch (state) {
    case live_tournaments::RunState::running:
      return "running";
    case live_tournaments::RunState::paused:
      return "paused";
    case live_tournaments::RunState::over:
      return "over";
    case live_tournaments::RunState::failed:
      break;
  }
  return "failed";
}

int status_of(live_tournaments::Refusal::Kind kind) {
  switch (kind) {
    case live_tournaments::Refusal::Kind::unknown:
      return 404;
    case live_tournaments::Refusal::Kind::wrong:
      return 400;
    case live_tournaments::Refusal::Kind::conflict:
      break;
  }
  return 409;
}

Json brief(const std::string& name, const live_tournaments::HostedRun& run) {
  const auto most = league::most_games(run.plan().stages, run.plan().players.size());
  return {{"id", name},
          {"name", run.plan().name},
          {"ruleset", run.plan().ruleset.id},
          {"players", run.plan().players.size()},
          {"state", name_of(run.state())},
          {"why_failed", run.state() == live_tournaments::RunState::failed ? Json(run.why_failed()) : Json()},
          {"games", run.tournament().games_over()},
          {"most_games", most ? Json(*most) : Json()},
          {"running", run.games_running()},
          {"awaited", run.awaited()}};
}

contest::ReadRun copy_of(const live_tournaments::HostedRun& run) {
  return {.plan = run.plan(), .tournament = run.tournament(), .cup = league::Cup(run.plan().cup())};
}

net::HttpResponse text_response(std::string type, std::string body, std::string file) {
  return {.status = 200, .content_type = std::move(type), .body = std::move(body), .file_name = std::move(file)};
}

// "PAIR-LEG" or "PAIR-LEG-ATTEMPT".
std::optional<league::GameId> game_of(std::string_view text) {
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
  return league::GameId{.pair = numbers[0], .leg = numbers[1], .attempt = numbers[2]};
}

net::HttpResponse record_of(const std::filesystem::path& folder, const std::string& text) {
  const auto game = game_of(text);
  if (!game) return error(400, "a game of a tournament is PAIR-LEG, two numbers");
  const std::filesystem::path file = contest::record_in(folder, *game);
  std::error_code none;
  if (!std::filesystem::exists(file, none)) return error(404, "there is no such game");
  return text_response("application/octet-stream", contest::text_of(file), file.filename().string());
}

// Whether another game on the same queue is still to be played: a record has the queue.
bool is_to_be_repeated(const league::Tournament& tournament, const std::optional<league::GameId>& game) {
  if (!game || static_cast<std::size_t>(game->pair) >= tournament.pairs().size()) return false;
  const auto pair = static_cast<std::size_t>(game->pair);
  return tournament.pairs()[pair].is_audit && !tournament.is_decided(pair);
}

// The plan's digest, and the checks that follow from it, are no secret's keepers: whoever knows the rest of the plan
// finds the seed by them. What somebody who has joined is started with is told to nobody.
Json event_of(std::string_view line, bool hides_seed) {
  const auto open = league::open_line(line);
  if (!open) throw std::runtime_error("the journal is damaged");
  Json event = Json::parse(*open);
  if (hides_seed) return event;
  const Json whole = Json::parse(line);
  for (const char* key : {"plan", "check"}) {
    if (whole.contains(key)) event[key] = whole[key];
  }
  return event;
}

// Lines of the journal from a number on: each is an object of JSON.
net::HttpResponse events_of(const std::filesystem::path& folder, std::uint64_t from, bool hides_seed) {
  const std::string text = contest::text_of(contest::journal_in(folder));
  Json events = Json::array();
  std::uint64_t number = 0;
  for (std::size_t at = 0; events.size() < kMostEvents; ++number) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string::npos) break;
    if (number >= from) events.push_back(event_of(std::string_view(text).substr(at, end - at), hides_seed));
    at = end + 1;
  }
  return json_response({{"events", events}, {"next", from + events.size()}});
}

net::HttpResponse guarded(const std::function<net::HttpResponse()>& make) {
  try {
    return make();
  } catch (const std::exception& problem) {
    return error(503, problem.what());
  }
}

}  // namespace

void TournamentsApi::answer(const net::HttpRequest& request, const net::HttpReply& reply) const {
  const std::string_view path = request.path;
  const bool is_reading = request.method == "GET" || request.method == "HEAD";
  if (!is_reading && request.method != "POST") return reply(error(405, "only GET, HEAD and POST are answered here"));
  if (path == kPath) return reply(is_reading ? list() : start(request));
  const std::string_view rest = path.substr(kFolder.size());
  const std::string name(rest.substr(0, rest.find('/')));
  const std::string what(name.size() == rest.size() ? "" : rest.substr(name.size() + 1));
  if (!is_reading) return order(name, what, request, reply);
  look(name, what, request, reply);
}

net::HttpResponse TournamentsApi::list() const {
  Json list = Json::array();
  for (const std::string& name : tournaments_.names()) list.push_back(brief(name, *tournaments_.find(name)));
  return json_response({{"tournaments", list}});
}

net::HttpResponse TournamentsApi::start(const net::HttpRequest& request) const {
  const Authority authority = authority_of(store_, request.bearer);
  if (authority.refusal) return *authority.refusal;
  live_tournaments::Tournaments::Wanted wanted{.plan = request.body};
  if (const std::string_view jobs = value_in(request.query, "jobs"); !jobs.empty()) {
    const auto number = number_of(jobs);
    if (!number || *number > 1'000'000) return error(400, "jobs: a number of games at a time is expected");
    wanted.jobs = static_cast<int>(*number);
  }
  wanted.is_forced = value_in(request.query, "force") == "1";
  const auto started = tournaments_.start(wanted);
  if (const auto* refusal = std::get_if<live_tournaments::Refusal>(&started)) return error(status_of(refusal->kind), refusal->text);
  net::HttpResponse response = json_response({{"id", std::get<std::string>(started)}});
  response.status = 201;
  return response;
}

void TournamentsApi::order(const std::string& name, const std::string& what, const net::HttpRequest& request,
                           const net::HttpReply& reply) const {
  const Authority authority = authority_of(store_, request.bearer);
  if (authority.refusal) return reply(*authority.refusal);
  if (what == "withdraw") return withdraw(name, request.query, reply);
  if (what == "join") return join(name, request.body, reply);
  if (what != "pause" && what != "resume" && what != "stop") {
    return reply(
        error(404, "a tournament can be told to pause, resume and stop, and to let players join and withdraw"));
  }
  const auto refusal = tournaments_.order(name, what);
  reply(refusal ? error(status_of(refusal->kind), refusal->text)
                : json_response(brief(name, *tournaments_.find(name))));
}

void TournamentsApi::withdraw(const std::string& name, const std::string& query, const net::HttpReply& reply) const {
  const auto player = text_in(query, "player");
  const auto why = text_in(query, "why");
  if (!player || player->empty()) return reply(error(400, "player: a name is expected"));
  if (!why) return reply(error(400, "why: a text is expected"));
  const auto refusal = tournaments_.withdraw(name, {.player = *player, .why = *why}, when_kept(name, reply));
  if (refusal) reply(error(status_of(refusal->kind), refusal->text));
}

void TournamentsApi::join(const std::string& name, const std::string& entry, const net::HttpReply& reply) const {
  const auto refusal = tournaments_.join(name, entry, when_kept(name, reply));
  if (refusal) reply(error(status_of(refusal->kind), refusal->text));
}

// What an order is answered with that has to be on disk before.
live_tournaments::Tournaments::Done TournamentsApi::when_kept(const std::string& name, const net::HttpReply& reply) const {
  return [&tournaments = tournaments_, name, reply] {
    const live_tournaments::HostedRun& run = *tournaments.find(name);
    const bool has_failed = run.state() == live_tournaments::RunState::failed;
    reply(has_failed ? error(409, run.why_failed()) : json_response(brief(name, run)));
  };
}

// Reports and files are made elsewhere; they are of the moment of the question.
void TournamentsApi::look(const std::string& name, const std::string& what, const net::HttpRequest& request,
                          const net::HttpReply& reply) const {
  const live_tournaments::HostedRun* run = tournaments_.find(name);
  if (run == nullptr) return reply(error(404, "there is no such tournament"));
  const bool is_over = run->state() == live_tournaments::RunState::over;
  const auto later = [&](std::function<net::HttpResponse()> make) {
    elsewhere_([make = std::move(make)] { return guarded(make); }, reply);
  };
  const auto of_report = [&](auto make) {
    later([make, copy = std::make_shared<contest::ReadRun>(copy_of(*run))] { return make(*copy); });
  };
  constexpr std::string_view kRecord = "records/";
  if (what.empty()) {
    of_report([is_over, state = brief(name, *run)](contest::ReadRun& copy) {
      Json report = Json::parse(contest::report_json(copy, {.times = true, .hides_seed = !is_over}));
      for (const char* key : {"id", "state", "why_failed", "running", "awaited"}) report[key] = state[key];
      return json_response(report);
    });
  } else if (what == "games") {
    reply(games(*run, request.query));
  } else if (what == "table.csv") {
    of_report([](contest::ReadRun& copy) {
      return text_response("text/csv; charset=utf-8", contest::report_csv(copy), "table.csv");
    });
  } else if (what == "table.md") {
    of_report([](contest::ReadRun& copy) {
      return text_response("text/markdown; charset=utf-8", contest::report_markdown(copy), "table.md");
    });
  } else if (what == "table.txt") {
    of_report([](contest::ReadRun& copy) {
      return text_response("text/plain; charset=utf-8", contest::report_text(copy, {.times = true, .hides_seed = true}),
                           "");
    });
  } else if (what == "events") {
    const std::string_view from = value_in(request.query, "from");
    const auto number = from.empty() ? std::optional<std::uint64_t>(0) : number_of(from);
    if (!number) return reply(error(400, "from: a number of an event is expected"));
    later([folder = run->folder(), number = *number, is_over] { return events_of(folder, number, !is_over); });
  } else if (what.starts_with(kRecord)) {
    constexpr std::string_view kAdvice = "/advice";
    std::string game = what.substr(kRecord.size());
    const bool is_advice = game.ends_with(kAdvice);
    if (is_advice) game.resize(game.size() - kAdvice.size());
    if (is_to_be_repeated(run->tournament(), game_of(game))) {
      return reply(error(404, "not before the other game of its pair is over: both are played on one queue"));
    }
    const auto load = [folder = run->folder(), game] { return record_of(folder, game); };
    if (is_advice) return advice_api_.answer([load] { return guarded(load); }, request, reply);
    later(load);
  } else {
    reply(error(404, "there is nothing here: docs/openapi.json lists what there is"));
  }
}

// From the newest on.
net::HttpResponse TournamentsApi::games(const live_tournaments::HostedRun& run, const std::string& query) const {
  std::size_t limit = 50;
  if (const std::string_view text = value_in(query, "limit"); !text.empty()) {
    const auto number = number_of(text);
    if (!number || *number < 1 || *number > kMostGames) return error(400, "limit: 1 .. 200 is expected");
    limit = *number;
  }
  const league::Tournament& tournament = run.tournament();
  std::size_t before = tournament.pairs().size();
  if (const std::string_view text = value_in(query, "before"); !text.empty()) {
    const auto number = number_of(text);
    if (!number) return error(400, "before: a number of a pair is expected");
    before = std::min<std::size_t>(before, *number);
  }
  Json list = Json::array();
  while (before > 0 && list.size() < limit) {
    --before;
    const league::Pair& pair = tournament.pairs()[before];
    for (std::size_t leg = 0; leg < tournament.legs(before); ++leg) {
      const league::GameEnded* ended = tournament.ended(before, leg);
      if (ended == nullptr) continue;
      const std::array<std::size_t, 2> players{pair.first, pair.second};
      Json names = Json::array();
      for (const std::size_t player : players) names.push_back(run.plan().players[player].name);
      list.push_back({{"game", league::name_of(ended->game)},
                      {"stage", pair.stage + 1},
                      {"players", names},
                      {"winner", ended->winner ? names[static_cast<std::size_t>(*ended->winner)] : Json()},
                      {"cause", std::string(duel::name_of(ended->cause))}});
    }
  }
  return json_response({{"games", list}, {"before", before}});
}

}  // namespace rensa::http_api
