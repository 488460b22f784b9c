#include <cstddef>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "clients/cli/commands.h"
#include "clients/cli/match/record_file.h"
#include "clients/cli/report/report.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/entrant_option.h"
#include "engine/duel/outcome.h"
#include "engine/record/codec.h"
#include "engine/record/verify.h"
#include "engine/research/losses/lost_game.h"
#include "server/base/exit_code.h"

namespace rensa::cli {

namespace {

struct LostOptions {
  std::vector<std::string> records;  // files, and folders of files
  std::string loser;                 // only the games that it lost; empty: all
  std::string search = "champion:nodes=4000000";
  command_line::FormatChoice format;
};

struct AnalysedGame {
  std::string file;
  std::string loser;
  std::string winner;
  losses::LostGame game;
};

struct LostReport {
  std::vector<AnalysedGame> games;
  int others = 0;  // draws, and games that the rules did not end
};

record::Record verified_record(const std::string& file) {
  const std::vector<std::uint8_t> bytes = read_record_bytes(file);
  const record::Verdict verdict = record::verify(bytes);
  const auto decoded = record::decode(bytes);
  if (!verdict.ok() || !decoded.record) throw std::runtime_error(file + ": " + verdict.message);
  return *decoded.record;
}

// Returns true if the seat belongs to the player of this name, as records have it or as it is shown. Any player has the
// empty name.
bool is_wanted(const record::Record& record, duel::Seat seat, const std::string& name) {
  return name.empty() || name == record.players[duel::index_of(seat)] || name == shown_name(record, seat);
}

LostReport analyse(const LostOptions& options) {
  const losses::HoldsGame holds = losses::holds_by_player(*command_line::read_entrant(options.search));
  LostReport report;
  for (const std::string& file : record_files_of(options.records)) {
    const record::Record record = verified_record(file);
    const auto& winner = record.outcome.winner;
    if (winner && !is_wanted(record, duel::opponent_of(*winner), options.loser)) continue;
    const auto game = losses::analyse_lost_game(record, holds);
    if (!game) {
      ++report.others;
      continue;
    }
    report.games.push_back(
        {.file = file, .loser = shown_name(record, game->loser), .winner = shown_name(record, *winner), .game = *game});
  }
  return report;
}

using Pairing = std::pair<std::string, std::string>;  // the loser and the winner

// Returns the number of games of each pairing by cause.
std::map<Pairing, std::vector<int>> count_causes(const std::vector<AnalysedGame>& games) {
  std::map<Pairing, std::vector<int>> counts;
  for (const AnalysedGame& analysed : games) {
    auto& by_cause = counts[{analysed.loser, analysed.winner}];
    by_cause.resize(losses::kLossCauses.size());
    ++by_cause[static_cast<std::size_t>(analysed.game.cause)];
  }
  return counts;
}

void print_games(const std::vector<AnalysedGame>& games) {
  for (const AnalysedGame& analysed : games) {
    const losses::LostGame& game = analysed.game;
    std::cout << losses::letter_of(game.cause) << "  hand " << std::setw(3) << game.lost_hand << " of " << std::setw(3)
              << game.hands << "  fell " << std::setw(4) << game.facts.fallen << "  attack " << std::setw(4)
              << game.facts.greatest_attack << "  " << analysed.file << '\n';
  }
}

void print_causes(const LostReport& report) {
  for (const auto& [pairing, by_cause] : count_causes(report.games)) {
    std::cout << '\n' << pairing.first << " lost to " << pairing.second << ":\n";
    for (const losses::LossCause cause : losses::kLossCauses) {
      std::cout << std::setw(5) << by_cause[static_cast<std::size_t>(cause)] << "  " << losses::letter_of(cause) << ": "
                << losses::description_of(cause) << '\n';
    }
  }
  if (report.others > 0) std::cout << '\n' << report.others << " games were draws, or the rules did not end them\n";
}

nlohmann::ordered_json json_of(const LostReport& report) {
  nlohmann::ordered_json games = nlohmann::ordered_json::array();
  for (const AnalysedGame& analysed : report.games) {
    const losses::LostGame& game = analysed.game;
    games.push_back({{"file", analysed.file},
                     {"loser", analysed.loser},
                     {"winner", analysed.winner},
                     {"cause", losses::name_of(game.cause)},
                     {"lost_hand", game.lost_hand},
                     {"hands", game.hands},
                     {"clock", game.lost_clock},
                     {"fallen", game.facts.fallen},
                     {"greatest_attack", game.facts.greatest_attack},
                     {"cancelled_by_it", game.facts.cancelled_by_it}});
  }
  nlohmann::ordered_json causes = nlohmann::ordered_json::array();
  for (const auto& [pairing, by_cause] : count_causes(report.games)) {
    nlohmann::ordered_json row{{"loser", pairing.first}, {"winner", pairing.second}};
    for (const losses::LossCause cause : losses::kLossCauses) {
      row[std::string(losses::name_of(cause))] = by_cause[static_cast<std::size_t>(cause)];
    }
    causes.push_back(row);
  }
  return {{"causes", causes}, {"games", games}, {"other_games", report.others}};
}

int run_lost(const LostOptions& options) {
  const LostReport report = analyse(options);
  if (options.format.is_text()) {
    print_games(report.games);
    print_causes(report);
  } else {
    const nlohmann::ordered_json json = json_of(report);
    print_report(json, json["games"], options.format.wanted());
  }
  return base::kExitSuccess;
}

std::string why_search_refused(const std::string& text) {
  const auto entrant = command_line::read_entrant(text);
  return entrant ? std::string() : entrant.error().message;
}

}  // namespace

void add_analyse_command(command_line::Command& program) {
  command_line::Command& analyse = program.add_command("analyse", "Find out why games were lost");
  analyse.require_command();
  command_line::Command& lost =
      analyse.add_command("lost", "Find the hand with which each game was lost, and count the causes");
  const auto options = std::make_shared<LostOptions>();
  command_line::add_format_options(lost, options->format);
  lost.add_option("records", options->records, "Files of games, and folders of such files").required();
  lost.add_option("--loser", options->loser, "Only the games that the player of this name lost");
  lost.add_option("--search", options->search, "The player whose search tells if a position can still be held")
      .check({why_search_refused, "PLAYER"})
      .show_default();
  lost.set_action([options] { return run_lost(*options); });
}

}  // namespace rensa::cli
