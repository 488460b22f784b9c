#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "clients/command_line/command_line.h"
#include "engine/duel/outcome.h"
#include "tests/e2e/fake_player.h"

// fake_player: one player for a rensa-server, with or without a fault. At its end it prints a report as a line of JSON.

namespace {

using namespace rensa;
using e2e::Fault;
using Json = nlohmann::ordered_json;

const std::map<proto::ErrorCode, std::string> kErrorNames{{proto::ErrorCode::malformed, "malformed"},
                                                          {proto::ErrorCode::too_large, "too_large"},
                                                          {proto::ErrorCode::version, "version"},
                                                          {proto::ErrorCode::token, "token"},
                                                          {proto::ErrorCode::unexpected, "unexpected"},
                                                          {proto::ErrorCode::unknown_match, "unknown_match"},
                                                          {proto::ErrorCode::unknown_challenge, "unknown_challenge"},
                                                          {proto::ErrorCode::unknown_player, "unknown_player"},
                                                          {proto::ErrorCode::terms, "terms"},
                                                          {proto::ErrorCode::not_yours, "not_yours"},
                                                          {proto::ErrorCode::late, "late"},
                                                          {proto::ErrorCode::busy, "busy"},
                                                          {proto::ErrorCode::rate, "rate"},
                                                          {proto::ErrorCode::draining, "draining"},
                                                          {proto::ErrorCode::origin, "origin"},
                                                          {proto::ErrorCode::name, "name"},
                                                          {proto::ErrorCode::benched, "benched"}};

Json json_of(const std::optional<duel::Seat>& seat) { return seat ? Json(duel::index_of(*seat) + 1) : Json(); }

Json json_of(const e2e::PlayerReport& seen) {
  Json matches = Json::array();
  for (const auto& [number, match] : seen.matches) {
    Json games = Json::array();
    for (const e2e::GameReport& game : match.games) {
      games.push_back({{"game", game.game},
                       {"winner", json_of(game.winner)},
                       {"cause", duel::name_of(game.cause)},
                       {"record", game.record}});
    }
    matches.push_back({{"match", number},
                       {"seat", json_of(match.seat)},
                       {"games", games},
                       {"ended", match.ended},
                       {"wins", match.wins},
                       {"cause", match.cause ? Json(duel::name_of(*match.cause)) : Json()}});
  }
  Json errors = Json::object();
  for (const auto& [code, count] : seen.errors) errors[kErrorNames.at(code)] = count;
  return {{"matches", matches},      {"errors", errors},        {"standing", seen.standing}, {"refused", seen.refused},
          {"skipped", seen.skipped}, {"resumed", seen.resumed}, {"gave_up", seen.gave_up},   {"end", seen.end}};
}

}  // namespace

int main(int argc, char** argv) {
  rensa::command_line::Program app("fake_player", "Plays against a rensa-server, well or badly.");
  e2e::FakeOptions options;
  app.add_option("--port", options.port, "of the server, on this machine").required();
  std::string transport = "tcp";
  app.add_option("--transport", transport).check(rensa::command_line::one_of({"tcp", "ws"}));
  bool binary = false;
  app.add_flag("--binary", binary, "over WebSocket: Protobuf, not JSON");
  app.add_option("--name", options.name);
  app.add_option("--token", options.token);
  app.add_option("--player", options.player, "of engine/players");
  app.add_option("--seed", options.seed);
  app.add_option("--matches", options.matches, "all at once");
  app.add_flag("--end-with-last-match", options.ends_with_last_match, "do not wait for matches that never begin");
  app.add_option("--games", options.terms.games, "a match");
  app.add_option("--ruleset", options.terms.ruleset);
  app.add_option("--charge-frames", options.terms.charge_frames, "virtual clock: a fixed charge");
  std::string clock = "virtual";
  app.add_option("--clock", clock).check(rensa::command_line::one_of({"virtual", "real", "turns"}));
  bool frames = false;
  app.add_flag("--frames", frames, "subscribe to every frame");
  app.add_option("--after", options.after, "honest answers first");
  app.add_option("--slow", options.think_milliseconds, "milliseconds of thought for every answer");
  app.add_option("--wait-for", options.go_file, "a file; without it there is no first answer");

  const std::map<std::string, Fault> faults{{"--stall", Fault::stall},
                                            {"--resign", Fault::resign},
                                            {"--illegal", Fault::illegal},
                                            {"--flood", Fault::flood},
                                            {"--garbage", Fault::garbage},
                                            {"--oversize", Fault::oversize},
                                            {"--wrong-frame", Fault::wrong_frame},
                                            {"--disconnect-and-resume", Fault::disconnect_resume},
                                            {"--resume-twice", Fault::resume_twice},
                                            {"--slow-reader", Fault::slow_reader},
                                            {"--slow-spectator", Fault::slow_spectator}};
  for (const auto& [flag, fault] : faults) {
    app.add_flag(flag, [&options, chosen = fault] { options.fault = chosen; });
  }
  rensa::command_line::Option& crash = app.add_option("--crash-at-frame", options.crash_frame);
  if (const auto exit_code = app.parse(argc, argv)) return *exit_code;

  if (crash.is_given()) options.fault = Fault::crash;
  if (transport == "ws") options.speech = binary ? e2e::Speech::web_binary : e2e::Speech::web_json;
  if (clock == "real") options.terms.clock = proto::Clock::real;
  if (clock == "turns") options.terms.clock = proto::Clock::turns;
  if (options.terms.charge_frames > 0) options.terms.charge = proto::ThinkingCost::fixed;
  if (frames) options.subscription = proto::Subscription::frames;
  try {
    const e2e::PlayerReport seen = e2e::FakePlayer(options).run();
    std::cout << json_of(seen).dump() << std::endl;
    return seen.gave_up ? 3 : 0;
  } catch (const std::exception& problem) {
    std::cerr << "fake_player: " << problem.what() << "\n";
    return 1;
  }
}
