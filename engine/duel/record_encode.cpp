#include <cassert>
#include <type_traits>

#include "engine/duel/bytes.h"
#include "engine/duel/cell_code.h"
#include "engine/duel/record_codec.h"
#include "engine/duel/record_format.h"
#include "engine/duel/verify.h"
#include "engine/rules/hash.h"
#include "engine/rules/ruleset_fields.h"

namespace rensa::duel {

namespace {

void write_ruleset(ByteWriter& out, const rules::Ruleset& ruleset, std::uint64_t digest) {
  rules::for_each_field(ruleset, [&](std::string_view, const auto& value) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, std::string>) {
      out.text(value);
    } else {
      out.varint(static_cast<std::uint64_t>(value));
    }
  });
  out.fixed64(digest);
}

void write_queue(ByteWriter& out, const std::optional<rules::PairQueue>& queue) {
  out.byte(queue ? 1 : 0);
  if (!queue) return;
  for (const rules::Pair pair : queue->pairs()) {
    out.byte(static_cast<unsigned>(code_of(pair.axis) << 4 | code_of(pair.child)));
  }
}

void write_outcome(ByteWriter& out, const Outcome& outcome) {
  out.byte(outcome.winner ? 1 + static_cast<unsigned>(*outcome.winner) : 0);
  out.byte(static_cast<unsigned>(outcome.cause));
  out.varint(static_cast<std::uint64_t>(outcome.frame));
}

void write_guarded(ByteWriter& out, unsigned byte) {
  out.byte(byte);
  out.byte(byte ^ kGuard);
}

void write_route(ByteWriter& out, const rules::Route& route) {
  const std::vector<KeyRun> runs = runs_of(route);
  write_guarded(out, static_cast<unsigned>(runs.size()));
  for (const KeyRun& run : runs) {
    out.byte(static_cast<unsigned>(run.keys));
    out.byte(static_cast<unsigned>(run.frames));
  }
}

void write_input(ByteWriter& out, const RecordedInput& entry, rules::Pacing pacing, int first_clock) {
  const auto offset = static_cast<unsigned>(entry.clock - first_clock);
  write_guarded(out, offset);
  write_guarded(out, (entry.seat == Seat::two ? kSeatTwo : 0U) | *packed(entry.input));
  out.fixed16(entry.tag);
  if (has_route(pacing, entry.input)) write_route(out, entry.route);
}

// The inputs up to each checkpoint, and its hash.
void write_blocks(ByteWriter& out, const Record& record) {
  const rules::Pacing pacing = record.setup.ruleset.pacing;
  auto entry = record.inputs.begin();
  int first_clock = 1;
  for (std::size_t i = 0; i < record.checkpoints.size(); ++i) {
    const int last_clock = checkpoint_clock(pacing, i, record.outcome.frame);
    auto end = entry;
    while (end != record.inputs.end() && end->clock <= last_clock) ++end;
    write_guarded(out, static_cast<unsigned>(end - entry));  // 120 at most
    for (; entry != end; ++entry) write_input(out, *entry, pacing, first_clock);
    out.fixed64(record.checkpoints[i]);
    first_clock = last_clock + 1;
  }
}

}  // namespace

std::vector<std::uint8_t> encode(const Record& record) {
  assert(!why_malformed(record));
  ByteWriter out;
  for (const std::uint8_t byte : kMagic) out.byte(byte);
  out.varint(kRecordVersion);
  write_ruleset(out, record.setup.ruleset, record.ruleset_digest);
  out.fixed64(record.setup.seed);
  write_queue(out, record.setup.queue);
  for (const std::string& name : record.players) out.text(name);
  write_outcome(out, record.outcome);
  write_blocks(out, record);
  out.fixed64(rules::Hash().add_bytes(out.bytes()).value());
  return out.bytes();
}

}  // namespace rensa::duel
