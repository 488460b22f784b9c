#include "server/http_api/api.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/json/record_json.h"
#include "engine/notation/shared_position.h"
#include "engine/record/codec.h"
#include "engine/record/game_history.h"
#include "engine/record/verify.h"
#include "server/http_api/parameters.h"
#include "server/http_api/responses.h"

namespace rensa::http_api {

namespace {

using namespace std::chrono_literals;

using Json = nlohmann::ordered_json;

constexpr int kMaxRows = 200;
constexpr std::uint64_t kLeastFreeDiskBytes = 4'000'000;

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json game_json(const storage::GameRow& game) {
  return {{"record", game.record},
          {"match", game.match},
          {"game", game.game},
          {"players", game.players},
          {"ruleset", game.ruleset},
          {"winner", game.winner ? Json(*game.winner) : Json()},
          {"cause", game.cause},
          {"frames", game.frames},
          {"scores", game.scores},
          {"ended", game.ended},
          {"tournament", text_or_null(game.tournament)},
          {"tournament_game", text_or_null(game.tournament_game)}};
}

Json games_json(const std::vector<storage::GameRow>& games) {
  Json list = Json::array();
  for (const storage::GameRow& game : games) list.push_back(game_json(game));
  return list;
}

Json match_json(const lobby::ListedMatch& match, bool survives_restart) {
  return {{"match", static_cast<std::uint64_t>(match.match)},
          {"players", match.players},
          {"ruleset", match.terms.ruleset},
          {"clock", match::name_of(match.terms.clock)},
          {"game", match.game},
          {"games", match.terms.games},
          {"survives_restart", survives_restart}};
}

// Returns true for a date that exists, "2026-01-31", and for a date with a time, "2026-01-31T23:59:59Z". The store
// compares such texts letter by letter.
bool is_time(std::string_view text) {
  constexpr std::string_view kForm = "0000-00-00T00:00:00Z";
  constexpr std::size_t kDateLength = 10;
  if (text.size() != kForm.size() && text.size() != kDateLength) return false;
  const bool has_form = std::equal(text.begin(), text.end(), kForm.begin(), [](char letter, char form) {
    return form == '0' ? letter >= '0' && letter <= '9' : letter == form;
  });
  if (!has_form) return false;
  const auto number_at = [text](std::size_t at, std::size_t digits) {
    return static_cast<int>(parse_number(text.substr(at, digits)).value_or(0));
  };
  const std::chrono::year_month_day date(std::chrono::year(number_at(0, 4)),
                                         std::chrono::month(static_cast<unsigned>(number_at(5, 2))),
                                         std::chrono::day(static_cast<unsigned>(number_at(8, 2))));
  if (!date.ok()) return false;
  return text.size() == kDateLength || (number_at(11, 2) < 24 && number_at(14, 2) < 60 && number_at(17, 2) < 60);
}

net::HttpResponse unknown_record() { return error_response(404, "there is no such record"); }

net::HttpResponse record_response(const std::vector<std::uint8_t>& bytes, const std::string& name) {
  return {.status = 200,
          .content_type = "application/octet-stream",
          .body = std::string(bytes.begin(), bytes.end()),
          .file_name = name + ".rensa"};
}

net::HttpResponse record_as_json(const std::vector<std::uint8_t>& bytes, const std::string& file_name) {
  const auto decoded = record::decode(bytes);
  if (!decoded.record || decoded.error) return error_response(500, "the record is damaged");
  return {.status = 200,
          .content_type = "application/json",
          .body = json::json_of(*decoded.record),
          .file_name = file_name};
}

// These formats cannot express every duel. The reason then takes the place of the URLs.
Json share_json(const record::Record& record, duel::Seat seat) {
  Json share = {
      {"player", record.players[duel::index_of(seat)]}, {"puyop", nullptr}, {"ips", nullptr}, {"why_not", nullptr}};
  const auto shared = record::shared_moves_of(record, seat);
  if (!shared) {
    share["why_not"] = shared.error().message;
    return share;
  }
  const std::pair<const char*, rules::Parsed<std::string>> urls[] = {{"puyop", notation::puyop_url(*shared)},
                                                                     {"ips", notation::ips_url(*shared)}};
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

net::HttpResponse share_json(const std::vector<std::uint8_t>& bytes) {
  const auto decoded = record::decode(bytes);
  if (!decoded.record || !record::verify(*decoded.record).ok()) return error_response(500, "the record is damaged");
  Json seats = Json::array();
  for (const duel::Seat seat : duel::kSeats) seats.push_back(share_json(*decoded.record, seat));
  return json_response({{"seats", seats}});
}

}  // namespace

Api::Api(sessions::SessionService& sessions, storage::Store& store, live_tournaments::TournamentRegistry& tournaments,
         std::function<ResourceUsage()> machine, net::RunInBackground run_in_background,
         std::function<void(std::chrono::milliseconds, std::function<void()>)> post_later)
    : sessions_(sessions),
      store_(store),
      tournaments_(tournaments),
      resource_usage_(std::move(machine)),
      run_in_background_(std::move(run_in_background)),
      authority_(sessions, store, [] { return std::chrono::steady_clock::now(); }),
      accounts_api_(store, tournaments, authority_, reads_),
      reserved_names_(tournaments),
      restrictions_api_(sessions, store, reserved_names_, authority_),
      reports_api_({.sessions = sessions,
                    .store = store,
                    .authority = authority_,
                    .reads = reads_,
                    .stranger_writes = stranger_writes_,
                    .now = [] { return std::chrono::steady_clock::now(); }}),
      registrations_api_({.sessions = sessions,
                          .store = store,
                          .authority = authority_,
                          .reserved_names = reserved_names_,
                          .reads = reads_,
                          .stranger_writes = stranger_writes_,
                          .now = [] { return std::chrono::steady_clock::now(); }}),
      advice_api_(sessions, run_in_background_),
      puzzles_api_(run_in_background_),
      event_streams_({.now = [] { return std::chrono::steady_clock::now(); },
                      .post_later = std::move(post_later),
                      .run_in_background = run_in_background_},
                     {}),
      tournaments_api_(sessions, tournaments, authority_, reads_, run_in_background_, advice_api_, event_streams_) {}

bool Api::answer(const net::HttpRequest& request, const net::HttpReply& reply) {
  const std::string_view path = request.path;
  const bool is_ours = path == "/livez" || path == "/readyz" || path == "/metrics" || path.starts_with("/api/");
  if (!is_ours) return false;
  if (auto refusal = refusal_of_query(request)) {
    reply(*std::move(refusal));
  } else {
    route(request, reply);
  }
  return true;
}

// Returns the tournament of which this is the path of the audit log; empty: it is another path.
std::string Api::tournament_of_audit_path(std::string_view path) {
  constexpr std::string_view kAudit = "/audit";
  if (!path.starts_with(TournamentsApi::kPrefix) || !path.ends_with(kAudit)) return "";
  const std::string_view rest = path.substr(TournamentsApi::kPrefix.size());
  const std::string_view tournament = rest.substr(0, rest.find('/'));
  return rest.substr(tournament.size()) == kAudit ? std::string(tournament) : "";
}

void Api::route(const net::HttpRequest& request, const net::HttpReply& reply) {
  const std::string_view path = request.path;
  constexpr std::string_view kRecords = "/api/v1/records/";
  constexpr std::string_view kMatches = "/api/v1/matches/";
  constexpr std::string_view kRename = "/rename";
  const bool is_reading = request.method == "GET" || request.method == "HEAD";
  const std::string audited = is_reading ? tournament_of_audit_path(path) : std::string();
  if (!audited.empty()) {
    accounts_api_.audit_of_tournament(audited, request, reply);
  } else if (path == TournamentsApi::kPath || path.starts_with(TournamentsApi::kPrefix)) {
    tournaments_api_.answer(request, reply);
  } else if (path.starts_with(AccountsApi::kPrefix) && path.ends_with(kRename) && request.method == "POST") {
    const std::string_view account = path.substr(AccountsApi::kPrefix.size());
    restrictions_api_.rename(account.substr(0, account.size() - kRename.size()), request, reply);
  } else if (path == AccountsApi::kPath && request.method == "POST") {
    registrations_api_.add(request, reply);
  } else if (path == RegistrationsApi::kPath || path.starts_with(RegistrationsApi::kPrefix)) {
    registrations_api_.answer(request, reply);
  } else if (path == AccountsApi::kPath || path.starts_with(AccountsApi::kPrefix) || path == AccountsApi::kAuditPath ||
             path == AccountsApi::kOwnPath) {
    accounts_api_.answer(request, reply);
  } else if (bots_api_ && (path == BotsApi::kPath || path.starts_with(BotsApi::kPrefix))) {
    bots_api_->answer(request, reply);
  } else if (path == RestrictionsApi::kPath || path.starts_with(RestrictionsApi::kPrefix)) {
    restrictions_api_.answer(request, reply);
  } else if (path == ReportsApi::kPath || path.starts_with(ReportsApi::kPrefix)) {
    reports_api_.answer(request, reply);
  } else if (path.starts_with(PuzzlesApi::kPrefix)) {
    puzzles_api_.answer(request, reply);
  } else if (request.method == "DELETE" && path.starts_with(kMatches)) {
    end_match(path.substr(kMatches.size()), request, reply);
  } else if (!is_reading) {
    reply(error_response(
        405, "only GET and HEAD are answered here, DELETE for a match, and POST for tournaments and puzzles"));
  } else if (path.starts_with(kRecords) && path.size() > kRecords.size()) {
    record(path.substr(kRecords.size()), request, reply);
  } else if (!answer_from_store(request, reply)) {
    reply(immediate_response(request).value_or(
        error_response(404, "there is nothing here: docs/openapi.json lists the paths")));
  }
}

bool Api::answer_from_store(const net::HttpRequest& request, const net::HttpReply& reply) {
  const std::string_view path = request.path;
  const auto rest_of = [path](std::string_view prefix) {
    return path.starts_with(prefix) ? std::string(path.substr(prefix.size())) : std::string();
  };
  if (path == "/api/v1/games") {
    games(request.query, reply);
  } else if (const std::string match_number = rest_of("/api/v1/matches/"); !match_number.empty()) {
    match(match_number, reply);
  } else if (const std::string game_number = rest_of("/api/v1/games/"); !game_number.empty()) {
    game(game_number, reply);
  } else {
    return false;
  }
  return true;
}

std::optional<net::HttpResponse> Api::immediate_response(const net::HttpRequest& request) const {
  const std::string_view path = request.path;
  if (path == "/livez") return json_response({{"status", "ok"}});
  if (path == "/readyz") return readiness();
  if (path == "/metrics") return metrics();
  if (path == "/api/v1/players") return players();
  if (path == "/api/v1/matches") return matches();
  return std::nullopt;
}

net::HttpResponse Api::readiness() const {
  if (sessions_.lobby().admission().is_draining()) return error_response(503, "draining");
  if (const std::vector<std::string>& lost = tournaments_.lost_tournaments(); !lost.empty()) {
    const std::string others = lost.size() == 1 ? "" : " and of " + std::to_string(lost.size() - 1) + " more";
    return error_response(503, "storage: the files of the tournament " + lost.front() + others +
                                   " were removed or replaced; the log has the reason");
  }
  if (sessions_.is_store_failing() || tournaments_.is_store_failing()) {
    return error_response(503, "storage: games cannot be saved, so their results wait; the log has the reason");
  }
  if (sessions_.is_match_log_failing()) {
    return error_response(503,
                          "storage: running matches cannot be logged, so no new ones begin; the log has the reason");
  }
  if (const std::uint64_t free = resource_usage_().free_disk_bytes; free < kLeastFreeDiskBytes) {
    return error_response(503, "storage: the disk is full, with " + std::to_string(free) + " bytes left");
  }
  const lobby::LoopLoad& load = sessions_.lobby().load().loop_load();
  if (load.is_late()) {
    return error_response(503, "late: the server is " + std::to_string(load.lag() / 1ms) +
                                   " ms late, and messages wait for up to " + std::to_string(load.input_age() / 1ms) +
                                   " ms; " + (load.is_overloaded() ? "it is overloaded" : "the machine is busy"));
  }
  return json_response({{"status", "ready"}});
}

net::HttpResponse Api::players() const {
  const lobby::Snapshot snapshot = sessions_.lobby().snapshot();
  Json open = Json::array();
  for (const lobby::OpenPlayer& player : snapshot.open) open.push_back({{"name", player.name}, {"free", player.free}});
  return json_response({{"players", snapshot.players}, {"open", std::move(open)}, {"advisers", sessions_.advisers()}});
}

net::HttpResponse Api::matches() const {
  Json list = Json::array();
  for (const lobby::ListedMatch& match : sessions_.lobby().snapshot().matches) {
    list.push_back(match_json(match, sessions_.does_match_survive(match.match)));
  }
  return json_response({{"count", sessions_.lobby().matches().count()}, {"matches", list}});
}

void Api::match(const std::string& number, const net::HttpReply& reply) {
  const auto id = parse_number(number);
  if (!id) return reply(error_response(400, "the number of a match is expected"));
  read_in_turn<std::vector<storage::GameRow>>(
      reads_, reply, [this, id = *id](auto done) { store_.list_games_of_match(id, std::move(done)); },
      [this, id = *id, reply](const storage::StoreResult<std::vector<storage::GameRow>>& games) {
        if (!games) return reply(store_failure(games.error()));
        const match::Match* running = sessions_.lobby().matches().find_begun(base::MatchId{id});
        if (games->empty() && !running) {
          return reply(error_response(404, "no such match is being played, and no game of it has been finished"));
        }
        Json match = {{"match", id}, {"games", games_json(*games)}};
        if (running)
          match["running"] = match_json(lobby::listing_of(*running), sessions_.does_match_survive(running->id()));
        reply(json_response(match));
      });
}

// Lets an organiser end a match that hangs or was started by mistake.
void Api::end_match(std::string_view number, const net::HttpRequest& request, const net::HttpReply& reply) {
  const auto id = parse_number(number);
  const auto end = [this, id](const storage::TokenRow& account, const net::HttpReply& answer) {
    if (!id) return answer(error_response(400, "the number of a match is expected"));
    const auto abandoned = sessions_.abandon(base::MatchId{*id}, account.name);
    if (!abandoned) return answer(error_response(404, "no such match is being played"));
    answer(
        json_response({{"match", *id}, {"ended", *abandoned == match::AbandonResult::voided ? "void" : "once_saved"}}));
  };
  const Act act{.name = "match end",
                .target = "match " + std::string(number),
                .why = query_text(request.query, "why").value_or("")};
  authority_.if_allowed_to(act, request.bearer, why_no_administrator, reply, end);
}

void Api::games(const std::string& query, const net::HttpReply& reply) {
  storage::GamesQuery page;
  if (!query_value(query, "before").empty()) {
    const auto number = query_number(query, "before", {.least = 1}, 0);
    if (!number) return reply(error_response(400, "before: the number of a record is expected, from 1 on"));
    page.before = *number;
  }
  const auto limit = query_number(query, "limit", {1, kMaxRows}, static_cast<std::uint64_t>(page.limit));
  if (!limit) return reply(error_response(400, "limit: 1 .. 200 is expected"));
  page.limit = static_cast<int>(*limit);
  for (const auto& [name, filter] :
       {std::pair{"player", &storage::GamesQuery::player}, std::pair{"ruleset", &storage::GamesQuery::ruleset},
        std::pair{"tournament", &storage::GamesQuery::tournament}, std::pair{"from", &storage::GamesQuery::from},
        std::pair{"to", &storage::GamesQuery::to}}) {
    page.*filter = query_text(query, name).value_or("");
  }
  for (const auto& [name, time] : {std::pair{"from", page.from}, std::pair{"to", page.to}}) {
    if (!time.empty() && !is_time(time)) {
      return reply(error_response(
          400, std::string(name) + ": a time that exists is expected, 2026-01-31T23:59:59Z or 2026-01-31"));
    }
  }
  read_in_turn<std::vector<storage::GameRow>>(
      reads_, reply, [this, page](auto done) { store_.list_games(page, std::move(done)); },
      [reply](const storage::StoreResult<std::vector<storage::GameRow>>& games) {
        reply(games ? json_response({{"games", games_json(*games)}}) : store_failure(games.error()));
      });
}

void Api::game(const std::string& number, const net::HttpReply& reply) {
  const auto id = parse_number(number);
  if (!id) return reply(error_response(400, "the number of a record is expected"));
  read_in_turn<std::optional<storage::GameRow>>(
      reads_, reply, [this, id = *id](auto done) { store_.find_game(id, std::move(done)); },
      [reply](const storage::StoreResult<std::optional<storage::GameRow>>& row) {
        if (!row) return reply(store_failure(row.error()));
        reply(*row ? json_response(game_json(**row)) : error_response(404, "there is no such game"));
      });
}

void Api::answer_page_of_record(std::uint64_t record, net::HttpResponse page, const net::HttpReply& reply) {
  if (page.status != 200) return reply(std::move(page));
  // A client with too many requests, or a store that fails, is told by the page itself when it loads the record.
  const net::HttpReply without_turn = reply.calling([reply, page](const net::HttpResponse&) { reply(page); });
  read_in_turn<std::optional<storage::GameRow>>(
      reads_, without_turn, [this, record](auto done) { store_.find_game(record, std::move(done)); },
      [reply, page](const storage::StoreResult<std::optional<storage::GameRow>>& row) {
        net::HttpResponse answer = page;
        if (row && !*row) answer.status = 404;
        reply(std::move(answer));
      });
}

// Replies with the file, with JSON, with URLs to share the moves of each seat, or with the advice of a player.
void Api::record(std::string_view rest, const net::HttpRequest& request, const net::HttpReply& reply) {
  const auto ends_with = [&rest](std::string_view end) {
    const bool does = rest.ends_with(end);
    if (does) rest.remove_suffix(end.size());
    return does;
  };
  const bool is_share = ends_with("/share");
  const bool is_advice = !is_share && ends_with("/advice");
  const auto id = parse_number(rest);
  if (!id) return reply(error_response(400, "the number of a record is expected"));
  const std::string_view form = is_share || is_advice ? std::string_view() : query_value(request.query, "format");
  if (!form.empty() && form != "json")
    return reply(error_response(400, "format: must be json, or missing for the file itself"));
  const std::string name = "game-" + std::string(rest);
  if (is_advice) {
    const auto load = [this, id = *id, name](const net::HttpReply& loaded) {
      with_record(id, loaded,
                  [loaded, name](std::vector<std::uint8_t> bytes) { loaded(record_response(bytes, name)); });
    };
    return advice_api_.answer(load, request, reply);
  }
  const bool is_json = !form.empty();
  with_record(
      *id, reply,
      [&run_in_background = run_in_background_, is_share, is_json, name, reply](std::vector<std::uint8_t> bytes) {
        if (is_share) {
          run_in_background([bytes = std::move(bytes)] { return share_json(bytes); }, reply);
        } else if (is_json) {
          run_in_background([bytes = std::move(bytes), name] { return record_as_json(bytes, name + ".json"); }, reply);
        } else {
          reply(record_response(bytes, name));
        }
      });
}

// Reads a record from the store, or from the folder of its tournament, and passes it on. Otherwise replies why it
// cannot.
void Api::with_record(std::uint64_t id, const net::HttpReply& reply,
                      std::function<void(std::vector<std::uint8_t>)> use) {
  read_in_turn<std::optional<std::vector<std::uint8_t>>>(
      reads_, reply, [this, id](auto done) { store_.read_record(id, std::move(done)); },
      [this, id, reply, use = std::move(use)](storage::StoreResult<std::optional<std::vector<std::uint8_t>>> bytes) {
        if (!bytes) return reply(store_failure(bytes.error()));
        if (!*bytes) return with_record_of_tournament(id, reply, use);
        if (!record::has_checksum(**bytes)) return reply(error_response(500, "the record is damaged"));
        use(std::move(**bytes));
      });
}

void Api::with_record_of_tournament(std::uint64_t id, const net::HttpReply& reply,
                                    std::function<void(std::vector<std::uint8_t>)> use) {
  const auto with_file = [reply, use = std::move(use)](net::HttpResponse file) {
    if (file.status != 200) return reply(std::move(file));
    use({file.body.begin(), file.body.end()});
  };
  read_in_turn<std::optional<storage::GameRow>>(
      reads_, reply, [this, id](auto done) { store_.find_game(id, std::move(done)); },
      [this, reply, with_file](const storage::StoreResult<std::optional<storage::GameRow>>& game) {
        if (!game) return reply(store_failure(game.error()));
        if (!*game || (*game)->tournament.empty()) return reply(unknown_record());
        tournaments_api_.load_record((*game)->tournament, (*game)->tournament_game, reply.calling(with_file));
      });
}

net::HttpResponse Api::metrics() const {
  return {.status = 200,
          .content_type = "text/plain; version=0.0.4",
          .body = metrics_text(sessions_, tournaments_, resource_usage_()),
          .file_name = ""};
}

}  // namespace rensa::http_api
