#include "server/tournament/journal/journal_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "engine/duel/outcome.h"
#include "engine/json/document.h"
#include "engine/rules/hash.h"
#include "engine/rules/numbers.h"
#include "server/base/plain_text.h"
#include "server/base/public_text.h"
#include "server/base/utc_time.h"

namespace rensa::tournament {

namespace {

using json = nlohmann::ordered_json;

constexpr std::string_view kCheck = ",\"check\":\"";
constexpr std::string_view kEnd = "\"}";
constexpr std::size_t kDigits = 16;
constexpr std::string_view kNumber = "{\"n\":";
constexpr std::string_view kEvent = ",\"event\":\"";
// Stood in the reason of a benched player before its output, until journals had a member for the output.
constexpr std::string_view kOutputInReason = "; its last output: ";

std::string hex_of(std::uint64_t number) {
  std::array<char, kDigits + 1> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(number));
  return digits.data();
}

std::optional<std::uint64_t> number_of_hex(std::string_view digits) {
  return digits.size() == kDigits ? rules::parse_number<std::uint64_t>(digits, 16) : std::nullopt;
}

std::uint64_t checksum_after(std::uint64_t before, std::string_view line) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(line.data());
  return rules::Hash(before).add_bytes({bytes, line.size()}).value();
}

void add(json& line, const GameId& game) {
  line["pair"] = game.pair;
  line["leg"] = game.leg;
  line["attempt"] = game.attempt;
}

json statistics_json(const duel::GameStatistics& statistics) {
  json counts = json::array();
  for (const duel::StatisticField& field : duel::kStatisticFields) counts.push_back(statistics.*field.count);
  return counts;
}

json decisions_json(const duel::DecisionCounts& decisions) { return {decisions.refused, decisions.late}; }

// Returns thinking times as an array: the longest duration, then each step of the histogram and its count.
json thinking_json(const base::Durations& thinking) {
  json numbers = {thinking.longest()};
  for (const auto& [step, answers] : thinking.counts()) {
    numbers.push_back(step);
    numbers.push_back(answers);
  }
  return numbers;
}

// Writes the fields of an event into the JSON object of its line.
struct EventFieldWriter {
  json& line;

  void operator()(const StageStarted& started) const {
    line["event"] = "stage";
    line["players"] = started.players;
  }
  void operator()(const PairScheduled& scheduled) const {
    const PlayerPair& pair = scheduled.pair;
    line["event"] = "drawn";
    line["stage"] = pair.stage;
    line["place"] = pair.number_in_format;
    line["players"] = {pair.first, pair.second};
    line["legs"] = pair.legs;
    line["best_of"] = pair.is_best_of;
    line["audit"] = pair.is_audit;
  }
  void operator()(const GameStarted& started) const {
    line["event"] = "started";
    add(line, started.game);
  }
  void operator()(const GameEnded& ended) const {
    line["event"] = "ended";
    add(line, ended.game);
    line["winner"] = ended.winner ? json(*ended.winner) : json();
    line["cause"] = std::string(duel::name_of(ended.cause));
    line["feats"] = {statistics_json(ended.statistics[0]), statistics_json(ended.statistics[1])};
    line["decisions"] = {decisions_json(ended.decisions[0]), decisions_json(ended.decisions[1])};
    line["thinking"] = {thinking_json(ended.thinking[0]), thinking_json(ended.thinking[1])};
  }
  void operator()(const GameVoided& voided) const {
    line["event"] = "voided";
    add(line, voided.game);
    line["why"] = voided.why;
  }
  void operator()(const GameAnnulled& annulled) const {
    line["event"] = "annulled";
    add(line, annulled.game);
    line["why"] = annulled.why;
    line["cancelled"] = annulled.cancelled;
  }
  void operator()(const PlayerBenched& benched) const {
    line["event"] = "benched";
    line["player"] = benched.player;
    line["why"] = benched.why;
    if (!benched.output.empty()) line["output"] = benched.output;
    if (benched.keeps_open) line["keeps_open"] = true;
  }
  void operator()(const PlayerReturned& returned) const {
    line["event"] = "returned";
    line["player"] = returned.player;
    line["reopened"] = returned.reopened;
  }
  void operator()(const PlayerDisqualified& disqualified) const {
    line["event"] = "disqualified";
    line["player"] = disqualified.player;
    line["why"] = disqualified.why;
    line["over"] = disqualified.is_after_end;
  }
  void operator()(const PlayerJoined& joined) const {
    line["event"] = "joined";
    line["player"] = joined.player;
    const auto entry = rensa::json::parse_ordered_document(joined.entry);
    if (!entry) throw std::invalid_argument("a late entry is not JSON: " + entry.error().message);
    line["entry"] = *entry;
  }
  void operator()(const MessageSent& message) const {
    line["event"] = "message";
    line["text"] = message.text;
    line["sent"] = base::utc_text(message.sent_at);
  }
  void operator()(const RunRestarted&) const { line["event"] = "restarted"; }
};

GameId game_of(const json& line) {
  return {
      .pair = line.at("pair").get<int>(), .leg = line.at("leg").get<int>(), .attempt = line.at("attempt").get<int>()};
}

PlayerPair pair_of(const json& line) {
  return {.first = line.at("players").at(0).get<std::size_t>(),
          .second = line.at("players").at(1).get<std::size_t>(),
          .stage = line.at("stage").get<int>(),
          .number_in_format = line.at("place").get<int>(),
          .legs = line.at("legs").get<int>(),
          .is_best_of = line.at("best_of").get<bool>(),
          .is_audit = line.at("audit").get<bool>()};
}

constexpr std::int64_t kMaxCount = 1'000'000'000'000;

// Throws json::other_error if the value is not a possible count.
std::int64_t count_of(const json& value) {
  if (!value.is_number_integer() || value < 0 || value > kMaxCount) {
    throw json::other_error::create(501, "no count", nullptr);
  }
  return value.get<std::int64_t>();
}

// Reads statistics. A journal of an older version lacks the newest counts, which are then 0.
duel::GameStatistics statistics_of(const json& counts) {
  duel::GameStatistics statistics;
  for (std::size_t i = 0; i < std::min(counts.size(), duel::kStatisticFields.size()); ++i) {
    statistics.*duel::kStatisticFields[i].count = count_of(counts.at(i));
  }
  return statistics;
}

// Reads the refused and the late decisions of a side. A journal of an older version lacks them; they are then 0.
duel::DecisionCounts decisions_of(const json& line, std::size_t side) {
  if (!line.contains("decisions")) return {};
  const json& counts = line.at("decisions").at(side);
  return {.refused = count_of(counts.at(0)), .late = count_of(counts.at(1))};
}

base::Durations thinking_of(const json& numbers) {
  std::vector<base::Durations::Count> counts;
  for (std::size_t i = 1; i + 1 < numbers.size(); i += 2) {
    const std::int64_t step = count_of(numbers.at(i));
    const bool rises = counts.empty() || step > counts.back().first;
    if (!rises || step >= static_cast<std::int64_t>(base::Durations::kSteps)) {
      throw json::other_error::create(501, "no step", nullptr);
    }
    counts.emplace_back(static_cast<std::uint8_t>(step), static_cast<std::uint32_t>(count_of(numbers.at(i + 1))));
  }
  return base::Durations::from(std::move(counts), count_of(numbers.at(0)));
}

PlayerJoined joined_of(const json& line) {
  if (!line.at("entry").is_object()) throw json::other_error::create(501, "no entry", nullptr);
  return {.player = line.at("player").get<std::size_t>(), .entry = line.at("entry").dump()};
}

// Throws json::other_error if the message has no time.
MessageSent message_of(const json& line) {
  const auto sent_at = base::parse_utc(line.at("sent").get<std::string>());
  if (!sent_at) throw json::other_error::create(501, "no time", nullptr);
  return {.text = line.at("text").get<std::string>(), .sent_at = *sent_at};
}

// Removes all but the name and the author from the line of a late entry, because the command of a player is secret.
std::string without_secrets(std::string_view open) {
  const auto parsed = rensa::json::parse_ordered_document(open);
  if (!parsed || !parsed->is_object() || !parsed->contains("entry")) return std::string(open);
  json line = *parsed;
  json shown = json::object();
  for (const char* key : {"name", "author"}) {
    if (line["entry"].contains(key)) shown[key] = line["entry"][key];
  }
  line["entry"] = shown;
  return line.dump(-1, ' ', false, json::error_handler_t::replace);
}

// Leaves out what a program has printed, and of the reason what is not public.
std::string with_public_reason(std::string_view open) {
  const auto parsed = rensa::json::parse_ordered_document(open);
  if (!parsed || !parsed->is_object() || !parsed->contains("why") || !(*parsed)["why"].is_string()) {
    return std::string(open);
  }
  json line = *parsed;
  const std::string why = line["why"].get<std::string>();
  const std::string shown = public_reason(why);
  const bool had_output = line.erase("output") > 0;
  if (shown == why && !had_output) return std::string(open);
  line["why"] = shown;
  return line.dump(-1, ' ', false, json::error_handler_t::replace);
}

// Throws json::exception if a field is missing or has another type.
std::optional<Event> event_of(const json& line) {
  const std::string name = line.at("event").get<std::string>();
  if (name == "stage") return StageStarted{line.at("players").get<std::vector<std::size_t>>()};
  if (name == "drawn") return PairScheduled{pair_of(line)};
  if (name == "started") return GameStarted{game_of(line)};
  if (name == "voided") return GameVoided{.game = game_of(line), .why = line.at("why").get<std::string>()};
  if (name == "annulled") {
    return GameAnnulled{.game = game_of(line),
                        .why = line.at("why").get<std::string>(),
                        .cancelled = line.at("cancelled").get<std::vector<std::size_t>>()};
  }
  if (name == "benched") {
    return PlayerBenched{.player = line.at("player").get<std::size_t>(),
                         .why = line.at("why").get<std::string>(),
                         .output = line.value("output", std::string()),
                         .keeps_open = line.value("keeps_open", false)};
  }
  if (name == "returned") {
    return PlayerReturned{.player = line.at("player").get<std::size_t>(),
                          .reopened = line.at("reopened").get<std::vector<std::size_t>>()};
  }
  if (name == "disqualified") {
    return PlayerDisqualified{.player = line.at("player").get<std::size_t>(),
                              .why = line.at("why").get<std::string>(),
                              .is_after_end = line.at("over").get<bool>()};
  }
  if (name == "joined") return joined_of(line);
  if (name == "message") return message_of(line);
  if (name == "restarted") return RunRestarted{};
  if (name != "ended") return std::nullopt;
  const auto cause = duel::cause_of_name(line.at("cause").get<std::string>());
  if (!cause) return std::nullopt;
  GameEnded ended{.game = game_of(line), .winner = std::nullopt, .cause = *cause};
  for (const std::size_t side : {0U, 1U}) {
    ended.statistics[side] = statistics_of(line.at("feats").at(side));
    ended.decisions[side] = decisions_of(line, side);
    ended.thinking[side] = thinking_of(line.at("thinking").at(side));
  }
  if (!line.at("winner").is_null()) ended.winner = line.at("winner").get<int>();
  return ended;
}

}  // namespace

std::string JournalEncoder::with_checksum(std::string open) {
  check_ = checksum_after(check_, open);
  ++next_number_;
  return open.append(kCheck).append(hex_of(check_)).append(kEnd).append("\n");
}

std::string JournalEncoder::plan_line(std::uint64_t digest) {
  const json line = {{"n", next_number_}, {"event", "plan"}, {"plan", hex_of(digest)}};
  std::string text = line.dump();
  text.pop_back();  // removes the brace, because the checksum follows
  return with_checksum(std::move(text));
}

std::string JournalEncoder::event_line(const Event& event) {
  json line = {{"n", next_number_}};
  std::visit(EventFieldWriter{line}, event);
  std::string text = line.dump(-1, ' ', false, json::error_handler_t::replace);
  text.pop_back();
  return with_checksum(std::move(text));
}

ParsedJournal parse_journal(std::string_view text) {
  ParsedJournal read;
  const auto fail = [&read](const std::string& what) {
    read.error = "line " + std::to_string(read.encoder.next_number_ + 1) + ": " + what;
    return read;
  };
  while (true) {
    const std::size_t end = text.find('\n', read.complete_bytes);
    if (end == std::string_view::npos) return read;
    const std::string_view line = text.substr(read.complete_bytes, end - read.complete_bytes);
    const std::size_t tail = kCheck.size() + kDigits + kEnd.size();
    if (line.size() < tail) return fail("it is not a line of a journal");
    const std::string_view open = line.substr(0, line.size() - tail);
    if (line.substr(open.size(), kCheck.size()) != kCheck || !line.ends_with(kEnd))
      return fail("it is not a line of a journal");
    const auto check = number_of_hex(line.substr(line.size() - kEnd.size() - kDigits, kDigits));
    if (check != checksum_after(read.encoder.check_, open)) return fail("it is damaged, or one before it is missing");
    const auto parsed = rensa::json::parse_ordered_document(line);
    if (!parsed) return fail("it is damaged: " + parsed.error().message);
    const json& object = *parsed;
    if (!object.is_object() || object.value("n", json()) != read.encoder.next_number_)
      return fail("it has the wrong number");
    try {
      if (read.encoder.next_number_ == 0) {
        if (object.at("event") != "plan") return fail("the plan is missing");
        read.plan_digest = number_of_hex(object.at("plan").get<std::string>());
      } else if (const auto event = event_of(object)) {
        read.events.push_back(*event);
      } else {
        return fail("it has an unknown event");
      }
    } catch (const json::exception&) {
      return fail("a value is missing, or has the wrong type");
    }
    read.encoder.check_ = *check;
    ++read.encoder.next_number_;
    read.complete_bytes = end + 1;
  }
}

std::string other_plan_error(const std::vector<Event>& events) {
  const bool is_played = std::any_of(events.begin(), events.end(),
                                     [](const Event& event) { return std::holds_alternative<GameEnded>(event); });
  return is_played ? "it belongs to another plan: undo the change of the plan, or use another folder (--folder)"
                   : "it belongs to another plan, of which no game has been finished: undo the change of the plan, use "
                     "another folder (--folder), or remove this one to begin anew";
}

std::optional<std::uint64_t> journal_line_check(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  const std::size_t tail = kCheck.size() + kDigits + kEnd.size();
  if (line.size() < tail || !line.ends_with(kEnd)) return std::nullopt;
  if (!line.substr(line.size() - tail).starts_with(kCheck)) return std::nullopt;
  return number_of_hex(line.substr(line.size() - kEnd.size() - kDigits, kDigits));
}

bool are_next_journal_lines(std::uint64_t before, std::string_view lines) {
  const std::size_t tail = kCheck.size() + kDigits + kEnd.size();
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    if (end == std::string_view::npos) return false;
    const std::string_view line = lines.substr(0, end);
    const auto check = journal_line_check(line);
    if (!check || *check != checksum_after(before, line.substr(0, line.size() - tail))) return false;
    before = *check;
    lines.remove_prefix(end + 1);
  }
  return true;
}

std::optional<std::uint64_t> journal_line_number(std::string_view line) {
  if (!line.starts_with(kNumber)) return std::nullopt;
  std::uint64_t number = 0;
  const char* last = line.data() + line.size();
  const auto [end, error] = std::from_chars(line.data() + kNumber.size(), last, number);
  return error == std::errc() && end != last && *end == ',' ? std::optional(number) : std::nullopt;
}

std::string public_message_line(std::uint64_t number, const MessageSent& message) {
  json line = {{"n", number}};
  EventFieldWriter{line}(message);
  return line.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string public_reason(std::string_view why) {
  const std::string_view reason = why.substr(0, why.find(kOutputInReason));
  return base::without_folders(base::plain_text(reason, reason.size()));
}

std::optional<std::string> public_journal_line(std::string_view line) {
  const std::size_t tail = kCheck.size() + kDigits + kEnd.size();
  const auto number = journal_line_number(line);
  if (!number || line.size() < tail || !line.ends_with(kEnd)) return std::nullopt;
  const std::string_view open = line.substr(0, line.size() - tail);
  if (!line.substr(open.size()).starts_with(kCheck)) return std::nullopt;
  if (*number == 0) return R"({"n":0,"event":"plan"})";
  const std::string whole = std::string(open).append("}");
  std::string_view name = std::string_view(whole).substr(kNumber.size() + std::to_string(*number).size());
  if (!name.starts_with(kEvent)) return whole;
  name.remove_prefix(kEvent.size());
  name = name.substr(0, name.find('"'));
  if (name == "joined") return without_secrets(whole);
  constexpr std::array<std::string_view, 4> kWithReason{"voided", "annulled", "benched", "disqualified"};
  const bool has_reason = std::find(kWithReason.begin(), kWithReason.end(), name) != kWithReason.end();
  return has_reason ? with_public_reason(whole) : whole;
}

}  // namespace rensa::tournament
