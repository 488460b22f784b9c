#include "server/league/bracket.h"

#include <bit>

namespace rensa::league {

namespace {

constexpr Entry winner_of(std::size_t match) { return {.source = Source::winner_of, .of = match}; }
constexpr Entry loser_of(std::size_t match) { return {.source = Source::loser_of, .of = match}; }

// Adds a match and gives its number.
std::size_t add(Bracket& bracket, int round, Entry first, Entry second) {
  bracket.push_back({.entries = {first, second}, .round = round});
  return bracket.size() - 1;
}

// The order in which places stand beside each other: 0 and n-1 meet, and so on, at every level.
std::vector<std::size_t> places_of(std::size_t size) {
  std::vector<std::size_t> places{0};
  while (places.size() < size) {
    std::vector<std::size_t> wider;
    for (const std::size_t place : places) {
      wider.push_back(place);
      wider.push_back(2 * places.size() - 1 - place);
    }
    places = wider;
  }
  return places;
}

// The matches of each round, the final's last.
std::vector<std::vector<std::size_t>> add_rounds(Bracket& bracket, std::size_t players) {
  const std::vector<std::size_t> places = places_of(std::bit_ceil(players));
  std::vector<std::vector<std::size_t>> rounds(1);
  for (std::size_t i = 0; i < places.size(); i += 2) {
    rounds[0].push_back(
        add(bracket, 0, {.source = Source::seed, .of = places[i]}, {.source = Source::seed, .of = places[i + 1]}));
  }
  while (rounds.back().size() > 1) {
    const std::vector<std::size_t> before = rounds.back();
    const auto round = static_cast<int>(rounds.size());
    rounds.emplace_back();
    for (std::size_t i = 0; i < before.size(); i += 2) {
      rounds.back().push_back(add(bracket, round, winner_of(before[i]), winner_of(before[i + 1])));
    }
  }
  return rounds;
}

}  // namespace

Bracket knock_out(std::size_t players, bool third_place) {
  Bracket bracket;
  const auto rounds = add_rounds(bracket, players);
  if (third_place && rounds.size() > 1) {
    const std::vector<std::size_t>& semifinals = rounds[rounds.size() - 2];
    add(bracket, bracket[semifinals[0]].round, loser_of(semifinals[0]), loser_of(semifinals[1]));
  }
  return bracket;
}

// Who loses in a round meets those who are left of the losers before; from round to round from the other end, so that
// nobody meets soon again whom it has lost to.
Bracket double_knock_out(std::size_t players) {
  Bracket bracket;
  const auto rounds = add_rounds(bracket, players);
  const std::size_t top = rounds.back().front();
  int lower = 0;               // rounds of those who have lost once
  Entry last = loser_of(top);  // whom the winner of all meets in the end
  if (rounds.size() > 1) {
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < rounds[0].size(); i += 2) {
      left.push_back(add(bracket, lower, loser_of(rounds[0][i]), loser_of(rounds[0][i + 1])));
    }
    for (std::size_t round = 1; round < rounds.size(); ++round) {
      const std::vector<std::size_t>& fallen = rounds[round];
      ++lower;
      for (std::size_t i = 0; i < left.size(); ++i) {
        const std::size_t from = round % 2 == 1 ? fallen.size() - 1 - i : i;
        left[i] = add(bracket, lower, loser_of(fallen[from]), winner_of(left[i]));
      }
      if (left.size() == 1) break;
      ++lower;
      std::vector<std::size_t> half;
      for (std::size_t i = 0; i < left.size(); i += 2) {
        half.push_back(add(bracket, lower, winner_of(left[i]), winner_of(left[i + 1])));
      }
      left = half;
    }
    last = winner_of(left[0]);
  }
  const std::size_t final = add(bracket, lower + 1, winner_of(top), last);
  add(bracket, lower + 1, winner_of(final), loser_of(final));
  bracket.back().is_decider = true;
  return bracket;
}

}  // namespace rensa::league
