#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "clients/worker/question.h"

namespace rensa::worker {

// The threads that brains think on. One question of a seat is thought about at a time. A newer question replaces an
// older one of the same brain that asks for a choice or for pondering and still waits. No other question waits for
// pondering: if it needs the thread, it stops the pondering. Advice is thought about on one more thread, so that no
// playing brain has to wait for it.
class Thinkers final : public Answerer {
 public:
  explicit Thinkers(int threads);
  ~Thinkers() override;  // stops the brains that think, waits for them, and tells brains of games that are over

  void ask(Question question) override;
  std::vector<Answer> take_answers() override;
  int descriptor() const override { return wake_; }

 private:
  enum class Duty : std::uint8_t { play, advise };
  // A question that is thought about.
  struct Thought {
    std::shared_ptr<limits::StopFlag> stop;
    bool is_pondering = false;
  };

  void work(Duty duty);
  void make_room_for(const Question& question);
  std::deque<Question>::iterator next_question(Duty duty);
  std::optional<Question> take_question(Duty duty);  // blocks; nullopt: it is over

  int wake_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Question> waiting_;
  std::map<SeatKey, Thought> thoughts_;            // but for advice
  std::shared_ptr<limits::StopFlag> advice_stop_;  // null: no advice is thought about
  std::vector<Answer> answers_;
  bool over_ = false;
  std::vector<std::jthread> threads_;
  std::jthread adviser_;  // once advice has been asked for
};

}  // namespace rensa::worker
