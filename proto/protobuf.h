#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "proto/codec.h"
#include "proto/message.h"

namespace google::protobuf {
class Message;
}

// Classes of the generated code, which only .cpp files include.
namespace rensa::v1 {
enum Seat : int;
enum Cause : int;
class Terms;
class Placement;
class View;
class Event;
class Outcome;
}  // namespace rensa::v1

namespace rensa::proto {

// Converts between Protobuf messages, the values of the engine, and bytes. For the codec only.

// Checks fields while they are read, and keeps the first error as a sentence that names the field.
class FieldReader {
 public:
  bool ok() const { return why_.empty(); }
  const std::string& why() const { return why_; }
  void refuse(std::string why) {
    if (why_.empty()) why_ = std::move(why);
  }
  // Returns the number if it is within the range. Otherwise sets the error and returns `least`.
  int number(std::int64_t value, int least, int most, const char* field);
  std::int64_t score(std::uint64_t value, const char* field);
  std::string text(const std::string& value, std::size_t max_bytes, const char* field);

 private:
  std::string why_;
};

v1::Seat to_protobuf(std::optional<duel::Seat> seat);
v1::Cause to_protobuf(std::optional<duel::Cause> cause);
void write(const Terms& from, v1::Terms& to);
void write(const duel::View& from, v1::View& to);
void write(const duel::Event& from, v1::Event& to);
void write(const duel::Outcome& from, v1::Outcome& to);

std::optional<duel::Seat> seat_or_none(v1::Seat seat, FieldReader& reader);
duel::Seat seat_of(v1::Seat seat, FieldReader& reader);
std::optional<duel::Cause> cause_or_none(v1::Cause cause, FieldReader& reader);
Terms terms_of(const v1::Terms& from, FieldReader& reader);
rules::Placement placement_of(const v1::Placement& from, FieldReader& reader);
duel::View view_of(const v1::View& from, FieldReader& reader);
duel::Event event_of(const v1::Event& from, FieldReader& reader);
duel::Outcome outcome_of(const v1::Outcome& from, FieldReader& reader);

void write_bytes(const google::protobuf::Message& message, Encoding encoding, std::string& bytes);
// Returns the error, or an empty text if the message could be read.
std::string read_bytes(std::string_view bytes, Encoding encoding, google::protobuf::Message& message);

}  // namespace rensa::proto
