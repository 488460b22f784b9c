#include "clients/cli/remote/remote_tournaments.h"

#include <algorithm>

#include "server/tournament/journal/atomic_file.h"

namespace rensa::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kPath = "/api/v1/tournaments";

std::string path_of_tournament(const std::string& name) { return std::string(kPath).append("/").append(escaped(name)); }

// Returns the error message of a response: from its JSON, or from plain text if the server refused the request unread.
// Returns the HTTP status if the response has another form, for example that of a proxy.
std::string error_message_of(const HttpResponse& response) {
  const Json body = Json::parse(response.body, nullptr, false);
  if (body.is_object() && body.contains("error") && body["error"].is_string()) return body["error"].get<std::string>();
  const std::string line = response.body.substr(0, response.body.find_first_of("\r\n"));
  if (response.content_type.starts_with("text/plain") && !line.empty()) return line;
  return "it answers with status " + std::to_string(response.status);
}

// Returns true if the text has the form of a game's name. The name becomes the name of a file, so it has to be checked.
bool is_game_name(const std::string& text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c == '-' || (c >= '0' && c <= '9'); });
}

}  // namespace

std::string RemoteTournaments::send(const HttpRequest& request) const {
  HttpResponse response = send_http_request(server_, request);
  if (response.status < 200 || response.status > 299)
    throw RequestRefused(text_of(server_) + ": " + error_message_of(response));
  return std::move(response.body);
}

Json RemoteTournaments::send_for_json(const HttpRequest& request) const {
  Json answer = Json::parse(send(request), nullptr, false);
  if (!answer.is_object())
    throw RequestRefused(text_of(server_) + ": it is not a Rensa server, because its answer is not JSON");
  return answer;
}

std::string RemoteTournaments::start(const StartRequest& start) const {
  std::string query;
  if (start.jobs) query.append("&jobs=").append(std::to_string(*start.jobs));
  if (start.is_forced) query.append("&force=1");
  if (!query.empty()) query.front() = '?';
  return send_for_json({.method = "POST", .target = kPath + query, .token = token_, .body = start.plan}).at("id");
}

Json RemoteTournaments::change_state(const std::string& name, const std::string& action) const {
  return send_for_json(
      {.method = "POST", .target = path_of_tournament(name) + "/" + action, .token = token_, .body = ""});
}

Json RemoteTournaments::withdraw(const std::string& name, const std::string& player, const std::string& reason) const {
  std::string target = path_of_tournament(name).append("/withdraw?player=").append(escaped(player));
  if (!reason.empty()) target.append("&why=").append(escaped(reason));
  return send_for_json({.method = "POST", .target = target, .token = token_, .body = ""});
}

Json RemoteTournaments::join(const std::string& name, const std::string& entry) const {
  return send_for_json(
      {.method = "POST", .target = path_of_tournament(name) + "/join", .token = token_, .body = entry});
}

Json RemoteTournaments::list() const { return send_for_json({.target = kPath, .token = token_}).at("tournaments"); }

Json RemoteTournaments::status(const std::string& name) const {
  return send_for_json({.target = path_of_tournament(name), .token = token_});
}

std::string RemoteTournaments::table(const std::string& name, const std::string& file) const {
  return send({.target = path_of_tournament(name) + "/" + file, .token = token_});
}

Json RemoteTournaments::games(const std::string& name, std::optional<std::uint64_t> before) const {
  std::string target = path_of_tournament(name) + "/games?limit=200";
  if (before) target.append("&before=").append(std::to_string(*before));
  return send_for_json({.target = target, .token = token_});
}

std::string RemoteTournaments::record(const std::string& name, const std::string& game) const {
  return send({.target = path_of_tournament(name) + "/records/" + escaped(game), .token = token_});
}

FetchedRecords fetch_records(const RemoteTournaments& tournaments, const std::string& name,
                             const std::filesystem::path& folder, const std::function<bool()>& stop) {
  std::filesystem::create_directories(folder);
  FetchedRecords result;
  std::optional<std::uint64_t> before;
  while (before != 0U) {
    const RemoteTournaments::Json page = tournaments.games(name, before);
    for (const RemoteTournaments::Json& game : page.at("games")) {
      if (stop()) return result;
      const std::string id = game.at("game");
      if (!is_game_name(id)) throw RequestRefused("the server sent the name of a game that is not valid: " + id);
      const std::filesystem::path file = folder / (id + ".rensa");
      if (std::filesystem::exists(file)) {
        ++result.existing;
        continue;
      }
      tournament::write_file_atomically(file, tournaments.record(name, id));
      ++result.fetched;
    }
    const std::uint64_t next = page.at("before");
    if (before && next >= *before) throw RequestRefused("the server sent the same games again");
    before = next;
  }
  return result;
}

}  // namespace rensa::cli
