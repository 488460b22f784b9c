#include <algorithm>
#include <vector>

#include "engine/record/bytes.h"
#include "engine/record/codec.h"
#include "engine/record/verify.h"
#include "engine/rules/hash.h"
#include "tests/fuzz/input.h"

// The whole input is a record file, once as it is and once with its checksum put right, so that mutations get past it.
// An accepted record comes back byte for byte; a refusal gives the reason, at a place that exists.

namespace {

using rensa::fuzz::require;
using namespace rensa;
using Bytes = std::vector<std::uint8_t>;

void read(const Bytes& bytes) {
  const record::DecodeResult decoded = record::decode(bytes);
  require(decoded.record.has_value() || decoded.error.has_value());
  if (decoded.error) {
    require(decoded.error->position <= bytes.size());
    require(!decoded.error->message.empty());
  }
  const record::Verdict verdict = record::verify(std::span<const std::uint8_t>(bytes));
  require(verdict.ok() == verdict.message.empty());
  if (!decoded.record) {
    require(verdict.fault == record::Fault::unreadable);
    return;
  }
  require(!record::why_malformed(*decoded.record));
  const Bytes again = record::encode(*decoded.record);
  require(again.size() == bytes.size());
  require(std::equal(again.begin(), again.end() - 8, bytes.begin()));
  require((again == bytes) == !decoded.error.has_value());
  if (verdict.clock) require(*verdict.clock >= 0 && *verdict.clock <= decoded.record->outcome.frame);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, data + size);
  read(bytes);
  if (size < 8) return 0;
  bytes.resize(size - 8);
  record::ByteWriter sum;
  sum.write_fixed64(rensa::rules::Hash().add_bytes(bytes).value());
  bytes.insert(bytes.end(), sum.bytes().begin(), sum.bytes().end());
  read(bytes);
  return 0;
}
