#include "server/http_api/responses.h"

#include <algorithm>
#include <utility>

#include "engine/rules/numbers.h"
#include "server/base/public_text.h"
#include "server/base/utc_time.h"
#include "server/tournament/plan/game_list.h"

namespace rensa::http_api {

// A response may contain text of the client, which need not be UTF-8.
net::HttpResponse json_response(const nlohmann::ordered_json& body) {
  return {.status = 200,
          .content_type = "application/json",
          .body = body.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace),
          .file_name = ""};
}

net::HttpResponse error_response(int status, const std::string& text) {
  net::HttpResponse response = json_response({{"error", text}});
  response.status = status;
  return response;
}

net::HttpResponse refused(const live_tournaments::Refusal& refusal) {
  using Kind = live_tournaments::Refusal::Kind;
  const auto status = [&refusal] {
    switch (refusal.kind) {
      case Kind::not_found:
        return 404;
      case Kind::invalid:
        return 400;
      case Kind::forbidden:
        return 403;
      case Kind::conflict:
        return 409;
      case Kind::too_often:
        return 429;
    }
    return 500;
  };
  return error_response(status(), refusal.text);
}

nlohmann::ordered_json message_json(const tournament::KeptMessage& kept) {
  return {{"number", kept.number}, {"text", kept.message->text}, {"sent", base::utc_text(kept.message->sent_at)}};
}

nlohmann::ordered_json summary_json(const std::string& name, const live_tournaments::LiveTournament& run) {
  const auto most = tournament::max_games(run.plan().stages, run.plan().players.size());
  const auto& messages = run.saved_progress().newest_messages();
  return {{"id", name},
          {"name", run.plan().name},
          {"ruleset", run.plan().ruleset.id},
          {"players", run.plan().players.size()},
          {"state", name_of(run.announced_state())},
          {"starts",
           run.plan().starts ? nlohmann::ordered_json(base::utc_text(*run.plan().starts)) : nlohmann::ordered_json()},
          {"why_failed", run.state() == live_tournaments::RunState::failed
                             ? nlohmann::ordered_json(base::without_folders(run.why_failed()))
                             : nlohmann::ordered_json()},
          {"storage_error", run.storage_error().empty()
                                ? nlohmann::ordered_json()
                                : nlohmann::ordered_json(base::without_folders(run.storage_error()))},
          {"games", run.saved_progress().games_finished()},
          {"annulled", run.saved_progress().games_annulled()},
          {"most_games", most ? nlohmann::ordered_json(*most) : nlohmann::ordered_json()},
          {"running", run.games_running()},
          {"awaited", run.missing_remote_players()},
          {"awaited_returns", run.awaited_returns()},
          {"last_message", messages.empty() ? nlohmann::ordered_json() : message_json(messages.back())}};
}

nlohmann::ordered_json running_games_json(const live_tournaments::LiveTournament& run) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& [game, match, players] : run.games_in_matches()) {
    list.push_back({{"game", tournament::name_of(game)},
                    {"match", static_cast<std::uint64_t>(match)},
                    {"players", {run.plan().players[players[0]].name, run.plan().players[players[1]].name}}});
  }
  return list;
}

std::string why_unreadable(const std::string& reason) {
  return "this tournament cannot be read: " + base::without_folders(reason);
}

nlohmann::ordered_json unreadable_json(const std::string& name, const std::string& reason) {
  return {{"id", name},
          {"name", name},
          {"ruleset", ""},
          {"players", 0},
          {"state", "failed"},
          {"starts", nullptr},
          {"why_failed", why_unreadable(reason)},
          {"storage_error", nullptr},
          {"games", 0},
          {"annulled", 0},
          {"most_games", nullptr},
          {"running", 0},
          {"awaited", nlohmann::ordered_json::array()},
          {"awaited_returns", nlohmann::ordered_json::array()},
          {"last_message", nullptr}};
}

std::optional<std::uint64_t> parse_number(std::string_view text) { return rules::parse_number<std::uint64_t>(text); }

std::optional<std::uint64_t> query_number(std::string_view query, std::string_view key, NumberRange range,
                                          std::uint64_t default_value) {
  const auto text = query_text(query, key);
  if (!text) return std::nullopt;
  const auto number = text->empty() ? std::optional(default_value) : parse_number(*text);
  return number && *number >= range.least && *number <= range.most ? number : std::nullopt;
}

std::string_view query_value(std::string_view query, std::string_view key) {
  while (!query.empty()) {
    const std::string_view part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), part.size() + 1));
    if (part.size() > key.size() && part.starts_with(key) && part[key.size()] == '=')
      return part.substr(key.size() + 1);
  }
  return {};
}

std::optional<std::string> query_text(std::string_view query, std::string_view key) {
  std::string text(query_value(query, key));
  std::replace(text.begin(), text.end(), '+', ' ');  // as forms and most libraries write a space
  return net::unescape(text);
}

net::HttpResponse store_failure(const storage::StoreError& problem) {
  const bool may_succeed_later = problem.kind == storage::StoreError::Kind::unavailable;
  return error_response(may_succeed_later ? 503 : 500, "the store fails: " + base::without_folders(problem.message));
}

net::HttpResponse too_many_requests() {
  return error_response(503, "the server has too many such requests of your address: try again later");
}

}  // namespace rensa::http_api
