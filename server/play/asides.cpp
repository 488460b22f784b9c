#include "server/play/asides.h"

#include <algorithm>
#include <utility>

namespace rensa::play {

namespace {

constexpr int kMostRoundTrip = 60'000;  // ms

}  // namespace

void Asides::begin_game() {
  for (Side& side : sides_) {
    side.comment.clear();
    side.unsaid = {};
  }
}

void Asides::remark(duel::Seat seat, std::uint32_t decision, const std::string& text) {
  if (!text.empty()) of(seat).unsaid = {.decision = decision, .text = text};
}

bool Asides::played(duel::Seat seat, std::uint32_t decision) {
  Side& side = of(seat);
  if (side.unsaid.decision != decision || side.unsaid.text.empty()) return false;
  std::string text = std::exchange(side.unsaid.text, {});
  if (text == side.comment) return false;
  side.comment = std::move(text);
  return true;
}

std::optional<Asides::Line> Asides::line(duel::Seat seat, int round_trip) {
  of(seat).tells_line = true;
  if (!of(duel::opponent_of(seat)).tells_line) return std::nullopt;
  return Line{.round_trip = std::min(round_trip, kMostRoundTrip), .late = of(seat).late_keys};
}

}  // namespace rensa::play
