#include "server/bench/rehearsal.h"

#include <bit>

#include "engine/rules/droppable.h"

namespace rensa::bench {

namespace {

play::HallSettings settings_for(const Plan& plan) {
  play::HallSettings settings;
  settings.max_matches = settings.max_real_matches = static_cast<std::size_t>(plan.matches);
  settings.max_real_share = 1;  // a figure a match is none if some are refused
  return settings;
}

std::optional<rules::Placement> random_placement(const rules::Field& field, rules::Rng& rng) {
  std::uint32_t open = rules::droppable_placements(field.heights());
  if (open == 0) return std::nullopt;
  for (std::uint32_t skip = rng.below(static_cast<std::uint32_t>(std::popcount(open))); skip > 0; --skip) {
    open &= open - 1;
  }
  return rules::kPlacements[static_cast<std::size_t>(std::countr_zero(open))];
}

}  // namespace

Rehearsal::Rehearsal(const Plan& plan) : plan_(plan), rng_(1), hall_(settings_for(plan), proto::MatchId{0}, *this) {
  for (int i = 1; i <= 2 * plan.matches; ++i) {
    const base::SessionId session{static_cast<std::uint64_t>(i)};
    hall_.enter(session, "player-" + std::to_string(i));
    said_.emplace_back(session, proto::QuickMatch{plan.terms, plan.subscription});
  }
}

void Rehearsal::tell(base::SessionId session, const proto::ServerMessage& message) {
  if (plan_.encodes) {
    proto::encode(message, proto::Encoding::binary, encoded_);
    bytes_ += encoded_.size();
  }
  if (const auto* update = std::get_if<proto::Update>(&message)) {
    ++updates_;
    answer(session, *update);
  } else if (std::holds_alternative<proto::GameStart>(message)) {
    decided_hands_[session] = 0;
  } else if (std::holds_alternative<proto::MatchEnd>(message)) {
    said_.emplace_back(session, proto::QuickMatch{plan_.terms, plan_.subscription});
  }
}

void Rehearsal::answer(base::SessionId session, const proto::Update& update) {
  const bool is_due = update.view.decision_due && decided_hands_[session] != update.view.own.hand;
  if (plan_.terms.clock == proto::Clock::real ? !is_due : !update.answer_due) return;
  proto::Decide decide{.match = update.match,
                       .seat = *update.seat,
                       .game = update.game,
                       .clock = update.view.clock,
                       .id = 1,
                       .input = {}};
  if (is_due) {
    decided_hands_[session] = update.view.own.hand;
    if (const auto placement = random_placement(update.view.own.field, rng_)) {
      decide.input = duel::Input::place(*placement);
    }
  }
  said_.emplace_back(session, decide);
}

// Nobody is called back while it is calling, so what was said and saved waits for this. False: nothing waits.
bool Rehearsal::attend_to_next() {
  if (!said_.empty()) {
    const auto [session, message] = std::move(said_.front());
    said_.pop_front();
    hall_.handle(session, message, now_);
    return true;
  }
  if (finished_.empty()) return false;
  const auto [match, game] = finished_.front();
  finished_.pop_front();
  hall_.saved(match, game, ++games_, now_);
  return true;
}

void Rehearsal::play_games(std::uint64_t games) {
  const std::uint64_t end = games_ + games;
  while (games_ < end && attend_to_next()) {
  }
}

void Rehearsal::pass(base::Span time) {
  const base::Time end = now_ + std::chrono::duration_cast<base::Time::duration>(time);
  for (std::int64_t slot = base::slot_at(now_) + 1; base::slot_begins(slot) <= end; ++slot) {
    now_ = base::slot_begins(slot);
    hall_.run_phase(static_cast<int>(slot % base::kPhases), now_);
    while (attend_to_next()) {
    }
  }
  now_ = end;
}

}  // namespace rensa::bench
