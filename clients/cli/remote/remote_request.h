#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "clients/cli/remote/http_client.h"
#include "clients/command_line/command_line.h"

namespace rensa::cli {

// A request of a command to the HTTP API of a server, and the options that name the server and the token.

// The server refused a request. The message is the sentence of the server.
struct RequestRefused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The request has a longer body than the server takes.
struct BodyRefused : RequestRefused {
  using RequestRefused::RequestRefused;
};

// Returns the error message of a response: from its JSON, or from plain text if the server refused the request unread.
// Returns the HTTP status if the response has another form, for example that of a proxy.
std::string error_message_of(const HttpResponse& response);

// Send a request, and return the body of its answer: as it is, or as an object of JSON. They throw ServerUnreachable
// and RequestRefused.
std::string answer_of(const ServerUrl& server, const HttpRequest& request);
nlohmann::ordered_json answer_in_json(const ServerUrl& server, const HttpRequest& request);

// The options that name the server and the token. RENSA_SERVER_URL and RENSA_TOKEN replace options that are not set;
// the token only for this server, and for no other one.
struct RemoteOptions {
  std::string server{};
  std::string token{};
  std::string token_file{};
};

command_line::Option& add_server_option(command_line::Command& command, RemoteOptions& options);
// `whose` ends the help of the token: "of an administrator".
void add_token_options(command_line::Command& command, RemoteOptions& options, const std::string& whose);
// Returns true if the environment names a server.
bool has_default_server();
// Throws command_line::UsageError if no server is named, or if its name is not a URL.
ServerUrl server_url_of_options(const RemoteOptions& options);
// Throws command_line::UsageError if there is no token, and std::runtime_error if its file cannot be read.
std::string token_of_options(const RemoteOptions& options);
// The same, but without a token it returns an empty text.
std::string token_of_options_if_any(const RemoteOptions& options);

// Does an action that reads answers of a server, which may be any JSON.
template <class Action>
auto with_checked_answers(Action action) {
  try {
    return action();
  } catch (const nlohmann::json::exception&) {
    throw std::runtime_error("the server's answer lacks a value, or has one of the wrong type");
  }
}

}  // namespace rensa::cli
