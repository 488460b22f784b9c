#include "server/pages/texts.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "server/net/http.h"

namespace rensa::pages {

namespace {

constexpr std::string_view kKey = "lang=";

std::string_view chosen_in(std::string_view query) {
  while (!query.empty()) {
    const std::string_view part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(part.size() + 1, query.size()));
    if (part.starts_with(kKey)) return part.substr(kKey.size());
  }
  return {};
}

struct Entry {
  Word word;
  std::string_view english;
  std::string_view japanese;
};

// In the order of the enumerators.
constexpr std::array<Entry, kWordCount> kEntries = {{
    {Word::league, "League", "リーグ"},
    {Word::play, "Play", "対戦"},
    {Word::practice, "Practice", "練習"},
    {Word::training, "Train", "問題"},
    {Word::pages, "Pages", "ページ"},
    {Word::skip, "Skip to content", "本文へ"},
    {Word::language, "Language", "言語"},
    {Word::tournaments, "Tournaments and ladders", "大会とラダー"},
    {Word::no_tournaments, "No tournament has been held here yet.", "まだ大会はありません。"},
    {Word::tournament, "Tournament", "大会"},
    {Word::format, "Format", "形式"},
    {Word::ruleset, "Ruleset", "ルール"},
    {Word::state, "State", "状態"},
    {Word::running, "running", "進行中"},
    {Word::paused, "paused", "一時停止"},
    {Word::over, "over", "終了"},
    {Word::failed, "failed", "失敗"},
    {Word::unreadable, "cannot be read", "読み込み不可"},
    {Word::games, "Games", "試合数"},
    {Word::games_of, "%1 of %2", "%1 / %2"},
    {Word::games_now, "%1 being played", "対戦中 %1"},
    {Word::games_voided, "%1 void", "無効試合 %1"},
    {Word::leader, "Leader", "首位"},
    {Word::awaited, "Waiting for", "待機中"},
    {Word::place, "Place", "順位"},
    {Word::player, "Player", "プレイヤー"},
    {Word::author, "Author", "作者"},
    {Word::benched, "withdrawn", "棄権"},
    {Word::points, "Points", "勝ち点"},
    {Word::won, "Won", "勝"},
    {Word::drawn, "Drawn", "分"},
    {Word::lost, "Lost", "敗"},
    {Word::elo, "Elo", "Elo"},
    {Word::rating, "Rating", "レーティング"},
    {Word::interval, "95 % interval", "95 % 区間"},
    {Word::group, "Group", "グループ"},
    {Word::elo_group, "group %1", "組 %1"},
    {Word::elo_groups, "No wins connect these groups: the Elo of one says nothing about that of another.",
     "勝敗でつながらない組どうしの Elo は比べられません。"},
    {Word::standings, "Standings", "順位表"},
    {Word::standings_of_all, "All stages, by strength", "全ステージ(実力順)"},
    {Word::stage, "Stage %1: %2", "第%1ステージ: %2"},
    {Word::season, "Season %1", "シーズン %1"},
    {Word::crosstable, "Crosstable", "対戦表"},
    {Word::crosstable_is, "Points of the row's player against the column's, of so many games",
     "行のプレイヤーが列のプレイヤーから得た勝ち点 / 試合数"},
    {Word::bracket, "Bracket", "トーナメント表"},
    {Word::round, "Round %1", "%1回戦"},
    {Word::match, "Match", "対戦"},
    {Word::result, "Result", "結果"},
    {Word::winner, "Winner", "勝者"},
    {Word::goes_on, "goes on", "勝ち抜け"},
    {Word::test, "Test", "検定"},
    {Word::test_open, "No answer yet", "判定前"},
    {Word::test_stronger, "%1 is stronger", "%1 の方が強い"},
    {Word::test_not_stronger, "%1 is not stronger", "%1 の方が強いとは言えない"},
    {Word::test_ratio, "Log-likelihood ratio %1, between %2 and %3, after %4 pairs of games",
     "対数尤度比 %1(境界 %2 と %3)、%4 組の試合後"},
    {Word::test_plot, "The log-likelihood ratio pair by pair, and its bounds", "対数尤度比の推移と境界"},
    {Word::recent_games, "Latest games", "最近の試合"},
    {Word::no_games, "No game is over yet.", "まだ終わった試合はありません。"},
    {Word::game, "Game", "試合"},
    {Word::cause, "Ended by", "決着"},
    {Word::replay, "Replay", "リプレイ"},
    {Word::replay_of, "Replay of game %1", "試合 %1 のリプレイ"},
    {Word::replay_later, "later", "後で公開"},
    {Word::draw, "draw", "引き分け"},
    {Word::how_they_play, "How they play", "プレイの内容"},
    {Word::averages, "Averages a game, unless said otherwise", "特記のないものは1試合平均"},
    {Word::longest_of_all, "Longest chain of all", "最大連鎖"},
    {Word::cycles, "Cycles", "三すくみ"},
    {Word::cycle_certain, "%1 (certain)", "%1(確実)"},
    {Word::cycle_perhaps, "%1 (perhaps)", "%1(不確か)"},
    {Word::opponent, "Opponent", "対戦相手"},
    {Word::by_opponent, "Results by opponent", "対戦相手別の成績"},
    {Word::share, "Share of the points", "得点率"},
    {Word::measure, "Measure", "項目"},
    {Word::average, "Average", "平均"},
    {Word::rating_plot, "Rating, game by game", "レーティングの推移"},
    {Word::share_plot, "Share of the points, game by game", "得点率の推移"},
    {Word::games_played, "games", "試合"},
    {Word::pairs_played, "pairs of games", "組"},
    {Word::own_games, "Games", "試合"},
    {Word::format_round_robin, "round robin", "総当たり"},
    {Word::format_gauntlet, "gauntlet", "ガントレット"},
    {Word::format_groups, "groups", "グループリーグ"},
    {Word::format_swiss, "Swiss", "スイス式"},
    {Word::format_knock_out, "knock-out", "勝ち抜き"},
    {Word::format_double_knock_out, "double knock-out", "ダブルエリミネーション"},
    {Word::format_sprt, "sequential test", "逐次検定"},
    {Word::format_ladder, "ladder", "ラダー"},
    {Word::cause_choked, "choked", "窒息"},
    {Word::cause_no_move, "no move left", "置き場所なし"},
    {Word::cause_limit, "limit reached", "時間制限で引き分け"},
    {Word::cause_disconnected, "disconnected", "切断"},
    {Word::cause_time, "out of time", "時間切れ"},
    {Word::cause_illegal, "illegal moves", "不正な操作"},
    {Word::cause_crashed, "crashed", "異常終了"},
    {Word::cause_resigned, "resigned", "投了"},
    {Word::cause_voided, "void", "無効"},
    {Word::measure_longest_chain, "Longest chain", "最大連鎖"},
    {Word::measure_chains, "Chains", "連鎖回数"},
    {Word::measure_links_a_chain, "Links a chain", "1連鎖あたりの連鎖数"},
    {Word::measure_garbage_sent, "Garbage sent", "送ったおじゃま"},
    {Word::measure_garbage_cancelled, "Garbage cancelled", "相殺したおじゃま"},
    {Word::measure_garbage_fell, "Garbage that fell", "降ったおじゃま"},
    {Word::measure_all_clears, "All clears", "全消し"},
    {Word::measure_score, "Score", "得点"},
    {Word::measure_hands, "Hands", "手数"},
    {Word::measure_frames_a_hand, "Frames a hand", "1手のフレーム数"},
    {Word::measure_control_a_hand, "Frames of control a hand", "1手の操作フレーム数"},
    {Word::measure_hands_a_second, "Hands a second", "毎秒の手数"},
}};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kEntries.size(); ++i) {
    if (static_cast<std::size_t>(kEntries[i].word) != i) return false;
  }
  return true;
}
static_assert(is_in_order());

// The word for an enumerator; the words are in the order of its enumeration.
template <class Enumerator>
constexpr Word at(Word first, Enumerator enumerator) {
  return static_cast<Word>(static_cast<std::size_t>(first) + static_cast<std::size_t>(enumerator));
}
static_assert(at(Word::format_round_robin, tournament::FormatKind::ladder) == Word::format_ladder);
static_assert(at(Word::cause_choked, duel::Cause::voided) == Word::cause_voided);
static_assert(at(Word::measure_longest_chain, tournament::Measure::hands_per_second) == Word::measure_hands_a_second);

}  // namespace

std::string language_tag(Language language) { return language == Language::japanese ? "ja" : "en"; }

std::string Viewer::link(const std::string& path) const {
  return has_chosen_language ? path + "?" + std::string(kKey) + language_tag(language) : path;
}

Viewer viewer_of(std::string_view query, std::string_view accept_language) {
  const std::string_view chosen = chosen_in(query);
  for (const Language language : {Language::english, Language::japanese}) {
    if (chosen == language_tag(language)) return {.language = language, .has_chosen_language = true};
  }
  const bool prefers_japanese =
      net::accept_language_weight(accept_language, "ja") > net::accept_language_weight(accept_language, "en");
  return {.language = prefers_japanese ? Language::japanese : Language::english, .has_chosen_language = false};
}

std::string text_of(Language language, Word word) { return text_of(language, word, {}); }

std::string text_of(Language language, Word word, std::initializer_list<std::string> values) {
  const Entry& entry = kEntries[static_cast<std::size_t>(word)];
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

Word word_of(tournament::FormatKind format) { return at(Word::format_round_robin, format); }
Word word_of(duel::Cause cause) { return at(Word::cause_choked, cause); }
Word word_of(tournament::Measure measure) { return at(Word::measure_longest_chain, measure); }

}  // namespace rensa::pages
