#pragma once

#include <array>
#include <string>
#include <variant>
#include <vector>

#include "engine/rules/drop.h"
#include "tests/server/sessions/in_memory_server.h"

namespace rensa::sessions::test {

// Two players that drop all pairs into one column, until they are stopped.
class ColumnPlayers {
 public:
  ColumnPlayers(tests::InMemoryServer& server, std::array<net::ConnectionId, 2> connections)
      : server_(server), connections_(connections) {}

  // Answers one message; returns false if there is none to answer.
  bool answer_one() {
    for (std::size_t i = 0; i < connections_.size(); ++i) {
      const std::vector<std::string>& sent = server_.sent[connections_[i]];
      while (read_[i] < sent.size()) {
        const auto message = proto::server_message_of(sent[read_[i]++], proto::Encoding::binary);
        const auto* update = message ? std::get_if<proto::Update>(&*message) : nullptr;
        if (update == nullptr || !update->seat || !(update->answer_due || update->view.decision_due)) continue;
        duel::Input input;
        if (update->view.decision_due) input = duel::Input::place(choice(update->view));
        server_.say(connections_[i], proto::Decide{.match = update->match,
                                                   .seat = *update->seat,
                                                   .game = update->game,
                                                   .clock = update->view.clock,
                                                   .id = static_cast<std::uint32_t>(update->view.own.hand),
                                                   .input = input});
        return true;
      }
    }
    return false;
  }

 private:
  static rules::Placement choice(const duel::View& view) {
    const std::uint32_t open = rules::droppable_placements(view.own.field.heights());
    for (std::size_t i = 0; i < rules::kPlacementCount; ++i) {
      if ((open >> i & 1U) != 0 && rules::kPlacements[i].x == 2) return rules::kPlacements[i];
    }
    return rules::kPlacements[0];
  }

  tests::InMemoryServer& server_;
  std::array<net::ConnectionId, 2> connections_;
  std::array<std::size_t, 2> read_{};
};

}  // namespace rensa::sessions::test
