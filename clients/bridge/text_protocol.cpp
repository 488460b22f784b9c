#include "clients/bridge/text_protocol.h"

#include <algorithm>
#include <cassert>

#include "engine/rules/cell.h"
#include "engine/rules/numbers.h"

namespace rensa::bridge {

namespace {

constexpr int kVisibleRows = 12;
constexpr int kMostPairs = 3;  // that a message can hold: the current, the next and the next but one

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
  for (std::size_t i = 0; i < static_cast<std::size_t>(std::min(side.pairs_shown, kMostPairs)); ++i) {
    digits += {digit_of(side.pairs[i].axis), digit_of(side.pairs[i].child)};
  }
  return digits;
}

// Returns the index of the event's letter in "WGPDAOE"; nullopt: the reference does not send such an event.
std::optional<std::size_t> letter_index_of(const duel::Event& event) {
  using enum duel::EventKind;
  switch (event.kind) {
    case next_next_revealed:
      return 0;
    case locked:
      return 1;
    case preparation_started:  // the first follows no lock, but is sent as if it did
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

std::string letters_of(const RequestWriter::RequestState& moment, duel::Seat seat) {
  constexpr std::string_view kLetters = "WGPDAOE";
  std::string letters(kLetters.size(), '-');
  for (const duel::Event& event : moment.events) {
    if (event.seat != seat) continue;
    if (const auto position = letter_index_of(event)) letters[*position] = kLetters[*position];
  }
  return letters;
}

void add(std::string& text, std::string_view key, const std::string& value) {
  text.append(key).append("=").append(value).append(" ");
}

std::optional<rules::Placement> placement_of(std::optional<int> x, std::optional<int> r) {
  if (!x || !r || *x < 1 || *x > 6 || *r < 0 || *r > 3) return std::nullopt;
  const rules::Placement placement{static_cast<std::int8_t>(*x), static_cast<rules::Rotation>(*r)};
  return placement.is_on_field() ? std::optional(placement) : std::nullopt;
}

}  // namespace

Ending ending_of(std::optional<duel::Seat> winner, duel::Seat seat) {
  if (!winner) return Ending::drawn;
  return *winner == seat ? Ending::won : Ending::lost;
}

void RequestWriter::remember_places(const RequestState& moment) {
  const duel::Seat seat = moment.view.seat;
  const std::array<const duel::SideView*, 2> sides{&moment.view.own, &moment.view.opponent};
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const duel::Seat owner = i == 0 ? seat : duel::opponent_of(seat);
    for (const duel::Event& event : moment.events) {
      if (event.kind != duel::EventKind::locked || event.seat != owner) continue;
      places_[i] = {event.x, event.y, static_cast<int>(event.r)};
    }
    if (const auto& pair = sides[i]->falling) places_[i] = {pair->x, pair->y, static_cast<int>(pair->r)};
  }
}

std::string RequestWriter::write(const RequestState& moment) {
  remember_places(moment);
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

std::optional<Response> response_of(std::string_view text) {
  std::optional<int> id;
  std::optional<int> x;
  std::optional<int> r;
  Response response;
  while (!text.empty()) {
    const std::string_view token = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(token.size() + 1, text.size()));
    const std::size_t sign = token.find('=');
    if (sign == std::string_view::npos) continue;
    const std::string_view key = token.substr(0, sign);
    const std::string_view value = token.substr(sign + 1);
    if (key == "ID") id = rules::parse_number<int>(value);
    if (key == "X") x = rules::parse_number<int>(value);
    if (key == "R") r = rules::parse_number<int>(value);
    if (key == "MSG") response.message = value;
  }
  if (!id) return std::nullopt;
  response.id = *id;
  response.placement = placement_of(x, r);
  return response;
}

std::optional<rules::Placement> decision_among(const std::vector<Response>& responses, int id) {
  const auto found = std::find_if(responses.rbegin(), responses.rend(),
                                  [id](const Response& response) { return response.id <= id && response.placement; });
  return found == responses.rend() ? std::nullopt : found->placement;
}

std::vector<std::string> lines_of(std::string_view message) {
  std::vector<std::string> lines;
  if (message.empty()) return lines;
  lines.emplace_back();
  for (const char character : message) {
    if (character == ',') {
      lines.emplace_back();
      continue;
    }
    const bool is_printable = character >= ' ' && character <= '~';
    lines.back() += character == '_' ? ' ' : is_printable ? character : '?';
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

}  // namespace rensa::bridge
