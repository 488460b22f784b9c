#include "clients/load/simulated_spectators.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <exception>
#include <utility>

#include "proto/codec.h"

namespace rensa::load {

namespace {

constexpr std::chrono::milliseconds kMaxWait{5};
constexpr std::uint64_t kUpdatesPerLagSample = 16;  // the lag of one update in this many is measured

// Returns the number after the first `"name":` of a message. The number may be in quotes.
int number_of_member(std::string_view message, std::string_view name) {
  const std::size_t at = message.find(name);
  if (at == std::string_view::npos) return 0;
  std::string_view digits = message.substr(at + name.size());
  if (digits.starts_with('"')) digits.remove_prefix(1);
  int number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

}  // namespace

SimulatedSpectators::SimulatedSpectators(const Options& options, const MatchClocks& match_clocks)
    : options_(options), match_clocks_(match_clocks) {
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void SimulatedSpectators::set_target(int watchers, double seconds) {
  arrivals_per_second_ = watchers / seconds;
  target_ = watchers;
}

SpectatorCounts SimulatedSpectators::take_counts() {
  const std::lock_guard lock(mutex_);
  return std::exchange(counts_, {});
}

ErrorCount SimulatedSpectators::errors() const {
  const std::lock_guard lock(mutex_);
  return errors_;
}

void SimulatedSpectators::run(const std::stop_token& stop) {
  auto before = std::chrono::steady_clock::now();
  while (!stop.stop_requested()) {
    const std::span<const std::size_t> ready = poller_.wait(kMaxWait);
    {
      const std::lock_guard lock(mutex_);
      for (const std::size_t index : ready) serve(index);
    }
    const auto now = std::chrono::steady_clock::now();
    arrivals_due_ += std::chrono::duration<double>(now - before).count() * arrivals_per_second_;
    before = now;
    adjust_to_target();
  }
}

void SimulatedSpectators::adjust_to_target() {
  const std::lock_guard lock(mutex_);
  if (target_ == 0) {
    spectators_.clear();
    returning_.clear();
    active_ = 0;
    arrivals_due_ = 0;
  }
  for (; arrivals_due_ >= 1 && static_cast<int>(spectators_.size()) < target_; --arrivals_due_) {
    try {
      spectators_.push_back({.stream = WebSocketStream(options_.metrics)});
    } catch (const std::exception& problem) {
      return count_error(problem.what());
    }
    greet(spectators_.size() - 1);
  }
  reconnect_due();
}

void SimulatedSpectators::greet(std::size_t index) {
  Spectator& spectator = spectators_[index];
  poller_.add(spectator.stream.descriptor(), index);
  proto::Hello hello;
  hello.software = "rensa-load";
  spectator.stream.send(proto::encode(hello, proto::Encoding::json));
  watch_next_match(spectator);
}

void SimulatedSpectators::reconnect_due() {
  while (!returning_.empty() && returning_.begin()->first <= std::chrono::steady_clock::now()) {
    const std::size_t index = returning_.extract(returning_.begin()).mapped();
    Spectator& spectator = spectators_[index];
    spectator.return_at.reset();
    try {
      spectator.stream = WebSocketStream(options_.metrics);
    } catch (const std::exception& problem) {
      return count_error(problem.what());
    }
    spectator.is_gone = false;
    greet(index);
  }
}

void SimulatedSpectators::serve(std::size_t index) {
  Spectator& spectator = spectators_[index];
  if (spectator.is_gone) return;
  if (spectator.stream.read([&](std::string_view message) { handle_message(spectator, message); })) return;
  if (spectator.return_at) {
    returning_.emplace(*spectator.return_at, index);
  } else {
    count_error("the server closed the connection of a watcher");
  }
  spectator.is_gone = true;
  poller_.remove(spectator.stream.descriptor());
}

void SimulatedSpectators::handle_message(Spectator& spectator, std::string_view message) {
  counts_.bytes += message.size();
  if (message.starts_with("{\"update\"")) return update(spectator, message);
  const bool is_error = message.starts_with("{\"error\"");
  const int wait = is_error ? number_of_member(message, "\"retryAfterMilliseconds\":") : 0;
  if (wait > 0) {
    spectator.return_at = std::chrono::steady_clock::now() + std::chrono::milliseconds(wait);
  } else if (message.starts_with("{\"matchEnd\"") || message.find("UNKNOWN_MATCH") != std::string_view::npos) {
    watch_next_match(spectator);
  } else if (is_error) {
    count_error(std::string(message));
  }
}

void SimulatedSpectators::update(Spectator& spectator, std::string_view message) {
  if (!spectator.has_update) ++active_;
  spectator.has_update = true;
  const int game = number_of_member(message, "\"game\":");
  const int clock = number_of_member(message, "\"clock\":");
  if (game == spectator.game && clock < spectator.clock) count_error("a watcher's clock went backwards");
  spectator.game = game;
  spectator.clock = clock;
  if (++counts_.updates % kUpdatesPerLagSample != 0 || options_.subscription != proto::Subscription::frames) return;
  if (const auto newest = match_clocks_.clock(spectator.match, game))
    counts_.lags.push_back(std::max(0, *newest - clock));
}

void SimulatedSpectators::watch_next_match(Spectator& spectator) {
  const std::vector<proto::MatchId> matches = match_clocks_.matches();
  if (matches.empty()) return count_error("there is nothing to watch");
  spectator.match = matches[options_.watch_one ? 0 : watch_requests_++ % matches.size()];
  spectator.game = 0;
  // The same request as that of a page.
  const proto::Watch watch{.match = spectator.match, .subscription = proto::Subscription::frames, .comments = true};
  spectator.stream.send(proto::encode(watch, proto::Encoding::json));
}

void SimulatedSpectators::count_error(const std::string& text) {
  if (errors_.count++ == 0) errors_.first = text;
}

}  // namespace rensa::load
