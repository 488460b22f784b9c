#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "engine/duel/outcome.h"
#include "server/tournament/formats/stage_plan.h"
#include "server/tournament/statistics/performance.h"

namespace rensa::pages {

// The texts of the pages in each language, and the language of the viewer of a page.

enum class Language : std::uint8_t { english, japanese };

// The person who looks at a page. Links carry the language if it was chosen on a page.
struct Viewer {
  Language language = Language::english;
  bool has_chosen_language = false;

  // Returns the URL of a page of this site, with the chosen language. Precondition: the path has no query.
  std::string link(const std::string& path) const;
};

// Takes the language from "lang=ja" in the query, or else the one that the browser prefers.
Viewer viewer_of(std::string_view query, std::string_view accept_language);

// Returns "en" or "ja", as URLs and HTML name the language.
std::string language_tag(Language language);

enum class TextId : std::uint8_t {
  league,
  play_link,
  practice_link,
  training_link,
  pages_navigation,
  skip_to_content,
  language,
  tournaments,
  no_tournaments,
  tournament,
  tournament_format,
  ruleset,
  tournament_state,
  state_running,
  state_paused,
  state_over,
  state_failed,
  state_unreadable,
  games,
  games_of_total,
  games_running,
  games_voided,
  leader,
  waiting_for,
  place_in_standings,
  player,
  author,
  benched,
  points,
  won,
  drawn,
  lost,
  elo,
  rating,
  interval_heading,
  group,
  elo_group,
  elo_groups_explained,
  standings,
  standings_of_all,
  stage,
  season,
  crosstable,
  crosstable_caption,
  bracket,
  round,
  knock_out_match,
  result,
  winner,
  advances_on_equal_points,
  sprt,
  sprt_open,
  sprt_stronger,
  sprt_not_stronger,
  sprt_ratio,
  sprt_plot,
  recent_games,
  no_games,
  game,
  ended_by,
  replay,
  replay_of,
  replay_not_public_yet,
  draw,
  how_they_play,
  averages,
  longest_chain_of_all,
  cycles,
  cycle_certain,
  cycle_perhaps,
  opponent,
  by_opponent,
  share_of_points,
  measure_heading,
  average_heading,
  rating_plot,
  share_plot,
  games_played,
  pairs_played,
  games_of_player,
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
  measure_links_per_chain,
  measure_garbage_sent,
  measure_garbage_cancelled,
  measure_garbage_fell,
  measure_all_clears,
  measure_score,
  measure_hands,
  measure_frames_per_hand,
  measure_control_frames_per_hand,
  measure_hands_per_second,
};
inline constexpr std::size_t kTextCount = 109;

std::string text_of(Language language, TextId id);
// Replaces %1, %2 ... by the values.
std::string text_of(Language language, TextId id, std::initializer_list<std::string> values);

TextId text_id_of(tournament::FormatKind format);
TextId text_id_of(duel::Cause cause);
TextId text_id_of(tournament::Measure measure);

}  // namespace rensa::pages
