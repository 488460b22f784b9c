#include "clients/cli/remote/remote_options.h"

#include <cstdlib>

#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"

namespace rensa::cli {

namespace {

constexpr const char* kServer = "RENSA_SERVER_URL";
constexpr const char* kToken = "RENSA_TOKEN";

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

command_line::Option& add_server_option(command_line::Command& command, RemoteOptions& options) {
  return command.add_option("--server", options.server,
                            "http://HOST:PORT or https://; without it, what RENSA_SERVER_URL says");
}

void add_token_options(command_line::Command& command, RemoteOptions& options) {
  command_line::Option& token =
      command.add_option("--token", options.token, "An administrator's; without one, what RENSA_TOKEN says");
  command.add_option("--token-file", options.token_file, "A file with the token: other users see the command line")
      .excludes(token);
}

bool has_usual_server() { return !variable(kServer).empty(); }

ServerUrl server_of(const RemoteOptions& options) {
  const std::string text = options.server.empty() ? variable(kServer) : options.server;
  if (text.empty()) throw command_line::UsageError("--server is required where RENSA_SERVER_URL does not say it");
  const auto server = server_url_of(text);
  if (!server) throw command_line::UsageError("--server: " + server.error().message);
  return *server;
}

std::string token_of(const RemoteOptions& options) {
  if (!options.token_file.empty()) return command_line::read_token_file(options.token_file);
  std::string token = options.token.empty() ? variable(kToken) : options.token;
  if (token.empty())
    throw command_line::UsageError("--token or --token-file is required where RENSA_TOKEN does not say it");
  return token;
}

}  // namespace rensa::cli
