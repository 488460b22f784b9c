#include "clients/load/simulated_spectators.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <stdexcept>
#include <sys/epoll.h>
#include <unistd.h>
#include <utility>

#include "proto/codec.h"

namespace rensa::load {

namespace {

constexpr int kReadyAtOnce = 512;
constexpr int kPatienceMilliseconds = 5;
constexpr std::uint64_t kOneIn = 16;  // updates whose lag is looked at

// The number behind the first `"name":` of a message, which may stand in quotes.
int number_after(std::string_view message, std::string_view name) {
  const std::size_t at = message.find(name);
  if (at == std::string_view::npos) return 0;
  std::string_view digits = message.substr(at + name.size());
  if (digits.starts_with('"')) digits.remove_prefix(1);
  int number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

}  // namespace

Gallery::Gallery(const Options& options, const Playbill& playbill) : options_(options), playbill_(playbill) {
  epoll_ = ::epoll_create1(EPOLL_CLOEXEC);
  if (epoll_ < 0) throw std::runtime_error("epoll is not to be had");
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

Gallery::~Gallery() {
  thread_ = {};
  ::close(epoll_);
}

void Gallery::fill(int watchers, double seconds) {
  per_second_ = watchers / seconds;
  wanted_ = watchers;
}

Watched Gallery::take_seen() {
  const std::lock_guard lock(mutex_);
  return std::exchange(seen_, {});
}

Wrong Gallery::wrong() const {
  const std::lock_guard lock(mutex_);
  return wrong_;
}

void Gallery::run(const std::stop_token& stop) {
  std::array<epoll_event, kReadyAtOnce> events;
  auto before = std::chrono::steady_clock::now();
  while (!stop.stop_requested()) {
    const int count = ::epoll_wait(epoll_, events.data(), kReadyAtOnce, kPatienceMilliseconds);
    {
      const std::lock_guard lock(mutex_);
      for (int i = 0; i < count; ++i) serve(static_cast<std::size_t>(events[static_cast<std::size_t>(i)].data.u64));
    }
    const auto now = std::chrono::steady_clock::now();
    may_come_ += std::chrono::duration<double>(now - before).count() * per_second_;
    before = now;
    adjust();
  }
}

void Gallery::adjust() {
  const std::lock_guard lock(mutex_);
  if (wanted_ == 0) {
    watchers_.clear();
    present_ = 0;
    may_come_ = 0;
  }
  for (; may_come_ >= 1 && static_cast<int>(watchers_.size()) < wanted_; --may_come_) {
    try {
      watchers_.push_back({.link = WebLink(options_.metrics)});
    } catch (const std::exception& problem) {
      return mark_wrong(problem.what());
    }
    Watcher& newcomer = watchers_.back();
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = watchers_.size() - 1;
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, newcomer.link.descriptor(), &event);
    proto::Hello hello;
    hello.software = "rensa-load";
    newcomer.link.say(proto::encode(hello, proto::Encoding::json));
    watch_another(newcomer);
  }
}

void Gallery::serve(std::size_t index) {
  Watcher& watcher = watchers_[index];
  if (watcher.is_gone) return;
  if (watcher.link.read([&](std::string_view message) { hear(watcher, message); })) return;
  mark_wrong("the server closed the connection of a watcher");
  watcher.is_gone = true;
  ::epoll_ctl(epoll_, EPOLL_CTL_DEL, watcher.link.descriptor(), nullptr);
}

void Gallery::hear(Watcher& watcher, std::string_view message) {
  seen_.bytes += message.size();
  if (message.starts_with("{\"update\"")) return update(watcher, message);
  if (message.starts_with("{\"matchEnd\"") || message.find("UNKNOWN_MATCH") != std::string_view::npos) {
    watch_another(watcher);
  } else if (message.starts_with("{\"error\"")) {
    mark_wrong(std::string(message));
  }
}

void Gallery::update(Watcher& watcher, std::string_view message) {
  if (!watcher.has_seen) ++present_;
  watcher.has_seen = true;
  const int game = number_after(message, "\"game\":");
  const int clock = number_after(message, "\"clock\":");
  if (game == watcher.game && clock < watcher.clock) mark_wrong("a watcher's clock went backwards");
  watcher.game = game;
  watcher.clock = clock;
  if (++seen_.updates % kOneIn != 0 || options_.subscription != proto::Subscription::frames) return;
  if (const auto newest = playbill_.clock(watcher.match, game)) seen_.lags.push_back(std::max(0, *newest - clock));
}

void Gallery::watch_another(Watcher& watcher) {
  const std::vector<proto::MatchId> matches = playbill_.matches();
  if (matches.empty()) return mark_wrong("there is nothing to watch");
  watcher.match = matches[options_.watch_one ? 0 : asked_++ % matches.size()];
  watcher.game = 0;
  // As the page does.
  const proto::Watch watch{.match = watcher.match, .subscription = proto::Subscription::frames, .comments = true};
  watcher.link.say(proto::encode(watch, proto::Encoding::json));
}

void Gallery::mark_wrong(const std::string& what) {
  if (wrong_.count++ == 0) wrong_.first = what;
}

}  // namespace rensa::load
