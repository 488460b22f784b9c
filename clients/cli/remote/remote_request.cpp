#include "clients/cli/remote/remote_request.h"

#include <cstdlib>
#include <utility>

#include "clients/command_line/files.h"
#include "engine/json/document.h"

namespace rensa::cli {

namespace {

constexpr const char* kServerVariable = "RENSA_SERVER_URL";
constexpr const char* kTokenVariable = "RENSA_TOKEN";
constexpr int kBodyTooLong = 413;

std::string environment_value(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

std::string error_message_of(const HttpResponse& response) {
  const auto body = rensa::json::parse_ordered_document(response.body);
  if (body && body->is_object() && body->contains("error") && (*body)["error"].is_string()) {
    return (*body)["error"].get<std::string>();
  }
  const std::string line = response.body.substr(0, response.body.find_first_of("\r\n"));
  if (response.content_type.starts_with("text/plain") && !line.empty()) return line;
  return "it answers with status " + std::to_string(response.status);
}

std::string answer_of(const ServerUrl& server, const HttpRequest& request) {
  HttpResponse response = send_http_request(server, request);
  if (response.status < 200 || response.status > 299) {
    const std::string why = text_of(server) + ": " + error_message_of(response);
    if (response.status == kBodyTooLong) throw BodyRefused(why);
    throw RequestRefused(why);
  }
  return std::move(response.body);
}

nlohmann::ordered_json answer_in_json(const ServerUrl& server, const HttpRequest& request) {
  const auto answer = rensa::json::parse_ordered_document(answer_of(server, request));
  if (!answer || !answer->is_object()) {
    throw RequestRefused(text_of(server) + ": it is not a Rensa server, because its answer is not JSON" +
                         (answer ? "" : " (" + answer.error().message + ")"));
  }
  return *answer;
}

command_line::Option& add_server_option(command_line::Command& command, RemoteOptions& options) {
  return command.add_option("--server", options.server,
                            "The URL of the server, http://HOST:PORT or https://...; by default, RENSA_SERVER_URL");
}

void add_token_options(command_line::Command& command, RemoteOptions& options, const std::string& whose) {
  command_line::Option& token = command.add_option(
      "--token", options.token, "The token " + whose + "; by default, RENSA_TOKEN for the server of RENSA_SERVER_URL");
  command
      .add_option("--token-file", options.token_file,
                  "A file with the token, which keeps it out of the list of processes")
      .check(command_line::file_name())
      .excludes(token);
}

bool has_default_server() { return !environment_value(kServerVariable).empty(); }

ServerUrl server_url_of_options(const RemoteOptions& options) {
  const std::string text = options.server.empty() ? environment_value(kServerVariable) : options.server;
  if (text.empty()) throw command_line::UsageError("--server is required, because RENSA_SERVER_URL is not set");
  const auto server = server_url_of(text);
  if (!server) throw command_line::UsageError("--server: " + server.error().message);
  return *server;
}

std::string token_of_options_if_any(const RemoteOptions& options) {
  if (!options.token_file.empty()) return command_line::read_token_file(options.token_file);
  if (!options.token.empty()) return options.token;
  const bool is_for_this_server = options.server.empty() || options.server == environment_value(kServerVariable);
  return is_for_this_server ? environment_value(kTokenVariable) : "";
}

std::string token_of_options(const RemoteOptions& options) {
  std::string token = token_of_options_if_any(options);
  if (!token.empty()) return token;
  std::string why = "is not set";
  if (!environment_value(kTokenVariable).empty()) {
    why = "belongs to the server of RENSA_SERVER_URL, ";
    why += environment_value(kServerVariable).empty() ? "which is not set" : "and --server names another one";
  }
  throw command_line::UsageError("--token or --token-file is required, because RENSA_TOKEN " + why);
}

}  // namespace rensa::cli
