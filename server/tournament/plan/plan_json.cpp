#include "server/tournament/plan/plan_json.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "engine/json/document.h"
#include "server/tournament/journal/event.h"
#include "server/tournament/plan/json_values.h"

namespace rensa::tournament {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::pair<FormatKind, const char*> kFormatNames[] = {{FormatKind::round_robin, "round-robin"},
                                                               {FormatKind::gauntlet, "gauntlet"},
                                                               {FormatKind::groups, "groups"},
                                                               {FormatKind::swiss, "swiss"},
                                                               {FormatKind::knock_out, "knock-out"},
                                                               {FormatKind::double_knock_out, "double-knock-out"},
                                                               {FormatKind::sprt, "sprt"},
                                                               {FormatKind::ladder, "ladder"}};

constexpr int kMaxCount = 1'000'000;

EloScale elo_scale_of(const json& value) {
  const std::string name = read_text_value(value, "\"scale\"");
  for (const EloScale scale : {EloScale::normalised, EloScale::logistic}) {
    if (name == name_of(scale)) return scale;
  }
  throw InvalidInput("\"scale\" has to be \"normalised\" or \"logistic\"");
}

void read_elo(const json& value, SprtTerms& terms) {
  constexpr double kMax = kMaxSprtElo;
  if (!value.is_array() || value.size() != 2) throw InvalidInput("\"elo\" has to be two numbers");
  terms.elo0 = read_real(value[0], "the first of \"elo\"", -kMax, kMax);
  terms.elo1 = read_real(value[1], "the second of \"elo\"", -kMax, kMax);
  if (terms.elo1 < terms.elo0 + kMinSprtWidth) {
    throw InvalidInput("the second of \"elo\" has to be at least 0.1 above the first");
  }
}

// A field of a stage: the formats that have it, and how it is read and written.
struct StageField {
  const char* name;
  std::vector<FormatKind> formats;  // none: all
  std::function<void(const json&, StagePlan&)> read;
  std::function<ordered_json(const StagePlan&)> write;
};

StageField count_field(const char* name, std::vector<FormatKind> formats, int StagePlan::* member, int least,
                       int most) {
  const std::string quoted = std::string("\"").append(name).append("\"");
  return {.name = name,
          .formats = std::move(formats),
          .read = [=](const json& value, StagePlan& stage) { stage.*member = read_count(value, quoted, least, most); },
          .write = [=](const StagePlan& stage) { return ordered_json(stage.*member); }};
}

// Makes the field for the probability of a wrong answer of a sequential test.
StageField probability_field(const char* name, double SprtTerms::* member) {
  const std::string quoted = std::string("\"").append(name).append("\"");
  return {
      .name = name,
      .formats = {FormatKind::sprt},
      .read = [=](const json& value, StagePlan& stage) { stage.sprt.*member = read_real(value, quoted, 0.0001, 0.5); },
      .write = [=](const StagePlan& stage) { return ordered_json(stage.sprt.*member); }};
}

const std::vector<StageField>& stage_fields() {
  using enum FormatKind;
  static const std::vector<StageField> all{
      count_field("take", {}, &StagePlan::take, 1, kMaxCount),
      count_field("pairs", {round_robin, gauntlet, groups, swiss, sprt, ladder}, &StagePlan::pairs, 1, kMaxCount),
      count_field("challengers", {gauntlet}, &StagePlan::challengers, 1, kMaxCount),
      count_field("groups", {groups}, &StagePlan::groups, 1, kMaxCount),
      count_field("rounds", {swiss, ladder}, &StagePlan::rounds, 1, kMaxCount),
      count_field("seasons", {ladder}, &StagePlan::seasons, 0, kMaxCount),
      count_field("best_of", {knock_out, double_knock_out}, &StagePlan::best_of, 1, kMaxLegs / 2 - 1),
      {.name = "third_place",
       .formats = {knock_out},
       .read = [](const json& value, StagePlan& stage) { stage.third_place = read_flag(value, "\"third_place\""); },
       .write = [](const StagePlan& stage) { return ordered_json(stage.third_place); }},
      {.name = "elo",
       .formats = {sprt},
       .read = [](const json& value, StagePlan& stage) { read_elo(value, stage.sprt); },
       .write = [](const StagePlan& stage) { return ordered_json{stage.sprt.elo0, stage.sprt.elo1}; }},
      probability_field("alpha", &SprtTerms::alpha),
      probability_field("beta", &SprtTerms::beta),
      {.name = "scale",
       .formats = {sprt},
       .read = [](const json& value, StagePlan& stage) { stage.sprt.scale = elo_scale_of(value); },
       .write = [](const StagePlan& stage) { return ordered_json(name_of(stage.sprt.scale)); }},
  };
  return all;
}

bool is_field_of(const StageField& field, FormatKind format) {
  return field.formats.empty() || std::find(field.formats.begin(), field.formats.end(), format) != field.formats.end();
}

FormatKind read_format(const json& value) {
  const std::string name = read_text_value(value, "\"format\"");
  std::string known;
  for (const auto& [format, format_name] : kFormatNames) {
    if (name == format_name) return format;
    known.append(known.empty() ? "" : ", ").append(format_name);
  }
  throw InvalidInput("\"format\" has to be one of " + known);
}

StagePlan default_stage(FormatKind format) {
  StagePlan stage;
  stage.format = format;
  if (format == FormatKind::swiss || format == FormatKind::ladder) stage.pairs = 1;
  if (format == FormatKind::sprt) stage.pairs = 20'000;
  if (format == FormatKind::ladder) stage.rounds = 20;
  return stage;
}

void read_stage_member(const std::string& key, const json& value, StagePlan& stage) {
  const auto field = std::find_if(stage_fields().begin(), stage_fields().end(),
                                  [&key](const StageField& known) { return key == known.name; });
  if (field == stage_fields().end()) throw InvalidInput(rensa::json::quoted_key(key) + " is not known");
  if (!is_field_of(*field, stage.format)) {
    throw InvalidInput("\"" + key + "\" is not a field of the format \"" + name_of(stage.format) + "\"");
  }
  field->read(value, stage);
}

}  // namespace

std::string name_of(FormatKind format) {
  for (const auto& [known, name] : kFormatNames) {
    if (known == format) return name;
  }
  return "";
}

bool is_stage_field(const std::string& key) {
  return key == "format" || std::any_of(stage_fields().begin(), stage_fields().end(),
                                        [&key](const StageField& field) { return key == field.name; });
}

StagePlan read_stage(const json& object) {
  if (!object.is_object()) throw InvalidInput("a stage has to be an object");
  StagePlan stage =
      default_stage(object.contains("format") ? read_at("format", [&] { return read_format(object["format"]); })
                                              : FormatKind::round_robin);
  for (const auto& [key, value] : object.items()) {
    if (key != "format") read_at(key, [&, &name = key, &member = value] { read_stage_member(name, member, stage); });
  }
  if (stage.sprt.alpha + stage.sprt.beta >= 1)
    throw InvalidInput("\"alpha\" and \"beta\" have to be less than 1 together");
  return stage;
}

ordered_json json_of(const StagePlan& stage) {
  ordered_json object = {{"format", name_of(stage.format)}};
  for (const StageField& field : stage_fields()) {
    const bool is_left_out = std::string_view(field.name) == "take" && stage.take == 0;
    if (is_field_of(field, stage.format) && !is_left_out) object[field.name] = field.write(stage);
  }
  return object;
}

namespace {

std::vector<std::string> read_words(const json& value) {
  if (!value.is_array() || value.empty())
    throw InvalidInput("\"exec\" has to be an array of a program and its arguments");
  std::vector<std::string> words;
  for (const json& word : value) words.push_back(read_text_value(word, "\"exec\" of a player"));
  if (words.front().empty()) throw InvalidInput("\"exec\" names no program");
  for (const std::string& word : words) {
    if (word.find('\0') != std::string::npos) throw InvalidInput("\"exec\" holds a NUL");
  }
  return words;
}

void read_files(const json& value, PlayerEntry& player) {
  auto* started = std::get_if<CommandPlayer>(&player.kind);
  if (started == nullptr) throw InvalidInput("\"files\" goes with \"exec\"");
  if (!value.is_array()) throw InvalidInput("\"files\" has to be an array of files and folders");
  std::vector<std::string>& files = started->files.emplace();
  for (const json& file : value) {
    files.push_back(read_text_value(file, "\"files\" of a player"));
    if (files.back().empty()) throw InvalidInput("\"files\" names an empty path");
    if (files.back().find('\0') != std::string::npos) throw InvalidInput("\"files\" holds a NUL");
  }
}

bool read_protocol_is_reference(const json& value) {
  const std::string name = read_text_value(value, "\"protocol\"");
  if (name == "native") return false;
  if (name == "reference") return true;
  throw InvalidInput("\"protocol\" has to be \"native\" or \"reference\"");
}

void read_protocol(const json& value, PlayerEntry& player) {
  auto* started = std::get_if<CommandPlayer>(&player.kind);
  if (started == nullptr) throw InvalidInput("\"protocol\" goes with \"exec\"");
  started->uses_reference_protocol = read_protocol_is_reference(value);
}

BuiltInPlayer built_in_player_of(const std::string& player, const NameLookup& look_up) {
  return {player, value_or_throw(look_up.player(player))};
}

// Returns true if the member tells how the player plays.
bool read_player_member(const std::string& key, const json& value, const NameLookup& look_up, PlayerEntry& player) {
  if (key == "name") {
    player.name = read_text_value(value, "\"name\" of a player");
  } else if (key == "author") {
    player.author = read_text_value(value, "\"author\" of a player");
  } else if (key == "player") {
    const std::string text = read_text_value(value, "\"player\"");
    player.kind = built_in_player_of(text, look_up);
    if (player.name.empty()) player.name = text;
    return true;
  } else if (key == "exec") {
    player.kind = CommandPlayer{.words = read_words(value)};
    return true;
  } else if (key == "guest") {
    if (!read_flag(value, "\"guest\"")) throw InvalidInput("\"guest\" has to be true, or missing");
    player.kind = RemotePlayer{};
    return true;
  } else if (key != "protocol" && key != "files") {
    throw InvalidInput("a player cannot have " + rensa::json::quoted_key(key));
  }
  return false;
}

}  // namespace

PlayerEntry read_player(const json& value, const NameLookup& look_up) {
  if (value.is_string()) {
    const auto player = value.get<std::string>();
    return {.name = player, .author = "", .kind = built_in_player_of(player, look_up)};
  }
  if (!value.is_object()) throw InvalidInput("a player has to be a text or an object");
  PlayerEntry player;
  int kinds = 0;
  for (const auto& [key, member] : value.items()) {
    read_at(key, [&, &name = key, &content = member] {
      if (read_player_member(name, content, look_up, player)) ++kinds;
    });
  }
  if (kinds != 1) throw InvalidInput("a player has one of \"player\", \"exec\" and \"guest\"");
  if (value.contains("protocol")) read_at("protocol", [&] { read_protocol(value["protocol"], player); });
  if (value.contains("files")) read_at("files", [&] { read_files(value["files"], player); });
  if (value.contains("name")) player.name = value["name"].get<std::string>();
  if (player.name.empty()) throw InvalidInput("a player needs a \"name\"");
  return player;
}

ordered_json json_of(const PlayerEntry& player) {
  ordered_json object = {{"name", player.name}};
  if (!player.author.empty()) object["author"] = player.author;
  if (const auto* built_in = std::get_if<BuiltInPlayer>(&player.kind)) object["player"] = built_in->player;
  if (const auto* command = std::get_if<CommandPlayer>(&player.kind)) {
    object["exec"] = command->words;
    object["protocol"] = command->uses_reference_protocol ? "reference" : "native";
    if (command->files) object["files"] = *command->files;
  }
  if (std::holds_alternative<RemotePlayer>(player.kind)) object["guest"] = true;
  return object;
}

}  // namespace rensa::tournament
