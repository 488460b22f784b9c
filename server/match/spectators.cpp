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

template <typename Content>
const Content* content_of(const SpectatorMessage& message) {
  return std::get_if<Content>(&message.message.content);
}

bool is_state_or_result(const SpectatorMessage& message) {
  return content_of<Update>(message) != nullptr || content_of<GameEnd>(message) != nullptr;
}

// Returns true if the first message is a state and the next state or result is a result.
bool is_last_state_of_game(std::span<const SpectatorMessage> messages) {
  const auto next = std::find_if(messages.begin() + 1, messages.end(), is_state_or_result);
  return next != messages.end() && content_of<GameEnd>(*next) != nullptr;
}

// Returns the newest state, or null if a message after it must follow exactly that state. A comment need not: it is
// about an earlier decision, so a newer state may come before it.
Update* replaceable_state_in(std::vector<SpectatorMessage>& messages) {
  for (auto message = messages.rbegin(); message != messages.rend(); ++message) {
    if (auto* state = std::get_if<Update>(&message->message.content)) return state;
    if (content_of<Comment>(*message) == nullptr && content_of<PauseStatus>(*message) == nullptr) break;
  }
  return nullptr;
}

}  // namespace

SpectatorDelay SpectatorDelay::of(base::Span time, Clock clock) {
  const base::Span step = clock == Clock::turns ? base::Span(std::chrono::seconds(1)) : base::kFrame;
  return {.time = time, .clock = static_cast<int>((time + step / 2) / step)};
}

SpectatorGroup::SpectatorGroup(base::MatchId match, MatchStart match_start, const SpectatorDelay& delay)
    : match_(match),
      match_start_(std::move(match_start)),
      score_{.wins = match_start_.wins, .draws = match_start_.draws} {
  set_delay(delay);
}

void SpectatorGroup::set_delay(const SpectatorDelay& delay) {
  delay_ = delay;
  match_start_.terms.spectator_delay_seconds = static_cast<int>(delay.time / std::chrono::seconds(1));
}

SpectatorMessage SpectatorGroup::message_of(MatchMessageContent content) const {
  return {.message = {.match = match_, .seat = std::nullopt, .content = std::move(content)}};
}

void SpectatorGroup::join(base::PlayerId player, const WatchRequest& wanted) {
  spectators_.push_back({.player = player,
                         .wants_every_frame = match::wants_every_frame(wanted.subscription),
                         .wants_comments = wanted.comments});
  if (spectators_.back().wants_every_frame) ++frame_subscribers_;
  must_introduce_ = must_introduce_ || !delay_.is_none();
}

void SpectatorGroup::leave(base::PlayerId player) {
  const auto found =
      std::find_if(spectators_.begin(), spectators_.end(), [&](const Spectator& one) { return one.player == player; });
  if (found == spectators_.end()) return;
  const auto at = static_cast<std::size_t>(found - spectators_.begin());
  if (found->wants_every_frame) --frame_subscribers_;
  if (at < next_spectator_) --next_spectator_;
  if (at < round_end_) --round_end_;
  spectators_.erase(found);
}

SpectatorGroup::DelayedPart& SpectatorGroup::part_for(const MatchMoment& moment) {
  const bool is_new =
      delayed_.empty() || (moment.time - delayed_.back().begun >= base::kFrame && delayed_.size() < kMaxDelayedParts);
  const base::Time last_due = delayed_.empty() ? base::Time::min() : delayed_.back().due;
  if (is_new) delayed_.push_back({.begun = moment.time, .due = {}, .newest = {}, .clock_due = 0, .messages = {}});
  DelayedPart& part = delayed_.back();
  part.due = std::max(last_due, moment.time + delay_.time);
  part.newest = moment;
  part.clock_due = moment.clock + delay_.clock;
  return part;
}

std::size_t SpectatorGroup::delayed_messages() const {
  std::size_t count = 0;
  for (const DelayedPart& part : delayed_) count += part.messages.size();
  return count;
}

void SpectatorGroup::queue_oldest_part() {
  const std::vector<SpectatorMessage> messages = std::move(delayed_.front().messages);
  delayed_.pop_front();
  for (const SpectatorMessage& message : messages) {
    if (const auto* state = content_of<Update>(message)) {
      queue_state(*state);
    } else {
      queue_message(message.message.content);
    }
  }
}

void SpectatorGroup::release(const MatchMoment& present) {
  while (!delayed_.empty()) {
    const DelayedPart& part = delayed_.front();
    const bool is_of_past_game = part.newest.game < present.game || part.newest.game <= last_ended_game_;
    if (part.due > present.time || (!is_of_past_game && part.clock_due > present.clock)) return;
    queue_oldest_part();
  }
}

void SpectatorGroup::release_after_match(base::Time now) {
  while (!delayed_.empty() && delayed_.front().due <= now) queue_oldest_part();
}

void SpectatorGroup::release_all() {
  while (!delayed_.empty()) queue_oldest_part();
}

void SpectatorGroup::add_message(MatchMessageContent message, const MatchMoment& moment) {
  if (const auto* end = std::get_if<GameEnd>(&message)) last_ended_game_ = end->game;
  if (!must_delay()) return queue_message(std::move(message));
  merge_message(part_for(moment).messages, message_of(std::move(message)));
}

void SpectatorGroup::add_state(Update state, const MatchMoment& moment) {
  if (!must_delay()) return queue_state(std::move(state));
  merge_state(part_for(moment).messages, std::move(state));
}

void SpectatorGroup::queue_message(MatchMessageContent message) {
  if (const auto* end = std::get_if<GameEnd>(&message)) score_.add(end->outcome);
  merge_message(queued_, message_of(std::move(message)));
}

void SpectatorGroup::queue_state(Update state) { merge_state(queued_, std::move(state)); }

void SpectatorGroup::merge_message(std::vector<SpectatorMessage>& messages, SpectatorMessage message) {
  if (const auto* comment = content_of<Comment>(message)) {
    std::erase_if(messages, [&](const SpectatorMessage& queued) {
      const auto* before = content_of<Comment>(queued);
      return before != nullptr && before->writer == comment->writer;
    });
  }
  // Each spectator that joins a paused match adds this message again; one is enough.
  if (content_of<PauseStatus>(message) != nullptr) {
    std::erase_if(messages, [](const SpectatorMessage& queued) { return content_of<PauseStatus>(queued) != nullptr; });
  }
  messages.push_back(std::move(message));
  keep_newest(messages, kMaxMessages);
}

void SpectatorGroup::merge_state(std::vector<SpectatorMessage>& messages, Update state) {
  Update* replaced = replaceable_state_in(messages);
  if (replaced == nullptr || replaced->game != state.game) {
    state.number = ++state_count_;
    return merge_message(messages, message_of(std::move(state)));
  }
  replaced->view = std::move(state.view);
  replaced->events.insert(replaced->events.end(), state.events.begin(), state.events.end());
  keep_newest(replaced->events, kMaxEvents);
}

void SpectatorGroup::begin_round() {
  for (SpectatorMessage& message : round_) {
    if (content_of<Update>(message) != nullptr) last_state_ = std::move(message);
  }
  round_.clear();
  introduction_.reset();
  must_introduce_ = false;
  std::swap(round_, queued_);
  next_spectator_ = 0;
  round_end_ = spectators_.size();
  has_events_ = false;
  has_comments_ = false;
  Score before = score_;
  has_result_ = false;
  ends_with_state_ = false;
  for (const SpectatorMessage& message : round_) {
    if (const auto* end = content_of<GameEnd>(message)) before.subtract(end->outcome);
    if (content_of<GameStart>(message) != nullptr) last_comments_ = {};
    if (const auto* comment = content_of<Comment>(message)) {
      has_comments_ = true;
      last_comments_[duel::index_of(comment->writer)] = message_of(*comment);
    } else if (const auto* state = content_of<Update>(message)) {
      has_events_ = has_events_ || !state->events.empty();
      ends_with_state_ = true;
    } else {
      has_events_ = true;
    }
    if (content_of<GameEnd>(message) != nullptr) {
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
  const auto first = std::find_if(round_.begin(), round_.end(), [](const SpectatorMessage& message) {
    return is_state_or_result(message) || content_of<GameStart>(message) != nullptr;
  });
  if (first == round_.end() || !last_state_) return;
  const auto* end = content_of<GameEnd>(*first);
  if (end == nullptr || end->game != content_of<Update>(*last_state_)->game) last_state_.reset();
}

bool SpectatorGroup::needs_round(const Spectator& spectator) const {
  return has_events_ || spectator.wants_every_frame || spectator.is_new || spectator.misses_state ||
         (spectator.wants_comments && (has_comments_ || spectator.misses_comments));
}

// A spectator that cannot keep up is sent no states until it can or a game ends, and no comments. A state that it
// misses may be the last one, so that state is sent later.
void SpectatorGroup::choose_receivers(std::size_t most, const MatchOutput& output) {
  for (auto* players : {&new_spectators_, &state_receivers_, &fast_receivers_, &slow_receivers_, &comment_receivers_,
                        &last_comment_receivers_}) {
    players->clear();
  }
  for (; next_spectator_ < round_end_ && fast_receivers_.size() + slow_receivers_.size() < most; ++next_spectator_) {
    Spectator& spectator = spectators_[next_spectator_];
    if (!needs_round(spectator)) continue;
    const bool is_slow = output.is_congested(spectator.player);
    if (std::exchange(spectator.is_new, false)) new_spectators_.push_back(spectator.player);
    if (spectator.misses_state && last_state_ && (!is_slow || has_result_))
      state_receivers_.push_back(spectator.player);
    spectator.misses_state = is_slow && (ends_with_state_ || (spectator.misses_state && !has_result_));
    (is_slow ? slow_receivers_ : fast_receivers_).push_back(spectator.player);
    if (!spectator.wants_comments) continue;
    const bool missed_comments =
        std::exchange(spectator.misses_comments, is_slow && (spectator.misses_comments || has_comments_));
    if (!is_slow) (missed_comments ? last_comment_receivers_ : comment_receivers_).push_back(spectator.player);
  }
}

std::size_t SpectatorGroup::send_some(std::size_t most, MatchOutput& output) {
  if (next_spectator_ == round_end_) begin_round();
  choose_receivers(most, output);
  const auto send = [&output](const std::vector<base::PlayerId>& players, SpectatorMessage& message) {
    if (!players.empty()) output.send_to_all(players, message);
  };
  if (!new_spectators_.empty() && !introduction_) introduction_ = message_of(match_start_);
  if (introduction_) send(new_spectators_, *introduction_);
  if (last_state_) send(state_receivers_, *last_state_);
  for (auto message = round_.begin(); message != round_.end(); ++message) {
    const bool is_comment = content_of<Comment>(*message) != nullptr;
    send(is_comment ? comment_receivers_ : fast_receivers_, *message);
    if (is_comment) continue;
    if (content_of<Update>(*message) == nullptr || is_last_state_of_game({message, round_.end()})) {
      send(slow_receivers_, *message);
    }
  }
  for (auto& comment : last_comments_) {
    if (comment) send(last_comment_receivers_, *comment);
  }
  if (next_spectator_ == round_end_) {
    for (SpectatorMessage& message : round_) message.encoded.reset();  // takes memory, and is not sent any more
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
