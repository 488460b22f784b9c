#include "server/bench/restored_log.h"

#include <ctime>
#include <functional>
#include <utility>

#include "server/base/ids.h"
#include "server/base/temporary_folder.h"
#include "server/live_matches/live_match_file.h"
#include "server/live_matches/match_restoration.h"
#include "server/lobby/lobby.h"
#include "server/log/log_file.h"

namespace rensa::bench {

namespace {

// Drops all that restored matches say.
class SilentOutput final : public lobby::LobbyOutput {
 public:
  void send(base::PlayerId, match::MatchMessage&&) override {}
  void send(base::PlayerId, lobby::LobbyMessage&&) override {}
  void send_snapshot(base::PlayerId) override {}
  void send_to_all(std::span<const base::PlayerId>, match::SpectatorMessage&) override {}
  bool is_congested(base::PlayerId) const override { return false; }
  void record_event(base::MatchId match, const match::MatchEvent& event) override {
    if (recorder != nullptr) recorder->record(match, event);
  }
  void save(match::FinishedGame) override {}
  std::optional<match::QueueSource> queue_source(std::uint64_t) const override { return std::nullopt; }
  match::SecretSeed draw_secret_seed() override { return {.seed = 1, .nonce = "load"}; }
  std::string date() const override { return "2000-01-01T00:00:00Z"; }

  live_matches::MatchRecorder* recorder = nullptr;
};

}  // namespace

double cpu_seconds() {
  timespec used{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
}

RestoredLog restore_log(const std::filesystem::path& folder) {
  RestoredLog restored;
  const base::TemporaryFolder scratch;
  const std::filesystem::path path = scratch.path() / live_matches::kLiveMatchFileName;
  std::filesystem::copy_file(folder / live_matches::kLiveMatchFileName, path);
  restored.bytes = std::filesystem::file_size(path);
  const auto drop = [](const std::function<void()>&) {};

  const double began = cpu_seconds();
  const auto file = live_matches::open_live_match_file(path, drop);
  live_matches::LoggedMatches logged(file->take_frames());
  const double was_read = cpu_seconds();
  SilentOutput output;
  base::CountingIds ids;
  lobby::Lobby lobby({}, ids, output);
  live_matches::MatchRecorder recorder({.file = *file,
                                        .post = drop,
                                        .played_until = [] { return base::Time(std::chrono::hours(2)); },
                                        .has_real_time_matches = [] { return true; },
                                        .log = [](const base::LogLine&) {}});
  output.recorder = &recorder;
  live_matches::RestoreAttempts attempts(scratch.path() / "attempts");
  live_matches::MatchRestoration restoration({.matches = lobby.matches(),
                                              .recorder = recorder,
                                              .attempts = attempts,
                                              .own_rulesets = {},
                                              .now = [] { return base::Time(std::chrono::hours(2)); },
                                              .log = [](const base::LogLine&) {},
                                              .set_aside = scratch.path()});
  restored.matches = restoration.restore(std::move(logged), {}).restored;
  restored.read_seconds = was_read - began;
  restored.match_seconds = cpu_seconds() - was_read;
  return restored;
}

}  // namespace rensa::bench
