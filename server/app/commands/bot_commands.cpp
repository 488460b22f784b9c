#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "engine/json/document.h"
#include "server/app/bot_submissions.h"
#include "server/app/check/program_check.h"
#include "server/app/commands/commands.h"
#include "server/app/plan_lookup.h"
#include "server/base/atomic_file.h"
#include "server/base/exit_code.h"
#include "server/storage/folders/bot_folders.h"
#include "server/storage/folders/tournament_folders.h"
#include "server/submissions/submission_rules.h"

namespace rensa::app {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

// The signal that asks the check to end; 0: none has come.
volatile std::sig_atomic_t signal_of_check = 0;

void stop_check_at_signals() {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    std::signal(signal, [](int number) { signal_of_check = number; });
  }
}

submissions::Bot bot_in(const fs::path& folder, const std::string& name) {
  for (const storage::StoredBot& stored : storage::read_bots(folder)) {
    if (stored.name != name) continue;
    const auto bot = submissions::bot_of_text(stored.state);
    if (!bot) throw std::runtime_error("the bot " + name + " cannot be read: " + bot.error().message);
    return *bot;
  }
  throw std::runtime_error("there is no bot " + name + " in " + folder.string());
}

const submissions::BotVersion& version_in(const submissions::Bot& bot, int number) {
  for (const submissions::BotVersion& version : bot.versions) {
    if (version.number == number && version.has_files) return version;
  }
  throw std::runtime_error("the bot " + bot.name + " has no files of a version " + std::to_string(number));
}

// The clock and the limits of the ladder hold for the check, too.
void follow_ladder(const Config& config, ProgramCheckOptions& options) {
  options.clocks = {GameClock::virtual_time};
  if (config.submission_ladder.empty()) return;
  const fs::path file = storage::plan_file_in(fs::path(config.data) / "tournaments" / config.submission_ladder);
  const auto plan = tournament::parse_plan(base::read_text_file(file), plan_name_lookup());
  if (!plan) throw std::runtime_error(file.string() + ": " + plan.error().message);
  const match::Clock clock = plan->terms.clock;
  options.clocks = {clock == match::Clock::real    ? GameClock::real
                    : clock == match::Clock::turns ? GameClock::turns
                                                   : GameClock::virtual_time};
  options.limits = {{"memory_megabytes", plan->limits.memory_megabytes},
                    {"cores", plan->limits.cores},
                    {"processes", plan->limits.processes},
                    {"think_seconds", plan->limits.think_seconds},
                    {"first_think_seconds", plan->limits.first_think_seconds},
                    {"game_seconds", plan->limits.game_seconds}};
}

ordered_json player_of_version(const Config& config, const submissions::Bot& bot,
                               const submissions::BotVersion& version) {
  return *json::parse_ordered_document(submissions::json_of(submissions::LadderEntry{
      .bot = bot.name,
      .owner = bot.owner,
      .version = version.number,
      .command = version.manifest.command,
      .folder = storage::files_folder_in(bots_folder_in(config.data), bot.name, version.number).string(),
      .readable = split_words(config.submission_files)}));
}

}  // namespace

int check_bot(const Config& config, const std::string& name, int number, CheckOutput output) {
  stop_check_at_signals();
  const submissions::Bot bot = bot_in(bots_folder_in(config.data), name);
  ProgramCheckOptions options{.player = player_of_version(config, bot, version_in(bot, number)),
                              .clocks = {},
                              .isolation = isolation_of_programs(config),
                              .should_stop = [] { return signal_of_check != 0; }};
  follow_ladder(config, options);
  base::Table table{.columns = {"check", "result", "reason"}, .rows = {}};
  std::vector<CheckResult> results;
  try {
    results = check_program(options, [&](const CheckResult& result) {
      table.rows.push_back({result.name, name_of(result.verdict), result.reason});
      if (!output.prints_lines) return;
      std::cout << submissions::line_of_finding(
                       {.check = result.name, .result = name_of(result.verdict), .reason = result.reason})
                << std::endl;
    });
  } catch (const std::runtime_error&) {
    if (signal_of_check != 0) return base::exit_code_of_signal(signal_of_check);
    throw;
  }
  if (!output.prints_lines) std::cout << base::text_of(table, output.format);
  flushed_output();
  const bool is_ok = std::all_of(results.begin(), results.end(),
                                 [](const CheckResult& result) { return result.verdict == CheckVerdict::ok; });
  return is_ok ? base::kExitSuccess : base::kExitAnswerIsNo;
}

std::vector<std::string> faults_of_bot(const fs::path& folder, const std::string& name, const std::string& state) {
  const auto bot = submissions::bot_of_text(state);
  if (!bot) return {bot.error().message};
  if (bot->name != name) return {"its state is that of the bot " + bot->name};
  std::vector<std::string> faults;
  for (const submissions::BotVersion& version : bot->versions) {
    if (!version.has_files) continue;
    const std::string fault = [&]() -> std::string {
      const std::vector<std::uint8_t> bytes =
          base::read_binary_file(storage::upload_file_in(folder, name, version.number));
      const std::string upload(bytes.begin(), bytes.end());
      if (submissions::digest_of(upload) != version.digest) return "its upload is not what was uploaded";
      const auto files = submissions::read_archive(upload);
      if (!files) return files.error().message;
      for (const submissions::ArchivedFile& file : *files) {
        const std::vector<std::uint8_t> kept =
            base::read_binary_file(storage::files_folder_in(folder, name, version.number) / file.path);
        if (std::string(kept.begin(), kept.end()) != file.bytes) return file.path + " is not what was uploaded";
      }
      return "";
    }();
    if (!fault.empty()) faults.push_back("version " + std::to_string(version.number) + ": " + fault);
  }
  return faults;
}

}  // namespace rensa::app
