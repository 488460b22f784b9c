#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/duel/outcome.h"
#include "engine/json/json_writer.h"
#include "engine/json/record_json.h"
#include "engine/json/ruleset_members.h"
#include "engine/notation/text.h"

namespace rensa::json {
namespace {

std::string hex(std::uint64_t value, std::size_t digits) {
  std::string text(digits, '0');
  for (std::size_t i = digits; i-- > 0; value >>= 4) text[i] = "0123456789abcdef"[value & 15];
  return text;
}

std::string letters_of(movement::Keys keys) {
  std::string letters;
  for (std::size_t bit = 0; bit < kKeyLetters.size(); ++bit) {
    if ((static_cast<unsigned>(keys) >> bit & 1U) != 0) letters += kKeyLetters[bit];
  }
  return letters;
}

// Writes keys and their number of frames in turn: ["R", 1, "", 3, "D", 20].
void add_route(JsonWriter& writer, const movement::Route& route) {
  writer.begin_array();
  for (const record::KeyRun& run : record::key_runs_of(route)) {
    writer.add(letters_of(run.keys));
    writer.add(run.frames);
  }
  writer.end_array();
}

void add_input(JsonWriter& writer, const record::RecordedInput& entry) {
  writer.begin_object();
  writer.member("frame", entry.clock);
  writer.member("seat", duel::index_of(entry.seat) + 1);
  if (entry.input.kind == duel::Input::Kind::placement) {
    writer.member("x", entry.input.placement.x);
    writer.member("r", static_cast<int>(entry.input.placement.r));
    if (entry.route.frames() > 0) {
      writer.key("route");
      add_route(writer, entry.route);
    }
  } else {
    writer.member("keys", letters_of(entry.input.keys));
  }
  writer.member("tag", hex(entry.tag, 4));
  writer.end_object();
}

void add_outcome(JsonWriter& writer, const duel::Outcome& outcome) {
  writer.begin_object();
  if (outcome.winner) {
    writer.member("winner", duel::index_of(*outcome.winner) + 1);
  } else {
    writer.key("winner");
    writer.add_null();
  }
  writer.member("cause", duel::name_of(outcome.cause));
  writer.member("frame", outcome.frame);
  writer.end_object();
}

void add_record(JsonWriter& writer, const record::Record& record) {
  const duel::GameSetup& setup = record.setup;
  writer.begin_object();
  writer.member("format", "rensa-record");
  writer.member("version", record.version());
  writer.key("ruleset");
  add_ruleset(writer, setup.ruleset);
  writer.member("ruleset_digest", hex(record.ruleset_digest, 16));
  writer.member("seed", std::to_string(setup.seed));
  if (setup.queue) {
    writer.member("queue", notation::letters_of(*setup.queue));
  } else {
    writer.key("queue");
    writer.add_null();
  }
  writer.key("players");
  writer.begin_array();
  for (const std::string& player : record.players) writer.add(player);
  writer.end_array();
  writer.key("outcome");
  add_outcome(writer, record.outcome);
  if (!record.interruptions.empty()) {
    writer.key("interruptions");
    writer.begin_array();
    for (const int clock : record.interruptions) writer.add(clock);
    writer.end_array();
  }
  writer.key("inputs");
  writer.begin_array();
  for (const record::RecordedInput& entry : record.inputs) add_input(writer, entry);
  writer.end_array();
  writer.key("checkpoints");
  writer.begin_array();
  for (const std::uint64_t hash : record.checkpoints) writer.add(hex(hash, 16));
  writer.end_array();
  writer.end_object();
}

}  // namespace

std::string json_of(const record::Record& record) {
  JsonWriter writer(1);
  add_record(writer, record);
  return writer.take_text() + "\n";
}

}  // namespace rensa::json
