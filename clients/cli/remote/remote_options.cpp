#include "clients/cli/remote/remote_options.h"

#include <cstdlib>

#include "clients/option/token_file.h"

namespace rensa::cli {

namespace {

constexpr const char* kServer = "RENSA_SERVER_URL";
constexpr const char* kToken = "RENSA_TOKEN";

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

[[noreturn]] void refuse(const std::string& what) { throw CLI::ValidationError(what, CLI::ExitCodes::ValidationError); }

}  // namespace

void add_server_option(CLI::App& command, RemoteOptions& options) {
  command.add_option("--server", options.server,
                     "http://HOST:PORT or https://; without it, what RENSA_SERVER_URL says");
}

void add_token_options(CLI::App& command, RemoteOptions& options) {
  auto* token = command.add_option("--token", options.token, "An administrator's; without one, what RENSA_TOKEN says");
  command.add_option("--token-file", options.token_file, "A file with the token: other users see the command line")
      ->excludes(token);
}

bool has_usual_server() { return !variable(kServer).empty(); }

ServerUrl server_of(const RemoteOptions& options) {
  const std::string text = options.server.empty() ? variable(kServer) : options.server;
  if (text.empty()) refuse("--server is required where RENSA_SERVER_URL does not say it");
  const auto server = server_url_of(text);
  if (!server) refuse("--server: " + server.error().message);
  return *server;
}

std::string token_of(const RemoteOptions& options) {
  if (!options.token_file.empty()) return option::token_of_file(options.token_file);
  std::string token = options.token.empty() ? variable(kToken) : options.token;
  if (token.empty()) refuse("--token or --token-file is required where RENSA_TOKEN does not say it");
  return token;
}

}  // namespace rensa::cli
