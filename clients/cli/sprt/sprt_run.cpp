#include "clients/cli/sprt/sprt_run.h"

#include <cassert>

#include "clients/cli/match/headless.h"

namespace rensa::cli {

namespace {

// Of the entrant who was named first.
int half_points_of(const PlannedGame& plan, const players::GameResult& result) {
  const auto winner = winner_of(plan, result.outcome);
  if (!winner) return 1;
  return *winner == 0 ? 2 : 0;
}

}  // namespace

league::Sprt run_sprt(const SprtSetup& setup, const SprtOptions& options) {
  assert(setup.match.games % 2 == 0);
  league::Sprt sprt(setup.terms);
  int half_points_before = 0;
  const auto goes_on = [&](const PlannedGame& plan, const players::GameResult& result) {
    const int half_points = half_points_of(plan, result);
    const bool ends_pair = plan.number % 2 == 1;
    if (ends_pair) {
      sprt.add_pair(half_points_before + half_points);
      options.tell(sprt);
    }
    half_points_before = half_points;
    return sprt.verdict() == league::SprtVerdict::open;
  };
  play_match(setup.match,
             {.jobs = options.jobs, .stop = options.stop, .tell = [](const Tally&) {}, .goes_on = goes_on});
  return sprt;
}

}  // namespace rensa::cli
