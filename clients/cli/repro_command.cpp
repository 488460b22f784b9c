#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "clients/cli/check/continued_game.h"
#include "clients/cli/commands.h"
#include "clients/cli/match/game_options.h"
#include "clients/cli/match/loaded_record.h"
#include "clients/cli/match/new_file.h"
#include "clients/cli/match/record_file.h"
#include "clients/cli/match/stop_signal.h"
#include "clients/cli/remote/remote_record.h"
#include "clients/cli/report/report.h"
#include "clients/cli/tournament/player_argument.h"
#include "clients/command_line/command_line.h"
#include "engine/duel/outcome.h"
#include "engine/notation/text.h"
#include "engine/players/registry.h"
#include "engine/record/game_history.h"
#include "server/app/config.h"
#include "server/app/plan_lookup.h"
#include "server/base/exit_code.h"
#include "server/base/plain_text.h"

namespace rensa::cli {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

struct ReproOptions {
  std::string source;
  int hand = 0;
  int seat = 0;  // 1 or 2; 0: the seat that lost
  std::string player;
  std::string opponent;  // empty: the one of the record
  std::string record_file;
  std::string exec_isolation = app::Config{}.exec_isolation;
  command_line::FormatChoice format;
};

// A player as a plan describes it, and its name in the new record.
struct NamedPlayer {
  json player;
  std::string name;
};

NamedPlayer named_player_of(const std::string& text) {
  json player = player_of_argument(text, "repro");
  if (player.is_object()) return {player, player.at("name").get<std::string>()};
  if (players::parse_player_spec(text)) return {json{{"player", text}}, text};
  std::istringstream separated(text);
  std::vector<std::string> words;
  for (std::string word; separated >> word;) words.push_back(word);
  if (words.empty()) throw command_line::UsageError("repro: a player needs a name");
  // A word without a dot or a slash is more likely a wrong name than a program.
  const bool looks_like_name = words.size() == 1 && text.find_first_of("./") == std::string::npos;
  if (looks_like_name) {
    throw command_line::UsageError("repro: " + players::parse_player_spec(text).error().message +
                                   "; a program is named by its path, such as ./" + text);
  }
  const std::string name = std::filesystem::path(words.back()).filename().string();
  return {json{{"exec", words}}, base::plain_text(name, record::kMaxNameBytes)};
}

NamedPlayer opponent_of(const ReproOptions& options, const std::string& recorded_name) {
  if (!options.opponent.empty()) return named_player_of(options.opponent);
  if (players::parse_player_spec(recorded_name)) return named_player_of(recorded_name);
  throw command_line::UsageError("repro: the opponent " + base::plain_text(recorded_name, record::kMaxNameBytes) +
                                 " is not built in: --opponent names a player to play in its place");
}

std::optional<record::Record> record_of(const std::string& source) {
  if (!is_web_address(source)) return load_verified_record(source);
  LoadedRecord loaded = load_record_of(download_record(source));
  if (loaded.verdict.ok()) return std::move(loaded.record);
  std::cerr << base::plain_lines("rensa: " + source + ": " + fault_text(loaded)) << '\n';
  return std::nullopt;
}

duel::Seat seat_of(const ReproOptions& options, const record::Record& record) {
  if (options.seat != 0) return options.seat == 1 ? duel::Seat::one : duel::Seat::two;
  if (record.outcome.winner) return duel::opponent_of(*record.outcome.winner);
  throw command_line::UsageError("repro: no seat has lost this game: --seat says which one plays on otherwise");
}

std::optional<record::Decision> find_decision(const record::Record& record, duel::Seat seat, int hand) {
  for (const record::Decision& decision : record::decisions_of(record, seat)) {
    if (decision.view.own.hand == hand) return decision;
  }
  return std::nullopt;
}

record::Decision decision_of_hand(const record::Record& record, duel::Seat seat, int hand) {
  if (const auto decision = find_decision(record, seat, hand)) return *decision;
  const std::vector<record::Decision> decisions = record::decisions_of(record, seat);
  const std::string last = decisions.empty() ? "none" : std::to_string(decisions.back().view.own.hand);
  throw command_line::UsageError("--hand: the last hand that " + shown_name(record, seat) + " decided is " + last);
}

std::string placement_text(const std::optional<rules::Placement>& placement) {
  constexpr std::array kRotations = {"up", "right", "down", "left"};
  if (!placement) return "none";
  return std::to_string(int{placement->x}) + ' ' + kRotations[static_cast<std::size_t>(placement->r)];
}

std::string outcome_text(const record::Record& record) {
  const bool turns = record.setup.ruleset.pacing == rules::Pacing::turns;
  std::string text = record.outcome.winner ? shown_name(record, *record.outcome.winner) + " won" : "nobody won";
  text.append(", ").append(name_of(record.outcome.cause)).append(turns ? " in turn " : " in frame ");
  return text.append(std::to_string(record.outcome.frame));
}

// The recorded game and the one that was played in its place.
struct Comparison {
  const record::Record& recorded;
  const record::Record& played;
  duel::Seat seat;
  record::Decision before;
  std::optional<record::Decision> after;  // none: a player failed at once

  std::optional<rules::Placement> new_placement() const { return after ? after->placement : std::nullopt; }
  // Returns the number of hands that the player has decided.
  std::ptrdiff_t hands() const {
    const std::vector<record::Decision> decisions = record::decisions_of(played, seat);
    return std::count_if(decisions.begin(), decisions.end(), [this](const record::Decision& decision) {
      return decision.placement && decision.view.own.hand >= before.view.own.hand;
    });
  }
};

void print_text(const Comparison& games) {
  const bool turns = games.recorded.setup.ruleset.pacing == rules::Pacing::turns;
  const std::string player = shown_name(games.played, games.seat);
  std::cout << "recorded  " << shown_name(games.recorded, duel::Seat::one) << " (seat 1) against "
            << shown_name(games.recorded, duel::Seat::two) << " (seat 2): " << outcome_text(games.recorded) << '\n'
            << "hand      " << games.before.view.own.hand << " of seat " << duel::index_of(games.seat) + 1 << " in "
            << (turns ? "turn " : "frame ") << games.before.view.clock << ", pair "
            << notation::letters_of(games.before.view.own.pairs[0]) << '\n'
            << "placed    " << placement_text(games.before.placement) << " by "
            << shown_name(games.recorded, games.seat) << "; " << placement_text(games.new_placement()) << " by "
            << player << '\n'
            << "now       " << outcome_text(games.played) << ", after " << games.hands() << " hands of " << player
            << '\n';
}

ordered_json outcome_json(const record::Record& record) {
  ordered_json winner;
  if (record.outcome.winner) winner = duel::index_of(*record.outcome.winner) + 1;
  return {{"winner", winner}, {"cause", name_of(record.outcome.cause)}, {"clock", record.outcome.frame}};
}

ordered_json comparison_json(const Comparison& games) {
  const auto names = [](const record::Record& record) {
    return ordered_json{shown_name(record, duel::Seat::one), shown_name(record, duel::Seat::two)};
  };
  return {{"seat", duel::index_of(games.seat) + 1},
          {"hand", games.before.view.own.hand},
          {"clock", games.before.view.clock},
          {"pair", notation::letters_of(games.before.view.own.pairs[0])},
          {"recorded_placement", placement_text(games.before.placement)},
          {"placement", placement_text(games.new_placement())},
          {"recorded_players", names(games.recorded)},
          {"players", names(games.played)},
          {"recorded_outcome", outcome_json(games.recorded)},
          {"outcome", outcome_json(games.played)},
          {"hands", games.hands()}};
}

// Returns true if the rules have not ended the game, because a player has failed.
bool is_failure(duel::Cause cause) {
  return cause != duel::Cause::choked && cause != duel::Cause::no_move && cause != duel::Cause::limit;
}

int exit_code_of(const ContinuedGame& game, duel::Seat seat) {
  const duel::Outcome& outcome = game.record.outcome;
  if (is_failure(outcome.cause)) {
    const duel::Seat failed = outcome.winner ? duel::opponent_of(*outcome.winner) : seat;
    const std::string& output = game.last_outputs[duel::index_of(failed)];
    std::cerr << "rensa: " << (outcome.winner ? shown_name(game.record, failed) : "a player")
              << " failed: " << name_of(outcome.cause);
    if (!output.empty()) std::cerr << " (the last line of its output: " << output << ')';
    std::cerr << '\n';
    return base::kExitPlayerFailed;
  }
  return outcome.winner == duel::opponent_of(seat) ? base::kExitAnswerIsNo : base::kExitSuccess;
}

int repro(const ReproOptions& options) {
  if (!options.record_file.empty()) check_new_file(options.record_file);
  const std::optional<record::Record> record = record_of(options.source);
  if (!record) return base::kExitAnswerIsNo;
  const duel::Seat seat = seat_of(options, *record);
  const record::Decision decision = decision_of_hand(*record, seat, options.hand);
  const NamedPlayer player = named_player_of(options.player);
  const NamedPlayer opponent = opponent_of(options, record->players[duel::index_of(duel::opponent_of(seat))]);
  ContinuedGameOptions wanted{.opening = *record,
                              .clock = decision.view.clock,
                              .isolation = app::isolation_of_setting(options.exec_isolation, {}),
                              .should_stop = must_stop};
  for (const duel::Seat one : duel::kSeats) {
    const NamedPlayer& taken = one == seat ? player : opponent;
    wanted.players[duel::index_of(one)] = taken.player;
    wanted.names[duel::index_of(one)] = taken.name;
  }
  catch_stop_signals();
  const std::optional<ContinuedGame> game = play_continued_game(wanted);
  if (!game) return exit_code_after_stop();
  const Comparison comparison{*record, game->record, seat, decision, find_decision(game->record, seat, options.hand)};
  if (options.format.is_text()) {
    print_text(comparison);
  } else {
    const ordered_json report = comparison_json(comparison);
    print_report(report, report, options.format.wanted());
  }
  if (!options.record_file.empty()) write_record_file(options.record_file, game->record);
  return exit_code_of(*game, seat);
}

}  // namespace

void add_repro_command(command_line::Command& program) {
  command_line::Command& command =
      program.add_command("repro", "Let another player go on with a recorded game, from any hand to its end");
  const auto options = std::make_shared<ReproOptions>();
  command
      .add_option("RECORD", options->source,
                  "The record, or the address of its replay on a server: http(s)://.../replay/N")
      .required();
  command.add_option("--hand", options->hand, "The number of the first pair that the player places; 1 is the first")
      .check(command_line::in_range(1, 1'000'000))
      .required();
  command
      .add_option(
          "--player", options->player,
          "The player: NAME, NAME:OPTION=VALUE,..., a program with its arguments (\"python3 bot.py\"), or a JSON "
          "file that describes it as in a plan")
      .check(command_line::file_name())
      .required();
  command.add_option("--opponent", options->opponent, "Its opponent, of the same forms; by default that of the record")
      .check(command_line::file_name());
  command.add_option("--seat", options->seat, "The seat of the player; by default the one that has lost")
      .check(command_line::in_range(1, 2));
  command.add_option("--record", options->record_file, "Write the record of the new game to this new file")
      .check(command_line::file_name());
  add_exec_isolation_option(command, options->exec_isolation);
  command_line::add_format_options(command, options->format);
  command.set_footer(
      "Exit codes: 0 if the player has not lost, 3 if it has lost or the record does not verify, 5 if a player "
      "failed.");
  command.set_action([options] { return repro(*options); });
}

}  // namespace rensa::cli
