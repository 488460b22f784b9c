#include "server/match/match_comments.h"

#include <algorithm>
#include <utility>

namespace rensa::match {

namespace {

constexpr int kMinFramesBetweenComments = 6;
constexpr int kMaxRoundTrip = 60'000;  // in milliseconds

}  // namespace

void MatchComments::begin_game() {
  for (SeatComments& seat_comments : seats_) {
    seat_comments.comment.clear();
    seat_comments.pending = {};
    seat_comments.added_at.reset();
  }
}

void MatchComments::add_comment(duel::Seat seat, std::uint32_t decision, const std::string& text, int frame) {
  if (text.empty()) return;
  of(seat).pending = {.decision = decision, .text = text};
  of(seat).added_at = frame;
}

bool MatchComments::is_readable(duel::Seat seat, int frame) const {
  return !of(seat).added_at || frame >= *of(seat).added_at + kMinFramesBetweenComments;
}

bool MatchComments::publish_comment(duel::Seat seat, std::uint32_t decision) {
  SeatComments& seat_comments = of(seat);
  if (seat_comments.pending.decision != decision || seat_comments.pending.text.empty()) return false;
  std::string text = std::exchange(seat_comments.pending.text, {});
  if (text == seat_comments.comment) return false;
  seat_comments.comment = std::move(text);
  return true;
}

std::optional<ConnectionQuality> MatchComments::connection_quality(duel::Seat seat, int round_trip) const {
  if (!of(duel::opponent_of(seat)).reports_quality) return std::nullopt;
  return ConnectionQuality{.round_trip = std::min(round_trip, kMaxRoundTrip), .late = of(seat).late_keys};
}

}  // namespace rensa::match
