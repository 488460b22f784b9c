#include "clients/cli/remote/hosted.h"

namespace rensa::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kPath = "/api/v1/tournaments";

std::string path_of(const std::string& name) { return std::string(kPath).append("/").append(escaped(name)); }

// The server's own words: JSON, or plain text where it has refused a request unread. Of something else that answers
// there, the number.
std::string sentence_of(const HttpAnswer& answer) {
  const Json body = Json::parse(answer.body, nullptr, false);
  if (body.is_object() && body.contains("error") && body["error"].is_string()) return body["error"].get<std::string>();
  const std::string line = answer.body.substr(0, answer.body.find_first_of("\r\n"));
  if (answer.content_type.starts_with("text/plain") && !line.empty()) return line;
  return "it answers with status " + std::to_string(answer.status);
}

}  // namespace

std::string Hosted::ask(const HttpQuestion& question) const {
  HttpAnswer answer = http_call(server_, question);
  if (answer.status < 200 || answer.status > 299) throw Refused(text_of(server_) + ": " + sentence_of(answer));
  return std::move(answer.body);
}

Json Hosted::ask_for_json(const HttpQuestion& question) const {
  Json answer = Json::parse(ask(question), nullptr, false);
  if (!answer.is_object()) throw Refused(text_of(server_) + ": that is no server of ours: it answers with no JSON");
  return answer;
}

std::string Hosted::start(const Start& start) const {
  std::string query;
  if (start.jobs) query.append("&jobs=").append(std::to_string(*start.jobs));
  if (start.is_forced) query.append("&force=1");
  if (!query.empty()) query.front() = '?';
  return ask_for_json({.method = "POST", .target = kPath + query, .token = token_, .body = start.plan}).at("id");
}

Json Hosted::order(const std::string& name, const std::string& what) const {
  return ask_for_json({.method = "POST", .target = path_of(name) + "/" + what, .token = token_, .body = ""});
}

Json Hosted::withdraw(const std::string& name, const std::string& player, const std::string& why) const {
  std::string target = path_of(name).append("/withdraw?player=").append(escaped(player));
  if (!why.empty()) target.append("&why=").append(escaped(why));
  return ask_for_json({.method = "POST", .target = target, .token = token_, .body = ""});
}

Json Hosted::join(const std::string& name, const std::string& entry) const {
  return ask_for_json({.method = "POST", .target = path_of(name) + "/join", .token = token_, .body = entry});
}

Json Hosted::list() const { return ask_for_json({.target = kPath, .token = token_}).at("tournaments"); }

Json Hosted::look(const std::string& name) const { return ask_for_json({.target = path_of(name), .token = token_}); }

std::string Hosted::table(const std::string& name, const std::string& file) const {
  return ask({.target = path_of(name) + "/" + file, .token = token_});
}

Json Hosted::games(const std::string& name, std::optional<std::uint64_t> before) const {
  std::string target = path_of(name) + "/games?limit=200";
  if (before) target.append("&before=").append(std::to_string(*before));
  return ask_for_json({.target = target, .token = token_});
}

std::string Hosted::record(const std::string& name, const std::string& game) const {
  return ask({.target = path_of(name) + "/records/" + escaped(game), .token = token_});
}

}  // namespace rensa::cli
