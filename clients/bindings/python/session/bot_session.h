#pragma once

#include <thread>

#include "clients/bindings/python/session/question_queue.h"
#include "clients/worker/play.h"
#include "server/base/descriptor.h"

namespace rensa::python {

// Plays on a server, on a thread of its own, with the answers of a bot on another thread. The bot looks at questions(),
// until the news say that the session is over.
class BotSession {
 public:
  // Begins to play. The options' notices go to the queue.
  explicit BotSession(worker::PlayOptions options);
  ~BotSession();  // ends the session without another word to the server
  BotSession(const BotSession&) = delete;
  BotSession& operator=(const BotSession&) = delete;

  QuestionQueue& questions() { return questions_; }
  // Resigns all matches and ends the session in good order. The news tell when that is done.
  void leave();
  // Precondition: the news have said that the session is over.
  const worker::PlayReport& report() const { return report_; }

 private:
  void play();

  worker::PlayOptions options_;
  QuestionQueue questions_;
  base::Descriptor leaving_;
  worker::PlayReport report_;
  std::thread thread_;
};

}  // namespace rensa::python
