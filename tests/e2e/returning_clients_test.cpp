#include <csignal>
#include <gtest/gtest.h>
#include <memory>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "clients/worker/play.h"
#include "proto/feature.h"
#include "tests/e2e/server.h"

// Clients that come to a server that was killed and started again, all at once.

namespace rensa::e2e {
namespace {

using namespace std::chrono_literals;

// Returns the server's answer to a Hello with this feature.
std::optional<proto::ServerMessage> greet(Wire& wire, std::optional<proto::ReturningFeature> returning) {
  proto::Hello hello;
  if (returning) hello.features.push_back(proto::feature_text(*returning));
  wire.send(hello);
  return wire.next(Clock::now() + test::kTimeLimit);
}

bool is_welcome(const std::optional<proto::ServerMessage>& message) {
  return message && std::holds_alternative<proto::Welcome>(*message);
}

template <typename Message>
std::optional<Message> next_of_kind(Wire& wire) {
  while (auto message = wire.next(Clock::now() + test::kTimeLimit)) {
    if (auto* found = std::get_if<Message>(&*message)) return *found;
  }
  return std::nullopt;
}

// Chooses the first possible placement.
class AnyChoice final : public worker::Brain {
 public:
  rules::Placement choose(const duel::View&, const limits::StopFlag&) override { return rules::kPlacements[0]; }
};

TEST(ReturningClients, ClientsThatComeAtOnceAreLetInByTheBudget) {
  const TemporaryFolder scratch;
  Words flags{"--worker-socket", scratch.file("workers")};
  proto::MatchStart start;
  {
    Server server(scratch, flags);
    Wire one(Speech::tcp, server.port(Speech::tcp));
    Wire two(Speech::tcp, server.port(Speech::tcp));
    for (Wire* wire : {&one, &two}) {
      ASSERT_TRUE(is_welcome(greet(*wire, std::nullopt)));
      wire->send(proto::QuickMatch{});
    }
    const auto found = next_of_kind<proto::MatchStart>(two);
    ASSERT_TRUE(found);
    start = *found;
    server.process().signal(SIGKILL);
    server.process().wait();
  }
  flags.insert(flags.end(), {"--arrivals-per-second", "1"});
  Server server(scratch, flags);
  // The server does not run until all of these clients have greeted it.
  server.process().signal(SIGSTOP);
  std::vector<std::unique_ptr<Wire>> others;
  for (int i = 0; i < 20; ++i) {
    others.push_back(std::make_unique<Wire>(Speech::tcp, server.port(Speech::tcp)));
    others.back()->send(proto::Hello{});
  }
  server.process().signal(SIGCONT);
  int refused = 0;
  for (const auto& other : others) {
    const auto answer = other->next(Clock::now() + test::kTimeLimit);
    ASSERT_TRUE(answer);
    if (is_welcome(answer)) continue;
    ++refused;
    const auto* error = std::get_if<proto::Error>(&*answer);
    ASSERT_NE(error, nullptr);
    EXPECT_EQ(error->code, proto::ErrorCode::busy);
    EXPECT_GT(error->retry_after_milliseconds, 0U);
    EXPECT_EQ(other->next(Clock::now() + test::kTimeLimit), std::nullopt) << "the connection is closed";
  }
  EXPECT_GT(refused, 0);

  Wire back(Speech::tcp, server.port(Speech::tcp));
  ASSERT_TRUE(is_welcome(greet(back, proto::ReturningFeature::to_seat))) << "its opponent waits for it";
  back.send(proto::Resume{.match = start.match, .seat = *start.seat, .token = start.token});
  const auto again = next_of_kind<proto::MatchStart>(back);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->match, start.match);

  // By itself, this client would not come back within the time limit of this test.
  worker::PlayOptions options;
  options.server = "unix:" + scratch.file("workers");
  options.terms.clock = proto::Clock::virtual_time;
  options.matches = 1;
  options.backoff = {.base = 1h, .most = 1h};
  options.patience = options.ping_after = options.farewell = test::kTimeLimit;
  options.stop_descriptor = eventfd(0, EFD_CLOEXEC);
  worker::PlayReport report;
  std::jthread patient(
      [&] { report = worker::play(options, [](const worker::GameInfo&) { return std::make_unique<AnyChoice>(); }); });
  back.send(proto::QuickMatch{.terms = options.terms});
  const auto match = next_of_kind<proto::MatchStart>(back);
  if (match) {
    back.send(proto::Leave{.match = match->match, .seat = *match->seat});
  } else {
    eventfd_write(options.stop_descriptor, 1);
  }
  patient = {};
  close(options.stop_descriptor);
  EXPECT_TRUE(match);
  EXPECT_EQ(report.why_failed, "");
  EXPECT_EQ(report.totals.matches, 1);
}

}  // namespace
}  // namespace rensa::e2e
