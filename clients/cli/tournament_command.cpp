#include "clients/cli/tournament_command.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

#include "clients/cli/match/stop_signal.h"
#include "clients/cli/tournament/journal_file.h"
#include "clients/cli/tournament/plan.h"
#include "clients/cli/tournament/report.h"
#include "clients/cli/tournament/run.h"
#include "clients/cli/tournament/verify.h"
#include "clients/option/text_file.h"

namespace rensa::cli {

namespace {

namespace fs = std::filesystem;

constexpr int kMostJobs = 256;

struct Options {
  std::string plan;
  std::string folder;
  int jobs = 1;
  bool json = false;
  bool quiet = false;
  bool dry_run = false;
};

[[noreturn]] void refuse(const std::string& what) { throw CLI::ValidationError(what, CLI::ExitCodes::ValidationError); }

TournamentPlan plan_of(const Options& options) {
  const rules::Parsed<std::string> text = option::text_of_file(options.plan);
  if (!text) refuse("tournament: " + text.error().message);
  const rules::Parsed<TournamentPlan> plan = plan_of_json(*text);
  if (!plan) refuse("tournament: " + options.plan + ": " + plan.error().message);
  return *plan;
}

// Beside the plan, unless it is said.
fs::path folder_of(const Options& options) {
  return options.folder.empty() ? fs::path(options.plan).replace_extension(".run") : fs::path(options.folder);
}

void print(const std::string& text) {
  std::cout << text << std::flush;
  if (!std::cout) throw std::runtime_error("the table cannot be written");
}

// How far it is, on stderr: a line every ten seconds.
class Progress {
 public:
  explicit Progress(bool quiet) : quiet_(quiet) {}

  void tell(const league::Tournament& tournament) {
    const auto now = Clock::now();
    if (before_ == 0) before_ = tournament.games_over() - 1;  // of an earlier time
    if (quiet_ || now - told_ < std::chrono::seconds(10)) return;
    told_ = now;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    const double rate = static_cast<double>(tournament.games_over() - before_) / seconds;
    const auto left = static_cast<double>(tournament.games() - tournament.games_over()) / rate;
    std::cerr << tournament.games_over() << " of " << tournament.games() << " games, " << static_cast<int>(left)
              << " s to go\n";
  }

 private:
  using Clock = std::chrono::steady_clock;

  bool quiet_;
  std::size_t before_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point told_ = start_;
};

int run(const Options& options) {
  const TournamentPlan plan = plan_of(options);
  if (options.dry_run) {
    const league::Schedule schedule = schedule_of(plan);
    for (const league::PlannedPair& pair : schedule) {
      std::cout << plan.players[pair.first].name << " - " << plan.players[pair.second].name << '\n';
    }
    print(std::to_string(schedule.size()) + " pairs, " + std::to_string(2 * schedule.size()) + " games\n");
    return 0;
  }
  watch_for_stop();
  Progress progress(options.quiet);
  const league::Tournament tournament =
      run_tournament(plan, folder_of(options),
                     {.jobs = options.jobs,
                      .stop = [] { return stop_signal() != 0; },
                      .tell = [&progress](const league::Tournament& so_far) { progress.tell(so_far); }});
  print(options.json ? report_json(plan, tournament) : report_text(plan, tournament));
  constexpr int kSignalled = 128;
  return tournament.is_over() ? 0 : kSignalled + stop_signal();
}

int show(const Options& options) {
  const TournamentPlan plan = plan_of(options);
  const fs::path journal = journal_in(folder_of(options));
  const league::JournalRead read = league::read_journal(text_of_journal(journal));
  if (!read.error.empty()) throw std::runtime_error(journal.string() + ": " + read.error);
  if (read.plan && *read.plan != digest_of(plan)) {
    throw std::runtime_error(journal.string() + ": it is that of another plan");
  }
  league::Tournament tournament(schedule_of(plan));
  for (const league::Event& event : read.events) tournament.apply(event);
  print(options.json ? report_json(plan, tournament) : report_text(plan, tournament));
  return 0;
}

int verify(const Options& options) {
  const Verified verified = verify_run(plan_of(options), folder_of(options));
  for (const std::string& fault : verified.faults) std::cout << fault << '\n';
  if (verified.faults.empty()) std::cout << verified.games << " games: ok\n";
  print("");
  return verified.faults.empty() ? 0 : 1;
}

CLI::App* add(CLI::App& command, const char* name, const char* what, const std::shared_ptr<Options>& options) {
  CLI::App* part = command.add_subcommand(name, what);
  part->add_option("PLAN", options->plan, "The tournament, a JSON file")->required();
  part->add_option("--to", options->folder,
                   "The folder of its journal and records; PLAN with .run at its end otherwise");
  return part;
}

}  // namespace

void add_tournament_command(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("tournament", "Play tournaments between built-in players");
  command->require_subcommand(1);
  const auto options = std::make_shared<Options>();
  CLI::App* running = add(*command, "run", "Play one, or go on with it where it was", options);
  running->add_option("--jobs", options->jobs, "Games at a time; the results do not depend on it")
      ->check(CLI::Range(1, kMostJobs))
      ->capture_default_str();
  running->add_flag("--json", options->json, "Print the table as a JSON object");
  running->add_flag("--quiet", options->quiet, "No progress");
  running->add_flag("--dry-run", options->dry_run, "Only say who would play whom");
  running->callback([options, &exit_code] { exit_code = run(*options); });
  CLI::App* showing = add(*command, "show", "Print the table of what has been played", options);
  showing->add_flag("--json", options->json, "As a JSON object");
  showing->callback([options, &exit_code] { exit_code = show(*options); });
  CLI::App* verifying = add(*command, "verify", "Play all its games again and compare", options);
  verifying->callback([options, &exit_code] { exit_code = verify(*options); });
}

}  // namespace rensa::cli
