#include "clients/bindings/python/session/question_queue.h"

#include <algorithm>
#include <cerrno>
#include <sys/eventfd.h>
#include <system_error>
#include <utility>
#include <variant>

#include "clients/bindings/c/values.h"

namespace rensa::python {

namespace {

base::Descriptor make_signal() {
  base::Descriptor signal(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
  if (!signal.is_open()) throw std::system_error(errno, std::generic_category(), "eventfd");
  return signal;
}

void raise(const base::Descriptor& signal) { eventfd_write(signal.number(), 1); }

void lower(const base::Descriptor& signal) {
  eventfd_t count = 0;
  eventfd_read(signal.number(), &count);
}

}  // namespace

QuestionQueue::QuestionQueue() : news_have_come_(make_signal()), answers_have_come_(make_signal()) {}

void QuestionQueue::ask(worker::Question question) {
  const auto* view = std::get_if<duel::View>(&question.about);
  const auto* consultation = std::get_if<worker::Consultation>(&question.about);
  if (view == nullptr && consultation == nullptr) return;  // the end of a game: the bot has no other state of it
  const BotQuestion asked{.ticket = question.ticket,
                          .view = bindings::view_of(view != nullptr ? *view : consultation->view),
                          .possible = question.possible,
                          .wants_advice = consultation != nullptr};
  const std::lock_guard lock(mutex_);
  seats_.emplace(question.ticket, question.seat);
  waiting_.push_back({asked, std::move(question.stop)});
  raise_news();
}

std::vector<worker::Answer> QuestionQueue::take_answers() {
  lower(answers_have_come_);
  const std::lock_guard lock(mutex_);
  return std::exchange(answers_, {});
}

void QuestionQueue::tell(const std::string& notice) {
  const std::lock_guard lock(mutex_);
  notices_.push_back(notice);
  raise_news();
}

void QuestionQueue::change_connection(session::ConnectionState state) {
  const std::lock_guard lock(mutex_);
  connection_ = state;
  raise_news();
}

void QuestionQueue::end() {
  const std::lock_guard lock(mutex_);
  is_over_ = true;
  waiting_.clear();
  raise_news();
}

void QuestionQueue::wake_server() { raise(answers_have_come_); }

bool QuestionQueue::has_news() {
  const std::lock_guard lock(mutex_);
  return has_news_;
}

// Precondition: the mutex is locked.
void QuestionQueue::raise_news() {
  if (has_news_) return;
  has_news_ = true;
  raise(news_have_come_);
}

BotNews QuestionQueue::take_news(std::size_t most_questions) {
  const std::lock_guard lock(mutex_);
  BotNews news;
  news.notices = std::exchange(notices_, {});
  while (!waiting_.empty() && news.questions.size() < most_questions) {
    const WaitingQuestion& first = waiting_.front();
    if (first.stop->is_set()) {
      seats_.erase(first.question.ticket);
    } else {
      news.questions.push_back(first.question);
    }
    waiting_.pop_front();
  }
  news.connection = connection_;
  news.is_over = is_over_;
  if (waiting_.empty() && has_news_) {
    has_news_ = false;
    lower(news_have_come_);
  }
  return news;
}

void QuestionQueue::answer(std::uint64_t ticket, rules::Placement placement) {
  worker::Answer answer;
  answer.ticket = ticket;
  answer.placement = placement;
  push(std::move(answer));
}

void QuestionQueue::advise(std::uint64_t ticket, std::vector<players::Candidate> candidates) {
  worker::Answer answer;
  answer.ticket = ticket;
  answer.candidates = std::move(candidates);
  push(std::move(answer));
}

void QuestionQueue::refuse(std::uint64_t ticket, std::string why) {
  worker::Answer answer;
  answer.ticket = ticket;
  answer.impossible = std::move(why);
  push(std::move(answer));
}

void QuestionQueue::push(worker::Answer answer) {
  {
    const std::lock_guard lock(mutex_);
    const auto seat = seats_.find(answer.ticket);
    if (seat == seats_.end()) return;
    answer.seat = seat->second;
    seats_.erase(seat);
    answers_.push_back(std::move(answer));
  }
  raise(answers_have_come_);
}

void QuestionQueue::abandon() {
  {
    const std::lock_guard lock(mutex_);
    worker::Answer failure;
    failure.seat.match = proto::MatchId{1};  // any: every failure of a bot ends the session
    failure.failure = "the bot has ended";
    answers_.push_back(std::move(failure));
  }
  raise(answers_have_come_);
}

}  // namespace rensa::python
