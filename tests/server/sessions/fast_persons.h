#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "tests/server/sessions/in_memory_server.h"

namespace rensa::sessions::test {

// Two persons that steer a game in real time as fast as good players do: each presses some four keys a second and
// releases them again, at random. They send keys as the page does: for the frame in which they are pressed, which
// is mostly some frames ahead of the server, and both the press and the release of a turn at once.
class FastPersons {
 public:
  FastPersons(tests::InMemoryServer& server, std::array<net::ConnectionId, 2> connections, std::uint32_t seed)
      : server_(server), chance_(seed) {
    for (std::size_t i = 0; i < persons_.size(); ++i) persons_[i].connection = connections[i];
  }

  // Call it in each frame.
  void play_frame() {
    for (Person& person : persons_) {
      read_update(person);
      if (person.update && --person.frames_to_wait <= 0) change_key(person);
    }
  }
  // The number of keys that both together have pressed or released.
  int changes() const { return changes_; }

 private:
  struct Person {
    net::ConnectionId connection{};
    std::size_t read = 0;
    std::optional<proto::Update> update;  // the newest one
    movement::Keys held = movement::Keys::none;
    int frames_to_wait = 1;
    std::uint32_t id = 0;
  };

  int draw(int least, int most) { return std::uniform_int_distribution(least, most)(chance_); }

  void read_update(Person& person) {
    const std::vector<std::string>& sent = server_.sent[person.connection];
    for (; person.read < sent.size(); ++person.read) {
      const auto message = proto::server_message_of(sent[person.read], proto::Encoding::binary);
      if (!message) continue;
      if (const auto* update = std::get_if<proto::Update>(&*message)) person.update = *update;
      if (std::holds_alternative<proto::GameEnd>(*message)) person.update.reset();
    }
  }

  void change_key(Person& person) {
    constexpr std::array kKeys{movement::Keys::left, movement::Keys::right, movement::Keys::down,
                               movement::Keys::turn_a, movement::Keys::turn_b};
    // Some frames ahead of what the server has sent, and one of twenty too late.
    const int at = person.update->view.clock + (draw(1, 20) == 1 ? -2 : draw(1, 5));
    if (person.held != movement::Keys::none) {
      send(person, movement::Keys::none, at);
      person.frames_to_wait = draw(4, 14);
      return;
    }
    const movement::Keys key = kKeys[static_cast<std::size_t>(draw(0, 4))];
    send(person, key, at);
    if (key == movement::Keys::turn_a || key == movement::Keys::turn_b) {
      send(person, movement::Keys::none, at + 1);
      person.frames_to_wait = draw(8, 22);
    } else {
      person.frames_to_wait = draw(2, 10);
    }
  }

  void send(Person& person, movement::Keys keys, int at) {
    ++changes_;
    person.held = keys;
    server_.say(person.connection, proto::Decide{.match = person.update->match,
                                                 .seat = *person.update->seat,
                                                 .game = person.update->game,
                                                 .clock = person.update->view.clock,
                                                 .id = ++person.id,
                                                 .input = duel::Input::hold(keys),
                                                 .at = at});
  }

  tests::InMemoryServer& server_;
  std::mt19937 chance_;
  std::array<Person, 2> persons_;
  int changes_ = 0;
};

}  // namespace rensa::sessions::test
