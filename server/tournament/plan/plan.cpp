#include "server/tournament/plan/plan.h"

#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/json/document.h"
#include "engine/record/record.h"
#include "engine/rules/hash.h"
#include "server/base/plain_text.h"
#include "server/base/utc_time.h"
#include "server/tournament/plan/game_seeds.h"
#include "server/tournament/plan/json_values.h"
#include "server/tournament/plan/plan_json.h"

namespace rensa::tournament {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr int kMaxLimit = 1'000'000;

void read_charge(const json& value, match::Terms& terms) {
  if (terms.clock != match::Clock::virtual_time) throw InvalidInput("\"charge\" goes with the virtual clock");
  if (value.is_string() && value == "measured") {
    terms.charge = match::ThinkingCost::measured;
    return;
  }
  if (!value.is_number_unsigned() || value > match::kMaxChargeFrames) {
    throw InvalidInput("\"charge\" has to be \"measured\" or a number of frames up to " +
                       std::to_string(match::kMaxChargeFrames));
  }
  terms.charge_frames = value.get<int>();
  if (terms.charge_frames > 0) terms.charge = match::ThinkingCost::fixed;
}

match::Clock read_clock(const json& value) {
  if (const auto clock = match::clock_of_name(read_text_value(value, "\"clock\""))) return *clock;
  throw InvalidInput("\"clock\" has to be \"virtual\", \"real\" or \"turns\"");
}

// A field of PlayerLimits in the plan.
struct LimitField {
  int PlayerLimits::* member = nullptr;
  int least = 1;
  int most = kMaxLimit;
  bool is_newer = false;  // its default value is left out of digests, because older plans lack the field
};

const std::map<std::string, LimitField>& limit_fields() {
  static const std::map<std::string, LimitField> fields{
      {"think_seconds", {.member = &PlayerLimits::think_seconds}},
      {"first_think_seconds", {.member = &PlayerLimits::first_think_seconds, .is_newer = true}},
      {"game_seconds", {.member = &PlayerLimits::game_seconds}},
      {"missed", {.member = &PlayerLimits::missed}},
      {"refused", {.member = &PlayerLimits::refused}},
      {"bench_after", {.member = &PlayerLimits::bench_after, .least = 0}},
      {"memory_megabytes", {.member = &PlayerLimits::memory_megabytes}},
      {"cores", {.member = &PlayerLimits::cores, .most = 64, .is_newer = true}},
      {"processes", {.member = &PlayerLimits::processes, .most = 4'096, .is_newer = true}}};
  return fields;
}

void read_member(const std::string& key, const json& value, const NameLookup& look_up, TournamentPlan& plan) {
  if (key == "name") {
    plan.name = read_text_value(value, "\"name\"");
    if (plan.name.size() > record::kMaxNameBytes || !base::is_plain_text(plan.name)) {
      throw InvalidInput("\"name\" has to have at most 64 bytes of UTF-8, all of them visible characters and spaces");
    }
  } else if (key == "ruleset") {
    plan.ruleset = value_or_throw(look_up.ruleset(read_text_value(value, "\"ruleset\"")));
  } else if (key == "seed") {
    plan.seed = read_number(value, "\"seed\"", 0, std::numeric_limits<std::uint64_t>::max());
  } else if (key == "audit") {
    plan.audit = read_real(value, "\"audit\"", 0, 1);
  } else if (key == "stages") {
    if (!value.is_array() || value.empty()) throw InvalidInput("\"stages\" has to be an array of at least one");
    for (const json& stage : value) {
      plan.stages.push_back(read_at(std::to_string(plan.stages.size()), [&] { return read_stage(stage); }));
    }
  } else if (key == "players") {
    if (!value.is_array()) throw InvalidInput("\"players\" has to be an array");
    for (const json& player : value) {
      plan.players.push_back(
          read_at(std::to_string(plan.players.size()), [&] { return read_player(player, look_up); }));
    }
  } else if (const auto field = limit_fields().find(key); field != limit_fields().end()) {
    const auto& [member, least, most, is_newer] = field->second;
    plan.limits.*member = read_count(value, std::string("\"").append(key).append("\""), least, most);
  } else if (key == "$schema") {
    read_text_value(value, "\"$schema\"");
  } else if (key == "spectator_delay_seconds") {
    plan.terms.spectator_delay_seconds =
        read_count(value, "\"spectator_delay_seconds\"", 0, match::kMaxSpectatorDelaySeconds);
  } else if (key == "starts") {
    plan.starts = base::parse_utc(read_text_value(value, "\"starts\""));
    if (!plan.starts) throw InvalidInput("\"starts\" has to be a time in UTC, like \"2026-12-24T18:00:00Z\"");
  } else if (key != "clock" && key != "charge") {
    throw InvalidInput(rensa::json::quoted_key(key) + " is not known");
  }
}

// Moves the fields of a stage to `stage`. A plan with only one stage may have them at the top level.
json without_stage(const json& object, json& stage) {
  json rest = json::object();
  for (const auto& [key, value] : object.items()) (is_stage_field(key) ? stage : rest)[key] = value;
  return rest;
}

void read_terms(const json& object, TournamentPlan& plan) {
  plan.terms.ruleset = plan.ruleset.id;
  const bool in_turns = plan.ruleset.pacing == rules::Pacing::turns;
  plan.terms.clock = in_turns ? match::Clock::turns : match::Clock::virtual_time;
  if (object.contains("clock")) {
    read_at("clock", [&] {
      plan.terms.clock = read_clock(object["clock"]);
      if (in_turns == (plan.terms.clock == match::Clock::turns)) return;
      throw InvalidInput(plan.ruleset.id + (in_turns ? " is played in turns, not by that \"clock\""
                                                     : " is played in frames, not by that \"clock\""));
    });
  }
  if (object.contains("charge")) read_at("charge", [&] { read_charge(object["charge"], plan.terms); });
}

TournamentPlan read_plan(const json& object, const NameLookup& look_up) {
  if (!object.is_object()) throw InvalidInput("it has to be an object");
  TournamentPlan plan;
  plan.ruleset = *rules::find_ruleset("tsu-1");
  json stage = json::object();
  const json rest = without_stage(object, stage);
  for (const auto& [key, value] : rest.items()) {
    read_at(key, [&, &name = key, &member = value] { read_member(name, member, look_up, plan); });
  }
  if (!plan.stages.empty() && !stage.empty()) {
    const std::string& key = stage.begin().key();
    read_at(key, [&key] { throw InvalidInput("\"" + key + "\" has to stand in one of the \"stages\""); });
  }
  if (plan.stages.empty()) plan.stages.push_back(read_stage(stage));
  read_terms(rest, plan);
  if (const std::string why = why_unplayable(plan); !why.empty()) throw InvalidInput(why);
  return plan;
}

ordered_json json_object_of(const TournamentPlan& plan) {
  ordered_json object = {{"name", plan.name},
                         {"ruleset", plan.ruleset.id},
                         {"seed", plan.seed},
                         {"clock", std::string(match::name_of(plan.terms.clock))}};
  if (plan.terms.clock == match::Clock::virtual_time) {
    const bool is_measured = plan.terms.charge == match::ThinkingCost::measured;
    object["charge"] = is_measured ? ordered_json("measured") : ordered_json(plan.terms.charge_frames);
  }
  if (const auto delay = plan.terms.spectator_delay_seconds) object["spectator_delay_seconds"] = *delay;
  if (plan.starts) object["starts"] = base::utc_text(*plan.starts);
  object["audit"] = plan.audit;
  for (const auto& [name, field] : limit_fields()) object[name] = plan.limits.*field.member;
  object["stages"] = ordered_json::array();
  for (const StagePlan& stage : plan.stages) object["stages"].push_back(json_of(stage));
  object["players"] = ordered_json::array();
  for (const PlayerEntry& player : plan.players) object["players"].push_back(json_of(player));
  return object;
}

}  // namespace

StageSequencePlan TournamentPlan::stage_sequence_plan() const {
  StageSequencePlan sequence{
      .stages = stages, .authors = {}, .is_audited = [seed = seed, share = audit](std::size_t pair) {
        return tournament::is_audited(seed, share, pair);
      }};
  std::map<std::string, int> authors;
  for (const PlayerEntry& player : players) {
    if (player.author.empty()) {
      sequence.authors.push_back(-1);
    } else {
      sequence.authors.push_back(authors.emplace(player.author, static_cast<int>(authors.size())).first->second);
    }
  }
  return sequence;
}

rules::Parsed<TournamentPlan> parse_plan(std::string_view text, const NameLookup& look_up) {
  return parsed_by([&] { return read_plan(parse_json(text), look_up); }, text);
}

rules::Parsed<TournamentPlan> parse_generated_plan(std::string_view text, const NameLookup& look_up) {
  return parsed_by([&] { return read_plan(parse_json(text), look_up); }, "");
}

std::string why_unplayable(const TournamentPlan& plan) {
  if (plan.players.size() < 2 || plan.players.size() > kMaxPlayers) {
    return "\"players\" has to name from 2 to " + std::to_string(kMaxPlayers);
  }
  std::set<std::string> names;
  for (const PlayerEntry& player : plan.players) {
    if (!base::is_plain_name(player.name)) {
      return std::string("the name of a player must have ") + base::kPlainNameRule;
    }
    if (!base::is_plain_text(player.author)) {
      return "the \"author\" of " + player.name + " has to be UTF-8 without control or invisible characters";
    }
    if (!names.insert(player.name).second) return "two players are called " + player.name;
  }
  return why_unplayable(plan.stages, plan.players.size());
}

std::string json_of(const TournamentPlan& plan) { return json_object_of(plan).dump(2) + '\n'; }

std::uint64_t digest_of(const TournamentPlan& plan) {
  rules::Hash hash;
  const auto add = [&hash](const std::string& text) {
    hash.add_bytes({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  };
  hash.add(rules::digest(plan.ruleset));
  ordered_json object = json_object_of(plan);
  for (const char* name : {"spectator_delay_seconds", "starts"}) object.erase(name);  // they change no game
  for (const auto& [name, field] : limit_fields()) {
    if (field.is_newer && plan.limits.*field.member == PlayerLimits{}.*field.member) object.erase(name);
  }
  add(object.dump(2) + '\n');
  for (const PlayerEntry& player : plan.players) {
    if (const auto* built_in = std::get_if<BuiltInPlayer>(&player.kind)) add(built_in->stands_for);
  }
  return hash.value();
}

}  // namespace rensa::tournament
