#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>

#include "server/live_matches/log_entries.h"
#include "server/live_matches/logged_matches.h"
#include "tests/server/live_matches/restarted_lobby.h"

// Logs of running matches that were damaged: all events that are known to be all are kept.

namespace rensa::live_matches::test {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using Frames = std::vector<log::LogFile::Frame>;

constexpr base::MatchId kOld{1};  // before the damage
constexpr base::MatchId kNew{2};  // after it

match::MatchCreated created() {
  match::MatchCreated created;
  created.conditions.emplace();
  created.conditions->created_at = 3s;
  return created;
}

match::MatchEvent missed(int seconds) {
  return match::DecisionMissed{.seat = duel::Seat::two, .time = std::chrono::seconds(seconds)};
}

match::ServerInterrupted interrupted(base::Span time, base::Span created_at) {
  return {.clock = 0, .time = time, .created_at = created_at, .date = ""};
}

match::SnapshotTaken snapshot() {
  match::SnapshotTaken snapshot;
  snapshot.created = created();
  snapshot.games = 1;
  return snapshot;
}

log::LogFile::Frame frame_of(const std::vector<LogEntry>& entries) {
  record::ByteWriter bytes;
  for (const LogEntry& entry : entries) append_entry(bytes, entry);
  return bytes.take_bytes();
}

// A part of a log before the damage: the old match was played to 7 s after its creation.
Frames before_damage() {
  return {frame_of({LoggedEvent{kOld, created()}, LoggedEvent{kOld, missed(1)}, LoggedTime{10s}})};
}

LoggedMatches matches_of(const std::vector<LogEntry>& after_damage) {
  return LoggedMatches(std::vector<Frames>{before_damage(), {frame_of(after_damage)}});
}

TEST(DamagedMatchLog, AMatchGoesOnFromBeforeTheDamageAndALaterOneFromItsEnd) {
  LoggedMatches matches = matches_of(
      {LoggedEvent{kOld, missed(2)}, LoggedEvent{kNew, created()}, LoggedEvent{kNew, missed(5)}, LoggedTime{20s}});
  EXPECT_THAT(matches.ids(), ElementsAre(kOld, kNew));
  EXPECT_THAT(matches.cut_ids(), ElementsAre(kOld));
  const LoggedMatch old = matches.take(kOld);
  EXPECT_TRUE(old.events == (std::vector<match::MatchEvent>{created(), missed(1)}));
  EXPECT_EQ(old.played, 7s) << "otherwise it would be played on without the decisions that are lost";
  const LoggedMatch later = matches.take(kNew);
  EXPECT_EQ(later.events.size(), 2U);
  EXPECT_EQ(later.played, 17s);
}

TEST(DamagedMatchLog, AMatchGoesOnFromASnapshotBehindTheDamage) {
  LoggedMatches matches = matches_of(
      {LoggedEvent{kOld, missed(2)}, LoggedEvent{kOld, snapshot()}, LoggedEvent{kOld, missed(6)}, LoggedTime{20s}});
  EXPECT_THAT(matches.cut_ids(), IsEmpty());
  const LoggedMatch old = matches.take(kOld);
  EXPECT_TRUE(old.events == (std::vector<match::MatchEvent>{snapshot(), missed(6)}));
  EXPECT_EQ(old.played, 17s);
}

TEST(DamagedMatchLog, TheEndOfAMatchBehindTheDamageHolds) {
  EXPECT_THAT(matches_of({LoggedEvent{kOld, missed(2)}, LoggedEnd{kOld}}).ids(), IsEmpty());
  EXPECT_TRUE(matches_of({LoggedGap{kOld}}).take(kOld).has_gap);
}

// Its start was in the damaged place.
TEST(DamagedMatchLog, AMatchWithoutItsStartIsNotMadeAgain) {
  LoggedMatches matches = matches_of({LoggedEvent{kNew, missed(5)}, LoggedTime{20s}});
  EXPECT_TRUE(why_not_restorable(matches.take(kNew), {}).has_value());
}

// Keys are compared with those before them, which are missing.
TEST(DamagedMatchLog, KeysBehindTheDamageAreNotRead) {
  const std::vector<std::uint8_t> keys{0x0E, 0};
  EXPECT_EQ(matches_of({LoggedKeys{kOld, keys}, LoggedTime{20s}}).take(kOld).events.size(), 2U);
}

TEST(DamagedMatchLog, ARepairedLogHasTheSameMatches) {
  const LoggedMatches damaged = matches_of(
      {LoggedEvent{kOld, missed(2)}, LoggedEvent{kNew, created()}, LoggedEvent{kNew, missed(5)}, LoggedTime{20s}});
  Frames repaired = damaged.frames_of({kOld, kNew});
  {
    LoggedMatches matches(repaired);
    EXPECT_THAT(matches.cut_ids(), ElementsAre(kOld));
    EXPECT_EQ(matches.take(kOld).played, 7s);
    EXPECT_EQ(matches.take(kNew).played, 17s);
  }
  // The next server makes both again 40 s after the stop.
  repaired.push_back(
      frame_of({LoggedEvent{kOld, interrupted(7s, 50s)}, LoggedEvent{kNew, interrupted(17s, 40s)}, LoggedTime{60s}}));
  LoggedMatches matches(std::move(repaired));
  EXPECT_THAT(matches.cut_ids(), IsEmpty());
  EXPECT_EQ(matches.take(kOld).played, 10s);
  EXPECT_EQ(matches.take(kNew).played, 20s);
}

TEST(DamagedMatchLog, ASecondDamageCutsTheMatchesOfBeforeIt) {
  LoggedMatches matches(
      std::vector<Frames>{before_damage(),
                          {frame_of({LoggedEvent{kOld, missed(2)}, LoggedEvent{kNew, created()}, LoggedTime{12s}})},
                          {frame_of({LoggedEvent{kOld, missed(4)}, LoggedEvent{kNew, missed(5)}, LoggedTime{20s}})}});
  EXPECT_THAT(matches.cut_ids(), ElementsAre(kOld, kNew));
  EXPECT_EQ(matches.take(kOld).played, 7s);
  const LoggedMatch later = matches.take(kNew);
  EXPECT_EQ(later.events.size(), 1U);
  EXPECT_EQ(later.played, 9s);
}

}  // namespace
}  // namespace rensa::live_matches::test
