#include <iomanip>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "clients/cli/commands.h"
#include "clients/cli/match/loaded_record.h"
#include "clients/cli/match/record_file.h"
#include "clients/cli/report/report.h"
#include "clients/command_line/command_line.h"
#include "engine/duel/outcome.h"
#include "engine/notation/text.h"
#include "engine/record/game_history.h"
#include "server/base/exit_code.h"
#include "server/base/plain_text.h"

namespace rensa::cli {

namespace {

struct RecordOptions {
  std::vector<std::string> files;
  command_line::FormatChoice format;
};

int verify_all(const RecordOptions& options) {
  std::vector<int> exit_codes;
  base::Table table{.columns = {"file", "ok", "fault"}, .rows = {}};
  const auto add = [&](const std::string& file, const std::string& fault, const std::string& text) {
    table.rows.push_back({file, fault.empty(), fault});
    if (options.format.is_text()) std::cout << base::plain_lines(text) << std::endl;
  };
  for (const std::string& file : options.files) {
    try {
      const LoadedRecord loaded = load_record(file);
      if (loaded.verdict.ok()) {
        add(file, "", "ok     " + file);
        continue;
      }
      add(file, fault_text(loaded), "wrong  " + file + ": " + fault_text(loaded));
      exit_codes.push_back(base::kExitAnswerIsNo);
    } catch (const std::runtime_error& error) {
      add(file, error.what(), std::string("error  ") + error.what());
      exit_codes.push_back(base::kExitFailed);
    }
  }
  if (!options.format.is_text()) print_table(table, options.format.wanted());
  return base::exit_code_of_parts(exit_codes);
}

std::string outcome_text(const record::Record& record) {
  const duel::Outcome& outcome = record.outcome;
  const bool turns = record.setup.ruleset.pacing == rules::Pacing::turns;
  std::string text = outcome.winner ? shown_name(record, *outcome.winner) : std::string("nobody");
  text.append(" won, ").append(name_of(outcome.cause)).append(turns ? " in turn " : " in frame ");
  return text.append(std::to_string(outcome.frame));
}

// Returns an empty text if the game was not interrupted.
std::string interruptions_text(const record::Record& record) {
  if (record.interruptions.empty()) return {};
  const bool turns = record.setup.ruleset.pacing == rules::Pacing::turns;
  std::string text = "stopped  ";
  for (const int clock : record.interruptions) {
    if (clock != record.interruptions.front()) text += ", ";
    text.append(turns ? "after turn " : "after frame ").append(std::to_string(clock));
  }
  return text + ", because the server was stopped; the game went on\n";
}

constexpr std::array kRotations = {"up", "right", "down", "left"};

base::Table hands_table(const record::Record& record) {
  const bool turns = record.setup.ruleset.pacing == rules::Pacing::turns;
  base::Table table{.columns = {turns ? "turn" : "frame", "seat", "hand", "pair", "x", "rotation", "links", "points",
                                "sent", "cancelled", "fell", "all_clear"},
                    .rows = {}};
  for (const record::HandResult& hand : record::hand_results_of(record)) {
    table.rows.push_back({hand.clock, static_cast<int>(duel::index_of(hand.seat)) + 1, hand.number,
                          notation::letters_of(hand.pair), int{hand.placement.x},
                          kRotations[static_cast<std::size_t>(hand.placement.r)], hand.links, hand.points, hand.sent,
                          hand.cancelled, hand.fell, hand.all_clear});
  }
  return table;
}

void show_hand(const record::HandResult& hand) {
  std::cout << std::setw(7) << hand.clock << std::setw(6) << duel::index_of(hand.seat) + 1 << std::setw(6)
            << hand.number << "  " << notation::letters_of(hand.pair) << "    " << int{hand.placement.x} << ' '
            << std::left << std::setw(7) << kRotations[static_cast<std::size_t>(hand.placement.r)] << std::right;
  const auto cell = [](int value) {
    if (value == 0) {
      std::cout << std::setw(8) << '.';
    } else {
      std::cout << std::setw(8) << value;
    }
  };
  for (const int value : {hand.links, hand.points, hand.sent, hand.cancelled, hand.fell}) cell(value);
  std::cout << (hand.all_clear ? "  all clear\n" : "\n");
}

int show_record(const RecordOptions& options) {
  const std::optional<record::Record> record = load_verified_record(options.files.front());
  if (!record) return base::kExitAnswerIsNo;
  if (!options.format.is_text()) {
    print_table(hands_table(*record), options.format.wanted());
    return 0;
  }
  const rules::Ruleset& ruleset = record->setup.ruleset;
  std::cout << "record version " << record->version() << '\n'
            << "ruleset  " << ruleset.id << ", digest " << std::hex << std::setw(16) << std::setfill('0')
            << record->ruleset_digest << std::dec << std::setfill(' ') << '\n'
            << "seed     " << record->setup.seed << (record->setup.queue ? ", with a queue of its own" : "") << '\n'
            << "players  " << shown_name(*record, duel::Seat::one) << " (seat 1) against "
            << shown_name(*record, duel::Seat::two) << " (seat 2)\n"
            << "outcome  " << outcome_text(*record) << '\n'
            << interruptions_text(*record) << "inputs   " << record->inputs.size() << ", state hashes "
            << record->checkpoints.size() << "\n\n"
            << (ruleset.pacing == rules::Pacing::turns ? "   turn" : "  frame")
            << "  seat  hand  pair  placement   links  points    sent  cancel    fell\n";
  for (const record::HandResult& hand : record::hand_results_of(*record)) show_hand(hand);
  return 0;
}

}  // namespace

void add_record_command(command_line::Command& program) {
  command_line::Command& command = program.add_command("record", "Show, verify and export the records of games");
  command.require_command();
  const auto options = std::make_shared<RecordOptions>();

  command_line::Command& show_command = command.add_command("show", "Print a game hand by hand");
  show_command.add_option("FILE", options->files, "The record").required().expect_values(1);
  command_line::add_format_options(show_command, options->format);
  show_command.set_action([options] { return show_record(*options); });

  command_line::Command& verify_command =
      command.add_command("verify", "Play games again, and print ok or the first wrong frame");
  verify_command.add_option("FILES", options->files, "The records").required();
  command_line::add_format_options(verify_command, options->format);
  verify_command.set_action([options] { return verify_all(*options); });

  add_record_chances_command(command);
  add_record_export_command(command);
}

}  // namespace rensa::cli
