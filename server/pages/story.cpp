#include "server/pages/story.h"

#include <algorithm>
#include <array>
#include <vector>

#include "engine/duel/game_statistics.h"
#include "server/tournament/journal/event.h"

namespace rensa::pages {

namespace {

// A finished game with its players by side.
struct PlayedGame {
  const tournament::GameEnded& ended;
  std::array<std::size_t, 2> players;

  std::string id() const { return tournament::name_of(ended.game); }
  std::optional<StoryGame> decided() const {
    if (!ended.winner) return std::nullopt;
    const auto side = static_cast<std::size_t>(*ended.winner);
    return StoryGame{.game = id(), .winner = players[side], .loser = players[1 - side]};
  }
};

std::vector<PlayedGame> public_games(const tournament::TournamentProgress& progress) {
  std::vector<PlayedGame> games;
  for (std::size_t number = 0; number < progress.pairs().size(); ++number) {
    const tournament::PlayerPair& pair = progress.pairs()[number];
    const bool is_public = !pair.is_audit || progress.is_decided(number);
    if (!is_public || !progress.counts(number)) continue;
    for (std::size_t leg = 0; leg < progress.leg_count(number); ++leg) {
      const tournament::GameEnded* ended = progress.game_result(number, leg);
      if (ended != nullptr) games.push_back({.ended = *ended, .players = {pair.first, pair.second}});
    }
  }
  return games;
}

bool has_attacked(const duel::GameStatistics& side) { return side.garbage_sent + side.garbage_cancelled > 0; }

// The points of the loser for each point of the winner.
double closeness(const TournamentStory::ClosestGame& game) {
  return static_cast<double>(game.loser_score) / static_cast<double>(std::max<std::int64_t>(1, game.winner_score));
}

void tell_longest_chain(TournamentStory& story, const PlayedGame& game) {
  for (std::size_t side = 0; side < 2; ++side) {
    const std::int64_t links = game.ended.statistics[side].longest_chain;
    if (links <= (story.longest_chain ? story.longest_chain->links : 0)) continue;
    story.longest_chain = TournamentStory::LongestChain{
        .game = game.id(), .player = game.players[side], .opponent = game.players[1 - side], .links = links};
  }
}

void tell_closest_game(TournamentStory& story, const PlayedGame& game, const StoryGame& decided) {
  const auto& sides = game.ended.statistics;
  if (!has_attacked(sides[0]) || !has_attacked(sides[1])) return;
  const auto winner = static_cast<std::size_t>(*game.ended.winner);
  const TournamentStory::ClosestGame close{
      .game = decided, .winner_score = sides[winner].score, .loser_score = sides[1 - winner].score};
  if (!story.closest_game || closeness(close) > closeness(*story.closest_game)) story.closest_game = close;
}

void tell_upset(TournamentStory& story, const StoryGame& decided, const std::vector<std::size_t>& places) {
  constexpr std::size_t kFewestPlaces = 2;
  const TournamentStory::Upset upset{
      .game = decided, .winner_place = places[decided.winner], .loser_place = places[decided.loser]};
  const std::size_t most =
      story.upset ? story.upset->winner_place - story.upset->loser_place : std::size_t{kFewestPlaces - 1};
  if (upset.winner_place > upset.loser_place + most) story.upset = upset;
}

}  // namespace

TournamentStory story_of(const tournament::TournamentProgress& progress,
                         const std::vector<tournament::PlayerStanding>& standings) {
  std::vector<std::size_t> places(progress.player_count());
  for (std::size_t place = 0; place < standings.size(); ++place) places[standings[place].player] = place + 1;
  TournamentStory story;
  for (const PlayedGame& game : public_games(progress)) {
    tell_longest_chain(story, game);
    const auto decided = game.decided();
    if (!decided) continue;
    tell_closest_game(story, game, *decided);
    tell_upset(story, *decided, places);
    if (decided->winner == standings.front().player) story.last_win = decided;
  }
  return story;
}

}  // namespace rensa::pages
