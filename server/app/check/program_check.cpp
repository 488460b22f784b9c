#include "server/app/check/program_check.h"

#include <array>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "engine/duel/outcome.h"
#include "server/app/check/player_relay.h"
#include "server/app/check/program_output.h"
#include "server/app/plan_lookup.h"
#include "server/app/private_server.h"
#include "server/base/temporary_folder.h"
#include "server/tournament/plan/game_list.h"
#include "server/tournament/plan/tournament_run.h"

namespace rensa::app {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr const char* kStopped = "the check was stopped";
constexpr std::array kPlayerNames = {"the program", "its copy"};
constexpr std::array kOutputNames = {"the_program", "its_copy"};  // the beginnings of the files with their output

struct Check {
  const char* name;
  const char* clock;
  const char* ruleset;
  Disturbance disturbance = Disturbance::none;
};

Check check_of(GameClock clock) {
  switch (clock) {
    case GameClock::virtual_time:
      return {"virtual", "virtual", "tsu-1"};
    case GameClock::turns:
      return {"turns", "turns", "jaist-1"};
    case GameClock::real:
      return {"real", "real", "tsu-1"};
  }
  return {};
}

// Two copies of the program play one game, which the first missed or refused answer ends.
tournament::TournamentPlan plan_of(const ProgramCheckOptions& options, const Check& check) {
  ordered_json first = options.player;
  ordered_json second = options.player;
  first["name"] = kPlayerNames[0];
  second["name"] = kPlayerNames[1];
  ordered_json plan = {{"name", "check"},
                       {"seed", 1},
                       {"format", "knock-out"},
                       {"best_of", 1},
                       {"audit", 0},
                       {"clock", check.clock},
                       {"missed", 1},
                       {"refused", 1},
                       {"bench_after", 0},
                       {"ruleset", check.ruleset},
                       {"players", {std::move(first), std::move(second)}}};
  plan.update(options.limits);
  const auto read = tournament::parse_generated_plan(plan.dump(), plan_name_lookup());
  if (!read) throw std::runtime_error("the program cannot be checked: " + read.error().message);
  return *read;
}

// Returns the advice for a game that was lost by a failure; empty: it was not. `output` is the last line that the
// program has printed.
std::string advice_for(const std::string& cause, const Check& check, const std::string& output) {
  const bool is_cut = check.disturbance == Disturbance::cut_line;
  const bool is_late = cause == duel::name_of(duel::Cause::time);
  if (is_cut && (is_late || cause == duel::name_of(duel::Cause::disconnected))) {
    return "it did not come back after its connection was lost: connect again with the same token, and resume the "
           "match";
  }
  const bool has_left =
      cause == duel::name_of(duel::Cause::crashed) || cause == duel::name_of(duel::Cause::disconnected);
  if (check.disturbance == Disturbance::stop_process && has_left) {
    return "it ended after its process had been stopped for a while: do not give up when time has passed unnoticed";
  }
  if (cause == duel::name_of(duel::Cause::crashed)) {
    if (is_cut) return "it ended when its connection was lost: connect again with the same token, and resume the match";
    return output.empty() ? "it ended by an error in the middle of a game" : "it ended by an error: " + output;
  }
  if (cause == duel::name_of(duel::Cause::disconnected)) {
    return "it closed its connection in the middle of a game: let it play until the server closes it";
  }
  if (is_late) {
    return "it did not answer in time: think for less than 10 s, and answer each view that says that a decision is due";
  }
  if (cause == duel::name_of(duel::Cause::illegal)) {
    return "it chose a placement that its pair cannot reach: choose one of the possible placements of the view";
  }
  return {};
}

// Returns the last line that the program has printed which has lost the game, or any of both if none has won.
std::string last_output_of_loser(const ordered_json& game, const fs::path& run) {
  if (game.at("winner").is_null()) return last_output_in(run);
  return last_output_in(run, game.at("winner") == kPlayerNames[0] ? kOutputNames[1] : kOutputNames[0]);
}

// Plays the game. Returns what is wrong; empty: nothing.
std::string why_failed(const ProgramCheckOptions& options, const Check& check) {
  const base::TemporaryFolder folder;
  const fs::path run = folder.path() / "run";
  fs::create_directories(run);
  const tournament::TournamentPlan plan = plan_of(options, check);
  PlayerRelay relay(folder.path() / "players", run / "socket", check.disturbance);
  // Under the real clock a whole game takes minutes.
  constexpr int kEnoughMessages = 150;
  const bool is_real = plan.terms.clock == match::Clock::real;
  const auto is_enough = [&] {
    return relay.has_come_back() || (is_real && relay.messages_of_server() >= kEnoughMessages);
  };
  const auto ignore = [](const auto&) {};
  const bool is_over = play_on_private_server(plan, run,
                                              {.jobs = 1,
                                               .should_stop = [&] { return options.should_stop() || is_enough(); },
                                               .on_progress = ignore,
                                               .log = ignore,
                                               .programs = find_programs(),
                                               .isolation = options.isolation,
                                               .player_socket = folder.path() / "players"});
  const tournament::TournamentSnapshot played = tournament::read_snapshot(plan, run);
  for (const ordered_json& game : tournament::finished_games_json(played.plan, played.progress)) {
    const std::string output = last_output_of_loser(game, run);
    const std::string advice = advice_for(game.at("cause").get<std::string>(), check, output);
    if (advice.empty()) continue;
    const bool is_told = output.empty() || advice.ends_with(output);
    return is_told ? advice : advice + " (the last line of its output: " + output + ')';
  }
  if (!is_over && !is_enough()) throw std::runtime_error(kStopped);
  if (check.disturbance != Disturbance::none && !relay.has_disturbed()) {
    return "the game ended in its first hands: place the pairs so that a game lasts longer";
  }
  return {};
}

class Checks {
 public:
  Checks(const ProgramCheckOptions& options, const std::function<void(const CheckResult&)>& on_result)
      : options_(options), on_result_(on_result) {}

  // Adds the result of one check.
  template <typename WhyFailed>
  void add(const std::string& name, const WhyFailed& why) {
    CheckResult result{.name = name, .reason = {}};
    if (has_started_) {
      result.reason = why();
      if (!result.reason.empty()) result.verdict = CheckVerdict::failed;
    } else {
      result.verdict = CheckVerdict::not_tried;
    }
    on_result_(result);
    results_.push_back(result);
  }

  std::vector<CheckResult> run() {
    const tournament::TournamentPlan plan = plan_of(options_, check_of(options_.clocks.front()));
    check_private_server(plan, find_programs(), options_.isolation);
    add("start", [&]() -> std::string {
      bool is_stopped = false;
      try {
        is_stopped = !check_program_starts(plan, find_programs(), options_.isolation, options_.should_stop);
      } catch (const std::runtime_error& error) {
        return error.what();
      }
      if (is_stopped) throw std::runtime_error(kStopped);
      return {};
    });
    has_started_ = results_.front().verdict == CheckVerdict::ok;
    for (const GameClock clock : options_.clocks) add_game(check_of(clock));
    Check disturbed = check_of(options_.clocks.front());
    disturbed.name = "lost line";
    disturbed.disturbance = Disturbance::cut_line;
    add_game(disturbed);
    disturbed.name = "slow machine";
    disturbed.disturbance = Disturbance::stop_process;
    add_game(disturbed);
    return std::move(results_);
  }

 private:
  void add_game(const Check& check) {
    add(check.name, [&] { return why_failed(options_, check); });
  }

  const ProgramCheckOptions& options_;
  const std::function<void(const CheckResult&)>& on_result_;
  std::vector<CheckResult> results_;
  bool has_started_ = true;
};

}  // namespace

const char* name_of(CheckVerdict verdict) {
  switch (verdict) {
    case CheckVerdict::ok:
      return "ok";
    case CheckVerdict::failed:
      return "failed";
    case CheckVerdict::not_tried:
      return "not tried";
  }
  return "";
}

std::vector<CheckResult> check_program(const ProgramCheckOptions& options,
                                       const std::function<void(const CheckResult&)>& on_result) {
  return Checks(options, on_result).run();
}

}  // namespace rensa::app
