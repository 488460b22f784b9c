#include "server/http_api/api.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "engine/duel/record_codec.h"
#include "engine/duel/verify.h"
#include "engine/json/record_json.h"
#include "engine/record/share.h"
#include "engine/rules/ips.h"
#include "engine/rules/puyop.h"
#include "proto/clock_name.h"
#include "server/http_api/answers.h"
#include "server/http_api/metrics.h"
#include "server/storage/store_error.h"

namespace rensa::http_api {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kMostRows = 200;

Json json_of(const storage::GameRow& game) {
  return {{"record", game.record},   {"match", game.match},     {"game", game.game},
          {"players", game.players}, {"ruleset", game.ruleset}, {"winner", game.winner ? Json(*game.winner) : Json()},
          {"cause", game.cause},     {"frames", game.frames},   {"scores", game.scores},
          {"ended", game.ended}};
}

Json json_of(const std::vector<storage::GameRow>& games) {
  Json list = Json::array();
  for (const storage::GameRow& game : games) list.push_back(json_of(game));
  return list;
}

Json json_of(const proto::LobbyMatch& match) {
  return {
      {"match", static_cast<std::uint64_t>(match.match)}, {"players", match.players}, {"ruleset", match.terms.ruleset},
      {"clock", proto::name_of(match.terms.clock)},       {"game", match.game},       {"games", match.terms.games}};
}

net::HttpResponse no_such_record() { return error(404, "there is no such record"); }

net::HttpResponse unreadable(const storage::StoreError& problem) {
  return error(503, std::string("the store cannot be read: ") + problem.what());
}

net::HttpResponse file_of(const std::vector<std::uint8_t>& bytes, const std::string& name) {
  return {.status = 200,
          .content_type = "application/octet-stream",
          .body = std::string(bytes.begin(), bytes.end()),
          .file_name = name + ".rensa"};
}

// Waits for the disk, where matches do not.
net::HttpResponse record_file(storage::Store& store, std::uint64_t id, const std::string& name) {
  try {
    const auto bytes = store.record(id);
    return bytes ? file_of(*bytes, name) : no_such_record();
  } catch (const storage::StoreError& problem) {
    return unreadable(problem);
  }
}

net::HttpResponse record_as_json(const std::vector<std::uint8_t>& bytes, const std::string& file_name) {
  const auto decoded = duel::decode(bytes);
  if (!decoded.record) return error(500, "the record is damaged");
  return {.status = 200,
          .content_type = "application/json",
          .body = json::json_of(*decoded.record),
          .file_name = file_name};
}

// These formats do not know all that can happen in a duel: then there is the reason in the place of the URLs.
Json share_of(const duel::Record& record, duel::Seat seat) {
  Json share = {
      {"player", record.players[duel::index_of(seat)]}, {"puyop", nullptr}, {"ips", nullptr}, {"why_not", nullptr}};
  const auto shared = record::shared_of_record(record, seat);
  if (!shared) {
    share["why_not"] = shared.error().message;
    return share;
  }
  const std::pair<const char*, rules::Parsed<std::string>> urls[] = {{"puyop", rules::puyop_url_of(*shared)},
                                                                     {"ips", rules::ips_url_of(*shared)}};
  std::string why_not;
  for (const auto& [format, url] : urls) {
    if (url) {
      share[format] = *url;
    } else {
      why_not += (why_not.empty() ? "" : "; ") + std::string(format) + ": " + url.error().message;
    }
  }
  if (!why_not.empty()) share["why_not"] = why_not;
  return share;
}

net::HttpResponse share_of(const std::vector<std::uint8_t>& bytes) {
  const auto decoded = duel::decode(bytes);
  if (!decoded.record || !duel::verify(*decoded.record).ok()) return error(500, "the record is damaged");
  Json seats = Json::array();
  for (const duel::Seat seat : duel::kSeats) seats.push_back(share_of(*decoded.record, seat));
  return json_response({{"seats", seats}});
}

}  // namespace

Api::Api(sessions::Front& front, storage::Store& store, live_tournaments::Tournaments& tournaments, std::function<Machine()> machine,
         net::Elsewhere elsewhere)
    : front_(front),
      store_(store),
      tournaments_(tournaments),
      machine_(std::move(machine)),
      elsewhere_(std::move(elsewhere)),
      advice_api_(front, elsewhere_),
      puzzles_api_(elsewhere_),
      tournaments_api_(tournaments, store, elsewhere_, advice_api_) {}

bool Api::answer(const net::HttpRequest& request, const net::HttpReply& reply) {
  const std::string_view path = request.path;
  const bool is_ours = path == "/livez" || path == "/readyz" || path == "/metrics" || path.starts_with("/api/");
  if (!is_ours) return false;
  try {
    route(request, reply);
  } catch (const storage::StoreError& problem) {
    reply(unreadable(problem));
  }
  return true;
}

void Api::route(const net::HttpRequest& request, const net::HttpReply& reply) {
  const std::string_view path = request.path;
  constexpr std::string_view kRecords = "/api/v1/records/";
  constexpr std::string_view kMatches = "/api/v1/matches/";
  if (path == TournamentsApi::kPath || path.starts_with(TournamentsApi::kFolder)) {
    tournaments_api_.answer(request, reply);
  } else if (path.starts_with(PuzzlesApi::kFolder)) {
    puzzles_api_.answer(request, reply);
  } else if (request.method == "DELETE" && path.starts_with(kMatches)) {
    reply(end_match(path.substr(kMatches.size()), request.bearer));
  } else if (request.method != "GET" && request.method != "HEAD") {
    reply(error(405, "only GET and HEAD are answered here, DELETE for a match, and POST for tournaments and puzzles"));
  } else if (path.starts_with(kRecords) && path.size() > kRecords.size()) {
    record(path.substr(kRecords.size()), request, reply);
  } else {
    reply(at_once(request).value_or(error(404, "there is nothing here: docs/openapi.json lists what there is")));
  }
}

std::optional<net::HttpResponse> Api::at_once(const net::HttpRequest& request) const {
  const std::string_view path = request.path;
  if (path == "/livez") return json_response({{"status", "ok"}});
  if (path == "/readyz") return readiness();
  if (path == "/metrics") return metrics();
  if (path == "/api/v1/players") return players();
  if (path == "/api/v1/matches") return matches();
  if (path == "/api/v1/games") return games(request.query);
  const auto rest_of = [path](std::string_view prefix) {
    return path.starts_with(prefix) ? std::string(path.substr(prefix.size())) : std::string();
  };
  if (const std::string rest = rest_of("/api/v1/matches/"); !rest.empty()) return match(rest);
  if (const std::string rest = rest_of("/api/v1/games/"); !rest.empty()) return game(rest);
  return std::nullopt;
}

net::HttpResponse Api::readiness() const {
  if (front_.hall().is_draining()) return error(503, "draining");
  return json_response({{"status", "ready"}});
}

net::HttpResponse Api::players() const {
  const proto::Lobby lobby = front_.hall().lobby();
  Json open = Json::array();
  for (const proto::OpenPlayer& player : lobby.open) open.push_back({{"name", player.name}, {"free", player.free}});
  return json_response({{"players", lobby.players}, {"open", std::move(open)}, {"advisers", front_.advisers()}});
}

net::HttpResponse Api::matches() const {
  Json list = Json::array();
  for (const proto::LobbyMatch& match : front_.hall().lobby().matches) list.push_back(json_of(match));
  return json_response({{"count", front_.hall().match_count()}, {"matches", list}});
}

net::HttpResponse Api::match(const std::string& number) const {
  const auto id = number_of(number);
  if (!id) return error(400, "a match is a number");
  const std::vector<storage::GameRow> games = store_.games_of_match(*id);
  const auto running = front_.hall().listed(proto::MatchId{*id});
  if (games.empty() && !running)
    return error(404, "no such match is being played, and no game of it has been finished");
  Json match = {{"match", *id}, {"games", json_of(games)}};
  if (running) match["running"] = json_of(*running);
  return json_response(match);
}

// For an organiser: a match that hangs, or should never have begun.
net::HttpResponse Api::end_match(std::string_view number, const std::string& token) const {
  const Authority authority = authority_of(store_, token);
  if (authority.refusal) return *authority.refusal;
  const auto id = number_of(number);
  if (!id) return error(400, "a match is a number");
  const auto abandoned = front_.abandon(proto::MatchId{*id}, authority.name);
  if (!abandoned) return error(404, "no such match is being played");
  return json_response({{"match", *id}, {"ended", *abandoned == play::Abandoned::voided ? "void" : "once_saved"}});
}

net::HttpResponse Api::games(const std::string& query) const {
  storage::Page page;
  if (const std::string_view before = value_in(query, "before"); !before.empty()) {
    const auto number = number_of(before);
    if (!number) return error(400, "before: a number of a record is expected");
    page.before = *number;
  }
  if (const std::string_view limit = value_in(query, "limit"); !limit.empty()) {
    const auto number = number_of(limit);
    if (!number || *number < 1 || *number > kMostRows) return error(400, "limit: 1 .. 200 is expected");
    page.limit = static_cast<int>(*number);
  }
  return json_response({{"games", json_of(store_.games(page))}});
}

net::HttpResponse Api::game(const std::string& number) const {
  const auto id = number_of(number);
  if (!id) return error(400, "a game is the number of its record");
  const auto row = store_.game(*id);
  if (!row) return error(404, "there is no such game");
  return json_response(json_of(*row));
}

// The file as it is; as JSON; what each seat did as URLs that people share; or what somebody would have done.
void Api::record(std::string_view rest, const net::HttpRequest& request, const net::HttpReply& reply) const {
  const auto ends_with = [&rest](std::string_view end) {
    const bool does = rest.ends_with(end);
    if (does) rest.remove_suffix(end.size());
    return does;
  };
  const bool is_share = ends_with("/share");
  const bool is_advice = !is_share && ends_with("/advice");
  const auto id = number_of(rest);
  if (!id) return reply(error(400, "a record is a number"));
  const std::string_view form = is_share || is_advice ? std::string_view() : value_in(request.query, "format");
  if (!form.empty() && form != "json") return reply(error(400, "format: json, or nothing for the file itself"));
  const std::string name = "game-" + std::string(rest);
  if (is_advice) {
    const auto load = [&store = store_, id = *id, name] { return record_file(store, id, name); };
    return advice_api_.answer(load, request, reply);
  }
  auto bytes = store_.record(*id);
  if (!bytes) return reply(no_such_record());
  if (is_share) return elsewhere_([bytes = *std::move(bytes)] { return share_of(bytes); }, reply);
  if (!form.empty()) {
    return elsewhere_([bytes = *std::move(bytes), name] { return record_as_json(bytes, name + ".json"); }, reply);
  }
  reply(file_of(*bytes, name));
}

net::HttpResponse Api::metrics() const {
  return {.status = 200,
          .content_type = "text/plain; version=0.0.4",
          .body = metrics_text(front_, tournaments_, machine_()),
          .file_name = ""};
}

}  // namespace rensa::http_api
