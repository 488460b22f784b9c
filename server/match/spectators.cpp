#include "server/match/spectators.h"

#include <span>
#include <utility>
#include <variant>

namespace rensa::match {

namespace {

template <typename Values>
void keep_newest(Values& values, std::size_t most) {
  if (values.size() > most) values.erase(values.begin(), values.end() - static_cast<std::ptrdiff_t>(most));
}

bool is_state_or_result(const MatchMessage& message) {
  return std::holds_alternative<Update>(message.content) || std::holds_alternative<GameEnd>(message.content);
}

// Returns true if the first message is a state and the next state or result is a result.
bool is_last_state_of_game(std::span<const MatchMessage> messages) {
  const auto next = std::find_if(messages.begin() + 1, messages.end(), is_state_or_result);
  return next != messages.end() && std::holds_alternative<GameEnd>(next->content);
}

}  // namespace

SpectatorGroup::SpectatorGroup(base::MatchId match, MatchStart match_start)
    : match_(match),
      match_start_(std::move(match_start)),
      score_{.wins = match_start_.wins, .draws = match_start_.draws} {}

void SpectatorGroup::join(base::SessionId session, const WatchRequest& wanted) {
  spectators_.push_back({.session = session,
                         .wants_every_frame = match::wants_every_frame(wanted.subscription),
                         .wants_comments = wanted.comments});
  if (spectators_.back().wants_every_frame) ++frame_subscribers_;
}

void SpectatorGroup::leave(base::SessionId session) {
  const auto found = std::find_if(spectators_.begin(), spectators_.end(),
                                  [&](const Spectator& one) { return one.session == session; });
  if (found == spectators_.end()) return;
  const auto at = static_cast<std::size_t>(found - spectators_.begin());
  if (found->wants_every_frame) --frame_subscribers_;
  if (at < next_spectator_) --next_spectator_;
  if (at < round_end_) --round_end_;
  spectators_.erase(found);
}

void SpectatorGroup::add_message(MatchMessageContent message) {
  if (const auto* end = std::get_if<GameEnd>(&message)) score_.add(end->outcome);
  if (const auto* comment = std::get_if<Comment>(&message)) {
    std::erase_if(queued_, [&](const MatchMessage& queued) {
      const auto* before = std::get_if<Comment>(&queued.content);
      return before != nullptr && before->writer == comment->writer;
    });
  }
  // Each spectator that joins a paused match adds this message again; one is enough.
  if (std::holds_alternative<PauseStatus>(message)) {
    std::erase_if(queued_, [](const auto& queued) { return std::holds_alternative<PauseStatus>(queued.content); });
  }
  queued_.push_back({.match = match_, .seat = std::nullopt, .content = std::move(message)});
  keep_newest(queued_, kMaxMessages);
}

// Returns the newest queued state, or null if a message after it must follow exactly that state. A comment need not: it
// is about an earlier decision, so a newer state may come before it.
Update* SpectatorGroup::replaceable_state() {
  for (auto message = queued_.rbegin(); message != queued_.rend(); ++message) {
    if (auto* state = std::get_if<Update>(&message->content)) return state;
    if (!std::holds_alternative<Comment>(message->content) && !std::holds_alternative<PauseStatus>(message->content))
      break;
  }
  return nullptr;
}

void SpectatorGroup::add_state(Update state) {
  Update* replaced = replaceable_state();
  if (replaced == nullptr || replaced->game != state.game) {
    state.number = ++state_count_;
    return add_message(std::move(state));
  }
  replaced->view = std::move(state.view);
  replaced->events.insert(replaced->events.end(), state.events.begin(), state.events.end());
  keep_newest(replaced->events, kMaxEvents);
}

void SpectatorGroup::begin_round() {
  for (MatchMessage& message : round_) {
    if (auto* state = std::get_if<Update>(&message.content)) last_state_ = std::move(*state);
  }
  round_.clear();
  std::swap(round_, queued_);
  next_spectator_ = 0;
  round_end_ = spectators_.size();
  has_events_ = false;
  has_comments_ = false;
  Score before = score_;
  has_result_ = false;
  ends_with_state_ = false;
  for (const MatchMessage& message : round_) {
    if (const auto* end = std::get_if<GameEnd>(&message.content)) before.subtract(end->outcome);
    if (std::holds_alternative<GameStart>(message.content)) last_comments_ = {};
    if (const auto* comment = std::get_if<Comment>(&message.content)) {
      has_comments_ = true;
      last_comments_[duel::index_of(comment->writer)] = *comment;
    } else if (const auto* state = std::get_if<Update>(&message.content)) {
      has_events_ = has_events_ || !state->events.empty();
      ends_with_state_ = true;
    } else {
      has_events_ = true;
    }
    if (std::holds_alternative<GameEnd>(message.content)) {
      has_result_ = true;
      ends_with_state_ = false;
    }
  }
  match_start_.wins = before.wins;
  match_start_.draws = before.draws;
  drop_outdated_last_state();
}

// The last state of earlier rounds stays only while this round continues from it.
void SpectatorGroup::drop_outdated_last_state() {
  const auto first = std::find_if(round_.begin(), round_.end(), [](const MatchMessage& message) {
    return is_state_or_result(message) || std::holds_alternative<GameStart>(message.content);
  });
  if (first == round_.end() || !last_state_) return;
  const auto* end = std::get_if<GameEnd>(&first->content);
  if (end == nullptr || end->game != last_state_->game) last_state_.reset();
}

bool SpectatorGroup::needs_round(const Spectator& spectator) const {
  return has_events_ || spectator.wants_every_frame || spectator.is_new || spectator.misses_state ||
         (spectator.wants_comments && (has_comments_ || spectator.misses_comments));
}

// A spectator that cannot keep up is sent no states until it can or a game ends, and no comments. A state that it
// misses may be the last one, so that state is sent later.
void SpectatorGroup::choose_receivers(std::size_t most, const MatchOutput& output) {
  for (auto* sessions : {&new_spectators_, &state_receivers_, &fast_receivers_, &slow_receivers_, &comment_receivers_,
                         &last_comment_receivers_}) {
    sessions->clear();
  }
  for (; next_spectator_ < round_end_ && fast_receivers_.size() + slow_receivers_.size() < most; ++next_spectator_) {
    Spectator& spectator = spectators_[next_spectator_];
    if (!needs_round(spectator)) continue;
    const bool is_slow = output.is_congested(spectator.session);
    if (std::exchange(spectator.is_new, false)) new_spectators_.push_back(spectator.session);
    if (spectator.misses_state && last_state_ && (!is_slow || has_result_))
      state_receivers_.push_back(spectator.session);
    spectator.misses_state = is_slow && (ends_with_state_ || (spectator.misses_state && !has_result_));
    (is_slow ? slow_receivers_ : fast_receivers_).push_back(spectator.session);
    if (!spectator.wants_comments) continue;
    const bool missed_comments =
        std::exchange(spectator.misses_comments, is_slow && (spectator.misses_comments || has_comments_));
    if (!is_slow) (missed_comments ? last_comment_receivers_ : comment_receivers_).push_back(spectator.session);
  }
}

std::size_t SpectatorGroup::send_some(std::size_t most, MatchOutput& output) {
  if (next_spectator_ == round_end_) begin_round();
  choose_receivers(most, output);
  const auto send = [&output](const std::vector<base::SessionId>& sessions, const MatchMessage& message) {
    if (!sessions.empty()) output.send_to_all(sessions, message);
  };
  const auto message_of = [this](MatchMessageContent content) {
    return MatchMessage{.match = match_, .seat = std::nullopt, .content = std::move(content)};
  };
  if (!new_spectators_.empty()) send(new_spectators_, message_of(match_start_));
  if (last_state_ && !state_receivers_.empty()) send(state_receivers_, message_of(*last_state_));
  for (auto message = round_.begin(); message != round_.end(); ++message) {
    const bool is_comment = std::holds_alternative<Comment>(message->content);
    send(is_comment ? comment_receivers_ : fast_receivers_, *message);
    if (is_comment) continue;
    if (!std::holds_alternative<Update>(message->content) || is_last_state_of_game({message, round_.end()})) {
      send(slow_receivers_, *message);
    }
  }
  for (const auto& comment : last_comments_) {
    if (comment && !last_comment_receivers_.empty()) send(last_comment_receivers_, message_of(*comment));
  }
  return fast_receivers_.size() + slow_receivers_.size();
}

void SpectatorBroadcaster::add(const std::shared_ptr<SpectatorGroup>& group) {
  if (group->has_unsent() && queued_groups_.insert(group.get()).second) groups_.push_back(group);
}

void SpectatorBroadcaster::send_some(MatchOutput& output) {
  for (std::size_t left = kSliceSize; left > 0 && !groups_.empty();) {
    const std::shared_ptr<SpectatorGroup> group = std::move(groups_.front());
    groups_.pop_front();
    queued_groups_.erase(group.get());
    left -= std::min(left, kEncodingCost + group->send_some(left, output));
    add(group);
  }
}

}  // namespace rensa::match
