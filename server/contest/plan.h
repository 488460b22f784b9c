#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/rules/parsed.h"
#include "engine/rules/ruleset.h"
#include "proto/message.h"
#include "server/league/cup.h"

namespace rensa::contest {

// A tournament as people write it down in JSON; docs/tournaments.md says what its fields mean.

// One of ours: a name with options, as on command lines.
struct BuiltIn {
  std::string player;
  std::string stands_for;  // with all that the files in it say
  friend bool operator==(const BuiltIn&, const BuiltIn&) = default;
};
// A program that is started for its games.
struct Command {
  std::vector<std::string> words;
  bool speaks_reference = false;  // the text protocol of the reference, through the bridge
  friend bool operator==(const Command&, const Command&) = default;
};
// Whoever connects with a token of this name.
struct Guest {
  friend bool operator==(const Guest&, const Guest&) = default;
};

struct Player {
  std::string name;
  std::string author;  // empty: not said
  std::variant<BuiltIn, Command, Guest> who;
};

// How long a player may think and fail, and what a program may use.
struct Patience {
  int think_seconds = 10;        // for an answer, after which the pair falls as it is
  int game_seconds = 600;        // for all answers of a game, under the virtual clock: then it is lost by time
  int missed = 3;                // answers that did not come, in a game: it is lost by time
  int refused = 3;               // pairs that fell since all that was wanted was impossible, in a game: lost by illegal
  int bench_after = 5;           // games in a row that were lost by a failure; 0: never
  int memory_megabytes = 2'048;  // of each process of a command
  int cores = 1;                 // of all its processes together
  int processes = 64;            // with all threads
};

struct Plan {
  std::string name = "tournament";
  std::uint64_t seed = 1;
  rules::Ruleset ruleset;
  proto::Terms terms;  // of each game
  double audit = 0.05;
  std::vector<league::StagePlan> stages;
  std::vector<Player> players;
  Patience patience;

  league::CupPlan cup() const;
};

// What names in a plan stand for; neither is looked up where the plan has none.
struct LookUp {
  std::function<rules::Parsed<rules::Ruleset>(const std::string&)> ruleset;
  // What a built-in player stands for.
  std::function<rules::Parsed<std::string>(const std::string&)> player;
};

// Strict: what is unknown, of the wrong kind or out of range is an error that names it.
rules::Parsed<Plan> plan_of_json(std::string_view text, const LookUp& look_up);

// What is wrong with its players and stages together, as a sentence; empty: it can be played.
std::string why_unplayable(const Plan& plan);

// All of it, also what was left out.
std::string json_of(const Plan& plan);
// Two plans have the same only if they lead to the same games.
std::uint64_t digest_of(const Plan& plan);

inline constexpr std::size_t kMostPlayers = 10'000;

}  // namespace rensa::contest
