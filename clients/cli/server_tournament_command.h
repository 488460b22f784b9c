#pragma once

#include <string>

#include "clients/cli/remote/remote_options.h"
#include "clients/command_line/command_line.h"

namespace rensa::cli {

// Adds `rensa tournament start|status|pause|resume|stop|withdraw|join`, which control tournaments on a server.
void add_server_tournament_commands(command_line::Command& tournament);

// `rensa tournament export` for a tournament on a server.
struct ServerTournamentExport {
  RemoteOptions remote;
  std::string name;
  std::string format;   // "json", "csv" or "markdown"
  std::string records;  // the folder for the records; empty: no records are fetched
};
int export_server_tournament(const ServerTournamentExport& options);

}  // namespace rensa::cli
