#include <algorithm>
#include <vector>

#include "engine/record/bytes.h"
#include "engine/rules/hash.h"
#include "server/live_matches/key_codec.h"
#include "server/match/match_event_codec.h"
#include "tests/fuzz/input.h"

// The whole input is an event of a match as the log keeps it, once as it is and once with a checksum behind it, so that
// mutations get past it, and once as the keys of persons. What is accepted is written again byte for byte.

namespace {

using rensa::fuzz::require;
using namespace rensa;
using Bytes = std::vector<std::uint8_t>;

void read(const Bytes& bytes) {
  const auto event = match::decode_match_event(bytes);
  if (event) require(match::encode(*event) == bytes);
}

void read_keys(const Bytes& bytes) {
  record::ByteReader reader(bytes);
  record::ByteWriter writer;
  live_matches::KeyHistory history;
  live_matches::KeyHistory written_history;
  while (const auto keys = live_matches::read_keys(reader, history)) {
    require(live_matches::append_keys(writer, *keys, written_history));
  }
  require(std::equal(writer.bytes().begin(), writer.bytes().end(), bytes.begin()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, data + size);
  read(bytes);
  read_keys(bytes);
  record::ByteWriter sum;
  sum.write_fixed64(rules::Hash().add_bytes(bytes).value());
  bytes.insert(bytes.end(), sum.bytes().begin(), sum.bytes().end());
  read(bytes);
  return 0;
}
