#include "clients/cli/match/loaded_record.h"

#include <cstdint>
#include <iostream>
#include <utility>
#include <vector>

#include "clients/cli/match/record_file.h"
#include "engine/json/record_json.h"
#include "engine/record/codec.h"
#include "server/base/plain_text.h"

namespace rensa::cli {

// A record in JSON begins with a brace, a binary record never does.
LoadedRecord load_record_of(const std::vector<std::uint8_t>& bytes) {
  if (bytes.empty() || bytes.front() != '{') return {record::decode(bytes).record, record::verify(bytes)};
  const auto record = json::record_of_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (record) return {*record, record::verify(*record)};
  return {std::nullopt, {.fault = record::Fault::unreadable, .clock = {}, .message = record.error().message}};
}

LoadedRecord load_record(const std::string& file) { return load_record_of(read_record_bytes(file)); }

std::string fault_text(const LoadedRecord& loaded) {
  std::string text;
  if (loaded.verdict.clock) {
    const bool turns = loaded.record && loaded.record->setup.ruleset.pacing == rules::Pacing::turns;
    text.append(turns ? "turn " : "frame ").append(std::to_string(*loaded.verdict.clock)).append(": ");
  }
  return text.append(loaded.verdict.message);
}

std::optional<record::Record> load_verified_record(const std::string& file) {
  LoadedRecord loaded = load_record(file);
  if (loaded.verdict.ok()) return std::move(loaded.record);
  std::cerr << base::plain_lines("rensa: " + file + ": " + fault_text(loaded)) << '\n';
  return std::nullopt;
}

}  // namespace rensa::cli
