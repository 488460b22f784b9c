#include "clients/bindings/python/session/bot_session.h"

#include <cerrno>
#include <csignal>
#include <memory>
#include <sys/eventfd.h>
#include <system_error>
#include <utility>

namespace rensa::python {

namespace {

// Stands for the bot in a game. The bot thinks elsewhere: the session sends it questions through its queue.
class AbsentBrain final : public worker::Brain {
 public:
  rules::Placement choose(const duel::View&, const limits::StopFlag&) override { return {}; }
};

// Runs a function with all signals blocked in this thread. A thread that starts meanwhile keeps them blocked, so that
// signals of the process come to Python's own threads.
template <typename Start>
void without_signals(const Start& start) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  start();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

constexpr std::chrono::milliseconds kLongestStep{1000};
// A bot that has served the connection comes back within this time, or the thread of the session serves it.
constexpr std::chrono::milliseconds kAbsence{100};

base::Descriptor make_leaving_signal() {
  base::Descriptor signal(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
  if (!signal.is_open()) throw std::system_error(errno, std::generic_category(), "eventfd");
  return signal;
}

worker::PlayOptions reporting_to(QuestionQueue& questions, const base::Descriptor& leaving,
                                 worker::PlayOptions options) {
  options.stop_descriptor = leaving.number();
  options.notice = [&questions](const std::string& notice) { questions.tell(notice); };
  options.connection_changed = [&questions](session::ConnectionState state) { questions.change_connection(state); };
  return options;
}

}  // namespace

BotSession::BotSession(worker::PlayOptions options)
    : leaving_(make_leaving_signal()),
      play_(
          reporting_to(questions_, leaving_, std::move(options)),
          [](const worker::GameInfo&) { return std::make_unique<AbsentBrain>(); }, questions_) {
  without_signals([this] { thread_ = std::thread([this] { run(); }); });
}

BotSession::~BotSession() {
  questions_.abandon();
  {
    const std::lock_guard lock(mutex_);
    is_abandoned_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void BotSession::leave() { eventfd_write(leaving_.number(), 1); }

bool BotSession::is_bot_expected() const {
  if (server_ == Server::bot_thread || is_bot_waiting_) return true;
  return !is_abandoned_ && std::chrono::steady_clock::now() < bot_served_ + kAbsence;
}

// The bot does not wake this thread each time that it stops serving: this thread looks now and then.
void BotSession::run() {
  std::unique_lock lock(mutex_);
  while (!is_over_) {
    if (is_bot_expected()) {
      changed_.wait_for(lock, kAbsence);
      continue;
    }
    server_ = Server::session_thread;
    lock.unlock();
    step(kLongestStep);
    lock.lock();
    server_ = Server::none;
    is_over_ = play_.is_over();
    changed_.notify_all();
  }
}

bool BotSession::serve() {
  std::unique_lock lock(mutex_);
  is_bot_waiting_ = true;
  while (server_ == Server::session_thread) {
    questions_.wake_server();
    changed_.wait(lock);
  }
  is_bot_waiting_ = false;
  if (is_over_) return true;
  server_ = Server::bot_thread;
  lock.unlock();
  step(questions_.has_news() ? std::chrono::milliseconds(0) : kLongestStep);
  const bool has_news = questions_.has_news();
  lock.lock();
  server_ = Server::none;
  bot_served_ = std::chrono::steady_clock::now();
  is_over_ = play_.is_over();
  if (is_over_) changed_.notify_all();
  return has_news;
}

void BotSession::step(std::chrono::milliseconds longest_wait) {
  play_.step(longest_wait);
  if (!play_.is_over()) return;
  report_ = play_.report();
  questions_.end();
}

}  // namespace rensa::python
