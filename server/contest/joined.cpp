#include "server/contest/joined.h"

#include <stdexcept>

#include "server/contest/player_json.h"
#include "server/contest/stage_json.h"
#include "server/contest/wrong.h"

namespace rensa::contest {

namespace {

using nlohmann::json;

constexpr const char* kStandsFor = "stands_for";

// A file that a player names may say something else by now: what it said is in the entry.
Player player_of_entry(const std::string& entry) {
  json object = json::parse(entry);
  const std::string stands_for = object.value(kStandsFor, "");
  object.erase(kStandsFor);
  return player_in(
      object, {.ruleset = {}, .player = [&](const std::string&) -> rules::Parsed<std::string> { return stands_for; }});
}

}  // namespace

rules::Parsed<Player> player_of_json(std::string_view text, const LookUp& look_up) {
  try {
    return player_in(shallow_json(text), look_up);
  } catch (const json::exception& error) {
    return rules::ParseError{.message = error.what(), .position = 0};
  } catch (const Wrong& wrong) {
    return rules::ParseError{.message = wrong.what(), .position = 0};
  }
}

std::string entry_of(const Player& player) {
  nlohmann::ordered_json entry = json_of(player);
  if (const auto* built_in = std::get_if<BuiltIn>(&player.who)) entry[kStandsFor] = built_in->stands_for;
  return entry.dump();
}

Plan with_joined(Plan plan, const std::vector<league::Event>& past) {
  const std::size_t planned = plan.players.size();
  for (const league::Event& event : past) {
    const auto* joined = std::get_if<league::PlayerJoined>(&event);
    if (joined == nullptr) continue;
    try {
      plan.players.push_back(player_of_entry(joined->entry));
    } catch (const std::exception& error) {
      throw std::runtime_error(std::string("a player has joined who cannot: ").append(error.what()));
    }
  }
  if (plan.players.size() == planned) return plan;
  if (const std::string why = why_unplayable(plan); !why.empty())
    throw std::runtime_error("with who has joined " + why);
  return plan;
}

std::string why_closed(const Plan& plan, const league::Tournament& tournament) {
  if (tournament.stages().empty()) return "it has not begun yet";
  const league::FormatKind format = plan.stages[tournament.stages().size() - 1].format;
  if (format == league::FormatKind::ladder) return "";
  return "a " + name_of(format) + " is being played: only a ladder takes players while it is";
}

}  // namespace rensa::contest
