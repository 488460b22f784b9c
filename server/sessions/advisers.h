#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "proto/feature.h"
#include "proto/message.h"
#include "server/base/types.h"

namespace rensa::sessions {

// The advisers, which are players that can be asked for their choice in a position, and the questions that wait for an
// answer. It has neither clock nor sockets: the caller sends each question to its adviser, and calls stop_waiting()
// when the answer takes too long.
class Advisers {
 public:
  // The reasons for a question without an answer.
  enum class NoAdvice : std::uint8_t {
    no_adviser,          // no adviser here has this name
    advisers_busy,       // all advisers of this name already have as many questions as they accept
    too_many_questions,  // the asker has too many waiting questions
    no_candidates,       // the adviser named no playable placement
    adviser_left,
    timed_out,
  };
  using Candidates = std::vector<proto::Candidate>;
  // Called once for each question, maybe before reserve_question() returns; never for a question that is cancelled.
  using AdviceCallback = std::function<void(std::variant<Candidates, NoAdvice>)>;

  void add_adviser(base::SessionId session, const std::string& name, const proto::AdvisesFeature& advises);
  // These two do nothing if the session is not an adviser.
  void remove_adviser(base::SessionId session);
  void rename(base::SessionId session, const std::string& name);
  // Returns each name once.
  std::vector<std::string> names() const;

  // Reserves a question with the adviser of this name that has the fewest waiting questions and room for one more.
  // `asker`: identifies the asker, for its limit. Returns nullopt if `done` was called with the reason.
  std::optional<base::QuestionId> reserve_question(const std::string& name, const std::string& asker,
                                                   AdviceCallback done);
  // Returns the adviser to which the caller must send the question now; nullopt if `done` has been called meanwhile.
  std::optional<base::SessionId> mark_sent(base::QuestionId question);
  // Drops a reserved question that is not sent. Returns false if `done` has been called meanwhile.
  bool cancel_question(base::QuestionId question);
  // Ignores advice for a question that this session was not asked.
  void on_advice(base::SessionId session, const proto::Advice& advice);
  // Tells the asker that the time is over. The adviser still thinks, so the question still counts for its limit.
  void stop_waiting(base::QuestionId question);

 private:
  static constexpr int kMaxQuestionsPerAsker = 2;
  static constexpr int kMaxQuestionsPerAdviser = 64;

  struct Adviser {
    std::string name;
    int max_questions = 1;
    int waiting_questions = 0;
  };
  struct OpenQuestion {
    base::SessionId adviser{};
    std::string asker;
    AdviceCallback done;  // empty: the asker waits no longer
    bool is_sent = false;
  };
  using Questions = std::map<base::QuestionId, OpenQuestion>;

  static void reply(OpenQuestion& question, std::variant<Candidates, NoAdvice> answer);
  void remove(Questions::iterator question);

  std::unordered_map<base::SessionId, Adviser> advisers_;
  Questions questions_;
  std::uint64_t last_question_ = 0;
};

}  // namespace rensa::sessions
