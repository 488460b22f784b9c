#include "clients/worker/thinkers.h"

#include <algorithm>
#include <cerrno>
#include <exception>
#include <sys/eventfd.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace rensa::worker {

namespace {

bool asks_for_choice(const Question& question) { return std::holds_alternative<duel::View>(question.about); }
bool asks_for_advice(const Question& question) { return std::holds_alternative<Consultation>(question.about); }

Answer answer_to(const Question& question) {
  Answer answer;
  answer.seat = question.seat;
  answer.ticket = question.ticket;
  try {
    if (const auto* view = std::get_if<duel::View>(&question.about)) {
      answer.placement = question.brain->choose(*view);
      answer.comment = question.brain->comment();
    }
    if (const auto* asked = std::get_if<Consultation>(&question.about)) {
      answer.candidates = question.brain->advise(asked->view);
    }
    if (const auto* outcome = std::get_if<duel::Outcome>(&question.about)) question.brain->ended(*outcome);
  } catch (const std::exception& error) {
    answer.failure = std::string("the brain failed: ").append(error.what());
  } catch (...) {
    answer.failure = "the brain failed";
  }
  return answer;
}

}  // namespace

Thinkers::Thinkers(int threads) : wake_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  if (wake_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(Duty::play); });
}

Thinkers::~Thinkers() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    std::erase_if(waiting_,
                  [](const Question& question) { return !std::holds_alternative<duel::Outcome>(question.about); });
    for (const auto& [seat, brain] : thinking_) brain->stop_thinking();
    if (advising_) advising_->stop_thinking();
  }
  changed_.notify_all();
  threads_.clear();
  if (adviser_.joinable()) adviser_.join();
  close(wake_);
}

void Thinkers::ask(Question question) {
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(waiting_, [&](const Question& old) {
      return old.seat == question.seat && old.brain == question.brain && asks_for_choice(old);
    });
    if (asks_for_advice(question) && !adviser_.joinable()) adviser_ = std::jthread([this] { work(Duty::advise); });
    waiting_.push_back(std::move(question));
  }
  changed_.notify_all();
}

std::vector<Answer> Thinkers::take_answers() {
  eventfd_t count = 0;
  eventfd_read(wake_, &count);
  const std::lock_guard lock(mutex_);
  return std::exchange(answers_, {});
}

std::deque<Question>::iterator Thinkers::next_question(Duty duty) {
  return std::find_if(waiting_.begin(), waiting_.end(), [&](const Question& question) {
    if (duty == Duty::advise) return asks_for_advice(question);
    return !asks_for_advice(question) && !thinking_.contains(question.seat);
  });
}

std::optional<Question> Thinkers::take_question(Duty duty) {
  std::unique_lock lock(mutex_);
  for (;;) {
    const auto next = next_question(duty);
    if (next != waiting_.end()) {
      Question question = std::move(*next);
      waiting_.erase(next);
      if (duty == Duty::play) thinking_.emplace(question.seat, question.brain);
      if (duty == Duty::advise) advising_ = question.brain;
      return question;
    }
    if (over_ && (duty == Duty::advise || waiting_.empty())) return std::nullopt;
    changed_.wait(lock);
  }
}

void Thinkers::work(Duty duty) {
  while (std::optional<Question> question = take_question(duty)) {
    Answer answer = answer_to(*question);
    {
      const std::lock_guard lock(mutex_);
      if (duty == Duty::play) thinking_.erase(answer.seat);
      if (duty == Duty::advise) advising_.reset();
      const bool is_asked = !std::holds_alternative<duel::Outcome>(question->about);
      if (is_asked || !answer.failure.empty()) answers_.push_back(std::move(answer));
    }
    eventfd_write(wake_, 1);
    changed_.notify_all();  // a question of the same seat may have waited for this one
  }
}

}  // namespace rensa::worker
