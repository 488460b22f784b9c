#include "clients/bridge/request.h"

#include <cassert>

#include "engine/rules/cell.h"

namespace rensa::bridge {

namespace {

constexpr int kVisibleRows = 12;

char digit_of(rules::Cell cell) {
  assert(cell != rules::Cell::purple);
  return static_cast<char>('0' + static_cast<int>(cell));
}

std::string digits_of_field(const rules::Field& field) {
  std::string digits;
  for (int y = kVisibleRows; y >= 1; --y) {
    for (int x = 1; x <= rules::kColumns; ++x) digits += digit_of(field.at(x, y));
  }
  return digits;
}

std::string digits_of_pairs(const duel::SideView& side) {
  std::string digits;
  for (std::size_t i = 0; i < static_cast<std::size_t>(side.pairs_shown); ++i) {
    digits += {digit_of(side.pairs[i].axis), digit_of(side.pairs[i].child)};
  }
  return digits;
}

// Where the event stands in WGPDAOE; nullopt: the reference does not tell it.
std::optional<std::size_t> position_of(const duel::Event& event) {
  using enum duel::EventKind;
  switch (event.kind) {
    case next_next_revealed:
      return 0;
    case locked:
      return 1;
    case preparation_started:  // the first has no lock before it, but is told as if it had
      return event.number == 1 ? std::optional<std::size_t>(1) : std::nullopt;
    case controllable:
      return 3;
    case garbage_fell:
      return 5;
    case link_started:
      return 6;
    case garbage_sent:
    case garbage_fixed:
    case all_clear:
    case placement_accepted:
    case placement_refused:
    case died:
    case game_over:
      return std::nullopt;
  }
  return std::nullopt;
}

std::string letters_of(const RequestWriter::Moment& moment, duel::Seat seat) {
  constexpr std::string_view kLetters = "WGPDAOE";
  std::string letters(kLetters.size(), '-');
  for (const duel::Event& event : moment.events) {
    if (event.seat != seat) continue;
    if (const auto position = position_of(event)) letters[*position] = kLetters[*position];
  }
  return letters;
}

void add(std::string& text, std::string_view key, const std::string& value) {
  text.append(key).append("=").append(value).append(" ");
}

}  // namespace

Ending ending_of(std::optional<duel::Seat> winner, duel::Seat seat) {
  if (!winner) return Ending::drawn;
  return *winner == seat ? Ending::won : Ending::lost;
}

void RequestWriter::remember(const Moment& moment) {
  const duel::Seat seat = moment.view.seat;
  const std::array<const duel::SideView*, 2> sides{&moment.view.own, &moment.view.opponent};
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const duel::Seat whose = i == 0 ? seat : duel::opponent_of(seat);
    for (const duel::Event& event : moment.events) {
      if (event.kind != duel::EventKind::locked || event.seat != whose) continue;
      places_[i] = {event.x, event.y, static_cast<int>(event.r)};
    }
    if (const auto& pair = sides[i]->falling) places_[i] = {pair->x, pair->y, static_cast<int>(pair->r)};
  }
}

std::string RequestWriter::write(const Moment& moment) {
  remember(moment);
  const duel::View& view = moment.view;
  const auto& [own, opponent] = places_;
  std::string text;
  add(text, "ID", std::to_string(moment.id));
  add(text, "YF", digits_of_field(view.own.field));
  add(text, "OF", digits_of_field(view.opponent.field));
  add(text, "YP", digits_of_pairs(view.own));
  add(text, "OP", digits_of_pairs(view.opponent));
  add(text, "YE", letters_of(moment, view.seat));
  add(text, "OE", letters_of(moment, duel::opponent_of(view.seat)));
  add(text, "YX", std::to_string(own.x));
  add(text, "YY", std::to_string(own.y));
  add(text, "YR", std::to_string(own.r));
  add(text, "OX", std::to_string(opponent.x));
  add(text, "OY", std::to_string(opponent.y));
  add(text, "OR", std::to_string(opponent.r));
  add(text, "YO", std::to_string(view.own.waiting.total()));
  add(text, "OO", std::to_string(view.opponent.waiting.total()));
  add(text, "YS", std::to_string(view.own.score));
  add(text, "OS", std::to_string(view.opponent.score));
  if (moment.ending) add(text, "END", std::to_string(static_cast<int>(*moment.ending)));
  assert(text.size() <= kMaxTextBytes);
  return text;
}

}  // namespace rensa::bridge
