#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/rules/parsed.h"
#include "engine/rules/ruleset.h"
#include "server/base/types.h"
#include "server/match/terms.h"
#include "server/tournament/formats/stage_sequence.h"

namespace rensa::tournament {

// The plan of a tournament, which people write in JSON. docs/tournaments.md explains its fields.

// A player that is built in: a name with options, as on the command line.
struct BuiltInPlayer {
  std::string player;
  std::string stands_for;  // its kind and options, and the content of the files that these name
  friend bool operator==(const BuiltInPlayer&, const BuiltInPlayer&) = default;
};
// A program that the host starts.
struct CommandPlayer {
  std::vector<std::string> words;
  // The files and folders that the program may read if it is isolated; nullopt: the folder of the program.
  std::optional<std::vector<std::string>> files{};
  bool uses_reference_protocol = false;  // speaks the text protocol of the reference simulator, through the bridge
  friend bool operator==(const CommandPlayer&, const CommandPlayer&) = default;
};
// A client that connects by itself, with a token of this name. In plans it is called "guest".
struct RemotePlayer {
  friend bool operator==(const RemotePlayer&, const RemotePlayer&) = default;
};

// A player of a plan.
struct PlayerEntry {
  std::string name;
  std::string author;  // empty: unknown
  std::variant<BuiltInPlayer, CommandPlayer, RemotePlayer> kind;
};

// Limits of time, failures and machine resources for each player.
struct PlayerLimits {
  int think_seconds = 10;        // for an answer; then the pair falls undecided
  int first_think_seconds = 30;  // for the first decision of a game, if it is longer
  int game_seconds = 600;        // for all answers of a game under the virtual clock; then the game is lost by time
  int missed = 3;                // missing answers in a game; then it is lost by time
  int refused = 3;               // impossible answers in a game; then it is lost by illegal
  int bench_after = 5;           // games in a row lost by failures; 0: never
  int memory_megabytes = 2'048;  // for all processes of a program together
  int cores = 1;                 // for all processes of a program together
  int processes = 64;            // including threads
};

struct TournamentPlan {
  std::string name = "tournament";
  std::uint64_t seed = 1;
  rules::Ruleset ruleset;
  match::Terms terms;   // of each game
  double audit = 0.05;  // share of the pairs whose games have the same queue
  std::vector<StagePlan> stages;
  std::vector<PlayerEntry> players;
  PlayerLimits limits;
  std::optional<std::chrono::sys_seconds> starts;  // a server begins no game before; nullopt: at once

  StageSequencePlan stage_sequence_plan() const;
};

// Functions that look up the names in a plan. Each is called only if the plan has such a name.
struct NameLookup {
  std::function<rules::Parsed<rules::Ruleset>(const std::string&)> ruleset;
  // Returns BuiltInPlayer::stands_for of a built-in player.
  std::function<rules::Parsed<std::string>(const std::string&)> player;
};

// Reads a plan. Unknown fields, fields that stand twice, wrong types and values out of range are errors that name the
// line and the field.
rules::Parsed<TournamentPlan> parse_plan(std::string_view text, const NameLookup& look_up);
// Does the same for a text that a program has made. Its errors name no lines, because people do not see them.
rules::Parsed<TournamentPlan> parse_generated_plan(std::string_view text, const NameLookup& look_up);

// A sentence that says why the players and stages cannot be played; empty if they can.
std::string why_unplayable(const TournamentPlan& plan);

// Contains all fields, also those with default values.
std::string json_of(const TournamentPlan& plan);
// Plans with equal digests lead to the same games.
std::uint64_t digest_of(const TournamentPlan& plan);

inline constexpr std::size_t kMaxPlayers = 10'000;

}  // namespace rensa::tournament
