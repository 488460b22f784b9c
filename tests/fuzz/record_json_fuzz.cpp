#include <string_view>

#include "engine/json/record_json.h"
#include "engine/record/codec.h"
#include "engine/record/verify.h"
#include "tests/fuzz/input.h"

// The whole input is a record as JSON. An accepted record is well formed and the same in both of its forms; a
// refusal gives the reason.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rensa;
  using rensa::fuzz::require;
  const auto record = json::record_of_json({reinterpret_cast<const char*>(data), size});
  if (!record) {
    require(!record.error().message.empty());
    return 0;
  }
  require(!record::why_malformed(*record));
  const auto again = json::record_of_json(json::json_of(*record));
  require(again.ok() && *again == *record);
  const record::DecodeResult decoded = record::decode(record::encode(*record));
  require(decoded.record && !decoded.error && *decoded.record == *record);
  return 0;
}
