#include "clients/session/options.h"

#include <exception>
#include <iostream>
#include <stdexcept>
#include <string_view>

#include "clients/command_line/files.h"
#include "clients/command_line/output.h"
#include "clients/command_line/ruleset_option.h"
#include "engine/rules/numbers.h"
#include "server/base/exit_code.h"
#include "server/base/plain_text.h"

namespace rensa::session {

namespace {

proto::Clock clock_of(const ClientOptions& options, const rules::Ruleset& ruleset) {
  const bool turns = ruleset.pacing == rules::Pacing::turns;
  if (options.clock.empty()) return turns ? proto::Clock::turns : proto::Clock::virtual_time;
  const proto::Clock clock = options.clock == "real"    ? proto::Clock::real
                             : options.clock == "turns" ? proto::Clock::turns
                                                        : proto::Clock::virtual_time;
  if (turns != (clock == proto::Clock::turns)) {
    throw std::invalid_argument("--clock: " + ruleset.id + (turns ? " is played by turns" : " is not played by turns"));
  }
  return clock;
}

void read_charge(const std::string& text, proto::Terms& terms) {
  constexpr std::string_view kFixed = "fixed:";
  if (text == "none") return;
  if (terms.clock != proto::Clock::virtual_time) {
    throw std::invalid_argument("--charge: thinking is charged under --clock virtual only");
  }
  if (text == "measured") {
    terms.charge = proto::ThinkingCost::measured;
    return;
  }
  const auto frames =
      text.starts_with(kFixed) ? rules::parse_number<int>(std::string_view(text).substr(kFixed.size())) : std::nullopt;
  if (!frames || *frames < 1 || *frames > proto::kMaxChargeFrames) {
    throw std::invalid_argument("--charge: none, measured or fixed:N, N from 1 to " +
                                std::to_string(proto::kMaxChargeFrames));
  }
  terms.charge = proto::ThinkingCost::fixed;
  terms.charge_frames = *frames;
}

}  // namespace

void add_identity_options(command_line::Command& program, ClientOptions& options) {
  program.add_option("--server", options.server, "HOST:PORT or unix:PATH; without it, RENSA_SERVER says it");
  command_line::Option& token = program.add_option("--token", options.token,
                                                   "The player's token; without it, RENSA_TOKEN on the server of "
                                                   "RENSA_SERVER, or else a guest plays; with \"\" a guest");
  program.add_option("--token-file", options.token_file, "A file with the token: other users see the command line")
      .check(command_line::file_name())
      .excludes(token);
  program.add_option("--name", options.name, "The name that a guest asks for");
}

command_line::Option& add_arranged_flag(command_line::Command& program, ClientOptions& options) {
  return program.add_flag("--arranged", options.arranged,
                          "Plays the matches that a host of tournaments arranges, by its terms; requests none");
}

command_line::Option& add_games_option(command_line::Command& program, ClientOptions& options) {
  return program.add_option("--games", options.games, "The games of a match")
      .in_range_with_default(1, proto::kMaxGames);
}

command_line::Option& add_matches_option(command_line::Command& program, ClientOptions& options) {
  return program.add_option("--matches", options.matches, "The number of matches; without it, it plays until stopped")
      .check(command_line::in_range(1, 1'000'000'000));
}

void accept(const Invitation& invitation, ClientOptions& options) {
  if (options.server.empty()) options.server = invitation.server;
  if (options.server.empty()) throw std::invalid_argument("--server is required where RENSA_SERVER does not say it");
  if (options.token || !options.token_file.empty() || invitation.token.empty()) return;
  if (options.server == invitation.server) {
    options.token = invitation.token;
  } else {
    std::cerr << "RENSA_TOKEN is not used, because it belongs to the server of RENSA_SERVER"
              << (invitation.server.empty() ? ", which is not set" : "") << ": --token-file names the token for "
              << options.server << '\n';
  }
}

rules::Ruleset ruleset_of(const ClientOptions& options) { return command_line::ruleset_of_option(options.ruleset); }

proto::Terms terms_of(const ClientOptions& options, const rules::Ruleset& ruleset) {
  proto::Terms terms;
  terms.ruleset = ruleset.id;
  terms.clock = clock_of(options, ruleset);
  terms.games = options.games;
  read_charge(options.charge, terms);
  return terms;
}

SessionOptions session_options_of(const ClientOptions& options, const std::string& program,
                                  const std::string& version) {
  const auto address = address_of(options.server);
  if (!address) throw std::invalid_argument("--server: " + address.error().message);
  SessionOptions session;
  session.server = options.server;
  session.token =
      options.token_file.empty() ? options.token.value_or("") : command_line::read_token_file(options.token_file);
  session.name = options.name;
  session.software = program + " " + version;
  session.notice = [program](const std::string& text) { std::cerr << program << ": " << text << std::endl; };
  if (!options.quiet) session.match_ended = print;
  return session;
}

std::string score_of(int won, int drawn, int lost) {
  return std::to_string(won) + " won, " + std::to_string(drawn) + " drawn, " + std::to_string(lost) + " lost";
}

void print(const MatchReport& match) {
  const auto name_of = [&match](duel::Seat seat) {
    const std::string& name = match.players[duel::index_of(seat)];
    return base::plain_text(name, name.size());
  };
  std::cout << "match " << static_cast<std::uint64_t>(match.seat.match) << ' ' << name_of(duel::Seat::one) << " - "
            << name_of(duel::Seat::two) << " as " << name_of(match.seat.seat) << ": "
            << score_of(match.wins, match.draws, match.losses);
  if (match.is_lost) std::cout << ", ended while not connected";
  if (match.cause) std::cout << ", broken off";
  std::cout << std::endl;
}

int run_program(command_line::Program& program, const std::string& name, int argc, const char* const* argv) {
  const auto fail = [&name](const std::exception& error, int exit_code) {
    command_line::print_error(name, error);
    return exit_code;
  };
  try {
    return program.run(argc, argv);
  } catch (const command_line::UsageError& error) {
    return fail(error, base::kExitWrongCall);
  } catch (const std::invalid_argument& error) {
    return fail(error, base::kExitWrongCall);
  } catch (const std::exception& error) {
    return fail(error, base::kExitFailed);
  }
}

}  // namespace rensa::session
