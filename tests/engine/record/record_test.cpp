#include "engine/record/record.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

#include "engine/record/codec.h"
#include "engine/record/record_writer.h"
#include "engine/record/verify.h"
#include "tests/engine/duel/scripted_games.h"
#include "tests/tools/paths.h"

namespace rensa::record {
namespace {

using Bytes = std::vector<std::uint8_t>;
using duel::test::play;
using duel::test::PlayedGame;
using duel::test::PlayOptions;
using duel::test::setup_of;

PlayedGame frames_game(std::uint64_t seed) {
  return play(setup_of("tsu-1", seed), {duel::test::random_placements(seed), duel::test::builder()}, {});
}

PlayedGame keys_game(std::uint64_t seed, int last = 100'000) {
  PlayOptions options;
  options.every_frame = true;
  options.last = last;
  return play(setup_of("tsu-1", seed), {duel::test::random_keys(seed), duel::test::anything(seed)}, options);
}

TEST(Record, GamesOfEveryRulesetVerify) {
  for (const rules::Ruleset& ruleset : rules::published_rulesets()) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const Record record =
          play(setup_of(ruleset.id, seed), {duel::test::random_placements(seed), duel::test::builder()}, {}).record;
      const Verdict verdict = verify(record);
      EXPECT_TRUE(verdict.ok()) << ruleset.id << ": " << verdict.message;
      const DecodeResult decoded = decode(encode(record));
      ASSERT_TRUE(decoded.record);
      EXPECT_EQ(*decoded.record, record);
    }
  }
}

TEST(Record, CustomRulesetsAndExplicitQueuesVerify) {
  duel::GameSetup setup = duel::test::setup_with_pairs("RB YG BB RY");
  setup.ruleset.id = "my-own";
  setup.ruleset.garbage_rate = 30;
  setup.ruleset.margin_start_frames = 600;
  setup.ruleset.margin_step_frames = 300;
  const Record record = play(setup, {duel::test::builder(), duel::test::builder()}, {}).record;
  EXPECT_TRUE(verify(record).ok()) << verify(record).message;
  EXPECT_EQ(decode(encode(record)).record, record);
}

TEST(Record, KeysOfEveryFrameVerify) {
  const Record record = keys_game(4).record;
  EXPECT_GT(record.inputs.size(), 20U);
  EXPECT_TRUE(verify(record).ok()) << verify(record).message;
}

TEST(Record, InvalidInputsDoNoHarm) {
  const auto nonsense = [seed = 0](const duel::View&) mutable {
    ++seed;
    if (seed % 3 == 0) return duel::Input::hold(static_cast<movement::Keys>(0xE0 + seed % 32));
    return duel::Input::place({static_cast<std::int8_t>(seed % 9), static_cast<rules::Rotation>(seed % 7)});
  };
  PlayOptions options;
  options.every_frame = true;
  options.last = 2000;
  for (const char* ruleset : {"tsu-1", "class-1"}) {
    const Record record = play(setup_of(ruleset, 1), {nonsense, duel::test::anything(2)}, options).record;
    EXPECT_TRUE(verify(record).ok()) << verify(record).message;
    EXPECT_EQ(decode(encode(record)).record, record);
  }
}

TEST(Record, CausesDecidedOutsideVerifyWhileTheGameRuns) {
  for (const duel::Cause cause : {duel::Cause::disconnected, duel::Cause::time, duel::Cause::illegal,
                                  duel::Cause::crashed, duel::Cause::resigned}) {
    PlayOptions options;
    options.last = 250;
    options.decided_outside = {.winner = duel::Seat::two, .cause = cause, .frame = 0};
    Record record = play(setup_of("tsu-1", 1), {duel::test::builder(), duel::test::builder()}, options).record;
    EXPECT_EQ(record.outcome, (duel::Outcome{.winner = duel::Seat::two, .cause = cause, .frame = 250}));
    EXPECT_TRUE(verify(record).ok());
    record.outcome.cause = duel::Cause::choked;
    EXPECT_EQ(verify(record).fault, Fault::outcome);
    EXPECT_EQ(verify(record).clock, 250);
    record.outcome = {.winner = duel::Seat::two, .cause = duel::Cause::voided, .frame = 250};
    EXPECT_EQ(verify(record).fault, Fault::malformed);
  }
}

TEST(Record, OutcomeMustFollowFromTheReplay) {
  const Record right = frames_game(1).record;
  Record record = right;
  record.outcome.winner = duel::opponent_of(*right.outcome.winner);
  EXPECT_EQ(verify(record).fault, Fault::outcome);
  record = right;
  record.outcome.cause = duel::Cause::resigned;
  EXPECT_EQ(verify(record).fault, Fault::outcome);
  EXPECT_EQ(verify(record).clock, right.outcome.frame);
}

TEST(Record, RulesetMustFitItsDigestAndId) {
  const Record right = frames_game(1).record;
  Record record = right;
  record.ruleset_digest ^= 1;
  EXPECT_EQ(verify(record).fault, Fault::ruleset_digest);
  record = right;
  record.setup.ruleset.garbage_rate = 71;
  record.ruleset_digest = rules::digest(record.setup.ruleset);
  EXPECT_EQ(verify(record).message, "the ruleset is not what is published as tsu-1");
  record.setup.ruleset.colours = 9;
  EXPECT_EQ(verify(record).fault, Fault::unplayable_ruleset);
}

TEST(Record, WrongInputsAreNamedByTheirFrame) {
  const Record right = frames_game(1).record;
  for (std::size_t i = 0; i < right.inputs.size(); ++i) {
    Record record = right;
    record.inputs[i].input = duel::Input::hold(movement::Keys::none);
    record.inputs[i].route = {};
    EXPECT_EQ(verify(record).fault, Fault::tag);
    EXPECT_EQ(verify(record).clock, right.inputs[i].clock);
  }
  Record record = right;
  record.setup.seed ^= 1;
  EXPECT_FALSE(verify(record).ok());
}

TEST(Record, MalformedRecordsAreNotReplayed) {
  const Record right = frames_game(1).record;
  const auto complaint = [&](auto change) {
    Record record = right;
    change(record);
    const Verdict verdict = verify(record);
    EXPECT_EQ(verdict.fault, Fault::malformed);
    return verdict.message;
  };
  EXPECT_EQ(complaint([](Record& r) { r.inputs.front().clock = 0; }), "an input is before the beginning");
  EXPECT_EQ(complaint([](Record& r) { r.inputs.back().clock = r.outcome.frame + 1; }), "an input is after the end");
  EXPECT_EQ(complaint([](Record& r) { r.inputs.front().input = {}; }), "an input is not known");
  EXPECT_EQ(complaint([](Record& r) { std::swap(r.inputs[0], r.inputs[5]); }), "an input is out of order");
  EXPECT_EQ(complaint([](Record& r) { r.checkpoints.pop_back(); }),
            "the number of state hashes does not fit the length of the game");
  EXPECT_EQ(complaint([](Record& r) { r.outcome.frame = -1; }), "the last frame is out of range");
  EXPECT_EQ(complaint([](Record& r) { r.outcome.cause = static_cast<duel::Cause>(99); }), "the outcome is not known");
  EXPECT_EQ(complaint([](Record& r) { r.players[0] = "\xFF"; }), "a name is too long or not UTF-8");
  EXPECT_EQ(complaint([](Record& r) { r.setup.queue = rules::PairQueue(); }), "a pair of the queue is not of colours");
}

Record interrupted_game() {
  Record record = frames_game(1).record;
  record.interruptions = {0, 130, record.outcome.frame};
  return record;
}

TEST(Record, InterruptionsAreKeptAndTheGameVerifies) {
  const Record record = interrupted_game();
  EXPECT_TRUE(verify(record).ok()) << verify(record).message;
  const DecodeResult decoded = decode(encode(record));
  ASSERT_TRUE(decoded.record && !decoded.error);
  EXPECT_EQ(*decoded.record, record);
}

// Programs of earlier versions read the records of all games that were not interrupted.
TEST(Record, OnlyInterruptedGamesNeedVersion2) {
  constexpr std::size_t kVersionAt = 4;
  EXPECT_EQ(encode(frames_game(1).record)[kVersionAt], 1);
  EXPECT_EQ(encode(interrupted_game())[kVersionAt], 2);
}

TEST(Record, InterruptionsAreInTheGameAndInOrder) {
  const auto complaint = [](std::vector<int> interruptions) {
    Record record = frames_game(1).record;
    record.interruptions = std::move(interruptions);
    EXPECT_EQ(verify(record).fault, Fault::malformed);
    return verify(record).message;
  };
  const int last = frames_game(1).record.outcome.frame;
  for (const std::vector<int>& wrong : {std::vector{-1}, {last + 1}, {5, 4}, {5, 5}}) {
    EXPECT_EQ(complaint(wrong), "the interruptions are out of order or range");
  }
}

TEST(Record, AGameThatIsInterruptedTwiceInAFrameSaysItOnce) {
  const Record right = frames_game(1).record;
  duel::Game game(right.setup);
  RecordWriter writer(right.setup, right.players);
  writer.add_interruption(0);
  writer.add_interruption(0);
  EXPECT_EQ(writer.finish(game, {.winner = std::nullopt, .cause = duel::Cause::voided, .frame = 0}).interruptions,
            std::vector{0});
}

TEST(Record, DoesNotDependOnTheRouteSearch) {
  // The same placements by other keys: let the pair fall a frame longer before it is driven.
  const Record right = frames_game(1).record;
  duel::Game game(right.setup);
  RecordWriter writer(right.setup, right.players);
  std::size_t driven = 0;
  while (!game.outcome()) {
    duel::Inputs inputs;
    duel::RoutesBySeat routes;
    for (const duel::Seat seat : duel::kSeats) {
      if (!game.is_decision_due(seat)) continue;
      const duel::FrameSide& lane = game.frame_game()->side(seat);
      movement::Route slow;
      for (int frame = 0; frame < movement::Route::kMaxFrames; ++frame) slow.push(movement::Keys::none);
      while (slow.frames() > 0 && !lane.can_follow(slow, {rules::kSpawnColumn, rules::Rotation::up})) {
        movement::Route shorter;
        for (int frame = 1; frame < slow.frames(); ++frame) shorter.push(movement::Keys::none);
        slow = shorter;
      }
      ASSERT_GT(slow.frames(), 0);
      inputs[duel::index_of(seat)] = duel::Input::place({rules::kSpawnColumn, rules::Rotation::up});
      routes[duel::index_of(seat)] = slow;
      ++driven;
    }
    writer.before_step(game, inputs);
    writer.after_step(game, game.replay(inputs, routes));
  }
  const Record record = writer.finish(game, {});
  EXPECT_GT(driven, 10U);
  EXPECT_TRUE(verify(record).ok()) << verify(record).message;
  EXPECT_EQ(decode(encode(record)).record, record);
}

TEST(Record, WrongRoutesAreNamed) {
  const Record right = frames_game(1).record;
  Record record = right;
  for (RecordedInput& entry : record.inputs) entry.route = {};
  EXPECT_EQ(verify(record).fault, Fault::tag);  // the tag knows the route
  record = right;
  RecordedInput& last = record.inputs.back();
  last.route.push(movement::Keys::left);
  EXPECT_EQ(verify(record).fault, Fault::tag);
  EXPECT_EQ(verify(record).clock, last.clock);
}

TEST(Record, ForgedRouteIsNamedThoughItsTagFits) {
  Record record = frames_game(1).record;
  RecordedInput& first = record.inputs.front();
  duel::Game game(record.setup);
  while (game.clock() < first.clock - 1) game.advance(first.clock - 1);
  first.route = {};
  for (int frame = 0; frame < 5; ++frame) first.route.push(movement::Keys::none);
  first.tag = input_tag(0, first, game.hash());
  EXPECT_EQ(verify(record).fault, Fault::route);
  EXPECT_EQ(verify(record).clock, first.clock);
}

TEST(Record, GameThatEndsBeforeItsRecordIsNamed) {
  const Record right = frames_game(1).record;
  Record record = right;
  record.outcome.frame += 60;
  record.checkpoints.push_back(0);
  // The hash that stood for the last frame now stands for a later one.
  EXPECT_EQ(verify(record).fault, Fault::outcome);
  EXPECT_EQ(verify(record).clock, right.outcome.frame);
}

// A range of bytes of an encoded record, and the frames that an error in it may name.
struct Span {
  std::size_t begin;
  std::size_t end;
  int first;
  int last;
};

std::vector<Span> spans_of(const Record& record, std::size_t size) {
  std::vector<Span> spans;
  std::size_t at = size - 8;
  // Goes backwards from the checksum, because the sizes of the blocks are known, and the header's size is not.
  std::size_t inputs = record.inputs.size();
  for (std::size_t i = record.checkpoints.size(); i-- > 0;) {
    const auto pacing = record.setup.ruleset.pacing;
    const int last = checkpoint_clock(pacing, i, record.outcome.frame);
    const int first = i == 0 ? 1 : checkpoint_clock(pacing, i - 1, record.outcome.frame) + 1;
    spans.push_back({at - 8, at, last, last});
    at -= 8;
    while (inputs > 0 && record.inputs[inputs - 1].clock >= first) {
      const RecordedInput& entry = record.inputs[--inputs];
      const std::size_t route = may_have_route(pacing, entry.input) ? 2 + 2 * key_runs_of(entry.route).size() : 0;
      spans.push_back({at - route - 4, at, entry.clock, entry.clock});  // seat, input, tag and route
      spans.push_back({at - route - 6, at - route - 4, first, last});   // its frame
      at -= route + 6;
    }
    spans.push_back({at - 2, at, first, last});  // the count
    at -= 2;
  }
  return spans;
}

void expect_named(const Verdict& verdict, const std::vector<Span>& spans, std::size_t at) {
  ASSERT_FALSE(verdict.ok()) << "byte " << at;
  for (const Span& span : spans) {
    if (at < span.begin || at >= span.end) continue;
    ASSERT_TRUE(verdict.clock) << "byte " << at << ": " << verdict.message;
    ASSERT_GE(*verdict.clock, span.first) << "byte " << at << ": " << verdict.message;
    ASSERT_LE(*verdict.clock, span.last) << "byte " << at << ": " << verdict.message;
  }
}

// Flips the lowest bit, the highest, or all. Each byte gets one kind, because every flip replays the game.
void expect_every_flip_found(const Record& record) {
  constexpr std::array<std::uint8_t, 3> kFlips = {0x01, 0x80, 0xFF};
  const Bytes bytes = encode(record);
  ASSERT_TRUE(verify(std::span<const std::uint8_t>(bytes)).ok());
  const std::vector<Span> spans = spans_of(record, bytes.size());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    Bytes changed = bytes;
    changed[at] ^= kFlips[at % kFlips.size()];
    expect_named(verify(std::span<const std::uint8_t>(changed)), spans, at);
  }
}

TEST(Record, EveryChangedByteIsFoundAndTheFrameNamed) {
  expect_every_flip_found(frames_game(1).record);
  expect_every_flip_found(keys_game(2, 500).record);
  expect_every_flip_found(
      play(setup_of("jaist-1", 3), {duel::test::builder(), duel::test::random_placements(1)}, {}).record);
  expect_every_flip_found(interrupted_game());
}

// Files of all versions. The tests below wrote them once. They must verify for ever, so never write them again.
struct Golden {
  const char* name;
  Record (*played)();
};

const Golden kGolden[] = {
    {"v1_frames", [] { return frames_game(1).record; }},
    {"v1_keys", [] { return keys_game(2).record; }},
    {"v1_turns",
     [] { return play(setup_of("jaist-1", 3), {duel::test::builder(), duel::test::random_placements(1)}, {}).record; }},
    {"v1_turns_score",
     [] { return play(setup_of("class-1", 4), {duel::test::builder(), duel::test::builder()}, {}).record; }},
    {"v1_forfeit",
     [] {
       PlayOptions options;
       options.last = 777;
       options.decided_outside = {.winner = duel::Seat::two, .cause = duel::Cause::disconnected, .frame = 0};
       return play(duel::test::setup_with_pairs("RB YG BB RY"),
                   {duel::test::builder(), duel::test::random_placements(5)}, options)
           .record;
     }},
    {"v2_interrupted", [] { return interrupted_game(); }},
};

TEST(Record, FilesOfAllVersionsVerifyForEver) {
  for (const Golden& golden : kGolden) {
    const std::string path = tests::data_path(std::string("record_") + golden.name + ".rensa");
    std::ifstream file(path, std::ios::binary);
    if (!file && std::getenv("RENSA_WRITE_GOLDEN") != nullptr) {
      const Bytes fresh = encode(golden.played());
      std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(fresh.data()), std::ssize(fresh));
      file.open(path, std::ios::binary);
    }
    ASSERT_TRUE(file) << path;
    const Bytes bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const Verdict verdict = verify(std::span<const std::uint8_t>(bytes));
    EXPECT_TRUE(verdict.ok()) << path << ": " << verdict.message;
    const DecodeResult decoded = decode(bytes);
    ASSERT_TRUE(decoded.record && !decoded.error) << path;
    EXPECT_EQ(encode(*decoded.record), bytes) << path;
  }
}

}  // namespace
}  // namespace rensa::record
