#pragma once

#include <optional>
#include <string>

#include "clients/command_line/command_line.h"
#include "clients/session/match_tracker.h"
#include "clients/session/process.h"
#include "clients/session/server_session.h"
#include "engine/rules/ruleset.h"
#include "proto/message.h"

namespace rensa::session {

// The options and the output that rensa-worker and rensa-bridge share.

// The options of the command line, as they are written there.
struct ClientOptions {
  std::string server{};
  std::optional<std::string> token{};  // empty: a guest plays
  std::string token_file{};
  std::string name{};
  bool arranged = false;
  std::optional<int> matches{};
  std::string ruleset = "tsu-1";
  std::string clock{};  // empty: as the ruleset wants it
  std::string charge = "none";
  int games = 1;
  bool quiet = false;
};

// Adds the options that name the server and the player.
void add_identity_options(command_line::Command& program, ClientOptions& options);
command_line::Option& add_arranged_flag(command_line::Command& program, ClientOptions& options);
command_line::Option& add_games_option(command_line::Command& program, ClientOptions& options);
command_line::Option& add_matches_option(command_line::Command& program, ClientOptions& options);

// Fills options that are not set from the invitation. Throws std::invalid_argument if neither names the server.
void accept(const Invitation& invitation, ClientOptions& options);
// Returns the published ruleset that the options name, or reads it from the file that they name. Throws
// command_line::UsageError if there is none.
rules::Ruleset ruleset_of(const ClientOptions& options);
// Throws std::invalid_argument with a sentence if options contradict each other.
proto::Terms terms_of(const ClientOptions& options, const rules::Ruleset& ruleset);
// Returns the session options for the server and the player that the options name. Throws std::invalid_argument if the
// address is none, and std::runtime_error if the file with the token cannot be read.
SessionOptions session_options_of(const ClientOptions& options, const std::string& program, const std::string& version);

std::string score_of(int won, int drawn, int lost);
// Prints a line for a match that has ended.
void print(const MatchReport& match);

// Runs the program. Returns the exit code of its action, base::kExitWrongCall if the call was wrong, or
// base::kExitFailed after another exception. Errors are printed after the name of the program.
int run_program(command_line::Program& program, const std::string& name, int argc, const char* const* argv);

}  // namespace rensa::session
