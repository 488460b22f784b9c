#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <string>

#include "tests/e2e/server.h"
#include "tests/tools/time_limit.h"

// Guests from many addresses that take all matches that they can get.

namespace rensa::e2e {
namespace {

// A player on two connections, which plays with itself.
class Pair {
 public:
  // `games`: the terms of its matches, which no other pair has.
  Pair(const Server& server, const std::string& address, int games, const std::string& token = "")
      : one_(Speech::tcp, server.port(Speech::tcp), address), two_(Speech::tcp, server.port(Speech::tcp), address) {
    terms_.ruleset = "tsu-1";
    terms_.clock = proto::Clock::real;
    terms_.games = games;
    for (Wire* wire : {&one_, &two_}) {
      proto::Hello hello;
      hello.token = token;
      wire->send(hello);
    }
  }

  // Begins matches until the server refuses one, at most `count`. Returns their number.
  int begin_matches(int count) {
    for (int begun = 0; begun < count; ++begun) {
      one_.send(proto::QuickMatch{terms_, {}});
      two_.send(proto::QuickMatch{terms_, {}});
      if (!match_begins()) {
        one_.send(proto::Leave{});
        return begun;
      }
    }
    return count;
  }

 private:
  // Returns false if the server is busy.
  bool match_begins() {
    const auto until = Clock::now() + test::kTimeLimit;
    while (const auto message = two_.next(until)) {
      if (std::holds_alternative<proto::MatchStart>(*message)) return true;
      if (const auto* error = std::get_if<proto::Error>(&*message)) {
        EXPECT_EQ(error->code, proto::ErrorCode::busy) << error->text;
        return false;
      }
    }
    ADD_FAILURE() << "the server said nothing more " << two_.end();
    return false;
  }

  proto::Terms terms_;
  Wire one_;
  Wire two_;
};

TEST(FairCapacity, GuestsFromTenAddressesLeaveAnAccountAndANewGuestTheirMatches) {
  constexpr int kLimit = 40;
  const TemporaryFolder scratch;
  // Frames of other programs of this machine must not decide.
  const Server server(scratch, {"--max-real-time-matches", std::to_string(kLimit), "--max-real-time-percent", "100",
                                "--grace-seconds", "60"});
  const ProgramResult created =
      run_server_program(scratch, {"token", "--data", scratch.file("data"), "create", "--name", "ann"});
  ASSERT_EQ(created.status, 0) << created.errors;
  const std::string token = created.output.substr(0, created.output.find('\n'));
  std::vector<std::unique_ptr<Pair>> pairs;
  const auto begin_matches = [&](const std::string& address, int count, const std::string& with_token = "") {
    pairs.push_back(std::make_unique<Pair>(server, address, static_cast<int>(pairs.size()) + 2, with_token));
    return pairs.back()->begin_matches(count);
  };
  EXPECT_EQ(begin_matches("127.0.0.2", 2 * kLimit), kLimit) << "alone, a guest may use all up to the limit";
  for (int i = 3; i <= 11; ++i) {
    const std::string address = "127.0.0." + std::to_string(i);
    EXPECT_EQ(begin_matches(address, kLimit), 1) << address;
  }
  EXPECT_EQ(begin_matches("127.0.0.12", 1), 1) << "a new guest";
  EXPECT_EQ(begin_matches("127.0.0.2", 1, token), 1) << "an account, from the address of a guest";
}

}  // namespace
}  // namespace rensa::e2e
