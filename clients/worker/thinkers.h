#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "clients/session/match_tracker.h"
#include "clients/worker/brain.h"

namespace rensa::worker {

using session::SeatKey;

// Stands for no match in a question about a game that is over.
inline constexpr proto::MatchId kNoMatch{};

// A request for advice about a position of a game that is over.
struct Consultation {
  duel::View view;
};

// A request to think about the next decision of a seat.
struct Pondering {
  duel::View view;
};

// A request to choose, to advise or to ponder, or the news that the game is over.
struct Question {
  SeatKey seat;
  std::uint64_t ticket = 0;  // comes back with the answer
  std::shared_ptr<Brain> brain;
  std::variant<duel::View, Consultation, Pondering, duel::Outcome> about;
  // The part that asks sets this flag when it does not want the answer any more.
  std::shared_ptr<limits::StopFlag> stop = std::make_shared<limits::StopFlag>();
};

struct Answer {
  SeatKey seat;
  std::uint64_t ticket = 0;
  rules::Placement placement;
  std::string comment{};                         // on the placement
  std::vector<players::Candidate> candidates{};  // of a consultation
  std::string failure{};                         // the text of the brain's exception; empty: it chose
};

// The threads that brains think on. One question of a seat is thought about at a time. A newer question replaces an
// older one of the same brain that asks for a choice or for pondering and still waits. No other question waits for
// pondering: if it needs the thread, it stops the pondering. Advice is thought about on one more thread, so that no
// playing brain has to wait for it.
class Thinkers {
 public:
  explicit Thinkers(int threads);
  ~Thinkers();  // stops the brains that think, waits for them, and tells brains of games that are over

  void ask(Question question);
  // The answers that have come since the last call. Pondering has no answer.
  std::vector<Answer> take_answers();
  // Readable when there may be answers.
  int descriptor() const { return wake_; }

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
