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

Json subject_json(const std::string& subject) {
  const storage::SubjectParts parts = storage::parts_of_subject(subject);
  return {{"account", parts.account ? Json(*parts.account) : Json()},
          {"address", parts.network.empty() ? Json() : Json(parts.network)}};
}

Json report_json(const storage::Report& report) {
  return {{"id", report.id},
          {"about", name_of(report.about)},
          {"match", report.match},
          {"record", report.record == 0 ? Json() : Json(report.record)},
          {"game",
           report.record == 0 ? "/watch/" + std::to_string(report.match) : "/replay/" + std::to_string(report.record)},
          {"seat", report.seat},
          {"name", report.name},
          {"player", subject_json(report.subject)},
          {"reporter", subject_json(report.reporter)},
          {"text", report.text},
          {"made", report.made},
          {"state", name_of(report.state)},
          {"closed", report.closed.empty() ? Json() : Json(report.closed)},
          {"closer", report.closer.empty() ? Json() : Json(report.closer)}};
}

std::optional<std::string> anyone(const storage::TokenRow&) { return std::nullopt; }

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
    return authority_.if_allowed(request.bearer, why_no_moderator, reply,
                                 [this, request, reply](const storage::TokenRow&) { list(request, reply); });
  }
  if (path == kPath) return reply(error_response(405, "only GET, HEAD and POST are answered here"));
  if (request.method != "POST") return reply(error_response(405, "only POST is answered here"));
  close(path.substr(kPrefix.size()), request, reply);
}

void ReportsApi::add(const net::HttpRequest& request, const net::HttpReply& reply) {
  if (request.bearer.empty()) {
    const std::string network = request.network.empty() ? request.address : request.network;
    if (const auto ban = sessions_.ban_of_guests(network)) return reply(error_response(403, storage::told_ban(*ban)));
    return add_for(storage::subject_of_guests(network), request, reply);
  }
  authority_.if_allowed(request.bearer, anyone, reply, [this, request, reply](const storage::TokenRow& account) {
    add_for(storage::subject_of_account(account.id), request, reply);
  });
}

bool ReportsApi::is_within_budget(const std::string& reporter) {
  const base::Time now = now_();
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
                         .made = sessions_.date_of_now()};
  *record != 0 ? add_about_record(std::move(report), reply) : add_about_match(std::move(report), reply);
}

void ReportsApi::add_about_record(storage::Report report, const net::HttpReply& reply) {
  read_in_turn<std::optional<storage::GameRow>>(
      reads_, reply, [this, record = report.record](auto done) { store_.find_game(record, std::move(done)); },
      [this, report, reply](const storage::StoreResult<std::optional<storage::GameRow>>& game) {
        if (!game) return reply(store_failure(game.error()));
        if (!*game) return reply(error_response(404, "there is no such record"));
        const std::size_t seat = static_cast<std::size_t>(report.seat) - 1;
        storage::Report known = report;
        known.match = (*game)->match;
        known.name = (*game)->players[seat];
        if (const auto* seats = sessions_.recent_matches().find(base::MatchId{known.match})) {
          known.subject = (*seats)[seat].subject;
        }
        store(known, reply);
      });
}

void ReportsApi::add_about_match(storage::Report report, const net::HttpReply& reply) {
  const auto* const seats = sessions_.recent_matches().find(base::MatchId{report.match});
  if (seats == nullptr) return reply(error_response(404, "there is no such match, or it is long over: name a record"));
  const auto& player = (*seats)[static_cast<std::size_t>(report.seat) - 1];
  report.name = player.name;
  report.subject = player.subject;
  store(report, reply);
}

// The person is told no more than that the report has arrived.
void ReportsApi::store(const storage::Report& report, const net::HttpReply& reply) {
  store_.add_report(report, [reply](const storage::StoreResult<std::int64_t>& id) {
    if (id) return reply(json_response({{"report", *id}}));
    const bool is_refused = id.error().kind == storage::StoreError::Kind::refused;
    reply(is_refused ? error_response(429, id.error().message) : store_failure(id.error()));
  });
}

void ReportsApi::list(const net::HttpRequest& request, const net::HttpReply& reply) {
  storage::ReportQuery query;
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
      reads_, reply, [this, query](auto done) { store_.list_reports(query, std::move(done)); },
      [reply](const storage::StoreResult<std::vector<storage::Report>>& reports) {
        if (!reports) return reply(store_failure(reports.error()));
        Json list = Json::array();
        for (const storage::Report& report : *reports) list.push_back(report_json(report));
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
  authority_.if_allowed_to(
      act, request.bearer, why_no_moderator, reply,
      [this, id = id_in(number), state = *state](const storage::TokenRow& actor, const net::HttpReply& answer) {
        if (!id) return answer(error_response(400, "the number of a report is expected"));
        store_.close_report(*id, {.state = state, .closed = sessions_.date_of_now(), .closer = actor.name},
                            [id, state, answer](const storage::StoreResult<bool>& is_closed) {
                              if (!is_closed) return answer(store_failure(is_closed.error()));
                              if (!*is_closed) return answer(error_response(404, "there is no such open report"));
                              answer(json_response({{"report", *id}, {"state", name_of(state)}}));
                            });
      });
}

}  // namespace rensa::http_api
