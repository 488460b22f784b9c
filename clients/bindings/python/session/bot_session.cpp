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

}  // namespace

BotSession::BotSession(worker::PlayOptions options)
    : options_(std::move(options)), leaving_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  if (!leaving_.is_open()) throw std::system_error(errno, std::generic_category(), "eventfd");
  options_.stop_descriptor = leaving_.number();
  options_.notice = [this](const std::string& notice) { questions_.tell(notice); };
  options_.connection_changed = [this](session::ConnectionState state) { questions_.change_connection(state); };
  without_signals([this] { thread_ = std::thread([this] { play(); }); });
}

BotSession::~BotSession() {
  questions_.abandon();
  thread_.join();
}

void BotSession::leave() { eventfd_write(leaving_.number(), 1); }

void BotSession::play() {
  report_ = worker::play(options_, [](const worker::GameInfo&) { return std::make_unique<AbsentBrain>(); }, questions_);
  questions_.end();
}

}  // namespace rensa::python
