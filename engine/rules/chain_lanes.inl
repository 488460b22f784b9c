// Fires many triggers, several at once: each lane of 128 bits of the wide registers computes a chain of its own. When a
// chain is over, the next trigger takes its lane. This is not a header: the file of each instruction set includes it
// after chain_kernel.inl and the operations on Lanes. The algorithm is that of chain_kernel.inl without the points.

struct PlaneLanes {
  Lanes low, middle, high;
};

struct LaneScan {
  Lanes above, beside;  // the cells with a neighbour of their colour above, and beside them on the right
  Lanes cores;          // at least one cell of every group of four or more (link.h)
};

[[gnu::always_inline]] inline LaneScan scan_lanes(const PlaneLanes& planes) {
  const auto& [low, middle, high] = planes;
  const Lanes upper = and_either(in_all_lanes(set_of(kBelowTopVisible)), middle, high);
  const Lanes visible = and_either(in_all_lanes(set_of(kVisibleCells)), middle, high);
  const Lanes above = where_same(where_same(where_same(upper, high, down(high)), middle, down(middle)), low, down(low));
  const Lanes beside =
      where_same(where_same(where_same(visible, high, left(high)), middle, left(middle)), low, left(low));
  const Lanes under = up(above);
  const Lanes behind = right(beside);
  const Lanes odd = one_or_three(above, beside, under);
  const Lanes most = at_least_two_of(above, beside, under);
  const Lanes two = or_both(most, odd, behind);
  const Lanes three = and_either(most, odd, behind);
  const Lanes two_above = all_of(two, above, down(two));
  const Lanes two_beside = all_of(two, beside, left(two));
  const Lanes some = any_of(three, two_above, two_beside);
  return {above, beside, any_of(some, up(two_above), right(two_beside))};
}

// Returns the cells that a link erases.
[[gnu::always_inline]] inline Lanes erased_by(const LaneScan& scan, const PlaneLanes& planes) {
  const Lanes vertical = or_both(both(up(scan.above), up(scan.cores)), scan.above, down(scan.cores));
  const Lanes horizontal = or_both(both(right(scan.beside), right(scan.cores)), scan.beside, left(scan.cores));
  const Lanes groups = any_of(scan.cores, vertical, horizontal);
  const Lanes garbage = both(without_both(planes.low, planes.middle, planes.high), in_all_lanes(set_of(kVisibleCells)));
  const Lanes around = either(any_of(up(groups), down(groups), left(groups)), right(groups));
  return or_both(groups, around, garbage);
}

// Removes the erased cells and lets the cells above come down, one run of erased cells of each column after another.
[[gnu::always_inline]] inline void collapse_lanes(PlaneLanes& planes, Lanes erased) {
  for (bool is_last = false; !is_last;) {
    const Lanes less_one = difference(erased, lowest_rows());
    const Lanes beyond = sum(erased, without(erased, less_one));  // the lowest run carried away
    const Lanes higher_runs = both(erased, beyond);
    const LaneFall fall = fall_over(without(erased, beyond));
    const Lanes stays = without(less_one, erased);
    planes.low = select(stays, planes.low, fallen_by(planes.low, fall));
    planes.middle = select(stays, planes.middle, fallen_by(planes.middle, fall));
    planes.high = select(stays, planes.high, fallen_by(planes.high, fall));
    is_last = is_empty(higher_runs);
    erased = fallen_by(higher_runs, fall);
  }
}

// Puts the field of a trigger with its puyos into a lane.
[[gnu::always_inline]] inline void load_lane(PlaneLanes& planes, unsigned lane, const Trigger& trigger) {
  const PlaneSets field = load(*trigger.field);
  const PlaneSets colour = plane_masks_of(trigger.colour);
  const Set lowest = set_of(kCellSets.at(trigger.x, trigger.row));
  const Set puyos = _mm_sub_epi16(_mm_sll_epi16(lowest, _mm_cvtsi32_si128(trigger.puyos)), lowest);
  planes.low = with_lane(planes.low, lane, or_both(field.low, puyos, colour.low));
  planes.middle = with_lane(planes.middle, lane, or_both(field.middle, puyos, colour.middle));
  planes.high = with_lane(planes.high, lane, or_both(field.high, puyos, colour.high));
}

inline void fire(std::span<const Trigger> triggers, TriggeredChain* chains) {
  struct Run {
    TriggeredChain* chain = nullptr;
    int first_step = 0;
  };
  Run runs[kLanes];
  const Lanes none = in_all_lanes(_mm_setzero_si128());
  PlaneLanes planes{none, none, none};
  unsigned running = 0;  // lanes, as bits
  std::size_t next = 0;
  unsigned free_lanes = (1U << kLanes) - 1;
  for (int step = 0;; ++step) {
    for (; free_lanes != 0 && next < triggers.size(); free_lanes &= free_lanes - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(free_lanes));
      load_lane(planes, lane, triggers[next]);
      runs[lane] = {chains + next++, step};
      running |= 1U << lane;
    }
    if (running == 0) return;

    const LaneScan scan = scan_lanes(planes);
    free_lanes = running & ~lanes_with(scan.cores);
    if (free_lanes != 0) {
      alignas(64) Set low[kLanes], middle[kLanes], high[kLanes];
      store(planes.low, low);
      store(planes.middle, middle);
      store(planes.high, high);
      for (unsigned ended = free_lanes; ended != 0; ended &= ended - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(ended));
        TriggeredChain& chain = *runs[lane].chain;
        auto* const after = reinterpret_cast<Set*>(chain.after.bits.data());
        _mm_store_si128(after, low[lane]);
        _mm_store_si128(after + 1, middle[lane]);
        _mm_store_si128(after + 2, high[lane]);
        chain.links = step - runs[lane].first_step;
      }
      running &= ~free_lanes;
    }
    collapse_lanes(planes, erased_by(scan, planes));
  }
}
