#include <string>
#include <string_view>

#include "engine/notation/shared_position.h"
#include "engine/notation/text.h"
#include "tests/fuzz/input.h"

// The whole input is a text for every reader. A value that is accepted must be written again and then read as the
// same value. A refusal must give the reason and point into the input.

namespace {

using namespace rensa::notation;
using rensa::fuzz::require;
using rensa::rules::Field;
using rensa::rules::kTrapRow;
using rensa::rules::PairQueue;
using rensa::rules::Parsed;

template <typename T>
void require_reason(const Parsed<T>& parsed, std::string_view text) {
  require(!parsed.error().message.empty());
  require(parsed.error().position <= text.size() + 1);
}

// Read, write, read. `write` gives a Parsed<std::string>.
template <typename Read, typename Write>
void play(std::string_view text, Read read, Write write) {
  const auto parsed = read(text);
  if (!parsed) return require_reason(parsed, text);
  const Parsed<std::string> written = write(*parsed);
  require(written.ok());
  const auto again = read(*written);
  require(again.ok());
  require(*again == *parsed);
}

void play_conversion(std::string_view text) {
  const Parsed<SharedPosition> shared = parse_puyop(text);
  if (!shared) return;
  const Parsed<Field> field = playable_field(shared->field);
  if (!field) return require_reason(field, text);
  require(field->is_consistent());
  require(*shared_field(*field) == shared->field);
}

void play_url(std::string_view text) {
  const Parsed<SharedPosition> shared = parse_share_url(text);
  if (!shared) return require_reason(shared, text);
  // Garbage of more rows than ips has is the only thing that puyop can say and ips cannot.
  const Parsed<std::string> url = ips_url(*shared);
  if (!url) return require_reason(url, text);
  require(*parse_share_url(*url) == *shared);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  play(text, parse_puyop, puyop_url);
  play(text, parse_puyop, puyop_code);
  play(text, parse_ips, ips_url);
  play(text, parse_ips, ips_code);
  play(text, parse_picture, [](const Field& field) { return Parsed<std::string>(picture_of(field)); });
  play(text, parse_field_digits, [](const Field& field) { return digits_of(field, kTrapRow); });
  play(text, parse_queue_digits, [](const PairQueue& queue) { return digits_of(queue); });
  play(text, parse_queue_letters, [](const PairQueue& queue) { return Parsed<std::string>(letters_of(queue)); });
  play_conversion(text);
  play_url(text);
  return 0;
}
