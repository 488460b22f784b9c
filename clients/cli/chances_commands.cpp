#include <cstddef>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "clients/cli/commands.h"
#include "clients/cli/match/loaded_record.h"
#include "clients/cli/match/record_file.h"
#include "clients/cli/report/report.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"
#include "engine/chances/chance_to_win.h"
#include "engine/duel/outcome.h"
#include "engine/research/chances/chance_learning.h"
#include "engine/research/chances/recorded_moments.h"
#include "engine/research/chances/reliability.h"
#include "server/base/exit_code.h"
#include "server/tournament/statistics/interval.h"

namespace rensa::cli {

namespace {

using chances::RatedGame;
using chances::Reliability;

record::Record read_verified(const std::string& file) {
  const LoadedRecord loaded = load_record(file);
  if (!loaded.verdict.ok() || !loaded.record) throw std::runtime_error(file + ": " + fault_text(loaded));
  return *loaded.record;
}

struct RatedGames {
  std::vector<RatedGame> games;
  int others = 0;  // games that the rules did not end, or whose chances are not estimated
};

RatedGames read_games(const std::vector<std::string>& paths) {
  RatedGames read;
  for (const std::string& file : record_files_of(paths)) {
    if (auto game = chances::rated_game_of(read_verified(file))) {
      read.games.push_back(std::move(*game));
    } else {
      ++read.others;
    }
  }
  return read;
}

void print_others(int others) {
  if (others == 0) return;
  std::cout << others << (others == 1 ? " game is" : " games are")
            << " left out: not ended by the rules, or not with frames and points\n";
}

std::string percent(double share) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(1) << 100 * share;
  return text.str();
}

// Returns how much better than always one half the estimates are, by games; nullopt if there are too few of them.
std::optional<tournament::Interval> gain_of(const Reliability& found) {
  if (found.gains.size() < 2) return std::nullopt;
  return tournament::mean_with_student_interval(found.gains);
}

void print_reliability(const Reliability& found) {
  std::cout << "   chance  positions  mean estimate  share won\n" << std::fixed;
  for (std::size_t i = 0; i < found.bins.size(); ++i) {
    const chances::ReliabilityBin& bin = found.bins[i];
    std::cout << std::setw(3) << 10 * i << " - " << std::setw(3) << 10 * (i + 1) << std::setw(11) << bin.positions;
    if (bin.positions > 0) {
      std::cout << std::setw(15) << percent(bin.mean_chance) << std::setw(11) << percent(bin.share_won);
    }
    std::cout << '\n';
  }
  std::cout << std::setprecision(4) << found.gains.size() << " games, Brier score " << found.brier
            << "; of always 50 %: " << found.brier_of_half << '\n';
  if (const auto gain = gain_of(found)) {
    std::cout << "better than always 50 % by " << gain->value << " a game, 95 % interval " << gain->low << " to "
              << gain->high << '\n';
  }
}

nlohmann::ordered_json bins_of(const Reliability& found) {
  nlohmann::ordered_json bins = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < found.bins.size(); ++i) {
    const chances::ReliabilityBin& bin = found.bins[i];
    nlohmann::ordered_json row{{"from_percent", 10 * i},
                               {"to_percent", 10 * (i + 1)},
                               {"positions", bin.positions},
                               {"mean_estimate", nullptr},
                               {"share_won", nullptr}};
    if (bin.positions > 0) {
      row["mean_estimate"] = bin.mean_chance;
      row["share_won"] = bin.share_won;
    }
    bins.push_back(row);
  }
  return bins;
}

nlohmann::ordered_json json_of(const Reliability& found) {
  nlohmann::ordered_json report{
      {"bins", bins_of(found)}, {"games", found.gains.size()},          {"positions", found.positions},
      {"brier", found.brier},   {"brier_of_half", found.brier_of_half}, {"gain", nullptr}};
  if (const auto gain = gain_of(found)) {
    report["gain"] = {{"value", gain->value}, {"low", gain->low}, {"high", gain->high}};
  }
  return report;
}

struct ChancesOptions {
  std::vector<std::string> records;
  bool reliability = false;
  command_line::FormatChoice format;
};

// A row for each hand of either player: the chances when its pair comes under control.
nlohmann::ordered_json rows_of(const std::string& file, const record::Record& record) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const chances::RecordedMoment& moment : chances::moments_of(record)) {
    const int chance = chances::chance_of(moment.standings, chances::learned_weights());
    for (const duel::Seat seat : duel::kSeats) {
      const int hand = moment.hands_begun[duel::index_of(seat)];
      if (hand == 0) continue;
      rows.push_back({{"file", file},
                      {"frame", moment.clock},
                      {"seat", duel::index_of(seat) + 1},
                      {"hand", hand},
                      {"chance_1", chance},
                      {"chance_2", chances::kCertain - chance}});
    }
  }
  return rows;
}

void print_rows(const std::string& file, const record::Record& record, const nlohmann::ordered_json& rows) {
  const auto name_of_seat = [&record](duel::Seat seat) { return shown_name(record, seat); };
  std::cout << file << ": " << name_of_seat(duel::Seat::one) << " against " << name_of_seat(duel::Seat::two) << ", "
            << (record.outcome.winner ? name_of_seat(*record.outcome.winner) + " won" : std::string("nobody won"))
            << "\n  frame  seat  hand  chance of seat 1  of seat 2\n";
  for (const auto& row : rows) {
    std::cout << std::setw(7) << row["frame"].get<int>() << std::setw(6) << row["seat"].get<int>() << std::setw(6)
              << row["hand"].get<int>() << std::setw(16) << percent(row["chance_1"].get<double>() / chances::kCertain)
              << " %" << std::setw(9) << percent(row["chance_2"].get<double>() / chances::kCertain) << " %\n";
  }
}

void run_hands(const ChancesOptions& options) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const std::string& file : record_files_of(options.records)) {
    const record::Record record = read_verified(file);
    if (!chances::can_estimate(record.setup.ruleset)) {
      throw std::runtime_error(file +
                               ": chances are estimated only for games with frames whose garbage follows from points");
    }
    const nlohmann::ordered_json rows = rows_of(file, record);
    if (options.format.is_text()) print_rows(file, record, rows);
    all.insert(all.end(), rows.begin(), rows.end());
  }
  if (!options.format.is_text()) print_report(all, all, options.format.wanted());
}

void run_reliability(const ChancesOptions& options) {
  const RatedGames read = read_games(options.records);
  if (read.games.empty()) throw std::runtime_error("there is no game with frames and points that the rules ended");
  const Reliability found = chances::reliability_of(read.games, chances::learned_weights());
  if (options.format.is_text()) {
    print_reliability(found);
    print_others(read.others);
    return;
  }
  nlohmann::ordered_json report = json_of(found);
  report["other_games"] = read.others;
  print_report(report, report["bins"], options.format.wanted());
}

struct TuneOptions {
  std::vector<std::string> records;
  double penalty = 10;
  std::string table;
  command_line::FormatChoice format;
};

std::string table_text_of(const chances::ChanceWeights& weights) {
  std::string text =
      "// clang-format off: one weight a line.\n"
      "// The weights of the features, in their order. Written by `rensa tune chances`.\n";
  for (std::size_t k = 0; k < weights.size(); ++k) {
    text.append(std::to_string(weights[k])).append(",  // ").append(chances::kFeatureNames[k]) += '\n';
  }
  return text;
}

nlohmann::ordered_json json_of(const chances::ChanceWeights& weights) {
  nlohmann::ordered_json json;
  for (std::size_t k = 0; k < weights.size(); ++k) json[std::string(chances::kFeatureNames[k])] = weights[k];
  return json;
}

void run_tune(const TuneOptions& options) {
  RatedGames read = read_games(options.records);
  const chances::GameSplit split = chances::split_by_seed(std::move(read.games));
  if (split.learned.size() < 2 || split.held_out.empty()) {
    throw std::runtime_error("there are too few games: " + std::to_string(split.learned.size()) +
                             " to learn from and " + std::to_string(split.held_out.size()) + " to check with");
  }
  const chances::ChanceWeights weights = chances::learn_weights(split.learned, options.penalty);
  const Reliability found = chances::reliability_of(split.held_out, weights);
  if (options.format.is_text()) {
    std::cout << table_text_of(weights) << "learned from " << split.learned.size()
              << " games; the others, by their seeds:\n";
    print_reliability(found);
    print_others(read.others);
  } else {
    nlohmann::ordered_json report{{"games", split.learned.size()}, {"weights", json_of(weights)}};
    report["held_out"] = json_of(found);
    report["other_games"] = read.others;
    print_report(report, report["held_out"]["bins"], options.format.wanted());
  }
  if (!options.table.empty()) command_line::write_output_file(options.table, table_text_of(weights));
}

}  // namespace

void add_record_chances_command(command_line::Command& record) {
  const auto options = std::make_shared<ChancesOptions>();
  command_line::Command& command =
      record.add_command("chances", "Print the estimated chances to win for each hand, or how reliable they are");
  command.add_option("RECORDS", options->records, "Files of games, and folders of such files").required();
  command.add_flag("--reliability", options->reliability,
                   "Compare the estimates with the results of all these games instead");
  command_line::add_format_options(command, options->format);
  command.set_task([options] { options->reliability ? run_reliability(*options) : run_hands(*options); });
}

void add_tune_command(command_line::Command& program) {
  command_line::Command& tune = program.add_command("tune", "Learn weights from records");
  tune.require_command();
  const auto options = std::make_shared<TuneOptions>();
  command_line::Command& command =
      tune.add_command("chances", "Learn the weights of the chance to win; each fourth seed is held out");
  command.add_option("RECORDS", options->records, "Files of games, and folders of such files").required();
  command.add_option("--penalty", options->penalty, "The greater, the nearer to zero the weights stay")
      .check(command_line::number_in(1e-6, 1e9))
      .show_default();
  command.add_option("--table", options->table, "Write the weights into this file: engine/chances/chance_weights.inl")
      .check({command_line::why_not_writable, "FILE"});
  command_line::add_format_options(command, options->format);
  command.set_task([options] { run_tune(*options); });
}

}  // namespace rensa::cli
