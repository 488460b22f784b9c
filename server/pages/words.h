#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "engine/duel/outcome.h"
#include "server/league/performance.h"
#include "server/league/stage_plan.h"
#include "server/pages/visitor.h"

namespace rensa::pages {

// What these pages say, in all languages.

enum class Word : std::uint8_t {
  league,
  play,
  practice,
  training,
  pages,
  skip,
  language,
  tournaments,
  no_tournaments,
  tournament,
  format,
  ruleset,
  state,
  running,
  paused,
  over,
  failed,
  games,
  games_of,
  games_now,
  games_voided,
  leader,
  awaited,
  place,
  player,
  author,
  benched,
  points,
  won,
  drawn,
  lost,
  elo,
  rating,
  interval,
  group,
  elo_group,
  elo_groups,
  standings,
  standings_of_all,
  stage,
  season,
  crosstable,
  crosstable_is,
  bracket,
  round,
  match,
  result,
  winner,
  goes_on,
  test,
  test_open,
  test_stronger,
  test_not_stronger,
  test_ratio,
  test_plot,
  recent_games,
  no_games,
  game,
  cause,
  replay,
  replay_of,
  replay_later,
  draw,
  how_they_play,
  averages,
  longest_of_all,
  cycles,
  cycle_certain,
  cycle_perhaps,
  opponent,
  by_opponent,
  share,
  measure,
  average,
  rating_plot,
  share_plot,
  games_played,
  pairs_played,
  own_games,
  format_round_robin,
  format_gauntlet,
  format_groups,
  format_swiss,
  format_knock_out,
  format_double_knock_out,
  format_sprt,
  format_ladder,
  cause_choked,
  cause_no_move,
  cause_limit,
  cause_disconnected,
  cause_time,
  cause_illegal,
  cause_crashed,
  cause_resigned,
  cause_voided,
  measure_longest_chain,
  measure_chains,
  measure_links_a_chain,
  measure_garbage_sent,
  measure_garbage_cancelled,
  measure_garbage_fell,
  measure_all_clears,
  measure_score,
  measure_hands,
  measure_frames_a_hand,
  measure_control_a_hand,
  measure_hands_a_second,
};
inline constexpr std::size_t kWords = 108;

std::string text_of(Language language, Word word);
// With what stands for %1, %2 ... in it.
std::string text_of(Language language, Word word, std::initializer_list<std::string> values);

Word word_of(league::FormatKind format);
Word word_of(duel::Cause cause);
Word word_of(league::Measure measure);

}  // namespace rensa::pages
