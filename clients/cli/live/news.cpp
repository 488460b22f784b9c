#include "clients/cli/live/news.h"

namespace rensa::cli {

namespace {

constexpr int kFramesShown = 120;
constexpr int kTurnsShown = 1;

int shown_for(const duel::Game& game) {
  return game.ruleset().pacing == rules::Pacing::frames ? kFramesShown : kTurnsShown;
}

std::string with_number(const char* before, int number, const char* after) {
  std::string text = before;
  return text.append(std::to_string(number)).append(after);
}

}  // namespace

void News::after_step(const duel::Game& game, const duel::Events& events) {
  for (const duel::Event& event : events) {
    Chain& chain = chains_[duel::index_of(event.seat)];
    switch (event.kind) {
      case duel::EventKind::link_started:
        if (event.number == 1) chain = {};
        chain.links = event.number;
        chain.points += event.points;
        break;
      case duel::EventKind::all_clear:
        chain.all_clear = true;
        break;
      case duel::EventKind::garbage_sent:
        chain.sent += event.amount;
        chain.cancelled += event.cancelled;
        break;
      default:
        continue;
    }
    chain.clock = game.clock();
  }
}

std::array<std::string, 3> News::of(duel::Seat seat, const duel::Game& game) const {
  const Chain& chain = chains_[duel::index_of(seat)];
  if (chain.links == 0 || game.clock() - chain.clock >= shown_for(game)) return {};
  std::array<std::string, 3> lines;
  lines[0] = chain.all_clear ? "all clear!" : with_number("", chain.links, chain.links == 1 ? " link" : " chain");
  lines[1] = with_number("+", chain.points, "");
  if (chain.sent > 0) lines[2] = with_number("sends ", chain.sent, "");
  if (chain.sent == 0 && chain.cancelled > 0) lines[2] = with_number("cancels ", chain.cancelled, "");
  return lines;
}

}  // namespace rensa::cli
