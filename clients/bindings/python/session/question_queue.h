#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "clients/bindings/c/rensa/rensa.h"
#include "clients/session/server_session.h"
#include "clients/worker/question.h"
#include "server/base/descriptor.h"

namespace rensa::python {

// A question to a bot, which chooses a placement for the view or gives advice about it.
struct BotQuestion {
  std::uint64_t ticket = 0;  // comes back with the answer
  rensa_view view{};
  std::uint32_t possible = 0;  // placements, a bit for each
  bool wants_advice = false;
};

// The questions and notices that a bot takes at one time.
struct BotNews {
  std::vector<BotQuestion> questions;
  std::vector<std::string> notices;
  session::ConnectionState connection = session::ConnectionState::closed;
  bool is_over = false;  // nothing follows
};

// Carries the questions of a session to the thread of the bot, and the answers back. It takes two threads: the one of
// the session, and the one of the bot.
class QuestionQueue final : public worker::Answerer {
 public:
  QuestionQueue();

  // For the thread of the session.
  void ask(worker::Question question) override;
  std::vector<worker::Answer> take_answers() override;
  int descriptor() const override { return answers_have_come_.number(); }
  void tell(const std::string& notice);
  void change_connection(session::ConnectionState state);
  void end();
  // Wakes the thread that waits for answers, although there may be none.
  void wake_server();

  // For the thread of the bot. The descriptor is readable when there may be news.
  int news_descriptor() const { return news_have_come_.number(); }
  bool has_news();
  // Takes at most so many questions, those first that wait longest. The others keep the descriptor readable. Questions
  // whose answers are not wanted any more are left out.
  BotNews take_news(std::size_t most_questions);
  void answer(std::uint64_t ticket, rules::Placement placement);
  void advise(std::uint64_t ticket, std::vector<players::Candidate> candidates);
  // Resigns the match of a question for a placement, or answers one for advice with none, and gives notice of the
  // reason.
  void refuse(std::uint64_t ticket, std::string why);
  // Ends the session without another word to the server, which then takes the bot for lost.
  void abandon();

 private:
  struct WaitingQuestion {
    BotQuestion question;
    std::shared_ptr<limits::StopFlag> stop;
  };

  void push(worker::Answer answer);
  void raise_news();

  base::Descriptor news_have_come_;
  base::Descriptor answers_have_come_;
  std::mutex mutex_;  // of all that follows
  std::deque<WaitingQuestion> waiting_;
  std::map<std::uint64_t, worker::SeatKey> seats_;  // of the questions without an answer, by ticket
  std::vector<std::string> notices_;
  session::ConnectionState connection_ = session::ConnectionState::closed;
  std::vector<worker::Answer> answers_;
  bool is_over_ = false;
  bool has_news_ = false;  // the descriptor is readable
};

}  // namespace rensa::python
