#include <atomic>
#include <gtest/gtest.h>
#include <thread>

#include "clients/session/server_session.h"
#include "tests/clients/session/fake_server.h"
#include "tests/tools/time_limit.h"

namespace rensa::session {
namespace {

using test::FakeMatch;
using test::FakePeer;
using test::FakeServer;

// Leaves the server when the test asks for it, and says so.
class LeavingPlayer : public MatchTracker::Listener, public ServerSession::LocalPlayer {
 public:
  void leave_soon() { shall_leave_ = true; }
  void leave() {
    leave_soon();
    has_left_.wait(false);
  }
  void use(ServerSession& session) { session_ = &session; }

 private:
  void game_began(const MatchTracker::Seat&, std::optional<std::uint64_t>) override {}
  void updated(MatchTracker::Seat& seat, const proto::Update&) override { seat.is_resuming = false; }
  void game_ended(const MatchTracker::Seat&, const proto::GameEnd&) override {}

  void add_poll_entries(std::vector<pollfd>&) const override {}
  void serve(std::span<const pollfd>) override {
    if (!shall_leave_ || has_left_) return;
    session_->leave();
    has_left_ = true;
    has_left_.notify_all();
  }
  ServerSession::TimePoint next_deadline() const override {
    return std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
  }
  void carry_out() override {}

  ServerSession* session_ = nullptr;
  std::atomic<bool> shall_leave_ = false;
  std::atomic<bool> has_left_ = false;
};

// A session in a thread of its own, which leaves when the test says so.
class Farewell : public testing::Test {
 protected:
  ~Farewell() override { player_.leave_soon(); }

  void begin(MatchSource source) {
    options_.server = server_.address();
    options_.backoff = {std::chrono::milliseconds(1), std::chrono::milliseconds(1)};
    options_.patience = options_.ping_after = options_.farewell = rensa::test::kTimeLimit;
    MatchPlan plan;
    plan.source = source;
    tracker_.emplace(plan, player_);
    address_ = *address_of(options_.server);
    session_.emplace(options_, address_, *tracker_, player_);
    player_.use(*session_);
    thread_ = std::jthread([this] {
      session_->run();
      session_.reset();  // closes the connection
    });
  }
  FakePeer accept_hello() {
    FakePeer peer = server_.accept();
    peer.expect<proto::Hello>();
    return peer;
  }
  static void welcome(FakePeer& peer) { peer.say(proto::Welcome{proto::kVersion, "bot", "fake", {}, 65536}); }

  FakeServer server_;
  SessionOptions options_;
  Address address_;
  LeavingPlayer player_;
  std::optional<MatchTracker> tracker_;
  std::optional<ServerSession> session_;
  std::jthread thread_;
};

TEST_F(Farewell, AnArrangedMatchThatBeganBeforeTheWelcomeIsHeardIsResigned) {
  begin(MatchSource::host);
  FakePeer peer = accept_hello();
  player_.leave();
  welcome(peer);
  const FakeMatch match(5, duel::Seat::two, {});
  peer.say(match.start());
  EXPECT_EQ(peer.expect<proto::Leave>(), proto::Leave{.arranged = true});
  EXPECT_EQ(peer.expect<proto::Leave>(), (proto::Leave{proto::MatchId{5}, duel::Seat::two}));
  peer.say(match.end());
  EXPECT_FALSE(peer.hear());
}

TEST_F(Farewell, ASeatThatTheServerIsAboutToReturnIsResigned) {
  begin(MatchSource::quick_matches);
  FakeMatch match(5, duel::Seat::two, {});
  {
    FakePeer peer = accept_hello();
    welcome(peer);
    peer.expect<proto::QuickMatch>();
    peer.say(match.start());
    peer.say(match.game_start());
    peer.say(match.opening());
    peer.expect_silence();  // it has heard all of them
  }
  FakePeer peer = accept_hello();
  player_.leave();
  welcome(peer);
  EXPECT_EQ(peer.expect<proto::Resume>().match, proto::MatchId{5});
  EXPECT_EQ(peer.expect<proto::Leave>(), (proto::Leave{proto::MatchId{5}, duel::Seat::two}));
  peer.say(match.end());
  EXPECT_FALSE(peer.hear());
}

// Nothing can have begun on such a server, and it may never answer.
TEST_F(Farewell, BeforeTheFirstRequestNothingIsAwaited) {
  begin(MatchSource::quick_matches);
  FakePeer peer = accept_hello();
  player_.leave();
  EXPECT_FALSE(peer.hear());
}

}  // namespace
}  // namespace rensa::session
