#pragma once

#include <string>

#include "clients/cli/remote/server_url.h"
#include "clients/command_line/command_line.h"

namespace rensa::cli {

// Which server, and who asks, as a command line says it; what it leaves open, RENSA_SERVER_URL and RENSA_TOKEN say.
struct RemoteOptions {
  std::string server;
  std::string token;
  std::string token_file;
};

command_line::Option& add_server_option(command_line::Command& command, RemoteOptions& options);
void add_token_options(command_line::Command& command, RemoteOptions& options);

// Whether the environment names a server.
bool has_usual_server();

// Throws command_line::UsageError with a sentence where nothing says it, or what is said is no URL.
ServerUrl server_of(const RemoteOptions& options);
// Throws command_line::UsageError where nothing says it, and std::runtime_error where the file cannot be read.
std::string token_of(const RemoteOptions& options);

}  // namespace rensa::cli
