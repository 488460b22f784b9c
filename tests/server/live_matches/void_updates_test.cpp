#include <gtest/gtest.h>

#include "tests/server/live_matches/restarted_lobby.h"

// Clients that have seen updates which the log of running matches did not have when the server was stopped.

namespace rensa::live_matches::test {
namespace {

using namespace std::chrono_literals;

class VoidUpdates : public testing::Test {
 protected:
  // Lets frames pass, and adds the events that this player is sent to `events`.
  void play(LoggingLobby& server, SteadyClient& watched, SteadyClient& other, int frames) {
    for (int frame = 0; frame < frames; ++frame) {
      tests::pass_frames(server, 1);
      for (const proto::ServerMessage& message : server.take(watched.id())) {
        const auto* update = std::get_if<proto::Update>(&message);
        if (update == nullptr) continue;
        last = *update;
        events.insert(events.end(), update->events.begin(), update->events.end());
      }
      other.answer();
    }
  }
  proto::Update resume(LoggingLobby& server, SteadyClient& client, const proto::MatchStart& start,
                       std::uint64_t last_update) {
    const base::PlayerId id = server.enter("back");
    client = SteadyClient(server, id);
    server.say(id, proto::Resume{.match = start.match,
                                 .seat = *start.seat,
                                 .token = start.token,
                                 .last = last_update,
                                 .subscription = proto::Subscription::frames});
    return server.last<proto::Update>(id).value();
  }

  proto::Update last;
  std::vector<duel::Event> events;
};

TEST_F(VoidUpdates, AreNotTakenForThoseThatComeAfterTheStop) {
  constexpr int kLoggedFrames = 30;
  LoggingLobby server;
  server.start(tests::terms_of(proto::Clock::real));
  SteadyClient one(server, server.one);
  SteadyClient two(server, server.two);
  const proto::MatchStart start = server.last<proto::MatchStart>(server.one).value();
  one.answer();
  two.answer();
  play(server, one, two, kLoggedFrames);
  const std::vector<match::MatchEvent> logged = server.events.begin()->second;
  play(server, one, two, 300);
  const std::uint64_t void_update = last.number;
  LoggingLobby again;
  again.now = server.now + 1h;
  again.restore(logged, kLoggedFrames * base::kFrame);
  ASSERT_TRUE(again.is_restored);

  // The client gets nothing of what follows: it loses its connection again, which the server notices late.
  const proto::Update first = resume(again, one, start, void_update);
  EXPECT_LT(first.view.clock, last.view.clock);
  EXPECT_GT(first.number, void_update) << "no number comes twice";
  two.resume(again, "two");
  events = first.events;
  again.take(one.id());
  play(again, one, two, 300);
  ASSERT_FALSE(events.empty());
  again.lobby.leave(one.id(), again.now);
  const proto::Update update = resume(again, one, start, void_update);
  EXPECT_GT(update.view.clock, first.view.clock);
  ASSERT_GE(update.events.size(), events.size());
  const std::vector<duel::Event> begin(update.events.begin(), update.events.begin() + std::ssize(events));
  EXPECT_EQ(begin, events) << "it is shown all events since the stop";
}

}  // namespace
}  // namespace rensa::live_matches::test
