// Computes a chain on the three planes of a field, which stay in registers. This is not a header: the file of each
// instruction set includes it inside its namespace, after the operations on Set and Fall. link.h and link.cpp have the
// same algorithm in its plain form.

// The three planes of a field (see rules::Planes), each in one register.
struct PlaneSets {
  Set low, middle, high;
};

inline Set up(Set cells) { return _mm_slli_epi16(cells, 1); }
inline Set down(Set cells) { return _mm_srli_epi16(cells, 1); }
inline Set left(Set cells) { return _mm_bsrli_si128(cells, 2); }
inline Set right(Set cells) { return _mm_bslli_si128(cells, 2); }
inline bool is_empty(Set cells) { return _mm_testz_si128(cells, cells) != 0; }

inline int count_cells(Set cells) {
  const auto low = static_cast<std::uint64_t>(_mm_cvtsi128_si64(cells));
  const auto high = static_cast<std::uint64_t>(_mm_extract_epi64(cells, 1));
  return static_cast<int>(_mm_popcnt_u64(low) + _mm_popcnt_u64(high));
}

inline Set set_of(const Board& board) { return _mm_load_si128(reinterpret_cast<const __m128i*>(&board)); }

inline PlaneSets load(const Field& field) {
  const auto& [low, middle, high] = field.planes().bits;
  return {set_of(low), set_of(middle), set_of(high)};
}

// Stores the planes, and the trap row of `before`, which no chain changes.
inline void store(const PlaneSets& planes, const Field& before, Field& after) {
  static_assert(sizeof(Field) == 64 && sizeof(Planes) == 48, "the trap row follows the planes");
  const auto* const source = reinterpret_cast<const __m128i*>(&before);
  auto* const target = reinterpret_cast<__m128i*>(&after);
  _mm_store_si128(target + 3, _mm_load_si128(source + 3));
  _mm_store_si128(target, planes.low);
  _mm_store_si128(target + 1, planes.middle);
  _mm_store_si128(target + 2, planes.high);
}

// Returns for each plane all cells if the plane's bit is set in this cell value, else none.
inline PlaneSets plane_masks_of(Cell cell) {
  const auto& [low, middle, high] = kPlaneMasks[static_cast<std::size_t>(cell)].bits;
  return {set_of(low), set_of(middle), set_of(high)};
}

// The masks of the three planes for the two cells of a pair.
struct PairPlaneMasks {
  PlaneSets axis, child;
};

inline PairPlaneMasks plane_masks_of(Pair pair) { return {plane_masks_of(pair.axis), plane_masks_of(pair.child)}; }

inline PlaneSets with_pair(const PlaneSets& planes, const PairPlaneMasks& pair, const Board& axis_cell,
                           const Board& child_cell) {
  const Set axis = set_of(axis_cell);
  const Set child = set_of(child_cell);
  return {or_both(or_both(planes.low, axis, pair.axis.low), child, pair.child.low),
          or_both(or_both(planes.middle, axis, pair.axis.middle), child, pair.child.middle),
          or_both(or_both(planes.high, axis, pair.axis.high), child, pair.child.high)};
}

// Lets the cells above the lowest run of erased cells of each column come down by the length of this run.
struct DropOverRun {
  Set below;  // the cells that stay
  Fall fall;

  void apply(Set& cells) const { cells = select(below, cells, fallen_by(cells, fall)); }
};

// Removes the erased cells and lets the cells above come down. Returns the rows of the longest fall. In most links each
// column has one run of erased cells, which is then its lowest run.
[[gnu::always_inline]] inline int collapse(PlaneSets& planes, Set erased) {
  const Set one = _mm_set1_epi16(1);
  const Set zero = _mm_setzero_si128();
  Set remaining = without(any_of(planes.low, planes.middle, planes.high), erased);
  Set fallen = zero;
  Fall fall = fall_over(erased);
  for (;;) {
    const Set less_one = _mm_sub_epi16(erased, one);
    const Set beyond = _mm_add_epi16(erased, without(erased, less_one));  // the lowest run carried away
    const Set higher_runs = both(erased, beyond);
    const bool is_last = is_empty(higher_runs);
    if (!is_last) [[unlikely]]
      fall = fall_over(without(erased, beyond));

    const DropOverRun drop{without(less_one, erased), fall};
    drop.apply(planes.low);
    drop.apply(planes.middle);
    drop.apply(planes.high);
    const Set moved = without(fallen_by(remaining, fall), drop.below);
    fallen = _mm_add_epi16(fallen, without(fall.rows, _mm_cmpeq_epi16(moved, zero)));
    if (is_last) break;
    drop.apply(remaining);
    erased = fallen_by(higher_runs, fall);
    fall = fall_over(erased);
  }
  return 0xFFFF & ~_mm_cvtsi128_si32(_mm_minpos_epu16(_mm_xor_si128(fallen, _mm_set1_epi32(-1))));
}

// The cells that have a neighbour of their own colour, by the direction of this neighbour.
struct SameColourNeighbours {
  Set above, under, beside, behind;
};

inline SameColourNeighbours neighbours_of(Set above, Set beside) { return {above, up(above), beside, right(beside)}; }

inline Set with_neighbours(Set cells, const SameColourNeighbours& links) {
  const Set vertical = or_both(both(links.under, up(cells)), links.above, down(cells));
  const Set horizontal = or_both(both(links.behind, right(cells)), links.beside, left(cells));
  return any_of(cells, vertical, horizontal);
}

// Returns one of the cells: the lowest bit of the first half that has one.
inline Set pick_cell(Set cells) {
  const Set zero = _mm_setzero_si128();
  const Set lowest = both(cells, _mm_sub_epi64(zero, cells));
  const Set first_half_empty = _mm_bslli_si128(_mm_cmpeq_epi64(cells, zero), 8);
  return and_either(lowest, first_half_empty, _mm_set_epi64x(0, -1));
}

// Returns the group of one of the cores. A core is explained at groups_of_four() in link.h.
inline Set pick_group(Set cores, const SameColourNeighbours& links) {
  Set group = pick_cell(cores);
  for (;;) {
    const Set grown = with_neighbours(with_neighbours(with_neighbours(group, links), links), links);
    if (is_empty(without(grown, group))) return group;
    group = grown;
  }
}

inline int one_if_any(Set cells) { return is_empty(cells) ? 0 : 1; }

// A link of eight cells or more: several groups, or a large one. Its points are computed after the chain is over. Large
// links come at random, so a branch on them in the middle of the chain would be mispredicted, at the price of half a
// link each time.
struct LargeLink {
  PlaneSets planes;
  Set above, beside, cores, groups;
  int number;  // of the link in its chain
};

inline int count_colours(const PlaneSets& planes, Set cells) {
  const auto& [low, middle, high] = planes;
  return one_if_any(without_both(cells, middle, low)) + one_if_any(without(both(cells, low), middle)) +
         one_if_any(without(all_of(cells, middle, high), low)) + one_if_any(all_of(cells, middle, low)) +
         one_if_any(without(both(cells, middle), high));
}

// Returns the number of groups of exactly four cells: rows with any bends, squares and T shapes.
[[gnu::always_inline]] inline int count_groups_of_four(const SameColourNeighbours& links) {
  const auto& [above, under, beside, behind] = links;
  const Set odd = one_or_three(above, under, beside);
  const Set most = at_least_two_of(above, under, beside);
  const Set two_or_more = or_both(most, odd, behind);
  const Set three_or_more = and_either(most, odd, behind);
  const Set two = without(two_or_more, three_or_more);

  // The cells that have a neighbour with two neighbours or more, by the direction of this neighbour.
  const Set next_above = both(above, down(two_or_more));
  const Set next_under = both(under, up(two_or_more));
  const Set next_beside = both(beside, left(two_or_more));
  const Set next_behind = both(behind, right(two_or_more));
  const Set next_odd = one_or_three(next_above, next_under, next_beside);
  const Set next_most = at_least_two_of(next_above, next_under, next_beside);
  const Set single_next = without(differing(next_odd, next_behind), next_most);

  const Set middle_of_row = both(two, single_next);
  const Set rows_up = all_of(middle_of_row, above, down(middle_of_row));
  const Set rows_across = all_of(middle_of_row, beside, left(middle_of_row));
  const Set side_of_square = all_of(two, above, down(two));
  const Set squares = all_of(side_of_square, beside, left(side_of_square));
  const Set four = all_of(most, odd, behind);
  const Set tees =
      without(without(three_or_more, four), either(any_of(next_above, next_under, next_beside), next_behind));
  return count_cells(either(any_of(rows_up, rows_across, squares), tees));  // no cell is in two of them
}

// Adds up the group bonuses of a large link, group by group.
[[gnu::noinline]] int sum_group_bonuses(const LargeLink& link) {
  const SameColourNeighbours links = neighbours_of(link.above, link.beside);
  int bonus = 0;
  int left_over = count_cells(link.groups);
  Set cores = link.cores;
  while (left_over >= kSmallLink) {
    const Set group = pick_group(cores, links);
    const int size = count_cells(group);
    bonus += group_bonus(size);
    cores = without(cores, group);
    left_over -= size;
  }
  return bonus + group_bonus(left_over);
}

[[gnu::always_inline]] inline int points_of_large_link(const LargeLink& link) {
  const Set groups = link.groups;
  const Set above = both(link.above, groups);
  const Set beside = both(link.beside, groups);
  const int count = count_cells(groups);
  // Groups minus holes, by Euler's formula: cells - links + full squares.
  const int euler_number =
      count - count_cells(above) - count_cells(beside) + count_cells(all_of(above, beside, left(above)));
  int bonus = count - 3 * euler_number - count_groups_of_four(neighbours_of(above, beside));
  if (count > 4 * euler_number + 6) [[unlikely]]
    bonus = sum_group_bonuses(link);
  bonus += chain_bonus(link.number) + colour_bonus(count_colours(link.planes, groups));
  return count * std::clamp(bonus, kMinBonus, kMaxBonus);
}

// The result of the first step of the search for groups.
struct LinkScan {
  Set above, beside;          // the cells with a neighbour of their colour above, and beside them on the right
  Set two_above, two_beside;  // of these the cells that have two such neighbours or more, and whose neighbour has, too
  Set some;                   // at least one core of every group of four or more
};

[[gnu::always_inline]] inline LinkScan scan_links(const PlaneSets& planes) {
  const auto& [low, middle, high] = planes;
  const Set upper = and_either(set_of(kBelowTopVisible), middle, high);
  const Set visible = and_either(set_of(kVisibleCells), middle, high);
  const Set above = where_same(where_same(where_same(upper, high, down(high)), middle, down(middle)), low, down(low));
  const Set beside =
      where_same(where_same(where_same(visible, high, left(high)), middle, left(middle)), low, left(low));
  const Set under = up(above);
  const Set behind = right(beside);
  const Set odd = one_or_three(above, beside, under);
  const Set most = at_least_two_of(above, beside, under);
  const Set two = or_both(most, odd, behind);
  const Set three = and_either(most, odd, behind);
  const Set two_above = all_of(two, above, down(two));
  const Set two_beside = all_of(two, beside, left(two));
  return {above, beside, two_above, two_beside, any_of(three, two_above, two_beside)};
}

// Runs the links of a chain, given the scan of its first link. It is apart from run_chain, with all arguments in
// registers, because most fields have no chain and should not pay for the stack room that a chain needs.
[[gnu::noinline]] ChainResult run_links(Set low, Set middle, Set high, Set above, Set beside, Set two_above,
                                        Set two_beside, Set some, const Field& before, Field& after) {
  PlaneSets planes{low, middle, high};
  LinkScan scan{above, beside, two_above, two_beside, some};
  LargeLink large[kMaxLinks];
  std::size_t larges = 0;
  int score = 0;
  ChainResult chain;
  do {
    const SameColourNeighbours links = neighbours_of(scan.above, scan.beside);
    const Set cores = any_of(scan.some, up(scan.two_above), right(scan.two_beside));
    const Set groups = with_neighbours(cores, links);
    const Set garbage = both(without_both(planes.low, planes.middle, planes.high), set_of(kVisibleCells));
    const Set around = either(any_of(up(groups), down(groups), left(groups)), right(groups));
    const int count = count_cells(groups);

    ++chain.links;
    large[larges] = {planes, scan.above, scan.beside, cores, groups, chain.links};
    larges += count >= kSmallLink ? 1 : 0;
    // This needs no branch: kSmallLinks has no cells and no bonus for a large link. The bonus of a small group never
    // reaches the upper limit.
    const SmallLink small = kSmallLinks[static_cast<std::size_t>(count)];
    const int bonus = kChainBonus[static_cast<std::size_t>(chain.links)] + small.bonus;
    score += small.erased * std::max(bonus, kMinBonus);

    const int rows = collapse(planes, or_both(groups, around, garbage));
    chain.frames += estimated_link_frames(rows);
    chain.quick = rows == 0;
    scan = scan_links(planes);
  } while (!is_empty(scan.some));

  for (std::size_t i = 0; i < larges; ++i) score += points_of_large_link(large[i]);
  chain.score = 10 * score;
  store(planes, before, after);
  return chain;
}

[[gnu::always_inline]] inline ChainResult run_chain(const PlaneSets& planes, const Field& before, Field& after) {
  const auto& [above, beside, two_above, two_beside, some] = scan_links(planes);
  if (!is_empty(some)) [[unlikely]] {
    return run_links(planes.low, planes.middle, planes.high, above, beside, two_above, two_beside, some, before, after);
  }
  store(planes, before, after);
  return {};
}

inline ChainResult simulate(const Field& before, Field& after) { return run_chain(load(before), before, after); }

inline ChainResult place_and_simulate(const Field& before, const Heights& heights, Pair pair, Placement placement,
                                      Field& after) {
  const Landing rest = landing(heights, placement);
  const Board& axis = kCellSets.at(placement.x, rest.axis_y);
  const Board& child = kCellSets.at(placement.child_x(), rest.child_y);
  return run_chain(with_pair(load(before), plane_masks_of(pair), axis, child), before, after);
}

inline void expand(const Field& before, const Heights& heights, Pair pair, std::uint32_t placements,
                   PlacementResult* results) {
  const PlaneSets planes = load(before);
  const PairPlaneMasks pair_masks = plane_masks_of(pair);
  for (; placements != 0; placements &= placements - 1, ++results) {
    const PlacementCells& cells = kPlacementCells[static_cast<std::size_t>(std::countr_zero(placements))];
    const Board& axis = cells.axis_on_floor[heights[cells.axis_x]];
    const Board& child = cells.child_on_floor[heights[cells.child_x]];
    results->chain = run_chain(with_pair(planes, pair_masks, axis, child), before, results->field);
  }
}
