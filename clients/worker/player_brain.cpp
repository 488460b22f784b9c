#include "clients/worker/player_brain.h"

#include <map>
#include <memory>

namespace rensa::worker {

namespace {

class PlayerBrain final : public Brain {
 public:
  PlayerBrain(const players::Entrant& entrant, const rules::Ruleset& ruleset, std::uint64_t seed)
      : ruleset_(ruleset), player_(entrant.make(ruleset, seed)) {}

  rules::Placement choose(const duel::View& view, const limits::StopFlag& stop) override {
    return player_->choose(players::position_of(view, ruleset_), {.stop = &stop});
  }
  std::string comment() override { return player_->remark(); }
  std::vector<players::Candidate> advise(const duel::View& view, const limits::StopFlag& stop) override {
    return player_->candidates(players::position_of(view, ruleset_), {.stop = &stop});
  }
  void ponder(const duel::View& view, const limits::StopFlag& stop) override {
    const auto expected = players::next_decision(players::position_of(view, ruleset_));
    if (expected) player_->ponder(*expected, {.stop = &stop});
  }

 private:
  const rules::Ruleset& ruleset_;
  std::unique_ptr<players::Player> player_;
};

}  // namespace

MakeBrain player_brains(const players::Entrant& entrant, std::uint64_t seed) {
  using MatchNumbers = std::map<proto::MatchId, std::uint32_t>;
  return [entrant, seed, numbers = MatchNumbers()](const GameInfo& game) mutable {
    if (game.chance) return std::make_unique<PlayerBrain>(entrant, game.ruleset, *game.chance);
    const auto next_number = static_cast<std::uint32_t>(numbers.size());
    const std::uint32_t number = numbers.emplace(game.match, next_number).first->second;
    const std::uint64_t match_seed = players::game_seed(seed, number);
    const std::uint64_t game_seed = players::game_seed(match_seed, static_cast<std::uint32_t>(game.game - 1));
    const std::uint64_t own = players::player_seed(game_seed, static_cast<int>(duel::index_of(game.seat)));
    return std::make_unique<PlayerBrain>(entrant, game.ruleset, own);
  };
}

}  // namespace rensa::worker
