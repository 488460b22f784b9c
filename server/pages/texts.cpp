#include "server/pages/texts.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "server/net/http.h"

namespace rensa::pages {

namespace {

constexpr std::string_view kLanguageParameter = "lang=";

std::string_view chosen_language_in(std::string_view query) {
  while (!query.empty()) {
    const std::string_view part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(part.size() + 1, query.size()));
    if (part.starts_with(kLanguageParameter)) return part.substr(kLanguageParameter.size());
  }
  return {};
}

struct TextEntry {
  TextId id;
  std::string_view english;
  std::string_view japanese;
};

// The texts in the order of the enumerators.
constexpr std::array<TextEntry, kTextCount> kTextEntries = {{
    {TextId::league, "League", "リーグ"},
    {TextId::play_link, "Play", "対戦"},
    {TextId::practice_link, "Practice", "練習"},
    {TextId::training_link, "Train", "問題"},
    {TextId::pages_navigation, "Pages", "ページ"},
    {TextId::skip_to_content, "Skip to content", "本文へ"},
    {TextId::language, "Language", "言語"},
    {TextId::tournaments, "Tournaments and ladders", "大会とラダー"},
    {TextId::no_tournaments, "No tournament has been held here yet.", "まだ大会はありません。"},
    {TextId::tournament, "Tournament", "大会"},
    {TextId::tournament_format, "Format", "形式"},
    {TextId::ruleset, "Ruleset", "ルール"},
    {TextId::tournament_state, "State", "状態"},
    {TextId::state_running, "running", "進行中"},
    {TextId::state_paused, "paused", "一時停止"},
    {TextId::state_over, "over", "終了"},
    {TextId::state_failed, "failed", "失敗"},
    {TextId::state_unreadable, "cannot be read", "読み込み不可"},
    {TextId::games, "Games", "試合数"},
    {TextId::games_of_total, "%1 of %2", "%1 / %2"},
    {TextId::games_running, "%1 being played", "対戦中 %1"},
    {TextId::games_voided, "%1 void", "無効試合 %1"},
    {TextId::leader, "Leader", "首位"},
    {TextId::waiting_for, "Waiting for", "待機中"},
    {TextId::place_in_standings, "Place", "順位"},
    {TextId::player, "Player", "プレイヤー"},
    {TextId::author, "Author", "作者"},
    {TextId::benched, "withdrawn", "棄権"},
    {TextId::points, "Points", "勝ち点"},
    {TextId::won, "Won", "勝"},
    {TextId::drawn, "Drawn", "分"},
    {TextId::lost, "Lost", "敗"},
    {TextId::elo, "Elo", "Elo"},
    {TextId::rating, "Rating", "レーティング"},
    {TextId::interval_heading, "95 % interval", "95 % 区間"},
    {TextId::group, "Group", "グループ"},
    {TextId::elo_group, "group %1", "組 %1"},
    {TextId::elo_groups_explained, "No wins connect these groups: the Elo of one says nothing about that of another.",
     "勝敗でつながらない組どうしの Elo は比べられません。"},
    {TextId::standings, "Standings", "順位表"},
    {TextId::standings_of_all, "All stages, by strength", "全ステージ(実力順)"},
    {TextId::stage, "Stage %1: %2", "第%1ステージ: %2"},
    {TextId::season, "Season %1", "シーズン %1"},
    {TextId::crosstable, "Crosstable", "対戦表"},
    {TextId::crosstable_caption, "Points of the row's player against the column's, of so many games",
     "行のプレイヤーが列のプレイヤーから得た勝ち点 / 試合数"},
    {TextId::bracket, "Bracket", "トーナメント表"},
    {TextId::round, "Round %1", "%1回戦"},
    {TextId::knock_out_match, "Match", "対戦"},
    {TextId::result, "Result", "結果"},
    {TextId::winner, "Winner", "勝者"},
    {TextId::advances_on_equal_points, "goes on", "勝ち抜け"},
    {TextId::sprt, "Test", "検定"},
    {TextId::sprt_open, "No answer yet", "判定前"},
    {TextId::sprt_stronger, "%1 is stronger", "%1 の方が強い"},
    {TextId::sprt_not_stronger, "%1 is not stronger", "%1 の方が強いとは言えない"},
    {TextId::sprt_ratio, "Log-likelihood ratio %1, between %2 and %3, after %4 pairs of games",
     "対数尤度比 %1(境界 %2 と %3)、%4 組の試合後"},
    {TextId::sprt_plot, "The log-likelihood ratio pair by pair, and its bounds", "対数尤度比の推移と境界"},
    {TextId::recent_games, "Latest games", "最近の試合"},
    {TextId::no_games, "No game is over yet.", "まだ終わった試合はありません。"},
    {TextId::game, "Game", "試合"},
    {TextId::ended_by, "Ended by", "決着"},
    {TextId::replay, "Replay", "リプレイ"},
    {TextId::replay_of, "Replay of game %1", "試合 %1 のリプレイ"},
    {TextId::replay_not_public_yet, "later", "後で公開"},
    {TextId::draw, "draw", "引き分け"},
    {TextId::how_they_play, "How they play", "プレイの内容"},
    {TextId::averages, "Averages a game, unless said otherwise", "特記のないものは1試合平均"},
    {TextId::longest_chain_of_all, "Longest chain of all", "最大連鎖"},
    {TextId::cycles, "Cycles", "三すくみ"},
    {TextId::cycle_certain, "%1 (certain)", "%1(確実)"},
    {TextId::cycle_perhaps, "%1 (perhaps)", "%1(不確か)"},
    {TextId::opponent, "Opponent", "対戦相手"},
    {TextId::by_opponent, "Results by opponent", "対戦相手別の成績"},
    {TextId::share_of_points, "Share of the points", "得点率"},
    {TextId::measure_heading, "Measure", "項目"},
    {TextId::average_heading, "Average", "平均"},
    {TextId::rating_plot, "Rating, game by game", "レーティングの推移"},
    {TextId::share_plot, "Share of the points, game by game", "得点率の推移"},
    {TextId::games_played, "games", "試合"},
    {TextId::pairs_played, "pairs of games", "組"},
    {TextId::games_of_player, "Games", "試合"},
    {TextId::format_round_robin, "round robin", "総当たり"},
    {TextId::format_gauntlet, "gauntlet", "ガントレット"},
    {TextId::format_groups, "groups", "グループリーグ"},
    {TextId::format_swiss, "Swiss", "スイス式"},
    {TextId::format_knock_out, "knock-out", "勝ち抜き"},
    {TextId::format_double_knock_out, "double knock-out", "ダブルエリミネーション"},
    {TextId::format_sprt, "sequential test", "逐次検定"},
    {TextId::format_ladder, "ladder", "ラダー"},
    {TextId::cause_choked, "choked", "窒息"},
    {TextId::cause_no_move, "no move left", "置き場所なし"},
    {TextId::cause_limit, "limit reached", "時間制限で引き分け"},
    {TextId::cause_disconnected, "disconnected", "切断"},
    {TextId::cause_time, "out of time", "時間切れ"},
    {TextId::cause_illegal, "illegal moves", "不正な操作"},
    {TextId::cause_crashed, "crashed", "異常終了"},
    {TextId::cause_resigned, "resigned", "投了"},
    {TextId::cause_voided, "void", "無効"},
    {TextId::measure_longest_chain, "Longest chain", "最大連鎖"},
    {TextId::measure_chains, "Chains", "連鎖回数"},
    {TextId::measure_links_per_chain, "Links a chain", "1連鎖あたりの連鎖数"},
    {TextId::measure_garbage_sent, "Garbage sent", "送ったおじゃま"},
    {TextId::measure_garbage_cancelled, "Garbage cancelled", "相殺したおじゃま"},
    {TextId::measure_garbage_fell, "Garbage that fell", "降ったおじゃま"},
    {TextId::measure_all_clears, "All clears", "全消し"},
    {TextId::measure_score, "Score", "得点"},
    {TextId::measure_hands, "Hands", "手数"},
    {TextId::measure_frames_per_hand, "Frames a hand", "1手のフレーム数"},
    {TextId::measure_control_frames_per_hand, "Frames of control a hand", "1手の操作フレーム数"},
    {TextId::measure_hands_per_second, "Hands a second", "毎秒の手数"},
}};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kTextEntries.size(); ++i) {
    if (static_cast<std::size_t>(kTextEntries[i].id) != i) return false;
  }
  return true;
}
static_assert(is_in_order());

// Returns the id of the text for an enumerator. The ids begin with `first`, in the order of its enumeration.
template <class Enumerator>
constexpr TextId text_id_at(TextId first, Enumerator enumerator) {
  return static_cast<TextId>(static_cast<std::size_t>(first) + static_cast<std::size_t>(enumerator));
}
static_assert(text_id_at(TextId::format_round_robin, tournament::FormatKind::ladder) == TextId::format_ladder);
static_assert(text_id_at(TextId::cause_choked, duel::Cause::voided) == TextId::cause_voided);
static_assert(text_id_at(TextId::measure_longest_chain, tournament::Measure::hands_per_second) ==
              TextId::measure_hands_per_second);

}  // namespace

std::string language_tag(Language language) { return language == Language::japanese ? "ja" : "en"; }

std::string Viewer::link(const std::string& path) const {
  return has_chosen_language ? path + "?" + std::string(kLanguageParameter) + language_tag(language) : path;
}

Viewer viewer_of(std::string_view query, std::string_view accept_language) {
  const std::string_view chosen = chosen_language_in(query);
  for (const Language language : {Language::english, Language::japanese}) {
    if (chosen == language_tag(language)) return {.language = language, .has_chosen_language = true};
  }
  const bool prefers_japanese =
      net::accept_language_weight(accept_language, "ja") > net::accept_language_weight(accept_language, "en");
  return {.language = prefers_japanese ? Language::japanese : Language::english, .has_chosen_language = false};
}

std::string text_of(Language language, TextId id) { return text_of(language, id, {}); }

std::string text_of(Language language, TextId id, std::initializer_list<std::string> values) {
  const TextEntry& entry = kTextEntries[static_cast<std::size_t>(id)];
  const std::string_view text = language == Language::japanese ? entry.japanese : entry.english;
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t number = text[i] == '%' && i + 1 < text.size() ? static_cast<std::size_t>(text[i + 1] - '0') : 0;
    if (number >= 1 && number <= values.size()) {
      out += values.begin()[number - 1];
      ++i;
    } else {
      out += text[i];
    }
  }
  return out;
}

TextId text_id_of(tournament::FormatKind format) { return text_id_at(TextId::format_round_robin, format); }
TextId text_id_of(duel::Cause cause) { return text_id_at(TextId::cause_choked, cause); }
TextId text_id_of(tournament::Measure measure) { return text_id_at(TextId::measure_longest_chain, measure); }

}  // namespace rensa::pages
