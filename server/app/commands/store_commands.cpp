#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "engine/record/codec.h"
#include "engine/record/verify.h"
#include "server/app/bot_submissions.h"
#include "server/app/commands/command_store.h"
#include "server/app/commands/commands.h"
#include "server/app/commands/operator_act.h"
#include "server/app/plan_lookup.h"
#include "server/base/atomic_file.h"
#include "server/base/exit_code.h"
#include "server/storage/folders/bot_folders.h"
#include "server/storage/folders/tournament_folders.h"
#include "server/storage/sqlite/backup.h"
#include "server/storage/sqlite/store_check.h"
#include "server/tournament/plan/verify.h"

namespace rensa::app {

namespace {

namespace fs = std::filesystem;

fs::path database_file_in(const std::string& data) { return fs::path(data) / "rensa.db"; }

std::optional<std::string> why_record_is_wrong(const storage::GameRow& game, std::span<const std::uint8_t> bytes) {
  if (const record::Verdict verdict = record::verify(bytes); !verdict.ok()) return verdict.message;
  const record::Record record = *record::decode(bytes).record;
  if (record.players != game.players) return "it has other players than its game.";
  std::optional<int> winner;
  if (record.outcome.winner) winner = *record.outcome.winner == duel::Seat::one ? 1 : 2;
  const bool is_same =
      winner == game.winner && duel::name_of(record.outcome.cause) == game.cause && record.outcome.frame == game.frames;
  return is_same ? std::nullopt : std::optional<std::string>("it ends otherwise than its game.");
}

std::vector<fs::path> tournament_folders_in(const std::string& data) {
  std::vector<fs::path> folders;
  const fs::path all = fs::path(data) / "tournaments";
  if (!fs::exists(all)) return folders;
  for (const auto& entry : fs::directory_iterator(all)) {
    if (entry.is_directory() && entry.path().filename() != storage::kRemovedFolder) folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

std::vector<std::string> faults_of_tournament(const fs::path& folder) {
  if (!fs::exists(storage::plan_file_in(folder))) return {"its plan is missing"};
  try {
    const auto plan = tournament::parse_plan(base::read_text_file(storage::plan_file_in(folder)), plan_name_lookup());
    if (!plan) return {storage::plan_file_in(folder).string() + ": " + plan.error().message};
    return tournament::verify_tournament(*plan, folder).faults;
  } catch (const std::exception& problem) {
    return {problem.what()};
  }
}

// A file that is missing is a fault, too.
std::vector<std::string> sentences_about_bot(const fs::path& folder, const storage::StoredBot& bot) {
  try {
    return faults_of_bot(folder, bot.name, bot.state);
  } catch (const std::exception& problem) {
    return {problem.what()};
  }
}

}  // namespace

int verify_store(const std::string& data, base::TableFormat format) {
  const storage::StoreReport report = storage::check_store(database_file_in(data), why_record_is_wrong);
  std::size_t faults = report.faults.size();
  const bool is_text = format == base::TableFormat::text;
  base::Table table{.columns = {"subject", "name", "number", "fault"}, .rows = {}};
  for (const std::string& fault : report.faults) {
    if (is_text) std::cout << fault << "\n";
    table.rows.push_back({"store", {}, {}, fault});
  }
  const std::vector<fs::path> tournaments = tournament_folders_in(data);
  for (const fs::path& folder : tournaments) {
    for (const std::string& fault : faults_of_tournament(folder)) {
      if (is_text) std::cout << "Tournament " << folder.filename().string() << ": " << fault << "\n";
      table.rows.push_back({"tournament", folder.filename().string(), {}, fault});
      ++faults;
    }
  }
  const std::vector<storage::StoredBot> bots = storage::read_bots(bots_folder_in(data));
  for (const storage::StoredBot& bot : bots) {
    for (const std::string& fault : sentences_about_bot(bots_folder_in(data), bot)) {
      if (is_text) std::cout << "Bot " << bot.name << ": " << fault << "\n";
      table.rows.push_back({"bot", bot.name, {}, fault});
      ++faults;
    }
  }
  for (const auto& [subject, number] : {std::pair("games", static_cast<std::uint64_t>(report.games)),
                                        std::pair("records", static_cast<std::uint64_t>(report.records)),
                                        std::pair("tokens", static_cast<std::uint64_t>(report.tokens)),
                                        std::pair("tournaments", static_cast<std::uint64_t>(tournaments.size())),
                                        std::pair("bots", static_cast<std::uint64_t>(bots.size()))}) {
    table.rows.push_back({subject, {}, number, {}});
  }
  if (!is_text) {
    std::cout << base::text_of(table, format);
  } else if (faults == 0) {
    std::cout << report.games << " games, " << report.records << " records, " << report.tokens << " tokens, "
              << tournaments.size() << " tournaments";
    if (!bots.empty()) std::cout << ", " << bots.size() << " bots";
    std::cout << ": ok\n";
  } else {
    std::cout << "faults: " << faults << "\n";
  }
  flushed_output();
  return faults == 0 ? base::kExitSuccess : base::kExitAnswerIsNo;
}

int back_up_store(const std::string& data, const std::string& file) {
  storage::back_up(database_file_in(data), file);
  std::cout << "The copy is " << fs::absolute(file).string() << ", " << fs::file_size(file) << " bytes\n";
  flushed_output();
  return 0;
}

int restore_store(const std::string& data, const std::string& file) {
  if (!fs::is_directory(data)) {
    throw std::runtime_error("there is no directory " + data +
                             ": name that of the server with --data, or make a new one");
  }
  const fs::path replaced = storage::restore(file, database_file_in(data));
  if (!replaced.empty()) std::cerr << "The database that was there is now " << replaced.string() << "\n";
  // The old database may be damaged, so the entry is in the new one.
  CommandStore store(data);
  const OperatorAct restored(store, {.name = "store restore", .target = file});
  return restored.confirm(database_file_in(data).string() + " is now the copy " + file);
}

}  // namespace rensa::app
