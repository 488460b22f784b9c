#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <sys/eventfd.h>
#include <thread>

#include "clients/worker/play.h"
#include "engine/players/choices.h"
#include "server/base/descriptor.h"
#include "tests/tools/time_limit.h"

namespace rensa::live_tournaments::test {

// Drops pairs that begin with one colour into the fourth column and all others into the third one, while that is
// possible. So its games are short, and the pairs decide which of two such players wins.
class ShortGames : public worker::Brain {
 public:
  // `answers`: the number of its placements; then it only thinks. nullopt: it plays to the end.
  ShortGames(rules::Cell colour, std::optional<int> answers) : colour_(colour), answers_(answers) {}

  rules::Placement choose(const duel::View& view, const limits::StopFlag& stop) override {
    if (answers_ && (*answers_)-- <= 0) {
      while (!stop.is_set()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    const std::uint32_t possible = players::possible_placements(view);
    const int column = view.own.pairs[0].axis == colour_ ? 4 : 3;
    for (std::size_t i = 0; i < rules::kPlacements.size(); ++i) {
      if ((possible >> i & 1U) != 0 && rules::kPlacements[i].x == column) return rules::kPlacements[i];
    }
    for (std::size_t i = 0; i < rules::kPlacements.size(); ++i) {
      if ((possible >> i & 1U) != 0) return rules::kPlacements[i];
    }
    return rules::kPlacements[0];
  }

 private:
  rules::Cell colour_;
  std::optional<int> answers_;
};

// A player in a thread of its own, from its connection to the end of this object. Then it is stopped as by SIGTERM: it
// leaves its matches, and waits for the last messages of the server.
class ConnectedPlayer {
 public:
  // `answers`: the number of placements that it chooses in each game; nullopt: it plays its games to their ends.
  ConnectedPlayer(const std::filesystem::path& socket, const std::string& token, int slots, rules::Cell colour,
                  std::optional<int> answers = std::nullopt) {
    options_.server = "unix:" + socket.string();
    options_.token = token;
    options_.features = {"arranged:" + std::to_string(slots)};
    options_.source = session::MatchSource::host;
    options_.slots = slots;
    options_.backoff = {.base = std::chrono::milliseconds(1), .most = std::chrono::milliseconds(20)};
    options_.farewell = rensa::test::kTimeLimit;
    options_.stop_descriptor = stop_.number();
    thread_ = std::jthread([this, colour, answers] {
      worker::play(options_, [colour, answers](const auto&) { return std::make_unique<ShortGames>(colour, answers); });
    });
  }
  ~ConnectedPlayer() { ::eventfd_write(stop_.number(), 1); }
  ConnectedPlayer(const ConnectedPlayer&) = delete;
  ConnectedPlayer& operator=(const ConnectedPlayer&) = delete;

 private:
  worker::PlayOptions options_;
  const base::Descriptor stop_ = base::Descriptor(::eventfd(0, EFD_CLOEXEC));
  std::jthread thread_;
};

}  // namespace rensa::live_tournaments::test
