#include "server/tournament/plan/game_list.h"

#include <nlohmann/json.hpp>
#include <string>

#include "engine/duel/outcome.h"

namespace rensa::tournament {

void add_finished_games(const TournamentPlan& plan, const TournamentProgress& progress, std::size_t pair,
                        nlohmann::ordered_json& list) {
  const PlayerPair& players = progress.pairs()[pair];
  const nlohmann::ordered_json names = {plan.players[players.first].name, plan.players[players.second].name};
  for (std::size_t leg = 0; leg < progress.leg_count(pair); ++leg) {
    const GameEnded* ended = progress.game_result(pair, leg);
    if (ended == nullptr) continue;
    list.push_back(
        {{"game", name_of(ended->game)},
         {"stage", players.stage + 1},
         {"players", names},
         {"winner", ended->winner ? names[static_cast<std::size_t>(*ended->winner)] : nlohmann::ordered_json()},
         {"cause", std::string(duel::name_of(ended->cause))}});
  }
}

nlohmann::ordered_json finished_games_json(const TournamentPlan& plan, const TournamentProgress& progress) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (std::size_t pair = progress.pairs().size(); pair-- > 0;) add_finished_games(plan, progress, pair, list);
  return list;
}

base::Table game_table(const nlohmann::ordered_json& games) {
  base::Table table{.columns = {"game", "stage", "first", "second", "winner", "cause"}, .rows = {}};
  for (const nlohmann::ordered_json& game : games) {
    const nlohmann::ordered_json& winner = game.at("winner");
    table.rows.push_back({game.at("game").get<std::string>(), game.at("stage").get<int>(),
                          game.at("players").at(0).get<std::string>(), game.at("players").at(1).get<std::string>(),
                          winner.is_null() ? base::Cell() : base::Cell(winner.get<std::string>()),
                          game.at("cause").get<std::string>()});
  }
  return table;
}

}  // namespace rensa::tournament
