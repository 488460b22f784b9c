#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "clients/bindings/python/session/question_queue.h"
#include "clients/worker/play.h"
#include "server/base/descriptor.h"

namespace rensa::python {

// Plays on a server with the answers of a bot on another thread. The bot looks at questions(), until the news say that
// the session is over.
//
// One of two threads serves the connection: the thread of the bot while it waits for news, so that a message wakes one
// thread only; and a thread of the session while the bot thinks for long, or waits elsewhere, in an event loop for
// example.
class BotSession {
 public:
  // Begins to play. The options' notices go to the queue.
  explicit BotSession(worker::PlayOptions options);
  ~BotSession();  // ends the session without another word to the server
  BotSession(const BotSession&) = delete;
  BotSession& operator=(const BotSession&) = delete;

  QuestionQueue& questions() { return questions_; }
  // For the thread of the bot: serves the connection once, and waits for it if there are no news. Returns true if there
  // are news. False: something else has happened, such as a signal, or some time has passed.
  bool serve();
  // Resigns all matches and ends the session in good order. The news tell when that is done.
  void leave();
  // Precondition: the news have said that the session is over.
  const worker::PlayReport& report() const { return report_; }

 private:
  using TimePoint = std::chrono::steady_clock::time_point;
  enum class Server : std::uint8_t { none, session_thread, bot_thread };

  void run();  // on the thread of the session
  void step(std::chrono::milliseconds longest_wait);
  bool is_bot_expected() const;  // to serve the connection soon

  QuestionQueue questions_;
  base::Descriptor leaving_;
  worker::SteppedPlay play_;  // of the thread that serves
  worker::PlayReport report_;

  std::mutex mutex_;  // of all that follows
  std::condition_variable changed_;
  Server server_ = Server::none;  // the thread that serves the connection now
  bool is_bot_waiting_ = false;   // for the thread of the session, to serve the connection in its place
  TimePoint bot_served_{};        // the last time
  bool is_over_ = false;          // nothing is left to serve
  bool is_abandoned_ = false;
  std::thread thread_;
};

}  // namespace rensa::python
