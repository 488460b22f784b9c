#include <vector>

#include "engine/record/bytes.h"
#include "engine/rules/hash.h"
#include "server/match/match_event_codec.h"
#include "tests/fuzz/input.h"

// The whole input is an event of a match as the log keeps it, once as it is and once with a checksum behind it, so that
// mutations get past it. An accepted event is written again byte for byte.

namespace {

using rensa::fuzz::require;
using namespace rensa;
using Bytes = std::vector<std::uint8_t>;

void read(const Bytes& bytes) {
  const auto event = match::decode_match_event(bytes);
  if (event) require(match::encode(*event) == bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, data + size);
  read(bytes);
  record::ByteWriter sum;
  sum.write_fixed64(rules::Hash().add_bytes(bytes).value());
  bytes.insert(bytes.end(), sum.bytes().begin(), sum.bytes().end());
  read(bytes);
  return 0;
}
