#include "server/lobby/spectator_delivery.h"

#include <algorithm>
#include <chrono>

namespace rensa::lobby {

void SpectatorDelivery::watch(match::Match& match, base::PlayerId player, const match::WatchRequest& wanted,
                              base::Time now) {
  unwatch(match, player);
  WatchedMatch& watched = groups_[match.id()];
  const bool is_first = !watched.spectators;
  if (is_first) {
    watched = {.spectators = std::make_shared<match::SpectatorGroup>(match.id(), match.introduction(), delay_of(match)),
               .match = &match};
  }
  watched.spectators->join(player, wanted);
  match.set_spectators(watched.spectators.get());
  match.show_state_to_spectators(now);
  if (is_first) match.show_comments_to_spectators();
}

void SpectatorDelivery::unwatch(match::Match& match, base::PlayerId player) {
  const auto watched = groups_.find(match.id());
  if (watched == groups_.end()) return;
  match::SpectatorGroup& spectators = *watched->second.spectators;
  spectators.leave(player);
  if (spectators.is_empty()) {
    match.set_spectators(nullptr);
    groups_.erase(watched);
    delayed_groups_.erase(match.id());
  } else {
    match.update_frame_subscribers();
  }
}

bool SpectatorDelivery::unwatch_ended(base::MatchId match, base::PlayerId player) {
  const auto delayed = delayed_groups_.find(match);
  if (delayed == delayed_groups_.end() || groups_.contains(match)) return false;
  delayed->second->leave(player);
  return true;
}

void SpectatorDelivery::leave_ended_matches(base::PlayerId player) {
  for (const auto& [match, spectators] : delayed_groups_) {
    if (!groups_.contains(match)) spectators->leave(player);
  }
}

// A seat alone cannot make the delay shorter: only the host of an invitation can, and a tournament.
match::SpectatorDelay SpectatorDelivery::delay_of(const match::Match& match) {
  const base::Span usual = match.has_person() ? match.spectator_delay_with_person() : base::Span::zero();
  const auto wanted = match.terms().spectator_delay_seconds;
  if (!wanted) return match::SpectatorDelay::of(usual, match.terms().clock);
  const base::Span seconds = std::chrono::seconds(*wanted);
  const bool may_be_shorter = match.is_invited() || match.is_arranged();
  return match::SpectatorDelay::of(may_be_shorter ? seconds : std::max(usual, seconds), match.terms().clock);
}

void SpectatorDelivery::update_delay(const match::Match& match) {
  const auto watched = groups_.find(match.id());
  if (watched != groups_.end()) watched->second.spectators->set_delay(delay_of(match));
}

void SpectatorDelivery::queue_updates(const match::Match& match) {
  if (match.has_spectators()) queue_updates(groups_.at(match.id()));
}

void SpectatorDelivery::queue_updates(const WatchedMatch& watched) {
  if (watched.spectators->has_delayed()) delayed_groups_.emplace(watched.match->id(), watched.spectators);
  broadcaster_.add(watched.spectators);
}

void SpectatorDelivery::release_frame(const match::Match& match, base::Time now) {
  const WatchedMatch& watched = groups_.at(match.id());
  watched.spectators->release(match.moment_at(now));
  queue_updates(watched);
}

void SpectatorDelivery::release_delayed(base::Time now) {
  release_groups([now](match::SpectatorGroup& spectators, const match::Match* match) {
    match != nullptr ? spectators.release(match->moment_at(now)) : spectators.release_after_match(now);
  });
}

void SpectatorDelivery::release_all() {
  release_groups([](match::SpectatorGroup& spectators, const match::Match*) { spectators.release_all(); });
}

template <typename Release>
void SpectatorDelivery::release_groups(Release release) {
  std::erase_if(delayed_groups_, [&](const auto& entry) {
    const auto& [match, spectators] = entry;
    const auto watched = groups_.find(match);
    release(*spectators, watched == groups_.end() ? nullptr : watched->second.match);
    broadcaster_.add(spectators);
    return !spectators->has_delayed() || spectators->is_empty();
  });
}

}  // namespace rensa::lobby
