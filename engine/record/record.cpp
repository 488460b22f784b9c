#include "engine/record/record.h"

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
  if (text.size() > kMaxNameBytes) return false;
  std::size_t i = 0;
  while (i < text.size()) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    const unsigned lead = byte(i);
    const std::size_t length = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 0;
    if (length == 0 || i + length > text.size()) return false;
    char32_t point = length == 1 ? lead : lead & (0x7FU >> length);
    for (std::size_t k = 1; k < length; ++k) {
      if (byte(i + k) >> 6 != 2) return false;
      point = point << 6 | (byte(i + k) & 0x3FU);
    }
    constexpr std::array<char32_t, 5> kMinCodePoint = {0, 0x20, 0x80, 0x800, 0x10000};  // no control characters
    if (point < kMinCodePoint[length] || point == 0x7F || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF)) {
      return false;
    }
    i += length;
  }
  return true;
}

}  // namespace rensa::record
