#include "server/http_api/reports_api.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "server/http_api/responses.h"

namespace rensa::http_api {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kMaxReportRows = 200;

// `network`: of an account; empty: it is not known.
Json subject_json(const std::string& subject, const std::string& network) {
  const storage::SubjectParts parts = storage::parts_of_subject(subject);
  const std::string& address = parts.network.empty() ? network : parts.network;
  return {{"account", parts.account ? Json(*parts.account) : Json()},
          {"address", address.empty() ? Json() : Json(address)}};
}

// Returns the others who have had the seat, before the report or after it, as far as the server still knows them.
Json others_json(const storage::Report& report, const sessions::RecentMatches& recent) {
  Json others = Json::array();
  const auto* const seats = recent.find(base::MatchId{report.match});
  if (seats == nullptr) return others;
  const sessions::RecentMatches::SeatPlayer& player = (*seats)[static_cast<std::size_t>(report.seat) - 1];
  for (const sessions::SeatHolder& holder : player.holders_except(report.subject)) {
    others.push_back(subject_json(holder.subject, holder.network));
  }
  return others;
}

Json report_json(const storage::Report& report, const sessions::RecentMatches& recent) {
  return {{"id", report.id},
          {"about", name_of(report.about)},
          {"match", report.match},
          {"record", report.record == 0 ? Json() : Json(report.record)},
          {"game",
           report.record == 0 ? "/watch/" + std::to_string(report.match) : "/replay/" + std::to_string(report.record)},
          {"seat", report.seat},
          {"name", report.name},
          {"player", subject_json(report.subject, report.network)},
          {"others", others_json(report, recent)},
          {"reporter", subject_json(report.reporter, "")},
          {"text", report.text},
          {"made", report.made},
          {"state", name_of(report.state)},
          {"closed", report.closed.empty() ? Json() : Json(report.closed)},
          {"closer", report.closer.empty() ? Json() : Json(report.closer)}};
}

std::optional<std::string> anyone(const storage::TokenRow&) { return std::nullopt; }

// A moderator does not judge itself.
std::optional<storage::ReportedAccount> hidden_from(const storage::TokenRow& account) {
  if (account.role == storage::Role::administrator) return std::nullopt;
  return storage::ReportedAccount{.subject = storage::subject_of_account(account.id), .name = account.name};
}

std::optional<std::int64_t> id_in(std::string_view text) {
  const auto number = parse_number(text);
  const bool is_id = number && *number <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  return is_id ? std::optional(static_cast<std::int64_t>(*number)) : std::nullopt;
}

}  // namespace

void ReportsApi::answer(const net::HttpRequest& request, const net::HttpReply& reply) {
  const std::string_view path = request.path;
  if (path == kPath && request.method == "POST") return add(request, reply);
  if (path == kPath && (request.method == "GET" || request.method == "HEAD")) {
    return parts_.authority.if_allowed(
        request.bearer, why_no_moderator, reply,
        [this, request, reply](const storage::TokenRow& reader) { list(reader, request, reply); });
  }
  if (path == kPath) return reply(error_response(405, "only GET, HEAD and POST are answered here"));
  if (request.method != "POST") return reply(error_response(405, "only POST is answered here"));
  close(path.substr(kPrefix.size()), request, reply);
}

// Reports of unapproved accounts count for their address, as those of guests do.
void ReportsApi::add(const net::HttpRequest& request, const net::HttpReply& reply) {
  const std::string network = request.network.empty() ? request.address : request.network;
  if (request.bearer.empty()) {
    if (const auto ban = parts_.sessions.ban_of_guests(network)) {
      return reply(error_response(403, storage::told_ban(*ban)));
    }
    return add_for(storage::subject_of_guests(network), request, reply);
  }
  parts_.authority.if_allowed(
      request.bearer, anyone, reply, [this, request, network, reply](const storage::TokenRow& account) {
        const auto ban = parts_.authority.ban_at(network, account);
        if (ban) return reply(error_response(403, storage::told_ban(*ban)));
        const std::string reporter =
            account.is_unapproved ? storage::subject_of_guests(network) : storage::subject_of_account(account.id);
        add_for(reporter, request, reply);
      });
}

bool ReportsApi::is_within_budget(const std::string& reporter) {
  const base::Time now = parts_.now();
  budgets_.join(reporter, now);
  const bool is_within = budgets_.take(reporter, now);
  budgets_.leave(reporter, now);
  return is_within;
}

void ReportsApi::add_for(const std::string& reporter, const net::HttpRequest& request, const net::HttpReply& reply) {
  const std::string about_name = query_text(request.query, "about").value_or("");
  const auto about = storage::about_from_name(about_name.empty() ? "player" : about_name);
  if (!about) return reply(error_response(400, "about: player or comment is expected"));
  const auto seat = query_number(request.query, "seat", {1, 2}, 0);
  if (!seat || *seat == 0) return reply(error_response(400, "seat: 1 or 2 is expected"));
  const std::string text = query_text(request.query, "text").value_or("");
  if (text.empty() || text.size() > storage::kMaxReportBytes) {
    return reply(error_response(400, "text: a reason of 1 to 500 bytes is expected"));
  }
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const auto record = query_number(request.query, "record", {.most = kMost}, 0);
  const auto match = query_number(request.query, "match", {.most = kMost}, 0);
  if (!record || !match || (*record == 0) == (*match == 0)) {
    return reply(error_response(400, "one of record and match is expected: the number of a record or of a match"));
  }
  if (!is_within_budget(reporter)) {
    return reply(error_response(429, "too many reports in too short a time: wait a minute"));
  }
  storage::Report report{.about = *about,
                         .match = *match,
                         .record = *record,
                         .seat = static_cast<int>(*seat),
                         .name = {},
                         .subject = {},
                         .reporter = reporter,
                         .text = text,
                         .made = parts_.sessions.date_of_now()};
  *record != 0 ? add_about_record(std::move(report), reply) : add_about_match(std::move(report), reply);
}

void ReportsApi::add_about_record(storage::Report report, const net::HttpReply& reply) {
  read_in_turn<std::optional<storage::GameRow>>(
      parts_.reads, reply,
      [this, record = report.record](auto done) { parts_.store.find_game(record, std::move(done)); },
      [this, report, reply](const storage::StoreResult<std::optional<storage::GameRow>>& game) {
        if (!game) return reply(store_failure(game.error()));
        if (!*game) return reply(error_response(404, "there is no such record"));
        const std::size_t seat = static_cast<std::size_t>(report.seat) - 1;
        storage::Report known = report;
        known.match = (*game)->match;
        known.name = (*game)->players[seat];
        if (const auto* seats = parts_.sessions.recent_matches().find(base::MatchId{known.match})) {
          known.subject = (*seats)[seat].holder.subject;
          known.network = (*seats)[seat].holder.network;
        }
        store(known, reply);
      });
}

void ReportsApi::add_about_match(storage::Report report, const net::HttpReply& reply) {
  const auto* const seats = parts_.sessions.recent_matches().find(base::MatchId{report.match});
  if (seats == nullptr) return reply(error_response(404, "there is no such match, or it is long over: name a record"));
  const auto& player = (*seats)[static_cast<std::size_t>(report.seat) - 1];
  report.name = player.name;
  report.subject = player.holder.subject;
  report.network = player.holder.network;
  store(report, reply);
}

// The person is told no more than that the report has arrived.
void ReportsApi::store(const storage::Report& report, const net::HttpReply& reply) {
  const bool has_room =
      parts_.stranger_writes.run(kStrangers, [this, report, reply](const std::function<void()>& done) {
        parts_.store.add_report(report, [reply, done](const storage::StoreResult<std::int64_t>& id) {
          done();
          if (id) return reply(json_response({{"report", *id}}));
          const bool is_refused = id.error().kind == storage::StoreError::Kind::refused;
          reply(is_refused ? error_response(429, id.error().message) : store_failure(id.error()));
        });
      });
  if (!has_room) reply(error_response(503, "many other requests wait: try again in a minute"));
}

void ReportsApi::list(const storage::TokenRow& reader, const net::HttpRequest& request, const net::HttpReply& reply) {
  storage::ReportQuery query;
  query.except_about = hidden_from(reader);
  const std::string state = query_text(request.query, "state").value_or("");
  if (!state.empty()) {
    query.state = storage::report_state_from_name(state);
    if (!query.state && state != "all") {
      return reply(error_response(400, "state: open, done, dismissed or all is expected"));
    }
  }
  if (!query_value(request.query, "before").empty()) {
    const auto before = id_in(query_value(request.query, "before"));
    if (!before || *before == 0) return reply(error_response(400, "before: the number of a report is expected"));
    query.before = *before;
  }
  const auto limit = query_number(request.query, "limit", {1, kMaxReportRows}, static_cast<std::uint64_t>(query.limit));
  if (!limit) return reply(error_response(400, "limit: 1 .. 200 is expected"));
  query.limit = static_cast<int>(*limit);
  read_in_turn<std::vector<storage::Report>>(
      parts_.reads, reply, [this, query](auto done) { parts_.store.list_reports(query, std::move(done)); },
      [this, reply](const storage::StoreResult<std::vector<storage::Report>>& reports) {
        if (!reports) return reply(store_failure(reports.error()));
        Json list = Json::array();
        for (const storage::Report& report : *reports) {
          list.push_back(report_json(report, parts_.sessions.recent_matches()));
        }
        reply(json_response({{"reports", std::move(list)}}));
      });
}

void ReportsApi::close(std::string_view rest, const net::HttpRequest& request, const net::HttpReply& reply) {
  const std::size_t slash = rest.find('/');
  const auto state = storage::report_state_from_name(slash == std::string_view::npos ? "" : rest.substr(slash + 1));
  if (!state || *state == storage::Report::State::open) {
    return reply(error_response(404, "there is nothing here: docs/openapi.json lists the paths"));
  }
  const std::string number(rest.substr(0, slash));
  const Act act{.name = "report " + std::string(name_of(*state)),
                .target = "report " + number,
                .why = query_text(request.query, "why").value_or("")};
  parts_.authority.if_allowed_to(
      act, request.bearer, why_no_moderator, reply,
      [this, id = id_in(number), state = *state](const storage::TokenRow& actor, const net::HttpReply& answer) {
        if (!id) return answer(error_response(400, "the number of a report is expected"));
        const storage::ReportClosure closure{.state = state,
                                             .closed = parts_.sessions.date_of_now(),
                                             .closer = actor.name,
                                             .except_about = hidden_from(actor)};
        parts_.store.close_report(*id, closure, [id, state, answer](const storage::StoreResult<bool>& is_closed) {
          if (!is_closed) return answer(store_failure(is_closed.error()));
          if (!*is_closed) return answer(error_response(404, "there is no such open report"));
          answer(json_response({{"report", *id}, {"state", name_of(state)}}));
        });
      });
}

}  // namespace rensa::http_api
