#include "engine/json/record_json.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "engine/duel/outcome.h"
#include "engine/json/document.h"
#include "engine/json/flat_object.h"
#include "engine/json/ruleset_members.h"
#include "engine/notation/text.h"
#include "engine/record/verify.h"
#include "engine/rules/numbers.h"

namespace rensa::json {
namespace {

using nlohmann::json;

constexpr int kMaxLevels = 4;  // a route, in an input, in the inputs, in the record

// Reads the members of a record. It ignores all others: find_surplus() finds those, by comparing the text with the JSON
// of the record.
class RecordJsonReader {
 public:
  explicit RecordJsonReader(const json& whole) : whole_(whole) {}

  bool read() {
    return read_head() && read_ruleset() && read_queue() && read_players() && read_outcome() && read_interruptions() &&
           read_inputs() && read_checkpoints();
  }
  const record::Record& record() const { return record_; }
  const std::string& error() const { return error_; }
  // Returns the path of the member that was read last, which has the error.
  std::vector<std::string> error_path() const {
    std::vector<std::string> path = container_;
    path.push_back(member_name_);
    return path;
  }

 private:
  bool fail(std::string what) {
    error_ = std::move(what);
    return false;
  }
  // Returns the member, or null after setting the error.
  const json* member(const json& object, const char* name) {
    member_name_ = name;
    const auto found = object.is_object() ? object.find(name) : object.end();
    if (object.is_object() && found != object.end()) return &*found;
    fail(in_quotes(name) + " is missing");
    return nullptr;
  }
  bool read_member(const json& object, const char* name, std::string& into) {
    const json* value = member(object, name);
    if (value == nullptr) return false;
    if (!value->is_string()) return fail(in_quotes(name) + " has to be a string");
    into = value->get<std::string>();
    return true;
  }
  bool read_member(const json& object, const char* name, int least, int most, int& into) {
    const json* value = member(object, name);
    if (value == nullptr) return false;
    if (!value->is_number_unsigned() || value->get<std::uint64_t>() > static_cast<std::uint64_t>(most) ||
        static_cast<int>(value->get<std::uint64_t>()) < least) {
      return fail(in_quotes(name) + " is out of range");
    }
    into = static_cast<int>(value->get<std::uint64_t>());
    return true;
  }
  bool number_of(const std::string& text, int base, std::uint64_t& into) {
    const auto number = rules::parse_number<std::uint64_t>(text, base);
    if (!number) return fail(in_quotes(text) + " is not a number");
    into = *number;
    return true;
  }

  bool read_head() {
    std::string format;
    if (!read_member(whole_, "format", format) || !read_member(whole_, "version", 0, 1'000'000, version_)) return false;
    if (format != "rensa-record") return fail("\"format\" has to be \"rensa-record\"");
    if (version_ < 1 || version_ > record::kRecordVersion) {
      return fail("version " + std::to_string(version_) + " is not known");
    }
    std::string seed;
    std::string digest;
    return read_member(whole_, "seed", seed) && number_of(seed, 10, record_.setup.seed) &&
           read_member(whole_, "ruleset_digest", digest) && number_of(digest, 16, record_.ruleset_digest);
  }

  bool read_ruleset() {
    const json* ruleset = member(whole_, "ruleset");
    if (ruleset == nullptr) return false;
    // Values that contain values are refused first, because functions that are called below recurse into them.
    const auto is_deep = [](const json& value) { return value.is_structured(); };
    if (!ruleset->is_object() || std::any_of(ruleset->begin(), ruleset->end(), is_deep)) {
      return fail("\"ruleset\" has to be an object of numbers and strings");
    }
    // The lines of a text that is made here would mean nothing to the reader of an error.
    FlatObject members;
    for (const auto& [key, value] : ruleset->items()) {
      const bool is_number = value.is_number_integer() && value <= std::numeric_limits<std::int64_t>::max();
      if (!is_number && !value.is_string()) {
        return fail("\"ruleset\" has to be an object of numbers and strings, but " + quoted_key(key) + " is neither");
      }
      members.push_back({key, is_number ? FlatValue(value.get<std::int64_t>()) : FlatValue(value.get<std::string>())});
    }
    const auto parsed = ruleset_of_members(members);
    if (!parsed) return fail("\"ruleset\": " + parsed.error().message);
    record_.setup.ruleset = *parsed;
    return true;
  }

  bool read_queue() {
    const json* queue = member(whole_, "queue");
    if (queue == nullptr) return false;
    if (queue->is_null()) return true;
    std::string text;
    if (!read_member(whole_, "queue", text)) return false;
    const auto parsed = notation::parse_queue_letters(text);
    if (!parsed) return fail("\"queue\": " + parsed.error().message);
    record_.setup.queue = *parsed;
    return true;
  }

  bool read_players() {
    const json* players = member(whole_, "players");
    if (players == nullptr) return false;
    if (!players->is_array() || players->size() != 2 || !(*players)[0].is_string() || !(*players)[1].is_string()) {
      return fail("\"players\" has to be two strings");
    }
    for (std::size_t i = 0; i < 2; ++i) record_.players[i] = (*players)[i].get<std::string>();
    return true;
  }

  bool read_outcome() {
    const json* outcome = member(whole_, "outcome");
    std::string cause;
    if (outcome == nullptr) return false;
    container_ = {"outcome"};
    if (!read_member(*outcome, "cause", cause)) return false;
    const auto found = duel::cause_of_name(cause);
    if (!found) return fail(in_quotes(cause) + " is not a cause");
    record_.outcome.cause = *found;
    if (!read_member(*outcome, "frame", 0, record::kMaxRecordedClock, record_.outcome.frame)) return false;
    const json* winner = member(*outcome, "winner");
    if (winner == nullptr) return false;
    int seat = 0;
    if (!winner->is_null()) {
      if (!read_member(*outcome, "winner", 1, 2, seat)) return false;
      record_.outcome.winner = duel::kSeats[static_cast<std::size_t>(seat - 1)];
    }
    container_.clear();
    return true;
  }

  bool read_interruptions() {
    if (version_ == 1) return true;
    const json* interruptions = member(whole_, "interruptions");
    if (interruptions == nullptr) return false;
    if (!interruptions->is_array() || interruptions->empty()) {
      return fail("\"interruptions\" has to be an array of frames");
    }
    for (const json& clock : *interruptions) {
      if (!clock.is_number_unsigned() || clock.get<std::uint64_t>() > record::kMaxRecordedClock) {
        return fail("\"interruptions\" has to be an array of frames");
      }
      record_.interruptions.push_back(clock.get<int>());
    }
    return true;
  }

  bool read_inputs() {
    const json* inputs = member(whole_, "inputs");
    if (inputs == nullptr) return false;
    if (!inputs->is_array()) return fail("\"inputs\" has to be an array");
    for (const json& entry : *inputs) {
      container_ = {"inputs", std::to_string(record_.inputs.size())};
      if (!read_input(entry)) return fail("input " + std::to_string(record_.inputs.size() + 1) + ": " + error_);
    }
    container_.clear();
    return true;
  }

  bool read_input(const json& entry) {
    record::RecordedInput input;
    int seat = 0;
    std::string tag_text;
    std::uint64_t tag = 0;
    if (!read_member(entry, "frame", 1, record::kMaxRecordedClock, input.clock) ||
        !read_member(entry, "seat", 1, 2, seat) || !read_member(entry, "tag", tag_text) ||
        !number_of(tag_text, 16, tag) || !read_action(entry, input.input) || !read_route(entry, input.route)) {
      return false;
    }
    input.seat = duel::kSeats[static_cast<std::size_t>(seat - 1)];
    input.tag = static_cast<std::uint16_t>(tag);
    record_.inputs.push_back(input);
    return true;
  }

  bool read_action(const json& entry, duel::Input& input) {
    if (!entry.contains("keys")) {
      int x = 0;
      int r = 0;
      if (!read_member(entry, "x", 1, 6, x) || !read_member(entry, "r", 0, 3, r)) return false;
      input = duel::Input::place({static_cast<std::int8_t>(x), static_cast<rules::Rotation>(r)});
      return true;
    }
    std::string letters;
    if (!read_member(entry, "keys", letters)) return false;
    movement::Keys keys = movement::Keys::none;
    if (!read_keys(letters, keys)) return false;
    input = duel::Input::hold(keys);
    return true;
  }

  bool read_route(const json& entry, movement::Route& route) {
    if (!entry.contains("route")) return true;
    member_name_ = "route";
    const json& runs = entry["route"];
    if (!runs.is_array() || runs.size() % 2 != 0) return fail("\"route\" has to be an array of keys and frames");
    std::vector<record::KeyRun> read;
    for (std::size_t i = 0; i < runs.size(); i += 2) {
      record::KeyRun run;
      if (!runs[i].is_string() || !runs[i + 1].is_number_unsigned() || runs[i + 1] > movement::Route::kMaxFrames) {
        return fail("\"route\" has to be an array of keys and frames");
      }
      if (!read_keys(runs[i].get<std::string>(), run.keys)) return false;
      run.frames = runs[i + 1].get<std::uint8_t>();
      read.push_back(run);
    }
    const auto whole = record::route_of_key_runs(read);
    if (!whole) return fail("\"route\" is not of keys and frames");
    route = *whole;
    return true;
  }

  bool read_keys(const std::string& letters, movement::Keys& keys) {
    for (const char letter : letters) {
      const std::size_t bit = kKeyLetters.find(letter);
      if (bit == std::string_view::npos) return fail("\"keys\" and \"route\" may hold L R D A B only");
      keys = keys | static_cast<movement::Keys>(1U << bit);
    }
    return true;
  }

  bool read_checkpoints() {
    const json* checkpoints = member(whole_, "checkpoints");
    if (checkpoints == nullptr) return false;
    if (!checkpoints->is_array()) return fail("\"checkpoints\" has to be an array");
    for (const json& text : *checkpoints) {
      std::uint64_t hash = 0;
      if (!text.is_string()) return fail("\"checkpoints\" has to hold strings");
      if (!number_of(text.get<std::string>(), 16, hash)) return false;
      record_.checkpoints.push_back(hash);
    }
    return true;
  }

  const json& whole_;
  int version_ = 0;
  record::Record record_;
  std::string error_;
  std::vector<std::string> container_;  // the path of the object that is being read
  std::string member_name_;             // in that object, the member that was looked for last
};

// A document that is destroyed without new memory.
class Document {
 public:
  Document(std::string_view text, int max_depth) {
    auto parsed = parse_document(text, max_depth);
    if (parsed) {
      value_ = std::move(parsed).value();
    } else {
      error_ = parsed.error();
    }
  }
  ~Document() { clear_from_within(value_); }
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  const json& value() const { return value_; }
  const std::optional<rules::ParseError>& error() const { return error_; }

 private:
  json value_;
  std::optional<rules::ParseError> error_;
};

// Adds the path to the first value that is not the same in both. Precondition: they are not equal.
void add_difference(const json& canonical, const json& given, std::vector<std::string>& path) {
  if (canonical.is_object() && given.is_object()) {
    for (auto member = canonical.begin(); member != canonical.end(); ++member) {
      const auto found = given.find(member.key());
      if (found != given.end() && *found == *member) continue;
      path.push_back(member.key());
      if (found != given.end()) add_difference(*member, *found, path);
      return;
    }
    for (auto member = given.begin(); member != given.end(); ++member) {
      if (canonical.contains(member.key())) continue;
      path.push_back(member.key());
      return;
    }
  }
  if (canonical.is_array() && given.is_array()) {
    const std::size_t size = std::min(canonical.size(), given.size());
    std::size_t index = 0;
    while (index < size && canonical[index] == given[index]) ++index;
    path.push_back(std::to_string(index));
    if (index < size) add_difference(canonical[index], given[index], path);
  }
}

// Returns the path to the first value that is not part of the record, or is written in another way than json_of()
// writes it.
std::optional<std::vector<std::string>> find_surplus(const json& given, const record::Record& record) {
  const Document canonical(json_of(record), kMaxLevels);
  if (canonical.value() == given) return std::nullopt;
  std::vector<std::string> path;
  add_difference(canonical.value(), given, path);
  return path;
}

// Returns the path as in "/inputs/0/more".
std::string pointer_of(const std::vector<std::string>& path) {
  json::json_pointer pointer;
  for (const std::string& name : path) pointer.push_back(name);
  return pointer.to_string();
}

// Returns an error that names the line of the member, or of the object that lacks it.
rules::ParseError error_at(std::string_view text, std::vector<std::string> path, const std::string& message) {
  std::size_t line = line_of_value(text, path);
  if (line == 0 && !path.empty()) {
    path.pop_back();
    line = line_of_value(text, path);
  }
  return {line == 0 ? message : "line " + std::to_string(line) + ": " + message, 0};
}

}  // namespace

rules::Parsed<record::Record> record_of_json(std::string_view text) {
  const Document document(text, kMaxLevels);
  if (document.error()) return *document.error();
  RecordJsonReader reader(document.value());
  if (!reader.read()) return error_at(text, reader.error_path(), reader.error());
  if (const auto why = record::why_malformed(reader.record())) return rules::ParseError{why->message, 0};
  if (const auto surplus = find_surplus(document.value(), reader.record())) {
    return error_at(text, *surplus,
                    in_quotes(pointer_of(*surplus)) + " is not part of a record, or not written as it should");
  }
  return reader.record();
}

}  // namespace rensa::json
