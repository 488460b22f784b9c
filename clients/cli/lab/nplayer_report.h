#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "clients/cli/lab/compared.h"
#include "clients/cli/lab/nplayer_run.h"
#include "clients/cli/lab/plot.h"

namespace rensa::cli {

// Reports the results of the games as text, JSON, plots and tables.

void print_nplayer(const NplayerRun& run);
nlohmann::ordered_json json_of_nplayer(const NplayerRun& run);
// Shares of wins against Max-N's depth, as the document draws them; nullopt: the figure has not been played.
std::optional<Plot> plot_of_nplayer(const NplayerRun& run, int figure);
// Compares the document's numbers with ours, and counts its orderings that our games confirm.
std::vector<Compared> compared_of(const NplayerRun& run);

}  // namespace rensa::cli
