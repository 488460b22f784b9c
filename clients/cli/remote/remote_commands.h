#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "clients/cli/remote/remote_request.h"
#include "clients/command_line/command_line.h"
#include "server/base/table.h"

namespace rensa::cli {

// The commands for tournaments on a server.

// Adds `rensa tournament start|status|pause|resume|stop|end|delete|annul|withdraw|return|disqualify|announce|join`,
// which control tournaments on a server.
void add_server_tournament_commands(command_line::Command& tournament);

// Returns the finished games of a tournament on a server, the newest pair first, as the server lists them.
nlohmann::ordered_json games_of_server_tournament(const RemoteOptions& remote, const std::string& name);

// Runs `rensa tournament export` for a tournament on a server.
struct ServerTournamentExport {
  RemoteOptions remote;
  std::string name;
  base::TableFormat format = base::TableFormat::json;
  std::string records;  // the folder for the records; empty: no records are fetched
};
int export_server_tournament(const ServerTournamentExport& options);

}  // namespace rensa::cli
