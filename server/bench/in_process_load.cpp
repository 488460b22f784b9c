#include "server/bench/in_process_load.h"

#include <bit>
#include <thread>

#include "engine/rules/drop.h"
#include "proto/codec.h"
#include "server/live_matches/live_match_file.h"
#include "server/sessions/wire/wire_messages.h"

namespace rensa::bench {

namespace {

constexpr int kFramesPerFlush = 6;  // of the log: ten times a second
constexpr std::uint32_t kFramesPerSecond = 60;
constexpr std::uint32_t kKeysPerSecond = 8;  // that a fast person presses or releases
constexpr std::uint32_t kMaxFramesAhead = 5;

lobby::LobbySettings lobby_settings_for(const LoadSettings& load) {
  lobby::LobbySettings settings;
  settings.max_matches = settings.max_real_time_matches = static_cast<std::size_t>(load.matches);
  settings.max_real_time_share = 1;  // no match may be refused, or the cost of each would be wrong
  return settings;
}

std::optional<rules::Placement> random_placement(const rules::Field& field, rules::Rng& rng) {
  std::uint32_t open = rules::droppable_placements(field.heights());
  if (open == 0) return std::nullopt;
  for (std::uint32_t skip = rng.below(static_cast<std::uint32_t>(std::popcount(open))); skip > 0; --skip) {
    open &= open - 1;
  }
  return rules::kPlacements[static_cast<std::size_t>(std::countr_zero(open))];
}

}  // namespace

InProcessLoad::InProcessLoad(const LoadSettings& settings)
    : settings_(settings), rng_(1), lobby_(lobby_settings_for(settings), match_ids_, *this) {
  if (!settings.log_folder.empty()) {
    const auto post = [this](std::function<void()> task) {
      const std::lock_guard lock(posted_mutex_);
      posted_tasks_.push_back(std::move(task));
    };
    log_file_ = live_matches::open_live_match_file(settings.log_folder / live_matches::kLiveMatchFileName, post);
    recorder_ = std::make_unique<live_matches::MatchRecorder>(live_matches::MatchRecorder::Parts{
        .file = *log_file_,
        .post = post,
        .played_until = [this] { return lobby_.matches().real_time_played_until(); },
        .has_real_time_matches = [this] { return lobby_.load().has_real_time_matches(); },
        .log = [](const base::LogLine&) {}});
  }
  for (int i = 1; i <= 2 * settings.matches; ++i) {
    const base::PlayerId player{.number = static_cast<std::uint64_t>(i)};
    lobby_.enter(player, "player-" + std::to_string(i), now_);
    request_match(player);
  }
}

void InProcessLoad::send(base::PlayerId player, match::MatchMessage&& message) {
  if (const auto* update = std::get_if<match::Update>(&message.content)) {
    ++updates_;
    settings_.steers ? steer(player, message.match, *message.seat, *update)
                     : answer(player, message.match, *message.seat, *update);
  } else if (std::holds_alternative<match::GameStart>(message.content)) {
    decided_hands_[player] = 0;
  } else if (std::holds_alternative<match::MatchEnd>(message.content)) {
    request_match(player);
  }
  if (settings_.encodes) {
    sessions::encode(std::move(message), proto::Encoding::binary, encoded_);
    bytes_ += encoded_.size();
  }
}

void InProcessLoad::record_event(base::MatchId match, const match::MatchEvent& event) {
  if (recorder_) recorder_->record(match, event);
}

InProcessLoad::~InProcessLoad() = default;

void InProcessLoad::flush_log() {
  if (!recorder_) return;
  recorder_->flush();
  while (run_posted_task()) {
  }
}

bool InProcessLoad::run_posted_task() {
  std::function<void()> task;
  {
    const std::lock_guard lock(posted_mutex_);
    if (posted_tasks_.empty()) return false;
    task = std::move(posted_tasks_.front());
    posted_tasks_.pop_front();
  }
  task();
  return true;
}

void InProcessLoad::finish_log() {
  if (!recorder_) return;
  bool is_done = false;
  recorder_->when_durable([&is_done] { is_done = true; });
  while (!is_done) {
    if (!run_posted_task()) std::this_thread::yield();
  }
}

void InProcessLoad::request_match(base::PlayerId player) {
  requests_.push_back({.player = player, .match = std::nullopt, .decision = {}});
}

void InProcessLoad::answer(base::PlayerId player, base::MatchId match, duel::Seat seat, const match::Update& update) {
  const bool is_due = update.view.decision_due && decided_hands_[player] != update.view.own.hand;
  if (settings_.terms.clock == match::Clock::real ? !is_due : !update.answer_due) return;
  Request request{.player = player, .match = match, .decision = {}};
  request.decision.seat = seat;
  request.decision.game = update.game;
  request.decision.decision = {.clock = update.view.clock, .id = 1, .input = {}};
  if (is_due) {
    decided_hands_[player] = update.view.own.hand;
    if (const auto placement = random_placement(update.view.own.field, rng_)) {
      request.decision.decision.input = duel::Input::place(*placement);
    }
  }
  requests_.push_back(std::move(request));
}

// Persons send their keys for a frame some frames ahead of what they have been sent.
void InProcessLoad::steer(base::PlayerId player, base::MatchId match, duel::Seat seat, const match::Update& update) {
  if (rng_.below(kFramesPerSecond) >= kKeysPerSecond) return;
  Keys& keys = keys_[player];
  keys.held ^= 1U << rng_.below(std::bit_width(movement::kAllKeys));
  Request request{.player = player, .match = match, .decision = {}};
  request.decision.seat = seat;
  request.decision.game = update.game;
  request.decision.decision = {.clock = update.view.clock,
                               .id = ++keys.id,
                               .input = duel::Input::hold(static_cast<movement::Keys>(keys.held)),
                               .at = update.view.clock + 1 + static_cast<int>(rng_.below(kMaxFramesAhead))};
  requests_.push_back(std::move(request));
}

// The lobby must not be called from within its own calls, so requests and saved games wait here. Returns false if
// nothing waits.
bool InProcessLoad::handle_next() {
  if (!requests_.empty()) {
    const Request request = std::move(requests_.front());
    requests_.pop_front();
    if (request.match) {
      lobby_.requests().decide(request.player, *request.match, request.decision, now_);
    } else {
      lobby_.requests().request_quick_match(request.player, {settings_.terms, settings_.subscription}, now_);
    }
    return true;
  }
  if (finished_.empty()) return false;
  const auto [match, game] = finished_.front();
  finished_.pop_front();
  lobby_.matches().on_game_saved(match, game, ++games_, now_);
  return true;
}

void InProcessLoad::play_games(std::uint64_t games) {
  const std::uint64_t end = games_ + games;
  while (games_ < end && handle_next()) {
  }
}

void InProcessLoad::run_for(base::Span time) {
  const base::Time end = now_ + std::chrono::duration_cast<base::Time::duration>(time);
  for (std::int64_t slot = base::slot_at(now_) + 1; base::slot_begins(slot) <= end; ++slot) {
    now_ = base::slot_begins(slot);
    lobby_.matches().run_phase(static_cast<int>(slot % base::kPhases), now_);
    while (handle_next()) {
    }
    if (slot % (base::kPhases * kFramesPerFlush) == 0) flush_log();
  }
  now_ = end;
}

}  // namespace rensa::bench
