#pragma once

#include <string>

#include "clients/cli/remote/server_url.h"
#include "clients/command_line/command_line.h"

namespace rensa::cli {

// The server and the token of a command line. RENSA_SERVER_URL and RENSA_TOKEN replace options that are not set.
struct RemoteOptions {
  std::string server;
  std::string token;
  std::string token_file;
};

command_line::Option& add_server_option(command_line::Command& command, RemoteOptions& options);
void add_token_options(command_line::Command& command, RemoteOptions& options);

// Whether the environment names a server.
bool has_usual_server();

// Throws command_line::UsageError with a sentence if no server is named, or its name is no URL.
ServerUrl server_of(const RemoteOptions& options);
// Throws command_line::UsageError where nothing says it, and std::runtime_error where the file cannot be read.
std::string token_of(const RemoteOptions& options);

}  // namespace rensa::cli
