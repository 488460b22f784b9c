#include "server/contest/stage_json.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "server/contest/wrong.h"
#include "server/league/pair.h"

namespace rensa::contest {

namespace {

using league::FormatKind;
using league::StagePlan;
using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::pair<FormatKind, const char*> kNames[] = {{FormatKind::round_robin, "round-robin"},
                                                         {FormatKind::gauntlet, "gauntlet"},
                                                         {FormatKind::groups, "groups"},
                                                         {FormatKind::swiss, "swiss"},
                                                         {FormatKind::knock_out, "knock-out"},
                                                         {FormatKind::double_knock_out, "double-knock-out"},
                                                         {FormatKind::sprt, "sprt"},
                                                         {FormatKind::ladder, "ladder"}};

constexpr int kMany = 1'000'000;

league::EloScale scale_in(const json& value) {
  const std::string name = text_in(value, "\"scale\"");
  if (name == "normalised") return league::EloScale::normalised;
  if (name == "logistic") return league::EloScale::logistic;
  throw Wrong("\"scale\" has to be \"normalised\" or \"logistic\"");
}

void read_elo(const json& value, league::SprtTerms& terms) {
  constexpr double kMost = league::kMostSprtElo;
  if (!value.is_array() || value.size() != 2) throw Wrong("\"elo\" has to be two numbers");
  terms.elo0 = real_in(value[0], "the first of \"elo\"", -kMost, kMost);
  terms.elo1 = real_in(value[1], "the second of \"elo\"", -kMost, kMost);
  if (terms.elo1 < terms.elo0 + league::kLeastSprtWidth) {
    throw Wrong("the second of \"elo\" has to be at least 0.1 above the first");
  }
}

// A field: who reads it, how it is read, and how it is written.
struct Field {
  const char* name;
  std::vector<FormatKind> formats;  // none: all
  std::function<void(const json&, StagePlan&)> read;
  std::function<ordered_json(const StagePlan&)> write;
};

Field count_field(const char* name, std::vector<FormatKind> formats, int StagePlan::* member, int least, int most) {
  const std::string quoted = std::string("\"").append(name).append("\"");
  return {.name = name,
          .formats = std::move(formats),
          .read = [=](const json& value, StagePlan& stage) { stage.*member = count_in(value, quoted, least, most); },
          .write = [=](const StagePlan& stage) { return ordered_json(stage.*member); }};
}

// How often a test may be wrong.
Field real_field(const char* name, double league::SprtTerms::* member) {
  const std::string quoted = std::string("\"").append(name).append("\"");
  return {
      .name = name,
      .formats = {FormatKind::sprt},
      .read = [=](const json& value, StagePlan& stage) { stage.sprt.*member = real_in(value, quoted, 0.0001, 0.5); },
      .write = [=](const StagePlan& stage) { return ordered_json(stage.sprt.*member); }};
}

const std::vector<Field>& fields() {
  using enum FormatKind;
  static const std::vector<Field> all{
      count_field("take", {}, &StagePlan::take, 1, kMany),
      count_field("pairs", {round_robin, gauntlet, groups, swiss, sprt, ladder}, &StagePlan::pairs, 1, kMany),
      count_field("challengers", {gauntlet}, &StagePlan::challengers, 1, kMany),
      count_field("groups", {groups}, &StagePlan::groups, 1, kMany),
      count_field("rounds", {swiss, ladder}, &StagePlan::rounds, 1, kMany),
      count_field("seasons", {ladder}, &StagePlan::seasons, 0, kMany),
      count_field("best_of", {knock_out, double_knock_out}, &StagePlan::best_of, 1, league::kMostLegs / 2 - 1),
      {.name = "third_place",
       .formats = {knock_out},
       .read = [](const json& value, StagePlan& stage) { stage.third_place = flag_in(value, "\"third_place\""); },
       .write = [](const StagePlan& stage) { return ordered_json(stage.third_place); }},
      {.name = "elo",
       .formats = {sprt},
       .read = [](const json& value, StagePlan& stage) { read_elo(value, stage.sprt); },
       .write = [](const StagePlan& stage) { return ordered_json{stage.sprt.elo0, stage.sprt.elo1}; }},
      real_field("alpha", &league::SprtTerms::alpha),
      real_field("beta", &league::SprtTerms::beta),
      {.name = "scale",
       .formats = {sprt},
       .read = [](const json& value, StagePlan& stage) { stage.sprt.scale = scale_in(value); },
       .write =
           [](const StagePlan& stage) {
             return ordered_json(stage.sprt.scale == league::EloScale::normalised ? "normalised" : "logistic");
           }},
  };
  return all;
}

bool is_read_by(const Field& field, FormatKind format) {
  return field.formats.empty() || std::find(field.formats.begin(), field.formats.end(), format) != field.formats.end();
}

FormatKind format_in(const json& value) {
  const std::string name = text_in(value, "\"format\"");
  std::string known;
  for (const auto& [format, format_name] : kNames) {
    if (name == format_name) return format;
    known.append(known.empty() ? "" : ", ").append(format_name);
  }
  throw Wrong("\"format\" has to be one of " + known);
}

StagePlan blank(FormatKind format) {
  StagePlan stage;
  stage.format = format;
  if (format == FormatKind::swiss || format == FormatKind::ladder) stage.pairs = 1;
  if (format == FormatKind::sprt) stage.pairs = 20'000;
  if (format == FormatKind::ladder) stage.rounds = 20;
  return stage;
}

}  // namespace

std::string name_of(FormatKind format) {
  for (const auto& [known, name] : kNames) {
    if (known == format) return name;
  }
  return "";
}

bool is_field_of_stage(const std::string& key) {
  return key == "format" ||
         std::any_of(fields().begin(), fields().end(), [&key](const Field& field) { return key == field.name; });
}

StagePlan stage_in(const json& object) {
  if (!object.is_object()) throw Wrong("a stage has to be an object");
  StagePlan stage = blank(object.contains("format") ? format_in(object["format"]) : FormatKind::round_robin);
  for (const auto& [key, value] : object.items()) {
    if (key == "format") continue;
    const auto field = std::find_if(fields().begin(), fields().end(),
                                    [&wanted = key](const Field& known) { return wanted == known.name; });
    if (field == fields().end()) throw Wrong("\"" + key + "\" is not known");
    if (!is_read_by(*field, stage.format)) {
      throw Wrong("\"" + key + "\" is nothing that \"" + name_of(stage.format) + "\" reads");
    }
    field->read(value, stage);
  }
  if (stage.sprt.alpha + stage.sprt.beta >= 1) throw Wrong("\"alpha\" and \"beta\" have to be less than 1 together");
  return stage;
}

ordered_json json_of(const StagePlan& stage) {
  ordered_json object = {{"format", name_of(stage.format)}};
  for (const Field& field : fields()) {
    const bool is_left_out = std::string_view(field.name) == "take" && stage.take == 0;
    if (is_read_by(field, stage.format) && !is_left_out) object[field.name] = field.write(stage);
  }
  return object;
}

}  // namespace rensa::contest
