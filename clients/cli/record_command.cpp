#include "clients/cli/record_command.h"

#include <CLI/CLI.hpp>
#include <iomanip>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "clients/cli/record/record_file.h"
#include "engine/duel/cause_name.h"
#include "engine/duel/record_codec.h"
#include "engine/duel/verify.h"
#include "engine/json/record_json.h"
#include "engine/record/replay.h"
#include "engine/record/share.h"
#include "engine/rules/puyop.h"
#include "engine/rules/queue_text.h"

namespace rensa::cli {

namespace {

constexpr int kWentWrong = 1;

struct Options {
  std::vector<std::string> files;
  bool puyop = false;
  bool json = false;
};

struct Loaded {
  std::optional<duel::Record> record;
  duel::Verdict verdict;
};

// Records in JSON begin with a brace, which none in the binary form does.
Loaded load(const std::string& file) {
  const std::vector<std::uint8_t> bytes = read_record_bytes(file);
  if (bytes.empty() || bytes.front() != '{') return {duel::decode(bytes).record, duel::verify(bytes)};
  const auto record = json::record_of_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (record) return {*record, duel::verify(*record)};
  return {std::nullopt, {.fault = duel::Fault::unreadable, .clock = {}, .what = record.error().message}};
}

std::string wrong_text(const Loaded& loaded) {
  std::string text;
  if (loaded.verdict.clock) {
    const bool turns = loaded.record && loaded.record->setup.ruleset.pacing == rules::Pacing::turns;
    text.append(turns ? "turn " : "frame ").append(std::to_string(*loaded.verdict.clock)).append(": ");
  }
  return text.append(loaded.verdict.what);
}

int verify_all(const std::vector<std::string>& files) {
  bool ok = true;
  for (const std::string& file : files) {
    try {
      const Loaded loaded = load(file);
      if (loaded.verdict.ok()) {
        std::cout << "ok     " << file << std::endl;
        continue;
      }
      std::cout << "wrong  " << file << ": " << wrong_text(loaded) << std::endl;
    } catch (const std::runtime_error& error) {
      std::cout << "wrong  " << error.what() << std::endl;
    }
    ok = false;
  }
  return ok ? 0 : kWentWrong;
}

// The record if it verifies; otherwise says what is wrong.
std::optional<duel::Record> load_sound(const std::string& file) {
  Loaded loaded = load(file);
  if (loaded.verdict.ok()) return std::move(loaded.record);
  std::cerr << "rensa: " << file << ": " << wrong_text(loaded) << '\n';
  return std::nullopt;
}

std::string outcome_text(const duel::Record& record) {
  const duel::Outcome& outcome = record.outcome;
  const bool turns = record.setup.ruleset.pacing == rules::Pacing::turns;
  std::string text = outcome.winner ? record.players[duel::index_of(*outcome.winner)] : std::string("nobody");
  text.append(" won, ").append(name_of(outcome.cause)).append(turns ? " in turn " : " in frame ");
  return text.append(std::to_string(outcome.frame));
}

void show_hand(const record::Hand& hand) {
  constexpr std::array kRotations = {"up", "right", "down", "left"};
  std::cout << std::setw(7) << hand.clock << std::setw(6) << duel::index_of(hand.seat) + 1 << std::setw(6)
            << hand.number << "  " << rules::text_of(hand.pair) << "    " << int{hand.placement.x} << ' ' << std::left
            << std::setw(7) << kRotations[static_cast<std::size_t>(hand.placement.r)] << std::right;
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

int show(const std::string& file) {
  const std::optional<duel::Record> record = load_sound(file);
  if (!record) return kWentWrong;
  const rules::Ruleset& ruleset = record->setup.ruleset;
  std::cout << "record version " << duel::kRecordVersion << '\n'
            << "ruleset  " << ruleset.id << ", digest " << std::hex << std::setw(16) << std::setfill('0')
            << record->ruleset_digest << std::dec << std::setfill(' ') << '\n'
            << "seed     " << record->setup.seed << (record->setup.queue ? ", with a queue of its own" : "") << '\n'
            << "players  " << record->players[0] << " (seat 1) against " << record->players[1] << " (seat 2)\n"
            << "outcome  " << outcome_text(*record) << '\n'
            << "inputs   " << record->inputs.size() << ", state hashes " << record->checkpoints.size() << "\n\n"
            << (ruleset.pacing == rules::Pacing::turns ? "   turn" : "  frame")
            << "  seat  hand  pair  placement   links  points    sent  cancel    fell\n";
  for (const record::Hand& hand : record::hands_of(*record)) show_hand(hand);
  return 0;
}

int export_puyop(const duel::Record& record) {
  int exit_code = 0;
  for (const duel::Seat seat : duel::kSeats) {
    const std::string& player = record.players[duel::index_of(seat)];
    const auto shared = record::shared_of_record(record, seat);
    const auto url = shared ? rules::puyop_url_of(*shared) : rules::Parsed<std::string>(shared.error());
    if (url) {
      std::cout << *url << '\n';
    } else {
      std::cerr << "rensa: seat " << duel::index_of(seat) + 1 << " (" << player << "): " << url.error().message << '\n';
      exit_code = kWentWrong;
    }
  }
  return exit_code;
}

int export_record(const Options& options) {
  const std::optional<duel::Record> record = load_sound(options.files.front());
  if (!record) return kWentWrong;
  if (options.puyop) return export_puyop(*record);
  std::cout << json::json_of(*record) << '\n';
  return 0;
}

}  // namespace

void add_record_command(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("record", "Look into the records of games");
  command->require_subcommand(1);
  const auto options = std::make_shared<Options>();

  CLI::App* showing = command->add_subcommand("show", "Say what happened, hand by hand");
  showing->add_option("FILE", options->files, "A record")->required()->expected(1);
  showing->callback([options, &exit_code] { exit_code = show(options->files.front()); });

  CLI::App* verifying = command->add_subcommand("verify", "Play games again and compare: ok, or the first wrong frame");
  verifying->add_option("FILES", options->files, "Records")->required();
  verifying->callback([options, &exit_code] { exit_code = verify_all(options->files); });

  CLI::App* exporting = command->add_subcommand("export", "Write a game for other programs");
  exporting->add_option("FILE", options->files, "A record")->required()->expected(1);
  CLI::App* form = exporting->add_option_group("form");
  form->add_flag("--puyop", options->puyop, "A URL for the play of each seat");
  form->add_flag("--json", options->json, "All of it as JSON");
  form->require_option(1);
  exporting->callback([options, &exit_code] { exit_code = export_record(*options); });
}

}  // namespace rensa::cli
