#include "engine/record/record.h"

#include <algorithm>

#include "engine/notation/utf8.h"
#include "engine/rules/hash.h"

namespace rensa::record {

std::uint16_t input_tag(std::uint16_t previous, const RecordedInput& entry, std::uint64_t state_hash) {
  rules::Hash hash(previous);
  hash.add(static_cast<std::uint64_t>(entry.clock) << 16 | static_cast<std::uint64_t>(entry.seat) << 8 |
           duel::pack_input(entry.input).value_or(0xFF));
  hash.add(state_hash);
  for (const movement::Keys keys : entry.route.keys()) hash.add(static_cast<std::uint64_t>(keys));
  hash.add(static_cast<std::uint64_t>(entry.route.frames()));
  return static_cast<std::uint16_t>(hash.value() >> 16);
}

std::vector<KeyRun> key_runs_of(const movement::Route& route) {
  std::vector<KeyRun> runs;
  append_key_runs(route, runs);
  return runs;
}

void append_key_runs(const movement::Route& route, std::vector<KeyRun>& runs) {
  const std::size_t first = runs.size();
  for (const movement::Keys keys : route.keys()) {
    if (runs.size() == first || runs.back().keys != keys) runs.push_back({.keys = keys, .frames = 0});
    ++runs.back().frames;
  }
}

std::optional<movement::Route> route_of_key_runs(std::span<const KeyRun> runs) {
  movement::Route route;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const KeyRun& run = runs[i];
    if (static_cast<unsigned>(run.keys) > movement::kAllKeys || run.frames < 1) return std::nullopt;
    if (i > 0 && runs[i - 1].keys == run.keys) return std::nullopt;
    if (run.frames > movement::Route::kMaxFrames - route.frames()) return std::nullopt;
    for (int frame = 0; frame < run.frames; ++frame) route.push(run.keys);
  }
  return route;
}

bool is_valid_name(std::string_view text) {
  const auto is_control = [](char letter) { return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7F; };
  return text.size() <= kMaxNameBytes && std::none_of(text.begin(), text.end(), is_control) && notation::is_utf8(text);
}

}  // namespace rensa::record
