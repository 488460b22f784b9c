#include "tests/engine/duel/scripted_games.h"

#include <algorithm>
#include <memory>

#include "engine/duel/outcome.h"
#include "engine/notation/text.h"
#include "engine/record/record_writer.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"

namespace rensa::duel::test {

namespace {

rules::Placement any_placement(rules::Rng& rng) { return rules::kPlacements[rng.below(rules::kPlacementCount)]; }

rules::Cell cell_of(char letter) {
  for (const rules::Cell cell : {rules::Cell::red, rules::Cell::blue, rules::Cell::yellow, rules::Cell::green}) {
    if (notation::picture_of(cell) == letter) return cell;
  }
  return rules::Cell::purple;
}

int worth(const View& view_for_seat, rules::Placement placement) {
  rules::Field field = view_for_seat.own.field;
  rules::drop_pair(field, view_for_seat.own.pairs[0], placement);
  const rules::ChainResult chain = rules::simulate_chain(field);
  const rules::Heights heights = field.heights();
  int roughness = 0;
  for (const int height : heights) roughness += height * height;
  return chain.links * 1000 - roughness;
}

}  // namespace

Player random_placements(std::uint64_t seed) {
  return [rng = rules::Rng(seed)](const View& view_for_seat) mutable {
    const std::uint32_t legal = rules::droppable_placements(view_for_seat.own.field.heights());
    for (int tries = 0; tries < 200; ++tries) {
      const std::uint32_t index = rng.below(rules::kPlacementCount);
      if ((legal >> index & 1U) != 0) return Input::place(rules::kPlacements[index]);
    }
    return Input::place({rules::kSpawnColumn, rules::Rotation::up});
  };
}

Player builder() {
  return [](const View& view_for_seat) {
    const std::uint32_t legal = rules::droppable_placements(view_for_seat.own.field.heights());
    rules::Placement best{rules::kSpawnColumn, rules::Rotation::up};
    int most = -2'000'000;
    for (std::size_t i = 0; i < rules::kPlacements.size(); ++i) {
      if ((legal >> i & 1U) == 0) continue;
      const int value = worth(view_for_seat, rules::kPlacements[i]);
      if (value > most) {
        most = value;
        best = rules::kPlacements[i];
      }
    }
    return Input::place(best);
  };
}

Player random_keys(std::uint64_t seed) {
  return [rng = rules::Rng(seed)](const View&) mutable {
    if (rng.below(6) != 0) return Input{};
    return Input::hold(static_cast<movement::Keys>(rng.below(movement::kAllKeys + 1)));
  };
}

Player anything(std::uint64_t seed) {
  return [rng = rules::Rng(seed)](const View&) mutable {
    const std::uint32_t choice = rng.below(40);
    if (choice == 0) return Input::place(any_placement(rng));
    if (choice == 1) return Input::hold(static_cast<movement::Keys>(rng.below(movement::kAllKeys + 1)));
    return Input{};
  };
}

GameSetup setup_of(const std::string& ruleset, std::uint64_t seed) {
  return {.ruleset = *rules::find_ruleset(ruleset), .seed = seed, .queue = std::nullopt};
}

GameSetup setup_with_pairs(const std::string& pairs) {
  std::vector<rules::Pair> list;
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 3) list.push_back({cell_of(pairs[i]), cell_of(pairs[i + 1])});
  GameSetup setup = setup_of("tsu-1", 1);
  setup.queue = rules::PairQueue::from_pairs(list);
  return setup;
}

GameSetup turns_with_pairs(const std::string& ruleset, const std::string& pairs) {
  GameSetup setup = setup_with_pairs(pairs);
  setup.ruleset = *rules::find_ruleset(ruleset);
  return setup;
}

Input place(int x, rules::Rotation r) { return Input::place({static_cast<std::int8_t>(x), r}); }

Input up(int x) { return place(x, rules::Rotation::up); }

Inputs answers(const Game& game, std::array<Player, 2>& players, bool every_frame) {
  Inputs inputs;
  for (const Seat seat : kSeats) {
    if (every_frame || game.is_decision_due(seat))
      inputs[index_of(seat)] = players[index_of(seat)](view_for_seat(game, seat));
  }
  return inputs;
}

PlayedGame play(const GameSetup& setup, std::array<Player, 2> players, const PlayOptions& options) {
  Game game(setup);
  record::RecordWriter writer(setup, {"one", "two"});
  PlayedGame played;
  while (!game.outcome() && game.clock() < options.last) {
    const Inputs inputs = answers(game, players, options.every_frame);
    Events events;
    if (inputs == Inputs{} && !options.every_frame && game.frame_game() != nullptr) {
      events = game.advance(std::min(options.last, writer.next_required_clock()));
    } else {
      writer.before_step(game, inputs);
      events = game.step(inputs);
    }
    writer.after_step(game, events);
    if (options.observer != nullptr) options.observer->after_step(game, events);
    if (!events.empty()) played.events.push_back(events);
  }
  played.hash = game.hash();
  played.record = writer.finish(game, options.decided_outside);
  return played;
}

std::string text_of(const Event& event) {
  const std::string seat = event.seat == Seat::one ? "1:" : "2:";
  const auto number = [](int value) { return std::to_string(value); };
  const std::string place = number(event.x) + "," + number(static_cast<int>(event.r));
  switch (event.kind) {
    case EventKind::preparation_started:
      return seat + "prepare#" + number(event.number);
    case EventKind::controllable:
      return seat + "control#" + number(event.number);
    case EventKind::next_next_revealed:
      return seat + "reveal#" + number(event.number);
    case EventKind::locked:
      return seat + "lock(" + number(event.x) + "," + number(event.y) + "," + number(static_cast<int>(event.r)) + ")";
    case EventKind::link_started:
      return seat + "link" + number(event.number) + "(" + number(event.amount) + "," + number(event.points) + ")";
    case EventKind::garbage_sent:
      return seat + "sent" + number(event.amount) + "-" + number(event.cancelled);
    case EventKind::garbage_fixed:
      return seat + "fixed" + number(event.amount);
    case EventKind::garbage_fell:
      return seat + "fell" + number(event.amount);
    case EventKind::all_clear:
      return seat + "all_clear" + number(event.points);
    case EventKind::placement_accepted:
      return seat + "accepted(" + place + ")";
    case EventKind::placement_refused:
      return seat + "refused(" + place + ")" + number(static_cast<int>(event.refusal));
    case EventKind::died:
      return seat + "died";
    case EventKind::game_over:
      return event.amount == 0 ? "draw" : seat + "wins";
  }
  return "?";
}

std::string text_of(const Events& events) {
  std::string text;
  for (const Event& event : events) {
    if (!text.empty()) text += ' ';
    text += text_of(event);
  }
  return text;
}

}  // namespace rensa::duel::test
