#include "server/sessions/live_match_log.h"

#include <stdexcept>
#include <utility>
#include <vector>

#include "server/live_matches/live_match_file.h"
#include "server/sessions/last_stored_games.h"

namespace rensa::sessions {

namespace {

constexpr const char* kAttemptsFileName = "matches.restoring";
constexpr const char* kSetAsideFolderName = "matches.set-aside";

live_matches::LoggedMatches matches_in(log::LogFile& file, const std::filesystem::path& path) {
  try {
    return live_matches::LoggedMatches(file.take_frames());
  } catch (const std::exception& problem) {
    throw std::runtime_error(path.string() + ": " + problem.what());
  }
}

}  // namespace

LiveMatchLog::LiveMatchLog(Parts parts)
    : parts_(std::move(parts)),
      file_(live_matches::open_live_match_file(parts_.open_file(parts_.data / live_matches::kLiveMatchFileName),
                                               (parts_.data / live_matches::kLiveMatchFileName).string(), parts_.post)),
      logged_(matches_in(*file_, parts_.data / live_matches::kLiveMatchFileName)),
      attempts_(parts_.data / kAttemptsFileName),
      recorder_({.file = *file_,
                 .post = parts_.post,
                 .played_until =
                     [this] {
                       const lobby::Lobby& lobby = parts_.sessions.lobby();
                       if (lobby.load().has_real_time_matches()) return lobby.matches().real_time_played_until();
                       return stopped_at_.value_or(parts_.now());
                     },
                 .has_real_time_matches = [this] { return parts_.sessions.lobby().load().has_real_time_matches(); },
                 .log = parts_.log}) {
  if (!file_->damaged_part().empty()) {
    parts_.log(base::LogLine("match_log_damaged")
                   .number("bytes", file_->removed_bytes())
                   .text("file", file_->damaged_part())
                   .text("text",
                         "matches of before the damage go on from there, and later ones from where they were; "
                         "the file has all bytes from the damage on"));
  } else if (file_->removed_bytes() > 0) {
    parts_.log(base::LogLine("match_log_cut")
                   .number("bytes", file_->removed_bytes())
                   .text("text", "the last entry was being written when the server stopped"));
  }
  for (const base::MatchId match : logged_.cut_ids()) {
    parts_.log(
        base::LogLine("match_set_back").number("match", match).text("text", "it goes on from before the damage"));
  }
  parts_.sessions.set_match_recorder(&recorder_);
}

LiveMatchLog::~LiveMatchLog() {
  parts_.sessions.set_match_recorder(nullptr);
  recorder_.finish();
}

void LiveMatchLog::restore(std::function<void(const std::optional<storage::StoreError>&)> done) {
  parts_.sessions.skip_match_ids(logged_.highest_id());
  using LastGames = storage::StoreResult<std::map<base::MatchId, int>>;
  const std::function<void(const LastGames&)> finish =
      lifetime_.guard([this, done = std::move(done)](const LastGames& last_games) {
        if (!last_games) return done(last_games.error());
        restore_with(*last_games);
        are_matches_restored_ = true;
        recorder_.when_durable([this, done] {
          if (!recorder_.is_failing()) attempts_.finish();
          done(std::nullopt);
        });
        recorder_.rewrite();
        flush_regularly();
      });
  find_last_stored_games(parts_.games, logged_.ids(), [post = parts_.post, finish](LastGames last_games) {
    post([finish, last_games = std::move(last_games)] { finish(last_games); });
  });
}

void LiveMatchLog::stop(std::function<void()> done) {
  stopped_at_ = parts_.now();
  are_matches_restored_ ? recorder_.when_durable(std::move(done)) : done();
}

void LiveMatchLog::restore_with(const std::map<base::MatchId, int>& stored_games) {
  live_matches::MatchRestoration restoration({.matches = parts_.sessions.lobby().matches(),
                                              .recorder = recorder_,
                                              .attempts = attempts_,
                                              .own_rulesets = parts_.own_rulesets,
                                              .now = parts_.now,
                                              .log = parts_.log,
                                              .set_aside = parts_.data / kSetAsideFolderName});
  const std::vector<base::MatchId> matches = logged_.ids();
  const auto counts = restoration.restore(std::exchange(logged_, {}), stored_games);
  for (const base::MatchId match : matches) {
    parts_.sessions.remember_restored_match(match);
    if (auto arranged = parts_.sessions.lobby().arranged_matches().restored(match)) {
      restored_arranged_.push_back(*std::move(arranged));
    }
  }
  if (counts.restored + counts.set_aside + counts.dropped == 0) return;
  parts_.log(base::LogLine("matches_restored")
                 .number("restored", counts.restored)
                 .number("set_aside", counts.set_aside)
                 .number("not_restored", counts.dropped));
}

void LiveMatchLog::flush_regularly() {
  recorder_.flush();
  parts_.post_later(kSyncInterval, lifetime_.guard([this] { flush_regularly(); }));
}

}  // namespace rensa::sessions
