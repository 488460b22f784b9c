#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <utility>

#include "server/live_matches/live_match_file.h"
#include "server/live_matches/logged_matches.h"
#include "tests/server/sessions/column_players.h"
#include "tests/server/sessions/fast_persons.h"
#include "tests/server/sessions/logged_server.h"

// Machines that lose their power while a match in real time, one in virtual time and one of persons are played. What
// was synced is there afterwards, and any part of what was being written.

namespace rensa::sessions {
namespace {

using Bytes = log::test::LogDisk::Content;
using Views = std::vector<duel::View>;

constexpr int kFramesPerFlush = 6;
static_assert(kFramesPerFlush * base::kFrame >= LiveMatchLog::kSyncInterval);

proto::QuickMatch request_of(proto::Clock clock, proto::Subscription subscription) {
  proto::QuickMatch request;
  request.terms.clock = clock;
  request.subscription = subscription;
  return request;
}

// Three running matches with all that their second seats were shown.
class PowerCut : public testing::Test {
 protected:
  struct Played {
    std::array<net::ConnectionId, 2> players{};
    proto::MatchStart start;
    std::size_t read = 0;
    Views views;
  };
  // All that a machine has on its disk, and how much of each match had been shown when that was synced.
  struct Image {
    Bytes synced;
    std::vector<std::size_t> shown_views;
  };

  // Begins the matches and plays them for these frames. The log is written as often as by a server.
  void play(int frames) {
    for (const auto& [clock, subscription] : {std::pair(proto::Clock::real, proto::Subscription::frames),
                                              std::pair(proto::Clock::virtual_time, proto::Subscription::frames),
                                              std::pair(proto::Clock::real, proto::Subscription::steering)}) {
      Played match;
      match.players = logged.begin_match(request_of(clock, subscription));
      match.start = logged.server.last<proto::MatchStart>(match.players[1]).value();
      matches.push_back(std::move(match));
    }
    disk.watch([this](const Bytes& synced, const Bytes& content) { writes.emplace_back(synced, content); });
    std::vector<test::ColumnPlayers> brains;
    for (std::size_t i = 0; i < 2; ++i) brains.emplace_back(logged.server, matches[i].players);
    test::FastPersons persons(logged.server, matches[2].players, 7);
    for (int frame = 1; frame <= frames; ++frame) {
      logged.pass_frames(1);
      // The virtual match would otherwise be over in a moment.
      for (test::ColumnPlayers& brain : brains) brain.answer_one();
      persons.play_frame();
      if (frame % kFramesPerFlush != 0) continue;
      Image image;
      for (Played& match : matches) {
        read_views(match);
        image.shown_views.push_back(match.views.size());
      }
      logged.flush();
      image.synced = disk.synced();
      images.push_back(std::move(image));
    }
  }
  void read_views(Played& match) {
    const std::vector<std::string>& sent = logged.server.sent[match.players[1]];
    for (; match.read < sent.size(); ++match.read) {
      const auto message = proto::server_message_of(sent[match.read], proto::Encoding::binary);
      const auto* update = message ? std::get_if<proto::Update>(&*message) : nullptr;
      if (update == nullptr) continue;
      match.views.push_back(update->view);
      match.views.back().own.motion = {};  // which is sent to persons only
    }
  }
  // Starts a server with these bytes. All matches go on from a view that was shown, and not from an earlier one than
  // the last of `shown_views`.
  void expect_matches_go_on(const Bytes& bytes, const std::vector<std::size_t>& shown_views) {
    log::test::LogDisk after(bytes);
    test::ServerWithDisk again(after);
    ASSERT_EQ(again.server.service.lobby().matches().count(), matches.size());
    for (std::size_t i = 0; i < matches.size(); ++i) {
      const auto update = again.server.last<proto::Update>(again.resume(matches[i].start));
      ASSERT_TRUE(update);
      const Views& views = matches[i].views;
      if (shown_views[i] == 0 && update->view.clock == 0) continue;  // the first frame was not on disk
      const auto first = views.begin() + static_cast<std::ptrdiff_t>(shown_views[i] == 0 ? 0 : shown_views[i] - 1);
      EXPECT_NE(std::find(first, views.end(), update->view), views.end())
          << "match " << i << " at clock " << update->view.clock << ", shown was " << first->clock;
    }
  }

  std::vector<Played> matches;
  std::vector<Image> images;
  std::vector<std::pair<Bytes, Bytes>> writes;  // what was synced, and what was there, before each sync
  // The server writes until its end, and the disk tells of each write, so they end before the others.
  log::test::LogDisk disk;
  test::ServerWithDisk logged{disk};
};

TEST_F(PowerCut, LosesNothingOfBeforeTheLastSync) {
  play(600);
  ASSERT_EQ(images.size(), 100U);
  for (const Played& match : matches) ASSERT_GT(match.views.size(), 20U);
  for (std::size_t i = 0; i < images.size(); i += 7) {
    SCOPED_TRACE(i);
    ASSERT_NO_FATAL_FAILURE(expect_matches_go_on(images[i].synced, images[i].shown_views));
  }
}

TEST_F(PowerCut, DuringAWriteLeavesWhatWasSyncedBefore) {
  play(120);
  ASSERT_EQ(writes.size(), images.size());
  for (std::size_t i = 1; i < writes.size(); i += 4) {
    const auto& [synced, content] = writes[i];
    ASSERT_EQ(synced, images[i - 1].synced);
    const std::size_t added = content.size() - synced.size();
    ASSERT_GT(added, 0U);
    for (std::size_t kept = 0; kept <= added; kept += 1 + added / 5) {
      SCOPED_TRACE(std::to_string(kept) + " of " + std::to_string(added) + " bytes of write " + std::to_string(i));
      const Bytes torn(content.begin(), content.begin() + static_cast<std::ptrdiff_t>(synced.size() + kept));
      ASSERT_NO_FATAL_FAILURE(expect_matches_go_on(torn, images[i - 1].shown_views));
      // The file may also have its new size without its new bytes.
      Bytes zeros = synced;
      zeros.resize(content.size());
      std::copy_n(content.begin() + static_cast<std::ptrdiff_t>(synced.size()), kept,
                  zeros.begin() + static_cast<std::ptrdiff_t>(synced.size()));
      ASSERT_NO_FATAL_FAILURE(expect_matches_go_on(zeros, images[i - 1].shown_views));
    }
  }
}

// The events of each match in these frames of a log.
std::map<base::MatchId, std::vector<match::MatchEvent>> events_in(std::vector<log::LogFile::Frame> frames) {
  live_matches::LoggedMatches matches(std::move(frames));
  std::map<base::MatchId, std::vector<match::MatchEvent>> events;
  for (const base::MatchId id : matches.ids()) events[id] = matches.take(id).events;
  return events;
}

TEST_F(PowerCut, AtAnyByteOfTheLogLeavesTheFirstEventsOfEachMatch) {
  play(120);
  const Bytes whole = disk.content();
  const std::size_t header = std::string(live_matches::kLiveMatchHeader).size() + 1;
  const std::vector<log::LogFile::Frame> all_frames = log::read_frames(whole, header).frames;
  const auto all = events_in(all_frames);
  ASSERT_EQ(all.size(), matches.size());
  std::size_t frames_before = 0;
  int restored = 0;
  for (std::size_t size = header; size <= whole.size(); ++size) {
    SCOPED_TRACE(size);
    const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    std::vector<log::LogFile::Frame> frames = log::read_frames(cut, header).frames;
    ASSERT_TRUE(std::equal(frames.begin(), frames.end(), all_frames.begin()));
    if (frames.size() == frames_before) continue;  // the same as without the last byte
    ASSERT_EQ(frames.size(), ++frames_before);
    const auto left = events_in(std::move(frames));
    for (const auto& [id, first] : left) {
      ASSERT_LE(first.size(), all.at(id).size());
      ASSERT_TRUE(std::equal(first.begin(), first.end(), all.at(id).begin()));
    }
    if (left.size() < matches.size()) continue;
    ++restored;
    ASSERT_NO_FATAL_FAILURE(expect_matches_go_on(cut, std::vector<std::size_t>(matches.size())))
        << "in a state that was shown";
  }
  EXPECT_EQ(frames_before, all_frames.size());
  EXPECT_GT(restored, 10);
}

}  // namespace
}  // namespace rensa::sessions
