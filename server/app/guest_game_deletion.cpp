#include "server/app/guest_game_deletion.h"

#include <utility>

#include "server/base/utc_time.h"
#include "server/storage/store.h"

namespace rensa::app {

namespace {

// Even guests that play as fast as they can add no more than some megabytes meanwhile.
constexpr std::chrono::milliseconds kInterval{5'000};

}  // namespace

storage::GuestGameLimits guest_game_limits(const Config& config, std::chrono::system_clock::time_point now) {
  return {.kept_since = base::utc_text(now - std::chrono::days(config.guest_game_days)),
          .max_bytes = static_cast<std::uint64_t>(config.guest_game_megabytes) * 1'000'000};
}

void GuestGameDeletion::begin() {
  parts_.games.delete_guest_games(parts_.limits(), lifetime_.guard([this](const auto& counts) { on_answer(counts); }));
}

void GuestGameDeletion::on_answer(const storage::StoreResult<storage::GuestGameCounts>& counts) {
  if (!counts) {
    const std::string& error = counts.error().message;
    if (std::exchange(last_error_, error) != error) {
      parts_.log(base::LogLine("guest_games_not_deleted").text("why", error));
    }
  } else {
    last_error_.clear();
    deleted_ += counts->deleted;
    if (counts->has_more) return begin();
    if (deleted_ > 0) {
      parts_.log(base::LogLine("guest_games_deleted")
                     .number("games", std::exchange(deleted_, 0))
                     .number("left", counts->games)
                     .number("bytes_left", counts->bytes));
    }
  }
  parts_.post_later(kInterval, lifetime_.guard([this] { begin(); }));
}

}  // namespace rensa::app
