#include "server/league/journal.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "engine/duel/cause_name.h"
#include "engine/rules/hash.h"

namespace rensa::league {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::string_view kCheck = ",\"check\":\"";
constexpr std::string_view kEnd = "\"}";
constexpr std::size_t kDigits = 16;

std::string hex_of(std::uint64_t number) {
  std::array<char, kDigits + 1> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(number));
  return digits.data();
}

std::optional<std::uint64_t> number_of_hex(std::string_view digits) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  const bool is_whole = error == std::errc() && end == digits.data() + digits.size() && digits.size() == kDigits;
  return is_whole ? std::optional(number) : std::nullopt;
}

std::uint64_t check_after(std::uint64_t before, std::string_view line) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(line.data());
  return rules::Hash(before).add_bytes({bytes, line.size()}).value();
}

void add(ordered_json& line, const GameId& game) {
  line["pair"] = game.pair;
  line["leg"] = game.leg;
  line["attempt"] = game.attempt;
}

struct Describe {
  ordered_json& line;

  void operator()(const GameStarted& started) const {
    line["event"] = "started";
    add(line, started.game);
  }
  void operator()(const GameEnded& ended) const {
    line["event"] = "ended";
    add(line, ended.game);
    line["winner"] = ended.winner ? ordered_json(*ended.winner) : ordered_json();
    line["cause"] = std::string(duel::name_of(ended.cause));
  }
  void operator()(const GameVoided& voided) const {
    line["event"] = "voided";
    add(line, voided.game);
    line["why"] = voided.why;
  }
  void operator()(const Restarted&) const { line["event"] = "restarted"; }
};

GameId game_of(const json& line) {
  return {
      .pair = line.at("pair").get<int>(), .leg = line.at("leg").get<int>(), .attempt = line.at("attempt").get<int>()};
}

// Throws what the library throws where something is missing or of another kind.
std::optional<Event> event_of(const json& line) {
  const std::string name = line.at("event").get<std::string>();
  if (name == "started") return GameStarted{game_of(line)};
  if (name == "voided") return GameVoided{.game = game_of(line), .why = line.at("why").get<std::string>()};
  if (name == "restarted") return Restarted{};
  if (name != "ended") return std::nullopt;
  const auto cause = duel::cause_of(line.at("cause").get<std::string>());
  if (!cause) return std::nullopt;
  GameEnded ended{.game = game_of(line), .winner = std::nullopt, .cause = *cause};
  if (!line.at("winner").is_null()) ended.winner = line.at("winner").get<int>();
  return ended;
}

}  // namespace

std::string JournalWriter::closed(std::string open) {
  check_ = check_after(check_, open);
  ++next_;
  return open.append(kCheck).append(hex_of(check_)).append(kEnd).append("\n");
}

std::string JournalWriter::plan(std::uint64_t digest) {
  const ordered_json line = {{"n", next_}, {"event", "plan"}, {"plan", hex_of(digest)}};
  std::string text = line.dump();
  text.pop_back();  // the brace: the check follows
  return closed(std::move(text));
}

std::string JournalWriter::line_of(const Event& event) {
  ordered_json line = {{"n", next_}};
  std::visit(Describe{line}, event);
  std::string text = line.dump(-1, ' ', false, json::error_handler_t::replace);
  text.pop_back();
  return closed(std::move(text));
}

JournalRead read_journal(std::string_view text) {
  JournalRead read;
  const auto fail = [&read](const std::string& what) {
    read.error = "line " + std::to_string(read.writer.next_ + 1) + ": " + what;
    return read;
  };
  while (true) {
    const std::size_t end = text.find('\n', read.whole);
    if (end == std::string_view::npos) return read;
    const std::string_view line = text.substr(read.whole, end - read.whole);
    const std::size_t tail = kCheck.size() + kDigits + kEnd.size();
    if (line.size() < tail) return fail("it is no line of a journal");
    const std::string_view open = line.substr(0, line.size() - tail);
    if (line.substr(open.size(), kCheck.size()) != kCheck || !line.ends_with(kEnd))
      return fail("it is no line of a journal");
    const auto check = number_of_hex(line.substr(line.size() - kEnd.size() - kDigits, kDigits));
    if (check != check_after(read.writer.check_, open)) return fail("it is damaged, or one before it is missing");
    const json object = json::parse(line, nullptr, false);
    if (!object.is_object() || object.value("n", json()) != read.writer.next_) return fail("its number is another");
    try {
      if (read.writer.next_ == 0) {
        if (object.at("event") != "plan") return fail("the plan is missing");
        read.plan = number_of_hex(object.at("plan").get<std::string>());
      } else if (const auto event = event_of(object)) {
        read.events.push_back(*event);
      } else {
        return fail("it tells of nothing that is known");
      }
    } catch (const json::exception&) {
      return fail("something is missing in it, or of another kind");
    }
    read.writer.check_ = *check;
    ++read.writer.next_;
    read.whole = end + 1;
  }
}

}  // namespace rensa::league
