#pragma once

#include <cstdint>

#include "engine/duel/event.h"
#include "engine/duel/garbage.h"
#include "engine/duel/input.h"
#include "engine/duel/pair_queues.h"
#include "engine/movement/movement.h"
#include "engine/movement/route.h"
#include "engine/rules/field.h"
#include "engine/rules/hash.h"
#include "engine/rules/link.h"

namespace rensa::duel {

// The phases of a side, from one pair to the next.
enum class Phase : std::uint8_t {
  opening,          // before the first pair
  preparation,      // the pair is announced
  control,          // the pair moves
  falling,          // the pair has locked; cells with nothing below fall slowly
  grounding,        // fallen cells come to rest, then groups are searched
  vanishing,        // a link: its groups blink
  collapsing,       // cells above the link fall fast
  garbage_falling,  // the garbage of this hand falls
  settling,         // the garbage comes to rest
  dead,
};

constexpr bool is_garbage_falling(Phase phase) { return phase == Phase::garbage_falling || phase == Phase::settling; }

// The counters of a side that the screen does not show. With them, a client can predict its own side
// (side_prediction.h). The side's own seat may know all of them.
struct Motion {
  int wait = 1;                                // frames until the phase acts, including that frame
  int reveal = 0;                              // frames until the next-next pair is shown; 0: it is shown
  int rows = 0;                                // rows fallen so far
  GarbageColumns entering{};                   // garbage of this hand that is not in the field yet
  int dropping = 0;                            // garbage of this hand
  movement::Keys held = movement::Keys::none;  // keys that the seat holds
  bool driven = false;                         // the pair follows the route of a placement; Motion lacks the route
  std::int64_t unsent = 0;                     // points that are not converted into an attack yet
  friend bool operator==(const Motion&, const Motion&) = default;
};

// One player's side of a frame game: field, falling pair, score and waiting garbage. It steps frame by frame as the
// reference's field machine does. It knows neither its opponent nor future pairs: FrameGame moves garbage between
// sides.
class FrameSide {
 public:
  // The data that a side needs from outside in a frame.
  struct StepContext {
    const rules::Ruleset& ruleset;
    const PairQueues& queues;
    int frame;
    Seat seat;
    const RoutesBySeat* routes = nullptr;  // not null: placements follow these instead of newly planned routes
  };
  // The result of a step for the opponent's side.
  struct StepReport {
    int attack = 0;
    bool started_link = false;
    bool hand_ended = false;
  };
  // A pair in the frame in which it locks, to simulate a single hand from there.
  struct LockedPair {
    rules::Field field;
    rules::Pair pair;
    movement::FallingPair at;
    int frames_since_control = 0;
    int points = 0;  // score at that moment
    int fixed_garbage = 0;
  };

  // The state that the side's own seat may know. It lacks only the columns of future garbage.
  struct KnownState {
    rules::Field field;
    rules::Pair pair;
    movement::FallingPair falling;  // phase == control
    Phase phase = Phase::opening;
    WaitingGarbage waiting;
    std::int64_t score = 0;
    int link = 0;
    int hand = 0;
    Motion motion;
  };

  explicit FrameSide(std::uint64_t seed);
  FrameSide(const LockedPair& start, std::uint64_t seed);
  // Continues from a known state without a route. An impossible state makes a side that is not consistent.
  explicit FrameSide(const KnownState& known);

  StepReport step(const Input& input, const StepContext& context, Events& events);
  // The number of steps without input that are sure to raise no event. skip() makes up to that many at once.
  int frames_without_event() const;
  void skip(int frames);

  const rules::Field& field() const { return field_; }
  Phase phase() const { return phase_; }
  const movement::FallingPair& falling_pair() const { return falling_; }  // phase == control
  // The route of the last accepted placement.
  const movement::Route& route() const { return route_; }
  // Returns true if the pair can follow this route now and ends in this placement.
  bool can_follow(const movement::Route& route, rules::Placement placement) const {
    return phase_ == Phase::control && movement::leads_to(route, obstacles_, falling_, placement);
  }
  const WaitingGarbage& waiting() const { return waiting_; }
  WaitingGarbage& waiting() { return waiting_; }
  std::int64_t score() const { return score_; }
  int link() const { return link_number_; }  // number of the running link, 0: no chain
  int hand() const { return hand_number_; }  // number of the pair, 1 is the first; 0: none yet
  Motion motion() const;
  bool is_next_next_revealed() const { return frames_until_reveal_ == 0; }
  bool is_decision_due() const { return phase_ == Phase::control && !has_decision_; }
  bool is_dead() const { return phase_ == Phase::dead; }

  void add_to(rules::Hash& hash) const;
  bool is_consistent() const;

 private:
  struct StepWork;  // the data of one call of step()

  void apply_input(const Input& input, StepWork& step);
  void start_placement(rules::Placement placement, StepWork& step);
  std::optional<movement::Route> find_route(rules::Placement placement, const StepWork& step) const;
  void follow_route(const movement::Route& route);
  void run_phase(StepWork& step);
  void begin_preparation(StepWork& step);
  void give_control(StepWork& step);
  void move_pair(movement::Keys keys, StepWork& step);
  movement::Keys next_keys();
  void lock_pair(StepWork& step);
  void put_pair_cells();
  void drop_loose_cells();
  void check_for_groups(StepWork& step);
  void finish_vanishing(StepWork& step);
  void continue_collapse(StepWork& step);
  void end_chain(StepWork& step);
  void drop_garbage();
  void finish_garbage(StepWork& step);
  void end_hand(StepWork& step);
  void enter_phase(Phase phase, int frames);
  bool is_following_route() const { return route_frame_ < route_.frames(); }

  rules::Field field_;
  movement::ObstacleMap obstacles_{rules::Field{}};  // phase == control
  movement::FallingPair falling_;
  rules::Pair pair_;
  Phase phase_ = Phase::opening;
  bool has_decision_ = false;
  movement::Keys held_keys_ = movement::Keys::none;
  int frames_until_action_ = 1;  // until the phase acts, including that frame
  int frames_until_reveal_ = 1;  // until the next-next pair is shown; 0: it is shown
  int rows_fallen_ = 0;
  int hand_number_ = 0;
  int link_number_ = 0;
  std::int64_t score_ = 0;
  std::int64_t converted_points_ = 0;  // already converted into attacks
  WaitingGarbage waiting_;
  GarbageColumns entering_garbage_{};
  int falling_garbage_ = 0;
  rules::Rng rng_;
  movement::Route route_;
  int route_frame_ = 0;  // route_.frames(): no route is followed
};

}  // namespace rensa::duel
