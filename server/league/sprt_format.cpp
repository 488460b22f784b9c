#include "server/league/sprt_format.h"

#include <algorithm>
#include <utility>

#include "server/league/ranking.h"

namespace rensa::league {

SprtFormat::SprtFormat(int stage, std::vector<std::size_t> players, const SprtTerms& terms, int most_pairs)
    : Format(stage), players_(std::move(players)), most_pairs_(most_pairs), test_(terms) {}

const Sprt& SprtFormat::test(const Tournament& tournament) {
  const auto [begin, end] = tournament.pairs_of_stage(stage());
  while (test_.verdict() == SprtVerdict::open && begin + tested_ < end && tournament.is_decided(begin + tested_)) {
    const auto [first, second] = tournament.half_points(begin + tested_);
    if (first + second != 4) break;  // cut short, as somebody was benched: it says nothing, nor does what follows
    test_.add_pair(first);
    ++tested_;
  }
  return test_;
}

bool SprtFormat::can_go_on(const Tournament& tournament) {
  const auto [begin, end] = tournament.pairs_of_stage(stage());
  const bool is_benched = tournament.is_benched(players_[0]) || tournament.is_benched(players_[1]);
  return !is_benched && end - begin < static_cast<std::size_t>(most_pairs_) &&
         test(tournament).verdict() == SprtVerdict::open;
}

std::vector<Pair> SprtFormat::draw(const Tournament& tournament) {
  if (!can_go_on(tournament)) return {};
  const auto [begin, end] = tournament.pairs_of_stage(stage());
  return {{.first = players_[0], .second = players_[1], .stage = stage(), .place = static_cast<int>(end - begin)}};
}

bool SprtFormat::is_over(const Tournament& tournament) { return all_are_decided(tournament) && !can_go_on(tournament); }

std::vector<std::size_t> SprtFormat::ranking(const Tournament& tournament) {
  return ranking_by_points(tournament, players_, counted(tournament), {});
}

PairRange SprtFormat::counted(const Tournament& tournament) {
  test(tournament);
  const std::size_t begin = tournament.pairs_of_stage(stage()).begin;
  return {.begin = begin, .end = begin + tested_};
}

}  // namespace rensa::league
