#pragma once

#include <cstdint>

#include "engine/duel/event.h"
#include "engine/duel/garbage.h"
#include "engine/duel/input.h"
#include "engine/duel/motion.h"
#include "engine/duel/queues.h"
#include "engine/rules/field.h"
#include "engine/rules/hash.h"
#include "engine/rules/link.h"
#include "engine/rules/movement.h"
#include "engine/rules/route.h"

namespace rensa::duel {

// Where a lane is in its cycle from one pair to the next.
enum class Phase : std::uint8_t {
  opening,          // before the first pair
  preparation,      // the pair is announced
  control,          // it moves
  falling,          // it has locked, what has nothing below falls slowly
  grounding,        // what fell comes to rest; then the check for a group
  vanishing,        // a link
  collapsing,       // what was above the link falls fast
  garbage_falling,  // the turn's garbage comes in
  settling,         // it comes to rest
  dead,
};

// One player's side of a duel: field, falling pair, score and waiting garbage, stepped frame by frame as the
// reference's field machine does. It knows neither its opponent nor the queue's future: garbage travels in duel.h.
class Lane {
 public:
  // What a lane needs to know from outside in a frame.
  struct Surroundings {
    const rules::Ruleset& ruleset;
    const Queues& queues;
    int frame;
    Seat seat;
    const Routes* routes = nullptr;  // to be followed instead of planned ones
  };
  // What the other lane has to hear of.
  struct Report {
    int attack = 0;
    bool started_link = false;
    bool turn_ended = false;
  };
  // The frame in which a pair locks, for who wants to see a single turn from there on.
  struct Lock {
    rules::Field field;
    rules::Pair pair;
    rules::FallingPair at;
    int frames_since_control = 0;
    int points = 0;  // score at that moment
    int fixed_garbage = 0;
  };

  // All that its own seat may know of it. What it may not: where the next garbage falls.
  struct Known {
    rules::Field field;
    rules::Pair pair;
    rules::FallingPair falling;  // phase == control
    Phase phase = Phase::opening;
    WaitingGarbage waiting;
    std::int64_t score = 0;
    int link = 0;
    int hand = 0;
    Motion motion;
  };

  explicit Lane(std::uint64_t seed);
  Lane(const Lock& lock, std::uint64_t seed);
  // As it goes on when nothing leads the pair. What cannot be makes a lane that is not consistent.
  explicit Lane(const Known& known);

  Report step(const Input& input, const Surroundings& around, Events& events);
  // Steps without an input that are sure to raise no event; skip() makes up to that many at once.
  int quiet_frames() const;
  void skip(int frames);

  const rules::Field& field() const { return field_; }
  Phase phase() const { return phase_; }
  const rules::FallingPair& falling_pair() const { return falling_; }  // phase == control
  // What the last accepted placement is driven by.
  const rules::Route& route() const { return route_; }
  // Whether a route given from outside can be followed now, and ends as the placement asks.
  bool can_follow(const rules::Route& route, rules::Placement placement) const {
    return phase_ == Phase::control && rules::leads_to(route, shaft_, falling_, placement);
  }
  const WaitingGarbage& waiting() const { return waiting_; }
  WaitingGarbage& waiting() { return waiting_; }
  std::int64_t score() const { return score_; }
  int link() const { return link_; }  // number of the running one, 0: no chain
  int hand() const { return hand_; }  // number of the pair, 1 is the first; 0: none yet
  Motion motion() const;
  bool next_next_is_revealed() const { return reveal_in_ == 0; }
  bool decision_due() const { return phase_ == Phase::control && !decided_; }
  bool dead() const { return phase_ == Phase::dead; }

  void add_to(rules::Hash& hash) const;
  bool is_consistent() const;

 private:
  struct Step;  // what one call of step() works on

  void take(const Input& input, Step& step);
  void place(rules::Placement placement, Step& step);
  std::optional<rules::Route> way_to(rules::Placement placement, const Step& step) const;
  void follow(const rules::Route& route);
  void act(Step& step);
  void begin_preparation(Step& step);
  void take_control(Step& step);
  void move(rules::Keys keys, Step& step);
  rules::Keys next_keys();
  void lock(Step& step);
  void put_pair();
  void fall();
  void check(Step& step);
  void start_link(const rules::Link& link, Step& step);
  void vanish(Step& step);
  void collapse(Step& step);
  void end_chain(Step& step);
  void fall_garbage();
  void end_garbage(Step& step);
  void end_turn(Step& step);
  void enter(Phase phase, int frames);
  bool follows_route() const { return route_frame_ < route_.frames(); }

  rules::Field field_;
  rules::Shaft shaft_{rules::Field{}};  // phase == control
  rules::FallingPair falling_;
  rules::Pair pair_;
  Phase phase_ = Phase::opening;
  bool decided_ = false;
  rules::Keys held_ = rules::Keys::none;
  int due_in_ = 1;     // frames until the phase acts, that one included
  int reveal_in_ = 1;  // frames until the next-next pair is shown; 0: it is
  int rows_ = 0;       // fallen so far
  int hand_ = 0;
  int link_ = 0;
  std::int64_t score_ = 0;
  std::int64_t converted_ = 0;  // points already turned into attacks
  WaitingGarbage waiting_;
  GarbageColumns entering_{};
  int garbage_of_turn_ = 0;
  rules::Rng rng_;
  rules::Route route_;
  int route_frame_ = 0;  // route_.frames(): none is followed
};

}  // namespace rensa::duel
