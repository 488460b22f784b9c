#include "engine/record/verify.h"

#include <algorithm>

#include "engine/duel/game.h"
#include "engine/record/codec.h"

namespace rensa::record {

namespace {

std::string clock_text(const Record& record, int clock) {
  return (record.setup.ruleset.pacing == rules::Pacing::frames ? "frame " : "turn ") + std::to_string(clock);
}

bool is_canonical(const RecordedInput& entry, rules::Pacing pacing) {
  const auto code = duel::pack_input(entry.input);
  const bool route_is_right = entry.route.frames() == 0 || may_have_route(pacing, entry.input);
  return code && duel::unpack_input(*code) == entry.input && route_is_right;
}

std::optional<Verdict> why_inputs_malformed(const Record& record) {
  const RecordedInput* before = nullptr;
  for (const RecordedInput& entry : record.inputs) {
    if (entry.clock < 1) return Verdict{Fault::malformed, entry.clock, "an input is before the beginning"};
    if (entry.clock > record.outcome.frame) return Verdict{Fault::malformed, entry.clock, "an input is after the end"};
    if (entry.seat > duel::Seat::two || !is_canonical(entry, record.setup.ruleset.pacing)) {
      return Verdict{Fault::malformed, entry.clock, "an input is not known"};
    }
    const bool follows =
        before == nullptr || before->clock < entry.clock || (before->clock == entry.clock && before->seat < entry.seat);
    if (!follows) return Verdict{Fault::malformed, entry.clock, "an input is out of order"};
    before = &entry;
  }
  return std::nullopt;
}

std::optional<Verdict> why_ruleset_wrong(const Record& record) {
  const rules::Ruleset& ruleset = record.setup.ruleset;
  if (const auto why = rules::why_unplayable(ruleset)) return Verdict{Fault::unplayable_ruleset, {}, *why};
  if (record.ruleset_digest != rules::digest(ruleset)) {
    return Verdict{Fault::ruleset_digest, {}, "the digest does not fit the ruleset"};
  }
  const rules::Ruleset* published = rules::find_ruleset(ruleset.id);
  if (published != nullptr && *published != ruleset) {
    return Verdict{Fault::ruleset_digest, {}, "the ruleset is not what is published as " + ruleset.id};
  }
  return std::nullopt;
}

// Replays a record from checkpoint to checkpoint and compares the states.
class Verifier {
 public:
  explicit Verifier(const Record& record) : record_(record), game_(record.setup) {}

  std::optional<Verdict> find_difference() {
    while (game_.clock() < record_.outcome.frame) {
      if (game_.outcome()) {
        return Verdict{Fault::outcome, game_.clock(), "the game ends here, but the record goes on"};
      }
      if (auto found = check_inputs()) return found;
      step();
      if (auto found = check_state()) return found;
    }
    return check_outcome();
  }

 private:
  bool has_input_at(int clock) const {
    return next_input_ < record_.inputs.size() && record_.inputs[next_input_].clock == clock;
  }

  std::optional<Verdict> check_inputs() {
    inputs_ = {};
    routes_ = {};
    const int clock = game_.clock() + 1;
    if (!has_input_at(clock)) return std::nullopt;
    const std::uint64_t state = game_.hash();
    while (has_input_at(clock)) {
      const RecordedInput& entry = record_.inputs[next_input_++];
      tag_ = input_tag(tag_, entry, state);
      if (tag_ != entry.tag) {
        return Verdict{Fault::tag, clock, "the input of " + clock_text(record_, clock) + " does not fit its tag"};
      }
      inputs_[duel::index_of(entry.seat)] = entry.input;
      if (auto found = check_route(entry)) return found;
    }
    return std::nullopt;
  }

  std::optional<Verdict> check_route(const RecordedInput& entry) {
    if (entry.route.frames() == 0) return std::nullopt;
    if (!game_.frame_game()->side(entry.seat).can_follow(entry.route, entry.input.placement)) {
      return Verdict{Fault::route, entry.clock,
                     "the keys from " + clock_text(record_, entry.clock) + " on do not lead to their placement"};
    }
    routes_[duel::index_of(entry.seat)] = entry.route;
    return std::nullopt;
  }

  void step() {
    const bool acts = inputs_ != duel::Inputs{};
    if (acts || record_.setup.ruleset.pacing == rules::Pacing::turns) {
      game_.replay(inputs_, routes_);
      return;
    }
    int last = checkpoint_clock(rules::Pacing::frames, next_checkpoint_, record_.outcome.frame);
    if (next_input_ < record_.inputs.size()) last = std::min(last, record_.inputs[next_input_].clock - 1);
    game_.advance(last);
  }

  std::optional<Verdict> check_state() {
    const int clock = checkpoint_clock(record_.setup.ruleset.pacing, next_checkpoint_, record_.outcome.frame);
    if (game_.clock() != clock) return std::nullopt;
    if (game_.hash() == record_.checkpoints[next_checkpoint_++]) return std::nullopt;
    return Verdict{Fault::checkpoint, clock, "the state after " + clock_text(record_, clock) + " is another one"};
  }

  std::optional<Verdict> check_outcome() const {
    const int clock = record_.outcome.frame;
    if (!follows_from_rules(record_.outcome.cause)) {
      if (!game_.outcome()) return std::nullopt;
      return Verdict{Fault::outcome, clock, "the game has ended by its rules, the record names another cause"};
    }
    if (!game_.outcome()) return Verdict{Fault::outcome, clock, "the game does not end here"};
    if (*game_.outcome() != record_.outcome) return Verdict{Fault::outcome, clock, "the game has another result"};
    return std::nullopt;
  }

  const Record& record_;
  duel::Game game_;
  duel::Inputs inputs_{};
  duel::RoutesBySeat routes_;
  std::size_t next_input_ = 0;
  std::size_t next_checkpoint_ = 0;
  std::uint16_t tag_ = 0;
};

}  // namespace

std::optional<std::string> why_impossible(const duel::Outcome& outcome) {
  const bool nobody_wins = outcome.cause == duel::Cause::limit || outcome.cause == duel::Cause::voided;
  if (nobody_wins && outcome.winner) return "a game that ends so has no winner";
  return std::nullopt;
}

std::optional<Verdict> why_malformed(const Record& record) {
  for (const std::string& name : record.players) {
    if (!is_valid_name(name)) return Verdict{Fault::malformed, {}, "a name is too long or not UTF-8"};
  }
  if (record.setup.queue) {
    for (const rules::Pair pair : record.setup.queue->pairs()) {
      if (!pair.has_colours()) {
        return Verdict{Fault::malformed, {}, "a pair of the queue is not of colours"};
      }
    }
  }
  const duel::Outcome& outcome = record.outcome;
  if (outcome.frame < 0 || outcome.frame > kMaxRecordedClock) {
    return Verdict{Fault::malformed, {}, "the last frame is out of range"};
  }
  if (outcome.cause > duel::Cause::voided || (outcome.winner && *outcome.winner > duel::Seat::two)) {
    return Verdict{Fault::malformed, {}, "the outcome is not known"};
  }
  if (const auto why = why_impossible(outcome)) return Verdict{Fault::malformed, {}, *why};
  const int checkpoints = checkpoint_count(record.setup.ruleset.pacing, outcome.frame);
  if (record.checkpoints.size() != static_cast<std::size_t>(checkpoints)) {
    return Verdict{Fault::malformed, {}, "the number of state hashes does not fit the length of the game"};
  }
  int earliest = 0;
  for (const int clock : record.interruptions) {
    if (clock < earliest || clock > outcome.frame) {
      return Verdict{Fault::malformed, {}, "the interruptions are out of order or range"};
    }
    earliest = clock + 1;
  }
  return why_inputs_malformed(record);
}

Verdict verify(const Record& record) {
  if (auto verdict = why_ruleset_wrong(record)) return *verdict;
  if (auto verdict = why_malformed(record)) return *verdict;
  return Verifier(record).find_difference().value_or(Verdict{});
}

Verdict verify(std::span<const std::uint8_t> bytes) {
  const DecodeResult decoded = decode(bytes);
  if (!decoded.record) {
    return Verdict{Fault::unreadable, decoded.error->clock,
                   "byte " + std::to_string(decoded.error->position) + ": " + decoded.error->message};
  }
  Verdict verdict = verify(*decoded.record);
  if (verdict.ok() && decoded.error) return Verdict{Fault::checksum, {}, decoded.error->message};
  return verdict;
}

}  // namespace rensa::record
