#include "clients/cli/tournament/plan.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "clients/cli/match/ruleset_option.h"
#include "clients/option/entrant_option.h"
#include "engine/duel/record.h"
#include "engine/json/stacking_json.h"
#include "engine/players/seeds.h"
#include "engine/rules/hash.h"

namespace rensa::cli {

namespace {

using Json = nlohmann::json;

constexpr int kMostPairs = 1'000'000;  // of a pairing
constexpr std::size_t kMostPlayers = 1'000;
constexpr std::size_t kMostGames = 10'000'000;

// A sentence for who wrote the file.
struct Wrong : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::string text_in(const Json& value, const std::string& what) {
  if (!value.is_string()) throw Wrong(what + " has to be a text");
  return value.get<std::string>();
}

std::uint64_t number_in(const Json& value, const std::string& what, std::uint64_t least, std::uint64_t most) {
  if (!value.is_number_unsigned() || value < least || value > most) {
    throw Wrong(what + " has to be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return value.get<std::uint64_t>();
}

template <typename Value>
Value taken(rules::Parsed<Value> parsed) {
  if (!parsed) throw Wrong(parsed.error().message);
  return *parsed;
}

players::Entrant player_in(const Json& value) {
  if (value.is_string()) return taken(option::entrant_of_option(value.get<std::string>()));
  if (!value.is_object()) throw Wrong("a player has to be a text, or an object with \"name\" and \"player\"");
  for (const auto& [key, ignored] : value.items()) {
    if (key != "name" && key != "player") throw Wrong("of a player \"" + key + "\" is not known");
  }
  if (!value.contains("player")) throw Wrong("of a player \"player\" is missing");
  players::Entrant player = taken(option::entrant_of_option(text_in(value["player"], "\"player\"")));
  if (value.contains("name")) player.name = text_in(value["name"], "\"name\" of a player");
  if (player.name.empty() || !duel::is_name(player.name))
    throw Wrong("a player's name is empty, too long or not UTF-8");
  return player;
}

Format format_in(const Json& value) {
  const std::string name = text_in(value, "\"format\"");
  if (name == "round-robin") return Format::round_robin;
  if (name == "gauntlet") return Format::gauntlet;
  throw Wrong("\"format\" has to be \"round-robin\" or \"gauntlet\"");
}

void read_member(const std::string& key, const Json& value, TournamentPlan& plan) {
  if (key == "name") {
    plan.name = text_in(value, "\"name\"");
    if (!duel::is_name(plan.name)) throw Wrong("\"name\" is too long or not UTF-8");
  } else if (key == "ruleset") {
    plan.ruleset = taken(ruleset_of_option(text_in(value, "\"ruleset\"")));
  } else if (key == "seed") {
    plan.seed = number_in(value, "\"seed\"", 0, std::numeric_limits<std::uint64_t>::max());
  } else if (key == "format") {
    plan.format = format_in(value);
  } else if (key == "challengers") {
    plan.challengers = static_cast<int>(number_in(value, "\"challengers\"", 1, kMostPlayers));
  } else if (key == "pairs") {
    plan.pairs = static_cast<int>(number_in(value, "\"pairs\"", 1, kMostPairs));
  } else if (key == "players") {
    if (!value.is_array()) throw Wrong("\"players\" has to be an array");
    for (const Json& player : value) plan.players.push_back(player_in(player));
  } else {
    throw Wrong("\"" + key + "\" is not known");
  }
}

void check(const TournamentPlan& plan, const Json& object) {
  if (plan.players.size() < 2 || plan.players.size() > kMostPlayers) {
    throw Wrong("\"players\" has to name from 2 to " + std::to_string(kMostPlayers));
  }
  std::set<std::string> names;
  for (const players::Entrant& player : plan.players) {
    if (!names.insert(player.name).second) throw Wrong("two players are called " + player.name);
  }
  if (plan.format != Format::gauntlet && object.contains("challengers")) {
    throw Wrong("\"challengers\" are those of a gauntlet");
  }
  if (static_cast<std::size_t>(plan.challengers) >= plan.players.size()) {
    throw Wrong("there are more challengers than leave somebody to play");
  }
  const std::size_t players = plan.players.size();
  const auto challengers = static_cast<std::size_t>(plan.challengers);
  const std::size_t pairings =
      plan.format == Format::gauntlet ? challengers * (players - challengers) : players * (players - 1) / 2;
  if (2 * pairings * static_cast<std::size_t>(plan.pairs) > kMostGames) {
    throw Wrong("these are more than " + std::to_string(kMostGames) + " games");
  }
}

}  // namespace

rules::Parsed<TournamentPlan> plan_of_json(std::string_view text) {
  TournamentPlan plan;
  plan.ruleset = *rules::find_ruleset("tsu-1");
  try {
    const Json object = Json::parse(text);
    if (!object.is_object()) throw Wrong("it has to be an object");
    for (const auto& [key, value] : object.items()) read_member(key, value, plan);
    check(plan, object);
  } catch (const Json::parse_error& error) {
    return rules::ParseError{.message = error.what(), .position = error.byte};
  } catch (const Wrong& wrong) {
    return rules::ParseError{.message = wrong.what(), .position = 0};
  }
  return plan;
}

league::Schedule schedule_of(const TournamentPlan& plan) {
  if (plan.format == Format::round_robin) return league::round_robin(plan.players.size(), plan.pairs);
  return league::gauntlet(plan.players.size(), static_cast<std::size_t>(plan.challengers), plan.pairs);
}

std::uint64_t digest_of(const TournamentPlan& plan) {
  rules::Hash hash;
  const auto add = [&hash](const std::string& text) {
    hash.add_bytes({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  };
  hash.add(rules::digest(plan.ruleset));
  hash.add(plan.seed);
  hash.add(static_cast<std::uint64_t>(plan.format));
  hash.add(static_cast<std::uint64_t>(plan.format == Format::gauntlet ? plan.challengers : 0));
  hash.add(static_cast<std::uint64_t>(plan.pairs));
  for (const players::Entrant& player : plan.players) {
    add(player.name);
    add(std::string(player.kind->name));
    hash.add(static_cast<std::uint64_t>(player.options.nodes));
    add(player.options.weights ? json::json_of(*player.options.weights) : "");
  }
  return hash.value();
}

MatchSetup match_of(const TournamentPlan& plan, const league::PlannedPair& players) {
  MatchSetup setup;
  setup.entrants = {plan.players[players.first], plan.players[players.second]};
  setup.ruleset = plan.ruleset;
  setup.seed = plan.seed;
  return setup;
}

// Each with a queue of its own: a second game of the same would tell little that the first has not.
PlannedGame game_of(const TournamentPlan& plan, int pair, int leg) {
  const auto number = static_cast<std::uint32_t>(2 * pair + leg);
  return {.number = number, .seed = players::game_seed(plan.seed, number), .swapped = leg == 1};
}

}  // namespace rensa::cli
