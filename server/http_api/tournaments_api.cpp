#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "engine/duel/outcome.h"
#include "engine/json/document.h"
#include "engine/record/codec.h"
#include "engine/rules/numbers.h"
#include "server/base/public_text.h"
#include "server/base/utc_time.h"
#include "server/http_api/api_parts.h"
#include "server/http_api/responses.h"
#include "server/http_api/tournament_event_source.h"
#include "server/tournament/journal/journal_text.h"
#include "server/tournament/plan/game_list.h"
#include "server/tournament/plan/game_seeds.h"
#include "server/tournament/plan/report.h"
#include "server/tournament/plan/tournament_run.h"

namespace rensa::http_api {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxGames = 200;
constexpr std::size_t kMaxEvents = 1'000;
constexpr std::size_t kMaxKeyBytes = 64;

// An organiser may use the server for the tournaments that are named to it, but not its machine.
live_tournaments::OrderLimits limits_of(const storage::TokenRow& account) {
  if (account.role == storage::Role::administrator) return {};
  return {.may_be_named = [grant = account.grant()](const std::string& name) { return may_manage(grant, name); },
          .organiser = account.id,
          .may_use_machine = false};
}

std::optional<std::string> why_no_starter(const storage::TokenRow& account) {
  const bool is_organiser = account.role == storage::Role::organiser;
  return is_organiser ? std::nullopt : why_no_administrator(account);
}

// Returns true if games that begin after this order are played by programs that the plan names.
bool leads_to_programs(const std::string& order, const tournament::TournamentPlan& plan) {
  constexpr std::array<std::string_view, 4> kLeadToGames = {"resume", "annul", "join", "return"};
  if (std::find(kLeadToGames.begin(), kLeadToGames.end(), order) == kLeadToGames.end()) return false;
  return std::any_of(plan.players.begin(), plan.players.end(), [](const tournament::PlayerEntry& player) {
    return std::holds_alternative<tournament::CommandPlayer>(player.kind);
  });
}

// Returns the name of a plan or a player, or an empty text.
std::string name_in(const nlohmann::json& object) {
  const bool has_name = object.is_object() && object.contains("name") && object["name"].is_string();
  return has_name ? object["name"].get<std::string>() : std::string();
}

bool names_programs(const nlohmann::json& plan) {
  if (!plan.is_object() || !plan.contains("players") || !plan["players"].is_array()) return false;
  return std::any_of(plan["players"].begin(), plan["players"].end(),
                     [](const nlohmann::json& player) { return player.is_object() && player.contains("exec"); });
}

bool is_forced(const net::HttpRequest& request) { return query_value(request.query, "force") == "1"; }

bool is_paused(const net::HttpRequest& request) { return query_value(request.query, "paused") == "1"; }

std::optional<std::uint64_t> jobs_in(const net::HttpRequest& request) {
  return query_number(request.query, "jobs", {.most = 1'000'000}, 1);
}

// Says what the request would start, as far as it can be read.
std::string start_described(const net::HttpRequest& request) {
  const auto plan = rensa::json::parse_document(request.body);
  std::string text = plan ? name_in(*plan) : std::string();
  if (const auto jobs = jobs_in(request)) {
    text.append(": ").append(std::to_string(*jobs)).append(*jobs == 1 ? " job" : " jobs");
  }
  if (is_forced(request)) text.append(", forced");
  if (is_paused(request)) text.append(", paused");
  if (plan && names_programs(*plan)) text.append(", with programs");
  return text;
}

constexpr std::string_view kMessages = "messages";
constexpr std::array<std::string_view, 11> kOrders = {"pause",  "resume",   "stop", "annul",  "disqualify", "join",
                                                      "return", "withdraw", "end",  "delete", kMessages};

// Returns the order as the audit log names it.
std::string act_named(const std::string& order) { return "tournament " + (order == kMessages ? "message" : order); }

// Returns the text of a message to all; nullopt: the body has another form.
std::optional<std::string> message_in(const std::string& body) {
  const auto message = rensa::json::parse_document(body);
  const bool has_text = message && message->is_object() && message->size() == 1 && message->contains("text");
  if (!has_text || !(*message)["text"].is_string()) return std::nullopt;
  return (*message)["text"].get<std::string>();
}

// Returns the text for the audit log: the public reason and the note of the request.
std::string reason_in(const net::HttpRequest& request) {
  const std::string why = query_text(request.query, "why").value_or("");
  const std::string note = query_text(request.query, "note").value_or("");
  return why.empty() || note.empty() ? why + note : why + " / " + note;
}

// Names what an order is about: the tournament, and its player, its game or its message.
std::string target_of(const std::string& name, const std::string& order, const net::HttpRequest& request) {
  std::string target = name;
  if (order == "join") {
    const auto player = rensa::json::parse_document(request.body);
    if (player && !name_in(*player).empty()) target.append(": player ").append(name_in(*player));
    return target;
  }
  if (order == kMessages) return target + ": message " + message_in(request.body).value_or("");
  for (const char* key : {"player", "game"}) {
    const std::string value = query_text(request.query, key).value_or("");
    if (!value.empty()) target.append(": ").append(key).append(" ").append(value);
  }
  return target;
}

net::HttpResponse text_response(std::string type, std::string body, std::string file) {
  return {.status = 200, .content_type = std::move(type), .body = std::move(body), .file_name = std::move(file)};
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
  if (!waits_for_second_game(tournament, tournament::game_of_name(game))) return std::nullopt;
  return error_response(404, "this record is not public before the other game with the same pairs is over");
}

// While the seed is secret, the digest of the plan and the checks that depend on it are left out: knowing
// the rest of the plan, a reader could find the seed by them. The commands of players that joined are always left out.
Json event_json(std::string_view line, bool hides_seed) {
  const auto open = tournament::public_journal_line(line);
  if (!open) throw std::runtime_error("the journal is damaged");
  const auto parsed = rensa::json::parse_ordered_document(*open);
  if (!parsed) throw std::runtime_error("the journal is damaged");
  Json event = *parsed;
  if (hides_seed) return event;
  const auto whole = rensa::json::parse_ordered_document(line);
  if (!whole) throw std::runtime_error("the journal is damaged");
  for (const char* key : {"plan", "check"}) {
    if (whole->contains(key)) event[key] = (*whole)[key];
  }
  return event;
}

// Each line of the journal is an object of JSON.
net::HttpResponse events_response(const std::vector<std::string>& lines, std::uint64_t from, bool hides_seed) {
  Json events = Json::array();
  for (const std::string& line : lines) events.push_back(event_json(line, hides_seed));
  return json_response({{"events", events}, {"next", from + events.size()}});
}

net::HttpResponse made_or_error(const std::function<net::HttpResponse()>& make) {
  try {
    return make();
  } catch (const std::exception& problem) {
    return error_response(503, base::without_folders(problem.what()));
  }
}

}  // namespace

void TournamentsApi::answer(const net::HttpRequest& request, const net::HttpReply& reply) const {
  const std::string_view path = request.path;
  const bool is_reading = request.method == "GET" || request.method == "HEAD";
  if (!is_reading && request.method != "POST")
    return reply(error_response(405, "only GET, HEAD and POST are answered here"));
  if (path == kPath && is_reading) return reply(list());
  if (path == kPath) return start(request, reply);
  const std::string_view rest = path.substr(kPrefix.size());
  const std::string name(rest.substr(0, rest.find('/')));
  const std::string resource(name.size() == rest.size() ? "" : rest.substr(name.size() + 1));
  if (!is_reading) return control(name, resource, request, reply);
  read(name, resource, request, reply);
}

net::HttpResponse TournamentsApi::list() const {
  Json list = Json::array();
  for (const std::string& name : tournaments_.names()) list.push_back(summary_json(name, *tournaments_.find(name)));
  for (const auto& [name, reason] : tournaments_.unreadable()) list.push_back(unreadable_json(name, reason));
  return json_response({{"tournaments", list}});
}

// The body is read only for an account that may start tournaments.
void TournamentsApi::start(const net::HttpRequest& request, const net::HttpReply& reply) const {
  authority_.if_allowed(
      request.bearer, why_no_starter, reply, [this, request, reply](const storage::TokenRow& starter) {
        if (query_value(request.query, "check") == "1") return check_for(starter, request, reply);
        const Act act{.name = "tournament start",
                      .target = start_described(request),
                      .why = query_text(request.query, "why").value_or("")};
        authority_.carry_out_for(starter, act, reply,
                                 [this, request](const storage::TokenRow& account, const net::HttpReply& answer) {
                                   start_for(account, request, answer);
                                 });
      });
}

std::variant<live_tournaments::TournamentRegistry::StartRequest, net::HttpResponse> TournamentsApi::start_request(
    const storage::TokenRow& account, const net::HttpRequest& request) {
  live_tournaments::TournamentRegistry::StartRequest wanted{.plan = request.body, .limits = limits_of(account)};
  const auto jobs = jobs_in(request);
  if (!jobs) return error_response(400, "jobs: the number of games at a time is expected");
  wanted.jobs = static_cast<int>(*jobs);
  wanted.is_forced = is_forced(request);
  wanted.is_paused = is_paused(request);
  wanted.id = query_text(request.query, "id").value_or("");
  const std::string key = query_text(request.query, "key").value_or("");
  if (key.size() > kMaxKeyBytes) return error_response(400, "key: up to 64 bytes are expected");
  if (!key.empty()) wanted.key = std::to_string(account.id) + "/" + key;
  if (wanted.is_forced && !wanted.limits.may_use_machine) {
    return error_response(403, "force: only an administrator may let the server play more than it can carry");
  }
  return wanted;
}

// Answers with the result that a start would have, and tells which of its guests are known by their names.
void TournamentsApi::check_for(const storage::TokenRow& account, const net::HttpRequest& request,
                               const net::HttpReply& reply) const {
  if (auto refusal = authority_.refusal_of_check(account)) return reply(*std::move(refusal));
  const auto wanted = start_request(account, request);
  if (const auto* refusal = std::get_if<net::HttpResponse>(&wanted)) return reply(*refusal);
  const auto preview = tournaments_.preview(std::get<live_tournaments::TournamentRegistry::StartRequest>(wanted));
  if (const auto* refusal = std::get_if<live_tournaments::Refusal>(&preview)) return reply(refused(*refusal));
  const auto& [id, names] = std::get<live_tournaments::TournamentRegistry::StartPreview>(preview);
  Json guests = Json::array();
  for (const std::string& name : names) {
    Json guest{{"name", name}, {"state", "unknown"}, {"alike", Json()}};
    for (const storage::TokenRow& other : sessions_.accounts_like(name)) {
      if (other.name == name) {
        guest["state"] = tournaments_.is_connected(name) ? "connected" : "account";
      } else {
        guest["alike"] = other.name;
      }
    }
    guests.push_back(std::move(guest));
  }
  reply(json_response({{"id", id}, {"guests", std::move(guests)}}));
}

void TournamentsApi::start_for(const storage::TokenRow& account, const net::HttpRequest& request,
                               const net::HttpReply& reply) const {
  const auto wanted = start_request(account, request);
  if (const auto* refusal = std::get_if<net::HttpResponse>(&wanted)) return reply(*refusal);
  tournaments_.start(
      std::get<live_tournaments::TournamentRegistry::StartRequest>(wanted),
      [&authority = authority_, account, reply](const std::variant<std::string, live_tournaments::Refusal>& started) {
        if (const auto* refusal = std::get_if<live_tournaments::Refusal>(&started)) return reply(refused(*refusal));
        authority.note(account, {.name = "tournament started", .target = std::get<std::string>(started)});
        net::HttpResponse response = json_response({{"id", std::get<std::string>(started)}});
        response.status = 201;
        reply(std::move(response));
      });
}

void TournamentsApi::control(const std::string& name, const std::string& resource, const net::HttpRequest& request,
                             const net::HttpReply& reply) const {
  authority_.if_allowed(
      request.bearer, [name](const storage::TokenRow& account) { return why_no_organiser_of(account, name); }, reply,
      [this, name, resource, request, reply](const storage::TokenRow& sender) {
        // There is nothing that an entry of the audit log could be about.
        if (std::find(kOrders.begin(), kOrders.end(), resource) == kOrders.end()) {
          return reply(error_response(404,
                                      "the last part of the path must be pause, resume, stop, annul, disqualify, "
                                      "join, return, withdraw, end, delete or messages"));
        }
        if (tournaments_.find(name) == nullptr) return reply(error_response(404, "there is no such tournament"));
        const Act act{.name = act_named(resource),
                      .target = target_of(name, resource, request),
                      .why = reason_in(request),
                      .is_urgent = resource == "pause" || resource == "stop"};
        authority_.carry_out_for(
            sender, act, reply,
            [this, name, resource, request](const storage::TokenRow& account, const net::HttpReply& answer) {
              control_for(account, name, resource, request, answer);
            });
      });
}

void TournamentsApi::control_for(const storage::TokenRow& account, const std::string& name, const std::string& resource,
                                 const net::HttpRequest& request, const net::HttpReply& reply) const {
  const live_tournaments::OrderLimits limits = limits_of(account);
  const live_tournaments::LiveTournament* const run = tournaments_.find(name);
  if (!limits.may_use_machine && run != nullptr && leads_to_programs(resource, run->plan())) {
    return reply(error_response(403, "this tournament starts programs: only an administrator may let it play"));
  }
  if (resource == "withdraw") return withdraw(name, request.query, reply);
  if (resource == "return") return take_back(name, request.query, reply);
  if (resource == "disqualify") return disqualify(name, request.query, reply);
  if (resource == "annul") return annul(name, request.query, reply);
  if (resource == "end") {
    const auto refusal = tournaments_.end(name, reply_when_saved(name, reply));
    return refusal ? reply(refused(*refusal)) : void();
  }
  if (resource == "delete") {
    return tournaments_.remove(name, [reply](const std::optional<live_tournaments::Refusal>& refusal) {
      reply(refusal ? refused(*refusal) : json_response(Json::object()));
    });
  }
  if (resource == kMessages) return send_message(name, request.body, reply);
  if (resource == "join") return join(name, {.entry = request.body, .limits = limits}, reply);
  tournaments_.control(
      name, resource,
      [&tournaments = tournaments_, name, reply](const std::optional<live_tournaments::Refusal>& refusal) {
        const live_tournaments::LiveTournament* const changed = tournaments.find(name);
        if (changed == nullptr) return reply(error_response(404, "there is no such tournament any more"));
        reply(refusal ? refused(*refusal) : json_response(summary_json(name, *changed)));
      });
}

void TournamentsApi::withdraw(const std::string& name, const std::string& query, const net::HttpReply& reply) const {
  const auto player = query_text(query, "player");
  const auto why = query_text(query, "why");
  if (!player || player->empty()) return reply(error_response(400, "player: a name is expected"));
  if (!why) return reply(error_response(400, "why: a text is expected"));
  const auto refusal = tournaments_.withdraw(
      name, {.player = *player, .why = *why, .keeps_open = query_value(query, "keep_open") == "1"},
      reply_when_saved(name, reply));
  if (refusal) reply(refused(*refusal));
}

void TournamentsApi::take_back(const std::string& name, const std::string& query, const net::HttpReply& reply) const {
  const auto player = query_text(query, "player");
  if (!player || player->empty()) return reply(error_response(400, "player: a name is expected"));
  const auto refusal = tournaments_.return_player(name, *player, reply_when_saved(name, reply));
  if (refusal) reply(refused(*refusal));
}

void TournamentsApi::disqualify(const std::string& name, const std::string& query, const net::HttpReply& reply) const {
  const auto player = query_text(query, "player");
  const auto why = query_text(query, "why");
  if (!player || player->empty()) return reply(error_response(400, "player: a name is expected"));
  if (!why || why->empty()) return reply(error_response(400, "why: a reason is expected"));
  const auto refusal = tournaments_.disqualify(name, {.player = *player, .why = *why}, reply_when_saved(name, reply));
  if (refusal) reply(refused(*refusal));
}

void TournamentsApi::annul(const std::string& name, const std::string& query, const net::HttpReply& reply) const {
  const auto game = query_text(query, "game");
  const auto why = query_text(query, "why");
  if (!game || !why) return reply(error_response(400, "game and why: texts are expected"));
  const auto refusal = tournaments_.annul(name, {.game = *game, .why = *why}, reply_when_saved(name, reply));
  if (refusal) reply(refused(*refusal));
}

void TournamentsApi::join(const std::string& name, const live_tournaments::TournamentRegistry::JoinRequest& wanted,
                          const net::HttpReply& reply) const {
  const auto refusal = tournaments_.join(name, wanted, reply_when_saved(name, reply));
  if (refusal) reply(refused(*refusal));
}

void TournamentsApi::send_message(const std::string& name, const std::string& body, const net::HttpReply& reply) const {
  const auto text = message_in(body);
  if (!text) return reply(error_response(400, R"(a body like {"text": "The final begins at 18:00"} is expected)"));
  const auto refusal = tournaments_.send_message(name, *text, reply_when_saved(name, reply));
  if (refusal) reply(refused(*refusal));
}

// Replies once the change is on disk.
live_tournaments::TournamentRegistry::Completion TournamentsApi::reply_when_saved(const std::string& name,
                                                                                  const net::HttpReply& reply) const {
  return [&tournaments = tournaments_, name, reply] {
    const live_tournaments::LiveTournament* const run = tournaments.find(name);
    if (run == nullptr) return reply(error_response(404, "there is no such tournament any more"));
    const bool has_failed = run->state() == live_tournaments::RunState::failed;
    reply(has_failed ? error_response(409, run->why_failed()) : json_response(summary_json(name, *run)));
  };
}

// Reports are made in the background from the tournament as it is on disk at the moment of the request.
void TournamentsApi::read(const std::string& name, const std::string& resource, const net::HttpRequest& request,
                          const net::HttpReply& reply) const {
  const live_tournaments::LiveTournament* run = tournaments_.find(name);
  if (run == nullptr) {
    const auto unreadable = tournaments_.unreadable().find(name);
    if (unreadable != tournaments_.unreadable().end()) {
      return reply(error_response(503, why_unreadable(unreadable->second)));
    }
    return reply(error_response(404, "there is no such tournament"));
  }
  const bool is_over = run->announced_state() == live_tournaments::RunState::over;
  const auto make_in_background = [&](std::function<net::HttpResponse()> make) {
    run_in_background_([make = std::move(make)] { return made_or_error(make); }, reply);
  };
  const auto make_from_snapshot = [&](auto make) {
    make_in_background(
        [make, copy = std::make_shared<tournament::TournamentSnapshot>(run->snapshot())] { return make(*copy); });
  };
  constexpr std::string_view kRecord = "records/";
  if (resource.empty()) {
    Json state = summary_json(name, *run);
    state["running_games"] = running_games_json(*run);
    make_from_snapshot([is_over, state](tournament::TournamentSnapshot& copy) {
      Json report = tournament::make_json_report(copy, {.times = true, .hides_seed = !is_over, .for_strangers = true});
      for (const char* key : {"id", "state", "starts", "why_failed", "storage_error", "running", "awaited",
                              "awaited_returns", "last_message", "running_games"})
        report[key] = state[key];
      report["games_played"] = state["games"];
      return json_response(report);
    });
  } else if (resource == "games") {
    reply(games(*run, request.query));
  } else if (resource == kMessages) {
    reply(messages(*run));
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
    events(*run, request, reply);
  } else if (resource.starts_with(kRecord)) {
    constexpr std::string_view kAdvice = "/advice";
    std::string game = resource.substr(kRecord.size());
    const bool is_advice = game.ends_with(kAdvice);
    if (is_advice) game.resize(game.size() - kAdvice.size());
    if (auto secret = refusal_of_secret_record(run->saved_progress(), game)) return reply(*std::move(secret));
    const auto load = [this, name, game](const net::HttpReply& loaded) { load_record(name, game, loaded); };
    is_advice ? advice_api_.answer(load, request, reply) : load(reply);
  } else {
    reply(error_response(404, "there is nothing here: docs/openapi.json lists the paths"));
  }
}

// Replies with a part of the journal, or with a stream of its events for a client that prefers one.
void TournamentsApi::events(const live_tournaments::LiveTournament& run, const net::HttpRequest& request,
                            const net::HttpReply& reply) const {
  const auto number = query_number(request.query, "from", {}, 0);
  if (!number) return reply(error_response(400, "from: the number of an event is expected"));
  const int stream_weight = net::accept_weight(request.accept, "text/event-stream");
  if (stream_weight > 0 && stream_weight >= net::accept_weight(request.accept, "application/json")) {
    const bool is_given = !query_value(request.query, "from").empty();
    return reply(streams_.answer(std::make_shared<TournamentEventSource>(tournaments_, run), request,
                                 is_given ? number : std::nullopt));
  }
  const bool is_over = run.announced_state() == live_tournaments::RunState::over;
  read_in_turn<std::vector<std::string>>(
      reads_, reply, [&run, number = *number](auto done) { run.read_lines(number, kMaxEvents, std::move(done)); },
      [&run_in_background = run_in_background_, number = *number, is_over,
       reply](const storage::StoreResult<std::vector<std::string>>& lines) {
        if (!lines) return reply(store_failure(lines.error()));
        run_in_background([lines = *lines, number,
                           is_over] { return made_or_error([&] { return events_response(lines, number, !is_over); }); },
                          reply);
      });
}

void TournamentsApi::load_record(const std::string& tournament, const std::string& game,
                                 const net::HttpReply& reply) const {
  const live_tournaments::LiveTournament* run = tournaments_.find(tournament);
  if (run == nullptr) return reply(error_response(404, "there is no such tournament"));
  if (auto secret = refusal_of_secret_record(run->saved_progress(), game)) return reply(*std::move(secret));
  const auto id = tournament::game_of_name(game);
  if (!id) return reply(error_response(400, "a game is expected as PAIR-LEG, with two numbers"));
  read_in_turn<std::optional<std::vector<std::uint8_t>>>(
      reads_, reply, [run, id = *id](auto done) { run->read_record(id, std::move(done)); },
      [id = *id, reply](const storage::StoreResult<std::optional<std::vector<std::uint8_t>>>& record) {
        if (!record) return reply(store_failure(record.error()));
        if (!*record) return reply(error_response(404, "there is no such game"));
        if (!record::has_checksum(**record)) return reply(error_response(500, "the record is damaged"));
        reply(text_response("application/octet-stream", std::string((*record)->begin(), (*record)->end()),
                            tournament::name_of(id) + ".rensa"));
      });
}

// Lists the newest messages, the newest first.
net::HttpResponse TournamentsApi::messages(const live_tournaments::LiveTournament& run) {
  Json list = Json::array();
  const auto& messages = run.saved_progress().newest_messages();
  for (auto message = messages.rbegin(); message != messages.rend(); ++message) list.push_back(message_json(*message));
  return json_response({{"messages", list}});
}

// Lists games from the newest on.
net::HttpResponse TournamentsApi::games(const live_tournaments::LiveTournament& run, const std::string& query) const {
  const auto limit = query_number(query, "limit", {1, kMaxGames}, 50);
  if (!limit) return error_response(400, "limit: 1 .. 200 is expected");
  const tournament::TournamentProgress& tournament = run.saved_progress();
  const auto wanted = query_number(query, "before", {}, tournament.pairs().size());
  if (!wanted) return error_response(400, "before: the number of a pair is expected");
  std::size_t before = std::min<std::size_t>(tournament.pairs().size(), *wanted);
  Json list = Json::array();
  while (before > 0 && list.size() < *limit) {
    tournament::add_finished_games(run.plan(), tournament, --before, list);
  }
  return json_response({{"games", list}, {"before", before}});
}

}  // namespace rensa::http_api
