#include "server/lobby/running_matches.h"

#include <algorithm>
#include <utility>

#include "server/lobby/seats.h"

namespace rensa::lobby {

namespace {

// Returns the account of a player. The addresses of guests are not logged, so matches of guests share one payer.
std::string payer_of_restored(const match::Match& match) {
  if (match.is_arranged()) return kPayerOfTournaments;
  for (const base::PlayerId player : match.players()) {
    if (!base::is_guest(player)) return "token " + std::to_string(player.number);
  }
  return "guests of restored matches";
}

bool is_real_time(const match::Match& match) { return match.terms().clock == match::Clock::real; }

}  // namespace

ListedMatch listing_of(const match::Match& match) {
  return {match.id(), match.names(), match.terms(), match.game_number()};
}

base::MatchId RunningMatches::start(match::MatchCreated created, const std::string& payer, base::Time now) {
  const base::MatchId id{parts_.match_ids.take()};
  created.match = id;
  created.date = parts_.output.date();
  const match::Clock clock = created.terms.clock;
  const bool is_real = clock == match::Clock::real;
  const base::PlayerId one = created.seats[0].player.id;
  const base::PlayerId two = created.seats[1].player.id;
  const std::size_t group =
      is_real ? parts_.players.choose_phase(one, two, scheduler_) : match::MatchScheduler::kOtherClocksGroup;
  attach(one, id);
  attach(two, id);
  Entry& entry = entries_[id];
  entry.match = std::make_unique<match::Match>(std::move(created), parts_.settings.match,
                                               is_real ? static_cast<int>(group) : 0, now, parts_.output);
  entry.charge = {.payer = payer, .clock = clock};
  add(entry, group);
  ++counts_.started;
  entry.is_waiting = parts_.output.is_new_match_waiting(id);
  change(id, [&](match::Match& match) {
    if (!entry.is_waiting) match.run(now);
  });
  return id;
}

bool RunningMatches::restore(std::span<const match::MatchEvent> events, base::Span played, base::Time now) {
  const match::MatchCreated& created = *match::creation_of(events.front());
  const match::MatchConditions& conditions = created.conditions.value();
  const base::Time created_at = match::creation_time(conditions.created_at, played, now);
  auto restored =
      std::make_unique<match::Match>(events, parts_.settings.match, conditions.phase, created_at, parts_.output);
  if (restored->has_diverged()) return false;
  const match::Clock clock = created.terms.clock;
  Entry& entry = entries_[created.match];
  entry.charge = {.payer = payer_of_restored(*restored), .clock = clock};
  entry.match = std::move(restored);
  add(entry, clock == match::Clock::real ? static_cast<std::size_t>(conditions.phase) % base::kPhases
                                         : match::MatchScheduler::kOtherClocksGroup);
  try {
    change(created.match, [&](match::Match& match) {
      match.interrupt(played);
      match.save_again();
      match.run(now);
    });
  } catch (...) {
    remove(entries_.find(created.match));
    throw;
  }
  ++counts_.restored;
  return true;
}

void RunningMatches::begin(base::MatchId match, base::Time now) {
  const auto entry = entries_.find(match);
  if (entry == entries_.end() || !std::exchange(entry->second.is_waiting, false)) return;
  entry->second.match->run(now);
  ++counts_.listing_changes;
  reschedule_or_remove(entry);
}

void RunningMatches::add(Entry& entry, std::size_t group) {
  entry.slot = scheduler_.add(*entry.match, group);
  parts_.load.add_match(entry.charge);
  update_expected_share(entry);
  ++counts_.listing_changes;
}

void RunningMatches::attach(base::PlayerId player, base::MatchId match) {
  parts_.players.attach(player, match, [this](base::MatchId id) { return entries_.contains(id); });
}

void RunningMatches::note_taken_seat(match::Match& match, base::PlayerId player) {
  parts_.spectators.unwatch(match, player);  // a player may see only what its seat sees
  attach(player, match.id());
  update_expected_share(entries_.at(match.id()));
  parts_.spectators.update_delay(match);
  ++counts_.listing_changes;  // an open player may take fewer matches now
}

void RunningMatches::update_expected_share(Entry& entry) {
  const match::Match& match = *entry.match;
  if (!is_real_time(match)) return;
  double share = 0;
  for (const duel::Seat seat : duel::kSeats) {
    const std::size_t seats = real_time_seat_count(match.players()[duel::index_of(seat)]);
    share += match::CpuLoadEstimate::expected_share(match.subscription(seat), std::max<std::size_t>(seats, 1));
  }
  parts_.load.set_expected_share(entry.charge, share);
}

std::size_t RunningMatches::real_time_seat_count(base::PlayerId player) const {
  std::size_t seats = 0;
  for (const base::MatchId id : parts_.players.matches_of(player)) {
    const match::Match* match = find(id);
    if (match != nullptr && is_real_time(*match)) seats += seat_count(*match, player);
  }
  return seats;
}

const match::Match* RunningMatches::find(base::MatchId match) const {
  const auto entry = entries_.find(match);
  return entry == entries_.end() ? nullptr : entry->second.match.get();
}

const match::Match* RunningMatches::find_begun(base::MatchId match) const {
  const auto entry = entries_.find(match);
  return entry == entries_.end() || entry->second.is_waiting ? nullptr : entry->second.match.get();
}

std::vector<ListedMatch> RunningMatches::listings(std::size_t max_count) const {
  std::vector<ListedMatch> matches;
  for (const auto& [id, entry] : entries_) {
    if (matches.size() == max_count) break;
    if (!entry.is_waiting) matches.push_back(listing_of(*entry.match));
  }
  std::ranges::sort(matches, {}, &ListedMatch::match);
  return matches;
}

bool RunningMatches::decide(base::PlayerId player, base::MatchId match, const match::SeatDecision& decision,
                            base::Time now) {
  const auto found = entries_.find(match);
  if (found == entries_.end()) return false;
  Entry& entry = found->second;
  ++counts_.decisions;
  if (entry.match->decide(player, decision, now) && is_real_time(*entry.match)) {
    const int clock = entry.match->clock();
    if (std::exchange(entry.paid_clocks[duel::index_of(decision.seat)], clock) != clock) ++counts_.paid_decisions;
  }
  reschedule_or_remove(found);
  return true;
}

void RunningMatches::on_game_saved(base::MatchId match, int game, std::uint64_t record, base::Time now) {
  ++counts_.games_saved;
  change(match, [&](match::Match& played) { played.on_game_saved(game, record, now); });
}

void RunningMatches::on_game_voided(base::MatchId match, int game, base::Time now) {
  change(match, [&](match::Match& played) { played.on_game_voided(game, now); });
}

std::optional<match::AbandonResult> RunningMatches::abandon(base::MatchId match, base::Time now) {
  std::optional<match::AbandonResult> result;
  change(match, [&](match::Match& abandoned) { result = abandoned.abandon(now); });
  return result;
}

void RunningMatches::abandon_all(base::Time now) {
  std::vector<base::MatchId> ids;
  for (const auto& [id, entry] : entries_) ids.push_back(id);
  for (const base::MatchId id : ids) abandon(id, now);
}

void RunningMatches::reschedule_or_remove(Entries::iterator entry) {
  auto& [id, running] = *entry;
  const match::Match& match = *running.match;
  parts_.load.set_paused(running.charge, match.is_paused());
  parts_.spectators.queue_updates(match);
  if (std::exchange(running.listed_game, match.game_number()) != match.game_number()) ++counts_.listing_changes;
  if (running.is_waiting && !match.is_over()) return scheduler_.set_due(running.slot, base::Time::max());
  if (!match.is_over()) return scheduler_.set_due(running.slot, match.next_deadline());
  ++counts_.ended;
  remove(entry);
}

void RunningMatches::remove(Entries::iterator entry) {
  const base::MatchId id = entry->first;
  for (const base::PlayerId player : entry->second.match->players()) parts_.players.detach(player, id);
  parts_.load.remove_match(entry->second.charge);
  parts_.spectators.end_match(id);
  scheduler_.remove(entry->second.slot);
  entries_.erase(entry);
  ++counts_.listing_changes;
}

void RunningMatches::run_phase(int phase, base::Time now) {
  run_due_of_group(static_cast<std::size_t>(phase), now);
  phases_run_until_ = now;
}

void RunningMatches::run_due(base::Time now) {
  skip_stall(now);
  run_due_of_group(match::MatchScheduler::kOtherClocksGroup, now);
}

// No match is removed here: a match ends only when its last game has been saved.
void RunningMatches::run_due_of_group(std::size_t group, base::Time now) {
  scheduler_.run_due(group, now, [&](match::Match& match) {
    const int game = match.game_number();
    match.run(now);
    if (match.game_number() != game) ++counts_.listing_changes;
    if (const base::Span late = match.take_lateness(); late > base::Span::zero()) counts_.lateness.add(late);
    if (match.has_spectators()) parts_.spectators.release_frame(match, now);
    return match.next_deadline();
  });
}

void RunningMatches::skip_stall(base::Time now) {
  const base::Time before = std::exchange(last_active_at_, now).value_or(now);
  const base::Span threshold = parts_.settings.stall_threshold;
  if (threshold == base::Span::zero() || now - before <= threshold) return;
  ++counts_.stalls;
  counts_.stalled += now - before;
  for (auto& [id, entry] : entries_) {
    if (is_real_time(*entry.match) || entry.is_waiting) continue;  // late frames are made up for
    entry.match->skip_stall(now - before);
    scheduler_.set_due(entry.slot, entry.match->next_deadline());
  }
}

}  // namespace rensa::lobby
