#include <iomanip>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "clients/cli/commands.h"
#include "clients/cli/match/record_file.h"
#include "clients/cli/report/report.h"
#include "clients/command_line/command_line.h"
#include "engine/duel/outcome.h"
#include "engine/json/record_json.h"
#include "engine/notation/shared_position.h"
#include "engine/notation/text.h"
#include "engine/record/codec.h"
#include "engine/record/game_history.h"
#include "engine/record/verify.h"
#include "server/base/exit_code.h"
#include "server/base/plain_text.h"

namespace rensa::cli {

namespace {

struct RecordOptions {
  std::vector<std::string> files;
  command_line::FormatChoice format;
  bool puyop = false;
  bool json = false;
};

// The content of a file. The record is missing if the file cannot be read as one.
struct LoadedRecord {
  std::optional<record::Record> record;
  record::Verdict verdict;
};

// Reads a record as JSON or as bytes. A record in JSON begins with a brace, a binary record never does.
LoadedRecord load(const std::string& file) {
  const std::vector<std::uint8_t> bytes = read_record_bytes(file);
  if (bytes.empty() || bytes.front() != '{') return {record::decode(bytes).record, record::verify(bytes)};
  const auto record = json::record_of_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (record) return {*record, record::verify(*record)};
  return {std::nullopt, {.fault = record::Fault::unreadable, .clock = {}, .message = record.error().message}};
}

std::string fault_text(const LoadedRecord& loaded) {
  std::string text;
  if (loaded.verdict.clock) {
    const bool turns = loaded.record && loaded.record->setup.ruleset.pacing == rules::Pacing::turns;
    text.append(turns ? "turn " : "frame ").append(std::to_string(*loaded.verdict.clock)).append(": ");
  }
  return text.append(loaded.verdict.message);
}

int verify_all(const RecordOptions& options) {
  std::vector<int> exit_codes;
  base::Table table{.columns = {"file", "ok", "fault"}, .rows = {}};
  const auto add = [&](const std::string& file, const std::string& fault, const std::string& text) {
    table.rows.push_back({file, fault.empty(), fault});
    if (options.format.is_text()) std::cout << base::plain_lines(text) << std::endl;
  };
  for (const std::string& file : options.files) {
    try {
      const LoadedRecord loaded = load(file);
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

// Returns the record if it verifies. Otherwise prints the reason.
std::optional<record::Record> load_verified(const std::string& file) {
  LoadedRecord loaded = load(file);
  if (loaded.verdict.ok()) return std::move(loaded.record);
  std::cerr << base::plain_lines("rensa: " + file + ": " + fault_text(loaded)) << '\n';
  return std::nullopt;
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
  const std::optional<record::Record> record = load_verified(options.files.front());
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

int export_puyop(const record::Record& record) {
  int exit_code = base::kExitSuccess;
  for (const duel::Seat seat : duel::kSeats) {
    const auto shared = record::shared_moves_of(record, seat);
    const auto url = shared ? notation::puyop_url(*shared) : rules::Parsed<std::string>(shared.error());
    if (url) {
      std::cout << *url << '\n';
    } else {
      std::cerr << "rensa: seat " << duel::index_of(seat) + 1 << " (" << shown_name(record, seat)
                << "): " << url.error().message << '\n';
      exit_code = base::kExitAnswerIsNo;
    }
  }
  return exit_code;
}

int export_record(const RecordOptions& options) {
  const std::optional<record::Record> record = load_verified(options.files.front());
  if (!record) return base::kExitAnswerIsNo;
  if (options.puyop) return export_puyop(*record);
  std::cout << json::json_of(*record) << '\n';
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

  command_line::Command& export_command = command.add_command("export", "Print a game for other programs");
  export_command.add_option("FILE", options->files, "The record").required().expect_values(1);
  command_line::Command& form = export_command.add_group_of_alternatives("form");
  form.add_flag("--puyop", options->puyop, "Print a puyop URL of the moves of each seat");
  form.add_flag("--json", options->json, "Print the whole record as JSON");
  export_command.set_action([options] { return export_record(*options); });
}

}  // namespace rensa::cli
