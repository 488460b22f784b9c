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
bool asks_for_pondering(const Question& question) { return std::holds_alternative<Pondering>(question.about); }

Answer answer_to(const Question& question) {
  Answer answer;
  answer.seat = question.seat;
  answer.ticket = question.ticket;
  try {
    if (const auto* view = std::get_if<duel::View>(&question.about)) {
      answer.placement = question.brain->choose(*view, *question.stop);
      answer.comment = question.brain->comment();
    }
    if (const auto* asked = std::get_if<Consultation>(&question.about)) {
      answer.candidates = question.brain->advise(asked->view, *question.stop);
    }
    if (const auto* asked = std::get_if<Pondering>(&question.about))
      question.brain->ponder(asked->view, *question.stop);
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
    for (const auto& [seat, thought] : thoughts_) thought.stop->set();
    if (advice_stop_) advice_stop_->set();
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
      return old.seat == question.seat && old.brain == question.brain &&
             (asks_for_choice(old) || asks_for_pondering(old));
    });
    make_room_for(question);
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

// Stops a pondering brain if the question would have to wait for it.
void Thinkers::make_room_for(const Question& question) {
  if (asks_for_advice(question) || asks_for_pondering(question) || thoughts_.size() < threads_.size()) return;
  if (thoughts_.contains(question.seat)) return;  // it waits for the brain of its own seat
  const auto pondering = std::find_if(thoughts_.begin(), thoughts_.end(), [](const auto& entry) {
    return entry.second.is_pondering && !entry.second.stop->is_set();
  });
  if (pondering != thoughts_.end()) pondering->second.stop->set();
}

std::deque<Question>::iterator Thinkers::next_question(Duty duty) {
  const auto find = [&](bool is_pondering) {
    return std::find_if(waiting_.begin(), waiting_.end(), [&](const Question& question) {
      if (duty == Duty::advise) return asks_for_advice(question);
      return !asks_for_advice(question) && asks_for_pondering(question) == is_pondering &&
             !thoughts_.contains(question.seat);
    });
  };
  const auto urgent = find(false);
  return urgent == waiting_.end() ? find(true) : urgent;
}

std::optional<Question> Thinkers::take_question(Duty duty) {
  std::unique_lock lock(mutex_);
  for (;;) {
    const auto next = next_question(duty);
    if (next != waiting_.end()) {
      Question question = std::move(*next);
      waiting_.erase(next);
      if (duty == Duty::play) thoughts_[question.seat] = {question.stop, asks_for_pondering(question)};
      if (duty == Duty::advise) advice_stop_ = question.stop;
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
      if (duty == Duty::play) thoughts_.erase(answer.seat);
      if (duty == Duty::advise) advice_stop_.reset();
      const bool is_answered = asks_for_choice(*question) || asks_for_advice(*question);
      if (is_answered || !answer.failure.empty()) answers_.push_back(std::move(answer));
    }
    eventfd_write(wake_, 1);
    changed_.notify_all();  // a question of the same seat may have waited for this one
  }
}

}  // namespace rensa::worker
