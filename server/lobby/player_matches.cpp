#include "server/lobby/player_matches.h"

#include <array>
#include <utility>

namespace rensa::lobby {

namespace {

constexpr std::size_t kMatchesPerPhase = 64;  // of one connection

// How often the quality of a connection is forwarded at most.
constexpr base::Span kMinQualityInterval = std::chrono::milliseconds(900);

}  // namespace

const std::vector<base::MatchId>& PlayerMatches::matches_of(base::PlayerId player) const {
  static const std::vector<base::MatchId> none;
  const auto entry = entries_.find(player);
  return entry == entries_.end() ? none : entry->second.matches;
}

void PlayerMatches::detach(base::PlayerId player, base::MatchId match) {
  const auto entry = entries_.find(player);
  if (entry != entries_.end()) std::erase(entry->second.matches, match);
}

std::size_t PlayerMatches::choose_phase(base::PlayerId one, base::PlayerId two,
                                        const match::MatchScheduler& scheduler) {
  const std::array<Entry*, 2> players{&entries_[one], &entries_[two]};
  for (Entry* player : players) {
    if (player->free_phase_places > 0) {
      --player->free_phase_places;
      return player->phase;
    }
  }
  const std::size_t phase = scheduler.smallest_real_time_group();
  for (Entry* player : players) {
    player->phase = phase;
    player->free_phase_places = kMatchesPerPhase;
  }
  return phase;
}

bool PlayerMatches::may_forward_quality(base::PlayerId player, base::Time now) {
  base::Time& sent_at = entries_[player].quality_sent_at;
  if (now - sent_at < kMinQualityInterval) return false;
  sent_at = now;
  return true;
}

void PlayerMatches::replace(base::PlayerId guest, base::PlayerId earlier) {
  auto node = entries_.extract(guest);
  if (node.empty()) return;
  node.key() = earlier;
  entries_.insert(std::move(node));
}

std::vector<base::MatchId> PlayerMatches::remove(base::PlayerId player) {
  const auto node = entries_.extract(player);
  return node.empty() ? std::vector<base::MatchId>() : std::move(node.mapped().matches);
}

}  // namespace rensa::lobby
