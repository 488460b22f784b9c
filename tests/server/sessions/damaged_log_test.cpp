#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>

#include "server/live_matches/live_match_file.h"
#include "tests/server/sessions/fast_persons.h"
#include "tests/server/sessions/logged_server.h"

// A bit of the log of running matches has changed on the disk.

namespace rensa::sessions {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using Bytes = log::test::LogDisk::Content;

constexpr int kFramesPerFlush = 6;

proto::QuickMatch request_in_real_time() {
  proto::QuickMatch request;
  request.terms.clock = proto::Clock::real;
  request.subscription = proto::Subscription::steering;
  return request;
}

class DamagedLog : public testing::Test {
 protected:
  struct Played {
    proto::MatchStart start;
    net::ConnectionId player{};
    std::size_t begins = 0;  // the size of the log before it
    std::size_t begun = 0;   // and with its start
    int clock = 0;           // of the last view that was shown before the last write
  };

  // Begins a match of two persons.
  void begin_match() {
    const std::size_t begins = disk.content().size();
    const auto players = logged.begin_match(request_in_real_time());
    persons.emplace_back(logged.server, players, static_cast<std::uint32_t>(persons.size()));
    matches.push_back({.start = logged.server.last<proto::MatchStart>(players[1]).value(),
                       .player = players[1],
                       .begins = begins,
                       .begun = disk.content().size()});
  }
  void play(int frames) {
    for (int frame = 1; frame <= frames; ++frame) {
      logged.pass_frames(1);
      for (test::FastPersons& pair : persons) pair.play_frame();
      if (frame % kFramesPerFlush == 0) logged.flush();
    }
    for (Played& match : matches) match.clock = logged.server.last<proto::Update>(match.player)->view.clock;
  }
  void play_with_another_match(int frames) {
    begin_match();
    play(frames);
  }
  // Returns the clock from which a match goes on; -1: it does not.
  static int clock_of(test::ServerWithDisk& server, const Played& match) {
    const auto update = server.server.last<proto::Update>(server.resume(match.start));
    return update ? update->view.clock : -1;
  }

  log::test::LogDisk disk;
  test::ServerWithDisk logged{disk};
  std::vector<test::FastPersons> persons;
  std::vector<Played> matches;
};

TEST_F(DamagedLog, CostsNothingOfTheMatchesThatBeganBehindTheDamage) {
  play_with_another_match(120);
  const int clock_of_first = matches[0].clock;
  const std::size_t damaged_at = disk.content().size() + 12;  // in the content of the next frame
  play(kFramesPerFlush);
  play_with_another_match(180);
  play_with_another_match(60);
  Bytes bytes = disk.content();
  bytes[damaged_at] ^= 4U;
  const Bytes damaged_bytes = bytes;
  for (int start = 0; start < 2; ++start) {  // the second server finds the repaired log
    log::test::LogDisk damaged(bytes);
    test::ServerWithDisk again(damaged);
    const std::vector<std::string>& lines = again.server.lines;
    EXPECT_EQ(again.server.service.lobby().matches().count(), 3U);
    const auto number = [&](std::size_t match) {
      return std::to_string(static_cast<std::uint64_t>(matches[match].start.match));
    };
    if (start == 0) {
      EXPECT_THAT(lines, Contains(HasSubstr("event=match_log_damaged")));
      EXPECT_THAT(lines, Contains(HasSubstr("event=match_set_back match=" + number(0))));
      for (const std::size_t match : {1U, 2U})
        EXPECT_THAT(lines, Not(Contains(HasSubstr("event=match_set_back match=" + number(match)))));
    } else {
      EXPECT_THAT(lines, Not(Contains(HasSubstr("event=match_log_damaged"))));
      EXPECT_THAT(lines, Not(Contains(HasSubstr("event=match_set_back"))));
    }
    bytes = damaged.content();
    const int first = clock_of(again, matches[0]);
    EXPECT_LE(first, clock_of_first + 2 * kFramesPerFlush);
    EXPECT_GE(first, clock_of_first - kFramesPerFlush);
    for (const std::size_t match : {1U, 2U}) {
      EXPECT_GE(clock_of(again, matches[match]), matches[match].clock - kFramesPerFlush);
      EXPECT_LE(clock_of(again, matches[match]), matches[match].clock);
    }
  }
  EXPECT_NE(bytes, damaged_bytes);
}

TEST_F(DamagedLog, IsToldIfOnlyItsLastEntryWasCut) {
  play_with_another_match(60);
  Bytes bytes = disk.content();
  bytes.pop_back();
  log::test::LogDisk cut(bytes);
  test::ServerWithDisk again(cut);
  EXPECT_THAT(again.server.lines, Contains(HasSubstr("event=match_log_cut bytes=")));
  EXPECT_THAT(again.server.lines, Not(Contains(HasSubstr("event=match_log_damaged"))));
  EXPECT_GE(clock_of(again, matches[0]), matches[0].clock - 2 * kFramesPerFlush);
}

// Whichever bit it is, the server starts, and each match goes on or is said to be void.
TEST_F(DamagedLog, NeverKeepsTheServerFromItsStart) {
  for (int match = 0; match < 3; ++match) play_with_another_match(24);
  const Bytes whole = disk.content();
  const std::size_t header = std::string(live_matches::kLiveMatchHeader).size() + 1;
  for (std::size_t at = header; at < whole.size(); at += 7) {
    SCOPED_TRACE(at);
    Bytes bytes = whole;
    bytes[at] ^= static_cast<std::uint8_t>(1U << at % 8);
    log::test::LogDisk damaged(bytes);
    test::ServerWithDisk again(damaged);
    for (const Played& match : matches) {
      const int clock = clock_of(again, match);
      EXPECT_LE(clock, match.clock);
      if (at < match.begins) {
        EXPECT_GE(clock, match.clock - kFramesPerFlush) << "it began behind the damage";
      } else if (at >= match.begun) {
        EXPECT_GE(clock, 0) << "its start is whole";
      }
    }
  }
}

}  // namespace
}  // namespace rensa::sessions
