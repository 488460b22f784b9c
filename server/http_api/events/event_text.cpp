#include "server/http_api/events/event_text.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/json/document.h"
#include "engine/rules/numbers.h"
#include "server/base/public_text.h"
#include "server/base/utc_time.h"
#include "server/tournament/journal/event.h"
#include "server/tournament/journal/journal_text.h"
#include "server/tournament/plan/summary.h"

namespace rensa::http_api {

namespace {

using Json = nlohmann::ordered_json;
using sessions::RunState;

constexpr std::string_view kNoState = "-";

// A name in an id may not hold a separator or the end of a line.
std::string name_in_id(const std::string& name) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text;
  for (const char character : name) {
    const bool is_digit = character >= '0' && character <= '9';
    const bool is_letter = (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
    if (is_digit || is_letter || character == '-' || character == '_' || character == '.') {
      text.push_back(character);
    } else {
      const auto byte = static_cast<unsigned char>(character);
      text.append("%").append(1, kDigits[byte / 16U]).append(1, kDigits[byte % 16U]);
    }
  }
  return text;
}

std::optional<RunState> state_of_name(std::string_view name) {
  for (const RunState state :
       {RunState::running, RunState::paused, RunState::over, RunState::failed, RunState::waiting}) {
    if (name == sessions::name_of(state)) return state;
  }
  return std::nullopt;
}

// Throws Json::exception if the line lacks a value, or std::out_of_range if a number names nothing.
struct EventReader {
  const Json& line;
  const JournalNames& names;

  std::string player(const Json& number) const { return names.plan.players.at(number.get<std::size_t>()).name; }
  const tournament::PlayerPair& pair() const { return names.progress.pairs().at(line.at("pair").get<std::size_t>()); }
  std::string side(std::size_t side) const {
    return names.plan.players.at(side == 0 ? pair().first : pair().second).name;
  }
  Json game() const {
    const tournament::GameId id{
        .pair = line.at("pair").get<int>(), .leg = line.at("leg").get<int>(), .attempt = line.at("attempt").get<int>()};
    return {{"game", tournament::name_of(id)}, {"players", {side(0), side(1)}}};
  }
  Json ended_game() const {
    Json data = game();
    const Json& winner = line.at("winner");
    data["winner"] = winner.is_null() ? Json() : Json(side(winner.get<std::size_t>()));
    data["cause"] = line.at("cause");
    return data;
  }
  Json with_reason(Json data) const {
    data["why"] = base::without_folders(line.at("why").get<std::string>());
    return data;
  }
  Json one_player() const { return {{"player", player(line.at("player"))}}; }
  Json drawn_pair() const {
    return {{"players", {player(line.at("players").at(0)), player(line.at("players").at(1))}},
            {"stage", line.at("stage").get<int>() + 1},
            {"games", line.at("legs")}};
  }
};

struct EventType {
  std::string_view in_journal;
  std::string_view in_stream;
  Json (*data)(const EventReader&);
};
// docs/tournaments.md lists them.
constexpr std::array<EventType, 12> kTypes = {{
    {"stage", "stage_started",
     [](const EventReader& event) { return Json{{"players", event.line.at("players").size()}}; }},
    {"drawn", "pair_drawn", [](const EventReader& event) { return event.drawn_pair(); }},
    {"started", "game_started", [](const EventReader& event) { return event.game(); }},
    {"ended", "game_ended", [](const EventReader& event) { return event.ended_game(); }},
    {"voided", "game_voided", [](const EventReader& event) { return event.with_reason(event.game()); }},
    {"annulled", "game_annulled", [](const EventReader& event) { return event.with_reason(event.game()); }},
    {"benched", "player_benched", [](const EventReader& event) { return event.with_reason(event.one_player()); }},
    {"returned", "player_returned", [](const EventReader& event) { return event.one_player(); }},
    {"disqualified", "player_disqualified",
     [](const EventReader& event) { return event.with_reason(event.one_player()); }},
    {"joined", "player_joined", [](const EventReader& event) { return event.one_player(); }},
    {"message", "message_sent",
     [](const EventReader& event) { return Json{{"text", event.line.at("text")}, {"sent", event.line.at("sent")}}; }},
    {"restarted", "restarted", [](const EventReader&) { return Json::object(); }},
}};

}  // namespace

std::string id_of(const std::string& tournament, const StreamPosition& position) {
  const std::string state(position.state ? sessions::name_of(*position.state) : kNoState);
  return name_in_id(tournament)
      .append(":")
      .append(std::to_string(position.next))
      .append(":")
      .append(state)
      .append(":")
      .append(std::to_string(position.standings));
}

std::optional<StreamPosition> position_of(std::string_view id, const std::string& tournament) {
  const std::string begin = name_in_id(tournament) + ":";
  if (!id.starts_with(begin)) return std::nullopt;
  std::vector<std::string_view> parts;
  for (std::string_view rest = id.substr(begin.size());;) {
    const std::size_t end = rest.find(':');
    parts.push_back(rest.substr(0, end));
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  if (parts.size() != 3) return std::nullopt;
  const auto next = rules::parse_number<std::uint64_t>(parts[0], 10);
  const auto standings = rules::parse_number<std::uint64_t>(parts[2], 10);
  const auto state = state_of_name(parts[1]);
  if (!next || !standings || *standings > *next || (!state && parts[1] != kNoState)) return std::nullopt;
  return StreamPosition{.next = *next, .state = state, .standings = *standings};
}

std::string event_block(std::string_view type, const std::string& id, const Json& data) {
  std::string block = "event: ";
  return block.append(type)
      .append("\nid: ")
      .append(id)
      .append("\ndata: ")
      .append(data.dump(-1, ' ', false, Json::error_handler_t::replace))
      .append("\n\n");
}

std::optional<std::string> journal_block(std::string_view line, const JournalNames& names, const std::string& id) {
  const auto open = tournament::public_journal_line(line);
  const auto parsed = open ? rensa::json::parse_ordered_document(*open) : rensa::json::parse_ordered_document("");
  if (!parsed || !parsed->is_object()) return std::nullopt;
  try {
    const std::string name = parsed->at("event").get<std::string>();
    if (name == "plan") return "";
    const auto* const type =
        std::find_if(kTypes.begin(), kTypes.end(), [&](const EventType& one) { return one.in_journal == name; });
    if (type == kTypes.end()) return std::nullopt;
    return event_block(type->in_stream, id, type->data({.line = *parsed, .names = names}));
  } catch (const Json::exception&) {
    return std::nullopt;
  } catch (const std::out_of_range&) {
    return std::nullopt;
  }
}

Json state_data(const tournament::TournamentPlan& plan, RunState state) {
  return {{"name", plan.name},
          {"state", sessions::name_of(state)},
          {"starts", plan.starts ? Json(base::utc_text(*plan.starts)) : Json()}};
}

Json standings_data(tournament::TournamentSnapshot& snapshot) {
  const auto summary = tournament::summarise(snapshot);
  Json rows = Json::array();
  for (const tournament::PlayerStanding& standing : summary->standings) {
    if (rows.size() == kMaxStandingsRows) break;
    rows.push_back({{"player", snapshot.plan.players[standing.player].name},
                    {"points", standing.points()},
                    {"games", standing.games.games()}});
  }
  return {{"games", summary->games}, {"players", summary->standings.size()}, {"standings", rows}};
}

}  // namespace rensa::http_api
