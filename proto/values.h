#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "proto/message.h"

// Of the generated code, which only .cpp files see.
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

// The values of game.proto to and from those of the engine. For the codec only. What is refused comes back with a
// sentence that names the field.

// Reads as it goes and keeps the first thing that is wrong.
class Reading {
 public:
  bool ok() const { return why_.empty(); }
  const std::string& why() const { return why_; }
  void refuse(std::string why) {
    if (why_.empty()) why_ = std::move(why);
  }
  // The number if it is within the range, else the lower end of it.
  int number(std::int64_t value, int least, int most, const char* field);
  std::int64_t score(std::uint64_t value, const char* field);
  std::string text(const std::string& value, std::size_t max_bytes, const char* field);

 private:
  std::string why_;
};

v1::Seat pb_of(std::optional<duel::Seat> seat);
v1::Cause pb_of(std::optional<duel::Cause> cause);
void write(const Terms& from, v1::Terms& to);
void write(const duel::View& from, v1::View& to);
void write(const duel::Event& from, v1::Event& to);
void write(const duel::Outcome& from, v1::Outcome& to);

std::optional<duel::Seat> seat_or_none(v1::Seat seat, Reading& reading);
duel::Seat seat_of(v1::Seat seat, Reading& reading);
std::optional<duel::Cause> cause_or_none(v1::Cause cause, Reading& reading);
Terms terms_of(const v1::Terms& from, Reading& reading);
rules::Placement placement_of(const v1::Placement& from, Reading& reading);
duel::View view_of(const v1::View& from, Reading& reading);
duel::Event event_of(const v1::Event& from, Reading& reading);
duel::Outcome outcome_of(const v1::Outcome& from, Reading& reading);

}  // namespace rensa::proto
