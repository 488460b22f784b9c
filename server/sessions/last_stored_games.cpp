#include "server/sessions/last_stored_games.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace rensa::sessions {

namespace {

// Lives until its last answer has come.
class Questions : public std::enable_shared_from_this<Questions> {
 public:
  Questions(storage::Games& games, std::vector<base::MatchId> matches,
            storage::Completion<std::map<base::MatchId, int>> done)
      : games_(games), matches_(std::move(matches)), done_(std::move(done)) {}

  void ask_batch() {
    if (error_) return done_(*error_);
    if (asked_ == matches_.size()) return done_(std::move(last_games_));
    const std::size_t begin = asked_;
    asked_ = std::min(asked_ + kStoredGamesBatch, matches_.size());
    missing_ = asked_ - begin;
    const std::size_t end = asked_;  // an answer may come within the call, and begin the next batch
    for (std::size_t i = begin; i < end; ++i) ask(matches_[i]);
  }

 private:
  void ask(base::MatchId match) {
    games_.list_games_of_match(
        static_cast<std::uint64_t>(match),
        [self = shared_from_this(), match](const storage::StoreResult<std::vector<storage::GameRow>>& games) {
          self->on_answer(match, games);
        });
  }

  void on_answer(base::MatchId match, const storage::StoreResult<std::vector<storage::GameRow>>& games) {
    if (!games && !error_) error_ = games.error();
    if (games) {
      for (const storage::GameRow& game : *games) last_games_[match] = std::max(last_games_[match], game.game);
    }
    if (--missing_ == 0) ask_batch();
  }

  storage::Games& games_;
  const std::vector<base::MatchId> matches_;
  const storage::Completion<std::map<base::MatchId, int>> done_;
  std::map<base::MatchId, int> last_games_;
  std::optional<storage::StoreError> error_;
  std::size_t asked_ = 0;
  std::size_t missing_ = 0;  // of the present batch
};

}  // namespace

void find_last_stored_games(storage::Games& games, std::vector<base::MatchId> matches,
                            storage::Completion<std::map<base::MatchId, int>> done) {
  std::make_shared<Questions>(games, std::move(matches), std::move(done))->ask_batch();
}

}  // namespace rensa::sessions
