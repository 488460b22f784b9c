// The chain on three planes in registers. Not a header: the files of the instruction sets include it inside their
// namespace, after the operations on Set and Fall that it uses. The same algorithm in its plain form is in link.h and
// link.cpp.

struct Lanes {
  Set low, middle, high;
};

inline Set up(Set cells) { return _mm_slli_epi16(cells, 1); }
inline Set down(Set cells) { return _mm_srli_epi16(cells, 1); }
inline Set left(Set cells) { return _mm_bsrli_si128(cells, 2); }
inline Set right(Set cells) { return _mm_bslli_si128(cells, 2); }
inline bool is_empty(Set cells) { return _mm_testz_si128(cells, cells) != 0; }

inline int count_of(Set cells) {
  const auto low = static_cast<std::uint64_t>(_mm_cvtsi128_si64(cells));
  const auto high = static_cast<std::uint64_t>(_mm_extract_epi64(cells, 1));
  return static_cast<int>(_mm_popcnt_u64(low) + _mm_popcnt_u64(high));
}

inline Set set_of(const Board& board) { return _mm_load_si128(reinterpret_cast<const __m128i*>(&board)); }

inline Lanes load(const Field& field) {
  const auto& [low, middle, high] = field.planes().bits;
  return {set_of(low), set_of(middle), set_of(high)};
}

// Stores the planes, and the trap row of `before`, which no chain changes.
inline void store(const Lanes& lanes, const Field& before, Field& after) {
  static_assert(sizeof(Field) == 64 && sizeof(Planes) == 48, "the trap row follows the planes");
  const auto* const source = reinterpret_cast<const __m128i*>(&before);
  auto* const target = reinterpret_cast<__m128i*>(&after);
  _mm_store_si128(target + 3, _mm_load_si128(source + 3));
  _mm_store_si128(target, lanes.low);
  _mm_store_si128(target + 1, lanes.middle);
  _mm_store_si128(target + 2, lanes.high);
}

// The masks of the planes for this cell value.
inline Lanes lanes_full_of(Cell cell) {
  const auto& [low, middle, high] = kPlaneMasks[static_cast<std::size_t>(cell)].bits;
  return {set_of(low), set_of(middle), set_of(high)};
}

// The masks of the three planes for the two cells of a pair.
struct PairLanes {
  Lanes axis, child;
};

inline PairLanes lanes_of(Pair pair) { return {lanes_full_of(pair.axis), lanes_full_of(pair.child)}; }

inline Lanes with_pair(const Lanes& lanes, const PairLanes& pair, const Board& axis_cell, const Board& child_cell) {
  const Set axis = set_of(axis_cell);
  const Set child = set_of(child_cell);
  return {or_both(or_both(lanes.low, axis, pair.axis.low), child, pair.child.low),
          or_both(or_both(lanes.middle, axis, pair.axis.middle), child, pair.child.middle),
          or_both(or_both(lanes.high, axis, pair.axis.high), child, pair.child.high)};
}

// Lets everything above the lowest run of erased cells of each column come down over it.
struct Descent {
  Set below;  // the cells that stay
  Fall fall;

  void apply(Set& cells) const { cells = select(below, cells, fallen_by(cells, fall)); }
};

// Removes the erased cells and lets the cells above come down. Returns the rows of the longest fall. In most links each
// column has one run of erased cells, which is then its lowest run.
[[gnu::always_inline]] inline int collapse(Lanes& lanes, Set erased) {
  const Set one = _mm_set1_epi16(1);
  const Set zero = _mm_setzero_si128();
  Set remaining = without(any_of(lanes.low, lanes.middle, lanes.high), erased);
  Set fallen = zero;
  Fall fall = fall_over(erased);
  for (;;) {
    const Set less_one = _mm_sub_epi16(erased, one);
    const Set beyond = _mm_add_epi16(erased, without(erased, less_one));  // the lowest run carried away
    const Set higher_runs = both(erased, beyond);
    const bool is_last = is_empty(higher_runs);
    if (!is_last) [[unlikely]]
      fall = fall_over(without(erased, beyond));

    const Descent descent{without(less_one, erased), fall};
    descent.apply(lanes.low);
    descent.apply(lanes.middle);
    descent.apply(lanes.high);
    const Set moved = without(fallen_by(remaining, fall), descent.below);
    fallen = _mm_add_epi16(fallen, without(fall.rows, _mm_cmpeq_epi16(moved, zero)));
    if (is_last) break;
    descent.apply(remaining);
    erased = fallen_by(higher_runs, fall);
    fall = fall_over(erased);
  }
  return 0xFFFF & ~_mm_cvtsi128_si32(_mm_minpos_epu16(_mm_xor_si128(fallen, _mm_set1_epi32(-1))));
}

// The cells that are linked to a cell of the same colour in each direction.
struct Links {
  Set above, under, beside, behind;
};

inline Links links_of(Set above, Set beside) { return {above, up(above), beside, right(beside)}; }

inline Set with_linked(Set cells, const Links& links) {
  const Set vertical = or_both(both(links.under, up(cells)), links.above, down(cells));
  const Set horizontal = or_both(both(links.behind, right(cells)), links.beside, left(cells));
  return any_of(cells, vertical, horizontal);
}

// The lowest cell of the first half that has one.
inline Set any_cell(Set cells) {
  const Set zero = _mm_setzero_si128();
  const Set lowest = both(cells, _mm_sub_epi64(zero, cells));
  const Set first_half_empty = _mm_bslli_si128(_mm_cmpeq_epi64(cells, zero), 8);
  return and_either(lowest, first_half_empty, _mm_set_epi64x(0, -1));
}

// One group, from one of its cores.
inline Set any_group(Set cores, const Links& links) {
  Set group = any_cell(cores);
  for (;;) {
    const Set grown = with_linked(with_linked(with_linked(group, links), links), links);
    if (is_empty(without(grown, group))) return group;
    group = grown;
  }
}

inline int is_any(Set cells) { return is_empty(cells) ? 0 : 1; }

// A link of eight cells or more: several groups, or a large one. Its points are computed after the chain is over. Large
// links come at random, so a branch on them in the middle of the chain would be mispredicted, at the price of half a
// link each time.
struct LargeLink {
  Lanes lanes;
  Set above, beside, cores, groups;
  int number;  // of the link in its chain
};

inline int count_of_colours(const Lanes& lanes, Set cells) {
  const auto& [low, middle, high] = lanes;
  return is_any(without_both(cells, middle, low)) + is_any(without(both(cells, low), middle)) +
         is_any(without(all_of(cells, middle, high), low)) + is_any(all_of(cells, middle, low)) +
         is_any(without(both(cells, middle), high));
}

// The number of groups of exactly four cells: in a row with any bends, as a square, or as a T.
[[gnu::always_inline]] inline int count_of_fours(const Links& links) {
  const auto& [above, under, beside, behind] = links;
  const Set odd = one_or_three(above, under, beside);
  const Set most = two_of(above, under, beside);
  const Set two_or_more = or_both(most, odd, behind);
  const Set three_or_more = and_either(most, odd, behind);
  const Set two = without(two_or_more, three_or_more);

  const Set next_above = both(above, down(two_or_more));  // linked to one with two links or more, by direction
  const Set next_under = both(under, up(two_or_more));
  const Set next_beside = both(beside, left(two_or_more));
  const Set next_behind = both(behind, right(two_or_more));
  const Set next_odd = one_or_three(next_above, next_under, next_beside);
  const Set next_most = two_of(next_above, next_under, next_beside);
  const Set single_next = without(differing(next_odd, next_behind), next_most);

  const Set middle_of_row = both(two, single_next);
  const Set rows_up = all_of(middle_of_row, above, down(middle_of_row));
  const Set rows_across = all_of(middle_of_row, beside, left(middle_of_row));
  const Set side_of_square = all_of(two, above, down(two));
  const Set squares = all_of(side_of_square, beside, left(side_of_square));
  const Set four = all_of(most, odd, behind);
  const Set tees =
      without(without(three_or_more, four), either(any_of(next_above, next_under, next_beside), next_behind));
  return count_of(either(any_of(rows_up, rows_across, squares), tees));  // no cell is in two of them
}

// The group bonus, computed group by group.
[[gnu::noinline]] int bonus_of_each_group(const LargeLink& link) {
  const Links links = links_of(link.above, link.beside);
  int bonus = 0;
  int left_over = count_of(link.groups);
  Set cores = link.cores;
  while (left_over >= kSmallLink) {
    const Set group = any_group(cores, links);
    const int size = count_of(group);
    bonus += group_bonus(size);
    cores = without(cores, group);
    left_over -= size;
  }
  return bonus + group_bonus(left_over);
}

[[gnu::always_inline]] inline int points_of(const LargeLink& link) {
  const Set groups = link.groups;
  const Set above = both(link.above, groups);
  const Set beside = both(link.beside, groups);
  const int count = count_of(groups);
  // Groups minus holes, by Euler's formula: cells - links + full squares.
  const int euler_number = count - count_of(above) - count_of(beside) + count_of(all_of(above, beside, left(above)));
  int bonus = count - 3 * euler_number - count_of_fours(links_of(above, beside));
  if (count > 4 * euler_number + 6) [[unlikely]]
    bonus = bonus_of_each_group(link);
  bonus += chain_bonus(link.number) + colour_bonus(count_of_colours(link.lanes, groups));
  return count * std::clamp(bonus, kMinBonus, kMaxBonus);
}

// The result of the first step of the search for groups.
struct LinkScan {
  Set above, beside;          // links
  Set two_above, two_beside;  // of these the ones between cells of two links or more
  Set some;                   // at least one core of every group of four or more
};

[[gnu::always_inline]] inline LinkScan scan_links(const Lanes& lanes) {
  const auto& [low, middle, high] = lanes;
  const Set upper = and_either(set_of(kBelowTopVisible), middle, high);
  const Set visible = and_either(set_of(kVisibleCells), middle, high);
  const Set above = where_same(where_same(where_same(upper, high, down(high)), middle, down(middle)), low, down(low));
  const Set beside =
      where_same(where_same(where_same(visible, high, left(high)), middle, left(middle)), low, left(low));
  const Set under = up(above);
  const Set behind = right(beside);
  const Set odd = one_or_three(above, beside, under);
  const Set most = two_of(above, beside, under);
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
  Lanes lanes{low, middle, high};
  LinkScan scan{above, beside, two_above, two_beside, some};
  LargeLink large[kMaxLinks];
  std::size_t larges = 0;
  int score = 0;
  ChainResult chain;
  do {
    const Links links = links_of(scan.above, scan.beside);
    const Set cores = any_of(scan.some, up(scan.two_above), right(scan.two_beside));
    const Set groups = with_linked(cores, links);
    const Set garbage = both(without_both(lanes.low, lanes.middle, lanes.high), set_of(kVisibleCells));
    const Set around = either(any_of(up(groups), down(groups), left(groups)), right(groups));
    const int count = count_of(groups);

    ++chain.links;
    large[larges] = {lanes, scan.above, scan.beside, cores, groups, chain.links};
    larges += count >= kSmallLink ? 1 : 0;
    // Without a branch: a large link counts no cells here. The bonus of a small group never reaches the upper limit.
    const SmallLink small = kSmallLinks[static_cast<std::size_t>(count)];
    const int bonus = kChainBonus[static_cast<std::size_t>(chain.links)] + small.bonus;
    score += small.erased * std::max(bonus, kMinBonus);

    const int rows = collapse(lanes, or_both(groups, around, garbage));
    chain.frames += estimated_link_frames(rows);
    chain.quick = rows == 0;
    scan = scan_links(lanes);
  } while (!is_empty(scan.some));

  for (std::size_t i = 0; i < larges; ++i) score += points_of(large[i]);
  chain.score = 10 * score;
  store(lanes, before, after);
  return chain;
}

[[gnu::always_inline]] inline ChainResult run_chain(const Lanes& lanes, const Field& before, Field& after) {
  const auto& [above, beside, two_above, two_beside, some] = scan_links(lanes);
  if (!is_empty(some)) [[unlikely]] {
    return run_links(lanes.low, lanes.middle, lanes.high, above, beside, two_above, two_beside, some, before, after);
  }
  store(lanes, before, after);
  return {};
}

inline ChainResult simulate(const Field& before, Field& after) { return run_chain(load(before), before, after); }

inline ChainResult place_and_simulate(const Field& before, const Heights& heights, Pair pair, Placement placement,
                                      Field& after) {
  const Landing rest = landing(heights, placement);
  const Board& axis = kCellSets.at(placement.x, rest.axis_y);
  const Board& child = kCellSets.at(placement.child_x(), rest.child_y);
  return run_chain(with_pair(load(before), lanes_of(pair), axis, child), before, after);
}

inline void expand(const Field& before, const Heights& heights, Pair pair, std::uint32_t placements,
                   PlacementResult* results) {
  const Lanes lanes = load(before);
  const PairLanes pair_lanes = lanes_of(pair);
  for (; placements != 0; placements &= placements - 1, ++results) {
    const PlacementCells& cells = kPlacementCells[static_cast<std::size_t>(std::countr_zero(placements))];
    const Board& axis = cells.axis_on_floor[heights[cells.axis_x]];
    const Board& child = cells.child_on_floor[heights[cells.child_x]];
    results->chain = run_chain(with_pair(lanes, pair_lanes, axis, child), before, results->field);
  }
}
