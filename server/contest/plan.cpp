#include "server/contest/plan.h"

#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/duel/record.h"
#include "engine/rules/hash.h"
#include "proto/clock_name.h"
#include "server/contest/player_json.h"
#include "server/contest/stage_json.h"
#include "server/contest/wrong.h"

namespace rensa::contest {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr int kMostPatience = 1'000'000;

int charge_in(const json& value, proto::Terms& terms) {
  if (value.is_string() && value == "measured") {
    terms.charge = proto::Charge::measured;
    return 0;
  }
  if (!value.is_number_unsigned() || value > proto::kMaxChargeFrames) {
    throw Wrong("\"charge\" has to be \"measured\" or a number of frames up to " +
                std::to_string(proto::kMaxChargeFrames));
  }
  return value.get<int>();
}

proto::Clock clock_in(const json& value) {
  if (const auto clock = proto::clock_of(text_in(value, "\"clock\""))) return *clock;
  throw Wrong("\"clock\" has to be \"virtual\", \"real\" or \"turns\"");
}

// Numbers that stand in the plan itself.
struct PatienceField {
  int Patience::* member = nullptr;
  int least = 1;
  int most = kMostPatience;
  bool is_newer = false;  // than runs that go on: they had none, and have what is left out
};

const std::map<std::string, PatienceField>& patience_fields() {
  static const std::map<std::string, PatienceField> fields{
      {"think_seconds", {.member = &Patience::think_seconds}},
      {"game_seconds", {.member = &Patience::game_seconds}},
      {"missed", {.member = &Patience::missed}},
      {"refused", {.member = &Patience::refused}},
      {"bench_after", {.member = &Patience::bench_after, .least = 0}},
      {"memory_megabytes", {.member = &Patience::memory_megabytes}},
      {"cores", {.member = &Patience::cores, .most = 64, .is_newer = true}},
      {"processes", {.member = &Patience::processes, .most = 4'096, .is_newer = true}}};
  return fields;
}

void read_member(const std::string& key, const json& value, const LookUp& look_up, Plan& plan) {
  if (key == "name") {
    plan.name = text_in(value, "\"name\"");
    if (!duel::is_name(plan.name)) throw Wrong("\"name\" is too long or not UTF-8");
  } else if (key == "ruleset") {
    plan.ruleset = taken(look_up.ruleset(text_in(value, "\"ruleset\"")));
  } else if (key == "seed") {
    plan.seed = number_in(value, "\"seed\"", 0, std::numeric_limits<std::uint64_t>::max());
  } else if (key == "audit") {
    plan.audit = real_in(value, "\"audit\"", 0, 1);
  } else if (key == "stages") {
    if (!value.is_array() || value.empty()) throw Wrong("\"stages\" has to be an array of at least one");
    for (const json& stage : value) plan.stages.push_back(stage_in(stage));
  } else if (key == "players") {
    if (!value.is_array()) throw Wrong("\"players\" has to be an array");
    for (const json& player : value) plan.players.push_back(player_in(player, look_up));
  } else if (const auto field = patience_fields().find(key); field != patience_fields().end()) {
    const auto& [member, least, most, is_newer] = field->second;
    plan.patience.*member = count_in(value, std::string("\"").append(key).append("\""), least, most);
  } else if (key == "$schema") {
    text_in(value, "\"$schema\"");
  } else if (key != "clock" && key != "charge") {
    throw Wrong("\"" + key + "\" is not known");
  }
}

// Fields of a stage may stand in the plan itself where there is but one.
json without_stage(const json& object, json& stage) {
  json rest = json::object();
  for (const auto& [key, value] : object.items()) (is_field_of_stage(key) ? stage : rest)[key] = value;
  return rest;
}

void read_terms(const json& object, Plan& plan) {
  plan.terms.ruleset = plan.ruleset.id;
  const bool in_turns = plan.ruleset.pacing == rules::Pacing::turns;
  plan.terms.clock = in_turns ? proto::Clock::turns : proto::Clock::virtual_time;
  if (object.contains("clock")) plan.terms.clock = clock_in(object["clock"]);
  if (in_turns != (plan.terms.clock == proto::Clock::turns)) {
    throw Wrong(plan.ruleset.id + (in_turns ? " is played in turns, not by that \"clock\""
                                            : " is played in frames, not by that \"clock\""));
  }
  if (!object.contains("charge")) return;
  if (plan.terms.clock != proto::Clock::virtual_time) throw Wrong("\"charge\" goes with the virtual clock");
  plan.terms.charge_frames = charge_in(object["charge"], plan.terms);
  if (plan.terms.charge_frames > 0) plan.terms.charge = proto::Charge::fixed;
}

ordered_json object_of(const Plan& plan) {
  ordered_json object = {{"name", plan.name},
                         {"ruleset", plan.ruleset.id},
                         {"seed", plan.seed},
                         {"clock", std::string(proto::name_of(plan.terms.clock))}};
  if (plan.terms.clock == proto::Clock::virtual_time) {
    const bool is_measured = plan.terms.charge == proto::Charge::measured;
    object["charge"] = is_measured ? ordered_json("measured") : ordered_json(plan.terms.charge_frames);
  }
  object["audit"] = plan.audit;
  for (const auto& [name, field] : patience_fields()) object[name] = plan.patience.*field.member;
  object["stages"] = ordered_json::array();
  for (const league::StagePlan& stage : plan.stages) object["stages"].push_back(json_of(stage));
  object["players"] = ordered_json::array();
  for (const Player& player : plan.players) object["players"].push_back(json_of(player));
  return object;
}

}  // namespace

league::CupPlan Plan::cup() const {
  league::CupPlan cup{.stages = stages, .authors = {}, .audit_share = audit, .seed = seed};
  std::map<std::string, int> authors;
  for (const Player& player : players) {
    if (player.author.empty()) {
      cup.authors.push_back(-1);
    } else {
      cup.authors.push_back(authors.emplace(player.author, static_cast<int>(authors.size())).first->second);
    }
  }
  return cup;
}

rules::Parsed<Plan> plan_of_json(std::string_view text, const LookUp& look_up) {
  Plan plan;
  plan.ruleset = *rules::find_ruleset("tsu-1");
  try {
    const json object = shallow_json(text);
    if (!object.is_object()) throw Wrong("it has to be an object");
    json stage = json::object();
    const json rest = without_stage(object, stage);
    for (const auto& [key, value] : rest.items()) read_member(key, value, look_up, plan);
    if (!plan.stages.empty() && !stage.empty()) {
      throw Wrong("\"" + stage.begin().key() + "\" has to stand in one of the \"stages\"");
    }
    if (plan.stages.empty()) plan.stages.push_back(stage_in(stage));
    read_terms(rest, plan);
    if (const std::string why = why_unplayable(plan); !why.empty()) throw Wrong(why);
  } catch (const json::parse_error& error) {
    return rules::ParseError{.message = error.what(), .position = error.byte};
  } catch (const json::exception& error) {
    return rules::ParseError{.message = error.what(), .position = 0};  // a number that no machine holds, say
  } catch (const Wrong& wrong) {
    return rules::ParseError{.message = wrong.what(), .position = 0};
  }
  return plan;
}

std::string why_unplayable(const Plan& plan) {
  if (plan.players.size() < 2 || plan.players.size() > kMostPlayers) {
    return "\"players\" has to name from 2 to " + std::to_string(kMostPlayers);
  }
  std::set<std::string> names;
  for (const Player& player : plan.players) {
    if (!duel::is_name(player.name) || player.name.size() > proto::kMaxNameBytes) {
      return "the name of a player has more than 32 bytes, or is not UTF-8";
    }
    if (!names.insert(player.name).second) return "two players are called " + player.name;
  }
  return league::why_unplayable(plan.stages, plan.players.size());
}

std::string json_of(const Plan& plan) { return object_of(plan).dump(2) + '\n'; }

std::uint64_t digest_of(const Plan& plan) {
  rules::Hash hash;
  const auto add = [&hash](const std::string& text) {
    hash.add_bytes({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  };
  hash.add(rules::digest(plan.ruleset));
  ordered_json object = object_of(plan);
  for (const auto& [name, field] : patience_fields()) {
    if (field.is_newer && plan.patience.*field.member == Patience{}.*field.member) object.erase(name);
  }
  add(object.dump(2) + '\n');
  for (const Player& player : plan.players) {
    if (const auto* built_in = std::get_if<BuiltIn>(&player.who)) add(built_in->stands_for);
  }
  return hash.value();
}

}  // namespace rensa::contest
