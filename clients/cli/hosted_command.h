#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "clients/cli/remote/remote_options.h"

namespace rensa::cli {

// rensa tournament start | status | pause | resume | stop | withdraw | join: tournaments that a server plays.
void add_hosted_commands(CLI::App& tournament, int& exit_code);

// rensa tournament export, of a tournament that a server plays.
struct HostedExport {
  RemoteOptions remote;
  std::string name;
  std::string format;   // "json", "csv" or "markdown"
  std::string records;  // the folder that they go to; empty: none are wanted
};
int export_hosted(const HostedExport& wanted);

}  // namespace rensa::cli
