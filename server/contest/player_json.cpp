#include "server/contest/player_json.h"

#include <optional>
#include <string>
#include <vector>

#include "server/contest/wrong.h"

namespace rensa::contest {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

std::vector<std::string> words_in(const json& value) {
  if (!value.is_array() || value.empty()) throw Wrong("\"exec\" has to be an array of a program and its arguments");
  std::vector<std::string> words;
  for (const json& word : value) words.push_back(text_in(word, "\"exec\" of a player"));
  if (words.front().empty()) throw Wrong("\"exec\" names no program");
  for (const std::string& word : words) {
    if (word.find('\0') != std::string::npos) throw Wrong("\"exec\" holds a NUL");
  }
  return words;
}

bool speaks_reference(const json& value) {
  const std::string name = text_in(value, "\"protocol\"");
  if (name == "native") return false;
  if (name == "reference") return true;
  throw Wrong("\"protocol\" has to be \"native\" or \"reference\"");
}

BuiltIn built_in(const std::string& player, const LookUp& look_up) { return {player, taken(look_up.player(player))}; }

}  // namespace

Player player_in(const json& value, const LookUp& look_up) {
  if (value.is_string()) {
    const auto player = value.get<std::string>();
    return {.name = player, .author = "", .who = built_in(player, look_up)};
  }
  if (!value.is_object()) throw Wrong("a player has to be a text or an object");
  Player player;
  std::optional<Command> command;
  int kinds = 0;
  for (const auto& [key, member] : value.items()) {
    if (key == "name") {
      player.name = text_in(member, "\"name\" of a player");
    } else if (key == "author") {
      player.author = text_in(member, "\"author\" of a player");
    } else if (key == "player") {
      const std::string text = text_in(member, "\"player\"");
      player.who = built_in(text, look_up);
      if (player.name.empty()) player.name = text;
      ++kinds;
    } else if (key == "exec") {
      player.who = Command{.words = words_in(member)};
      ++kinds;
    } else if (key == "guest") {
      if (!flag_in(member, "\"guest\"")) throw Wrong("\"guest\" has to be true where it stands");
      player.who = Guest{};
      ++kinds;
    } else if (key != "protocol") {
      throw Wrong("of a player \"" + key + "\" is not known");
    }
  }
  if (kinds != 1) throw Wrong("a player has one of \"player\", \"exec\" and \"guest\"");
  if (value.contains("protocol")) {
    auto* started = std::get_if<Command>(&player.who);
    if (started == nullptr) throw Wrong("\"protocol\" goes with \"exec\"");
    started->speaks_reference = speaks_reference(value["protocol"]);
    if (started->speaks_reference && started->words.size() > 1) {
      throw Wrong("a program that speaks the reference's protocol is told its seat and takes no other arguments");
    }
  }
  if (value.contains("name")) player.name = value["name"].get<std::string>();
  if (player.name.empty()) throw Wrong("of a player \"name\" is missing");
  return player;
}

ordered_json json_of(const Player& player) {
  ordered_json object = {{"name", player.name}};
  if (!player.author.empty()) object["author"] = player.author;
  if (const auto* built_in = std::get_if<BuiltIn>(&player.who)) object["player"] = built_in->player;
  if (const auto* command = std::get_if<Command>(&player.who)) {
    object["exec"] = command->words;
    object["protocol"] = command->speaks_reference ? "reference" : "native";
  }
  if (std::holds_alternative<Guest>(player.who)) object["guest"] = true;
  return object;
}

}  // namespace rensa::contest
