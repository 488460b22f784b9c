#include "clients/worker/player_brain.h"

#include <map>

#include "engine/players/player.h"

namespace rensa::worker {

namespace {

class PlayerBrain : public Brain {
 public:
  explicit PlayerBrain(std::unique_ptr<players::Player> player) : player_(std::move(player)) {}
  rules::Placement choose(const duel::View& view) override { return player_->choose(view); }
  std::string comment() override { return player_->remark(); }
  std::vector<players::Candidate> advise(const duel::View& view) override { return player_->candidates(view); }

 private:
  std::unique_ptr<players::Player> player_;
};

// Numbers the matches as they begin, so that the number that a server gave to one has no part in how it is played.
class Numbers {
 public:
  std::uint32_t of(proto::MatchId match) {
    return numbers_.emplace(match, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::map<proto::MatchId, std::uint32_t> numbers_;
};

}  // namespace

MakeBrain brains_of(const players::Entrant& entrant, std::uint64_t seed) {
  return [entrant, seed, numbers = Numbers()](const GameInfo& game) mutable -> std::unique_ptr<Brain> {
    if (game.chance) return std::make_unique<PlayerBrain>(entrant.make(game.ruleset, *game.chance));
    const std::uint64_t match_seed = players::game_seed(seed, numbers.of(game.match));
    const std::uint64_t game_seed = players::game_seed(match_seed, static_cast<std::uint32_t>(game.game - 1));
    const std::uint64_t own = players::player_seed(game_seed, static_cast<int>(duel::index_of(game.seat)));
    return std::make_unique<PlayerBrain>(entrant.make(game.ruleset, own));
  };
}

}  // namespace rensa::worker
