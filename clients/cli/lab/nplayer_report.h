#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "clients/cli/lab/compared.h"
#include "clients/cli/lab/nplayer_run.h"
#include "clients/cli/lab/plot.h"

namespace rensa::cli {

// What the games come to, for people, programs and tables.

void print_nplayer(const NplayerRun& run);
nlohmann::ordered_json json_of_nplayer(const NplayerRun& run);
// Shares of wins against Max-N's depth, as the document draws them; nullopt: the figure has not been played.
std::optional<Plot> plot_of_nplayer(const NplayerRun& run, int figure);
// What the document gives as numbers, and how many of its orderings come out.
std::vector<Compared> compared_of(const NplayerRun& run);

}  // namespace rensa::cli
