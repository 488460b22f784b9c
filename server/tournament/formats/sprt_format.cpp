#include "server/tournament/formats/sprt_format.h"

#include <utility>

namespace rensa::tournament {

SprtFormat::SprtFormat(int stage, std::vector<std::size_t> players, const SprtTerms& terms, int max_pairs)
    : StageFormat(stage), players_(std::move(players)), max_pairs_(max_pairs), test_(terms) {}

const Sprt& SprtFormat::test(const TournamentProgress& progress) {
  const auto [begin, end] = progress.pairs_of_stage(stage());
  while (test_.verdict() == SprtVerdict::open && begin + pairs_tested_ < end &&
         progress.is_decided(begin + pairs_tested_)) {
    const auto [first, second] = progress.half_points(begin + pairs_tested_);
    // If a player was benched or disqualified, this pair and the following ones do not count.
    if (first + second != 4 || !progress.counts(begin + pairs_tested_)) break;
    test_.add_pair(first);
    ++pairs_tested_;
  }
  return test_;
}

bool SprtFormat::needs_more_pairs(const TournamentProgress& progress) {
  const auto [begin, end] = progress.pairs_of_stage(stage());
  const bool is_benched = progress.is_benched(players_[0]) || progress.is_benched(players_[1]);
  return !is_benched && end - begin < static_cast<std::size_t>(max_pairs_) &&
         test(progress).verdict() == SprtVerdict::open;
}

std::vector<PlayerPair> SprtFormat::next_pairs(const TournamentProgress& progress) {
  if (!needs_more_pairs(progress)) return {};
  const auto [begin, end] = progress.pairs_of_stage(stage());
  return {{.first = players_[0],
           .second = players_[1],
           .stage = stage(),
           .number_in_format = static_cast<int>(end - begin)}};
}

bool SprtFormat::is_over(const TournamentProgress& progress) {
  return all_are_decided(progress) && !needs_more_pairs(progress);
}

std::vector<std::size_t> SprtFormat::ranking(const TournamentProgress& progress) {
  return ranking_by_points(progress, players_, counted_pairs(progress), {});
}

PairRange SprtFormat::counted_pairs(const TournamentProgress& progress) {
  test(progress);
  const std::size_t begin = progress.pairs_of_stage(stage()).begin;
  return {.begin = begin, .end = begin + pairs_tested_};
}

}  // namespace rensa::tournament
