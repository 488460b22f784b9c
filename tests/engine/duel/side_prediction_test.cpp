#include "engine/duel/side_prediction.h"

#include <gtest/gtest.h>

#include "tests/engine/duel/scripted_games.h"

namespace rensa::duel {
namespace {

using test::setup_of;

constexpr int kFrames = 60;  // predicted from each frame

View view_with_motion(const FrameGame& duel, Seat seat) {
  View seen = view_for_seat(duel, seat);
  seen.own.motion = duel.side(seat).motion();
  return seen;
}

struct Frame {
  std::array<View, 2> views;
  Inputs inputs{};  // that led to it
  Events events;
};

std::vector<Frame> frames_of(const GameSetup& setup, std::array<test::Player, 2> players, int last) {
  Game game(setup);
  std::vector<Frame> frames;
  Frame frame;
  while (!game.outcome() && game.clock() < last) {
    frame.views = {view_with_motion(*game.frame_game(), Seat::one), view_with_motion(*game.frame_game(), Seat::two)};
    frames.push_back(frame);
    frame.inputs = test::answers(game, players, true);
    frame.events = game.step(frame.inputs);
  }
  frame.views = {view_with_motion(*game.frame_game(), Seat::one), view_with_motion(*game.frame_game(), Seat::two)};
  frames.push_back(frame);
  return frames;
}

bool opponent_reaches(Seat seat, const Events& events) {
  for (const Event& event : events) {
    if (event.kind == EventKind::garbage_sent && event.seat != seat && event.amount > 0) return true;
    if (event.kind == EventKind::garbage_fixed && event.seat == seat) return true;
  }
  return false;
}

bool is_garbage(Phase phase) { return phase == Phase::garbage_falling || phase == Phase::settling; }

// Returns true if the frame after `before` could really not be predicted from the view `first`.
bool is_beyond(PredictionState state, const SideView& first, const SideView& before, const SideView& after) {
  switch (state) {
    case PredictionState::predictable:
      return false;
    case PredictionState::unknown_route:
      return first.motion->driven && before.motion->driven;
    case PredictionState::unknown_pair:
      return after.hand - first.hand == first.pairs_shown;
    case PredictionState::unknown_garbage:
      return !is_garbage(before.phase) && is_garbage(after.phase) && after.motion->dropping % rules::kColumns != 0;
    case PredictionState::ended:
      return before.phase == Phase::dead;
  }
  return false;
}

struct Counts {
  int frames = 0;
  std::array<int, 5> states{};
  std::array<int, 10> phases{};
};

void expect_same(const SideView& predicted, const SideView& then, const SideView& first) {
  SideView real = then;
  // Pairs that are revealed meanwhile cannot be predicted.
  const int known = first.pairs_shown - (real.hand - first.hand);
  for (int i = known; i < real.pairs_shown; ++i) real.pairs[static_cast<std::size_t>(i)] = {};
  real.pairs_shown = std::min(real.pairs_shown, known);
  ASSERT_EQ(predicted.field, real.field);
  ASSERT_EQ(predicted.falling, real.falling);
  ASSERT_EQ(predicted.phase, real.phase);
  ASSERT_EQ(predicted.motion, real.motion);
  ASSERT_EQ(predicted.waiting, real.waiting);
  ASSERT_EQ(predicted.pairs_shown, real.pairs_shown);
  ASSERT_EQ(predicted, real);
}

void predict(const rules::Ruleset& ruleset, const std::vector<Frame>& frames, std::size_t from, Seat seat,
             Counts& counts) {
  const std::size_t side = index_of(seat);
  const SideView& first = frames[from].views[side].own;
  auto prediction = SidePrediction::from_view(ruleset, frames[from].views[side]);
  ASSERT_TRUE(prediction);
  for (std::size_t at = from + 1; at < frames.size() && at <= from + kFrames; ++at) {
    const SideView& before = frames[at - 1].views[side].own;
    const SideView& real = frames[at].views[side].own;
    const SideView stayed = prediction->own();
    const PredictionState state = prediction->step(frames[at].inputs[side]);
    if (state != PredictionState::predictable && !(state == PredictionState::ended && real.phase == Phase::dead)) {
      ++counts.states[static_cast<std::size_t>(state)];
      ASSERT_EQ(prediction->own(), stayed);
      // The opponent's action may have caused the unpredictable frame.
      if (opponent_reaches(seat, frames[at].events)) return;
      ASSERT_TRUE(is_beyond(state, first, before, real)) << "horizon " << static_cast<int>(state);
      return;
    }
    if (opponent_reaches(seat, frames[at].events)) return;
    ++counts.frames;
    ++counts.phases[static_cast<std::size_t>(real.phase)];
    ASSERT_EQ(prediction->clock(), frames[at].views[side].clock);
    expect_same(prediction->own(), real, first);
    if (testing::Test::HasFatalFailure()) FAIL() << "from frame " << from << " to " << at;
  }
}

Counts predict_all(const GameSetup& setup, const std::array<test::Player, 2>& players, int last = 6'000) {
  const std::vector<Frame> frames = frames_of(setup, players, last);
  Counts counts;
  for (std::size_t from = 0; from + 1 < frames.size() && !testing::Test::HasFatalFailure(); ++from) {
    for (const Seat seat : kSeats) predict(setup.ruleset, frames, from, seat, counts);
  }
  return counts;
}

// A setup with much garbage of all amounts, split queues, fewer shown pairs and a falling garbage rate.
GameSetup lively_setup(std::uint64_t seed) {
  GameSetup setup = setup_of("tsu-1", seed);
  setup.ruleset.id = "lively";
  setup.ruleset.colours = 3;
  setup.ruleset.visible_pairs = 1 + static_cast<int>(seed / 2 % rules::kMaxVisiblePairs);
  setup.ruleset.queue = rules::QueueSharing::common_until_clear;
  setup.ruleset.garbage_rate = 9;
  setup.ruleset.margin_start_frames = 400;
  setup.ruleset.margin_step_frames = 100;
  return setup;
}

TEST(SidePrediction, PredictsGamesOfKeysFrameByFrame) {
  Counts all;
  for (std::uint64_t seed = 1; seed <= 12 && !HasFatalFailure(); ++seed) {
    const bool lively = seed % 2 == 0;
    const Counts counts = predict_all(lively ? lively_setup(seed) : setup_of("tsu-1", seed),
                                      {test::random_keys(seed), test::random_keys(seed + 100)});
    all.frames += counts.frames;
    for (std::size_t i = 0; i < all.states.size(); ++i) all.states[i] += counts.states[i];
    for (std::size_t i = 0; i < all.phases.size(); ++i) all.phases[i] += counts.phases[i];
  }
  EXPECT_GT(all.frames, 100'000);
  EXPECT_GT(all.states[static_cast<std::size_t>(PredictionState::unknown_pair)], 100);
  EXPECT_GT(all.states[static_cast<std::size_t>(PredictionState::unknown_garbage)], 100);
  EXPECT_EQ(all.states[static_cast<std::size_t>(PredictionState::unknown_route)], 0);
  for (const int frames : all.phases) EXPECT_GT(frames, 0);
}

TEST(SidePrediction, PredictsOnlyRoutesWhoseStartItSaw) {
  for (std::uint64_t seed = 1; seed <= 4 && !HasFatalFailure(); ++seed) {
    const Counts counts = predict_all(lively_setup(seed), {test::anything(seed), test::anything(seed + 100)});
    EXPECT_GT(counts.states[static_cast<std::size_t>(PredictionState::unknown_route)], 10);
  }
}

TEST(SidePrediction, GoesOnWhileGarbageFallsInWholeRows) {
  FrameGame duel(setup_of("tsu-1", 3));
  while (duel.side(Seat::one).phase() != Phase::grounding) duel.step({Input::hold(movement::Keys::down), {}});
  View seen = view_with_motion(duel, Seat::one);
  const auto horizon_with = [&](int garbage) {
    seen.own.waiting.fixed = garbage;
    auto prediction = SidePrediction::from_view(duel.ruleset(), seen);
    PredictionState state = prediction->state();
    for (int i = 0; i < 45; ++i) state = prediction->step({});
    return state;
  };
  EXPECT_EQ(horizon_with(12), PredictionState::predictable);
  EXPECT_EQ(horizon_with(13), PredictionState::unknown_garbage);
  EXPECT_EQ(horizon_with(200), PredictionState::predictable);  // thirty of them a turn
}

TEST(SidePrediction, EndsWithTheGame) {
  GameSetup setup = setup_of("tsu-1", 3);
  setup.ruleset.frame_limit = 100;
  const FrameGame duel(setup);
  auto prediction = SidePrediction::from_view(setup.ruleset, view_with_motion(duel, Seat::one));
  for (int frame = 1; frame <= 100; ++frame) EXPECT_EQ(prediction->step({}), PredictionState::predictable);
  EXPECT_EQ(prediction->step({}), PredictionState::ended);
  EXPECT_EQ(prediction->clock(), 100);
}

TEST(SidePrediction, ReportsEventsOfPredictedFrames) {
  const FrameGame duel(setup_of("tsu-1", 3));
  auto prediction = SidePrediction::from_view(duel.ruleset(), view_with_motion(duel, Seat::two));
  while (prediction->own().phase != Phase::control) prediction->step({});
  ASSERT_EQ(prediction->events().size(), 1U);
  EXPECT_EQ(prediction->events()[0].kind, EventKind::controllable);
  EXPECT_EQ(prediction->events()[0].seat, Seat::two);
}

// A view may be received over the network.
TEST(SidePrediction, RefusesImpossibleViews) {
  FrameGame duel(setup_of("tsu-1", 3));
  while (duel.side(Seat::one).phase() != Phase::control) duel.step({});
  const View seen = view_with_motion(duel, Seat::one);
  ASSERT_TRUE(SidePrediction::from_view(duel.ruleset(), seen));
  const auto is_taken = [&](auto change) {
    View changed = seen;
    change(changed.own);
    return SidePrediction::from_view(duel.ruleset(), changed).has_value();
  };
  EXPECT_FALSE(is_taken([](SideView& own) { own.motion.reset(); }));
  EXPECT_FALSE(is_taken([](SideView& own) { own.falling.reset(); }));
  EXPECT_FALSE(is_taken([](SideView& own) { own.falling->y = 1, own.falling->r = rules::Rotation::down; }));
  EXPECT_FALSE(is_taken([](SideView& own) { own.falling->x = 1, own.falling->r = rules::Rotation::left; }));
  EXPECT_FALSE(is_taken([](SideView& own) { own.field.put(3, 12, rules::Cell::red); }));
  EXPECT_FALSE(is_taken([](SideView& own) { own.motion->wait = 0; }));
  EXPECT_FALSE(is_taken([](SideView& own) { own.motion->unsent = 1; }));
  EXPECT_FALSE(is_taken([](SideView& own) { own.motion->dropping = 6; }));
  EXPECT_FALSE(is_taken([](SideView& own) { own.phase = Phase::dead; }));
  EXPECT_FALSE(is_taken([](SideView& own) { own.pairs_shown = 0; }));
  EXPECT_FALSE(is_taken([](SideView& own) { own.hand = 0x7FFF'FFFF; }));
  // These would be found out only later.
  EXPECT_FALSE(is_taken([](SideView& own) { own.motion->rows = 1; }));
  EXPECT_FALSE(is_taken([](SideView& own) {
    own.falling.reset();
    own.phase = Phase::garbage_falling;
  }));
  EXPECT_FALSE(is_taken([](SideView& own) {
    own.falling.reset();
    own.phase = Phase::opening;
    own.hand = 0;
    own.field.put(1, 13, rules::Cell::red);
  }));
  EXPECT_FALSE(is_taken([](SideView& own) {
    own.falling.reset();
    own.phase = Phase::falling;
    own.motion->rows = 3;
    own.field.put(1, 13, rules::Cell::red);
  }));
}

}  // namespace
}  // namespace rensa::duel
