#include "server/play/crowd.h"

#include <algorithm>
#include <span>
#include <utility>
#include <variant>

namespace rensa::play {

namespace {

template <typename Values>
void keep_newest(Values& values, std::size_t most) {
  if (values.size() > most) values.erase(values.begin(), values.end() - static_cast<std::ptrdiff_t>(most));
}

bool tells_state_or_result(const proto::ServerMessage& message) {
  return std::holds_alternative<proto::Update>(message) || std::holds_alternative<proto::GameEnd>(message);
}

// Whether the state that these begin with is the last one before a result.
bool a_game_ends_with(std::span<const proto::ServerMessage> messages) {
  const auto next = std::find_if(messages.begin() + 1, messages.end(), tells_state_or_result);
  return next != messages.end() && std::holds_alternative<proto::GameEnd>(*next);
}

}  // namespace

Crowd::Crowd(proto::MatchStart introduction)
    : introduction_(std::move(introduction)), score_{.wins = introduction_.wins, .draws = introduction_.draws} {}

void Crowd::join(base::SessionId session, const proto::Watch& wanted) {
  listeners_.push_back({.session = session,
                        .hears_every_frame = proto::hears_every_frame(wanted.subscription),
                        .hears_comments = wanted.comments});
  if (listeners_.back().hears_every_frame) ++every_frame_;
}

void Crowd::leave(base::SessionId session) {
  const auto found =
      std::find_if(listeners_.begin(), listeners_.end(), [&](const Listener& one) { return one.session == session; });
  if (found == listeners_.end()) return;
  const auto at = static_cast<std::size_t>(found - listeners_.begin());
  if (found->hears_every_frame) --every_frame_;
  if (at < next_) --next_;
  if (at < end_) --end_;
  listeners_.erase(found);
}

void Crowd::add(proto::ServerMessage message) {
  if (const auto* end = std::get_if<proto::GameEnd>(&message)) score_.add(end->outcome);
  if (const auto* comment = std::get_if<proto::Comment>(&message)) {
    std::erase_if(waiting_, [&](const proto::ServerMessage& waiting) {
      const auto* before = std::get_if<proto::Comment>(&waiting);
      return before != nullptr && before->seat == comment->seat;
    });
  }
  // Each one who comes to a match that stands still is one more reason to say so.
  if (std::holds_alternative<proto::Standing>(message)) {
    std::erase_if(waiting_, [](const auto& waiting) { return std::holds_alternative<proto::Standing>(waiting); });
  }
  waiting_.push_back(std::move(message));
  keep_newest(waiting_, kMostMessages);
}

// The newest state, if nothing that waits since has to be told after it. A comment has not: it is about what was
// decided before, and may come with a newer state as well as with this one.
proto::Update* Crowd::state_to_overtake() {
  for (auto message = waiting_.rbegin(); message != waiting_.rend(); ++message) {
    if (auto* state = std::get_if<proto::Update>(&*message)) return state;
    if (!std::holds_alternative<proto::Comment>(*message) && !std::holds_alternative<proto::Standing>(*message)) break;
  }
  return nullptr;
}

void Crowd::show(proto::Update state) {
  proto::Update* overtaken = state_to_overtake();
  if (overtaken == nullptr || overtaken->game != state.game) {
    state.number = ++states_;
    return add(std::move(state));
  }
  overtaken->view = std::move(state.view);
  overtaken->events.insert(overtaken->events.end(), state.events.begin(), state.events.end());
  keep_newest(overtaken->events, kMostEvents);
}

void Crowd::begin_round() {
  for (proto::ServerMessage& message : round_) {
    if (auto* state = std::get_if<proto::Update>(&message)) last_state_ = std::move(*state);
  }
  round_.clear();
  std::swap(round_, waiting_);
  next_ = 0;
  end_ = listeners_.size();
  is_news_ = false;
  has_comments_ = false;
  Score before = score_;
  has_result_ = false;
  leaves_state_ = false;
  for (const proto::ServerMessage& message : round_) {
    if (const auto* end = std::get_if<proto::GameEnd>(&message)) before.take_back(end->outcome);
    if (std::holds_alternative<proto::GameStart>(message)) last_comments_ = {};
    if (const auto* comment = std::get_if<proto::Comment>(&message)) {
      has_comments_ = true;
      last_comments_[duel::index_of(comment->seat)] = *comment;
    } else if (const auto* state = std::get_if<proto::Update>(&message)) {
      is_news_ = is_news_ || !state->events.empty();
      leaves_state_ = true;
    } else {
      is_news_ = true;
    }
    if (std::holds_alternative<proto::GameEnd>(message)) {
      has_result_ = true;
      leaves_state_ = false;
    }
  }
  introduction_.wins = before.wins;
  introduction_.draws = before.draws;
  keep_last_state();
}

// As long as it is what the round goes on from.
void Crowd::keep_last_state() {
  const auto first = std::find_if(round_.begin(), round_.end(), [](const proto::ServerMessage& message) {
    return tells_state_or_result(message) || std::holds_alternative<proto::GameStart>(message);
  });
  if (first == round_.end() || !last_state_) return;
  const auto* end = std::get_if<proto::GameEnd>(&*first);
  if (end == nullptr || end->game != last_state_->game) last_state_.reset();
}

bool Crowd::concerns(const Listener& listener) const {
  return is_news_ || listener.hears_every_frame || listener.is_new || listener.lacks_state ||
         (listener.hears_comments && (has_comments_ || listener.lacks_comments));
}

// One who cannot keep up hears of no states until it can or a game ends, and of no comments. A state that it lacks may
// have been the last one, so it is made up for.
void Crowd::pick(std::size_t most, const Outlet& outlet) {
  for (auto* sessions : {&newcomers_, &lack_state_, &in_time_, &slow_, &hear_comments_, &hear_last_comments_}) {
    sessions->clear();
  }
  for (; next_ < end_ && in_time_.size() + slow_.size() < most; ++next_) {
    Listener& listener = listeners_[next_];
    if (!concerns(listener)) continue;
    const bool is_slow = outlet.is_congested(listener.session);
    if (std::exchange(listener.is_new, false)) newcomers_.push_back(listener.session);
    if (listener.lacks_state && last_state_ && (!is_slow || has_result_)) lack_state_.push_back(listener.session);
    listener.lacks_state = is_slow && (leaves_state_ || (listener.lacks_state && !has_result_));
    (is_slow ? slow_ : in_time_).push_back(listener.session);
    if (!listener.hears_comments) continue;
    const bool lacked_comments =
        std::exchange(listener.lacks_comments, is_slow && (listener.lacks_comments || has_comments_));
    if (!is_slow) (lacked_comments ? hear_last_comments_ : hear_comments_).push_back(listener.session);
  }
}

std::size_t Crowd::tell_some(std::size_t most, Outlet& outlet) {
  if (next_ == end_) begin_round();
  pick(most, outlet);
  const auto tell = [&outlet](const std::vector<base::SessionId>& sessions, const proto::ServerMessage& message) {
    if (!sessions.empty()) outlet.tell_all(sessions, message);
  };
  tell(newcomers_, introduction_);
  if (last_state_) tell(lack_state_, *last_state_);
  for (auto message = round_.begin(); message != round_.end(); ++message) {
    const bool is_comment = std::holds_alternative<proto::Comment>(*message);
    tell(is_comment ? hear_comments_ : in_time_, *message);
    if (is_comment) continue;
    if (!std::holds_alternative<proto::Update>(*message) || a_game_ends_with({message, round_.end()})) {
      tell(slow_, *message);
    }
  }
  for (const auto& comment : last_comments_) {
    if (comment) tell(hear_last_comments_, *comment);
  }
  return in_time_.size() + slow_.size();
}

}  // namespace rensa::play
