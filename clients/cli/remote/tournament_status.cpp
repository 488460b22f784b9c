#include "clients/cli/remote/tournament_status.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <thread>

#include "clients/cli/live/terminal.h"
#include "clients/cli/match/progress.h"
#include "server/base/formatted.h"

namespace rensa::cli {

namespace {

using Json = nlohmann::ordered_json;

// Returns the number of games as text. In some formats the total is not known before the last stages.
std::string games_text(const Json& tournament) {
  std::string text = std::to_string(tournament.at("games").get<std::size_t>());
  if (tournament.at("most_games").is_null()) return text;
  return text.append(" of ").append(std::to_string(tournament.at("most_games").get<std::size_t>()));
}

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kFetchInterval = 1s;
constexpr auto kKeyInterval = 50ms;

// The last state that the server reported.
struct StatusSnapshot {
  std::string progress;
  std::string table;
  bool is_over = false;
};

StatusSnapshot fetch_snapshot(const RemoteTournaments& tournaments, const std::string& name,
                              TimeLeftEstimate& estimate) {
  const auto status = tournaments.status(name);
  const auto now = Clock::now();
  estimate.update(now, status.at("games"));
  std::optional<std::chrono::seconds> left;
  if (!status.at("most_games").is_null()) left = estimate.time_left(now, status.at("most_games"));
  return {.progress = progress_text(status, left),
          .table = tournaments.table(name, "table.txt"),
          .is_over = status.at("state") == "over" || status.at("state") == "failed"};
}

// Shows snapshots on the whole terminal, or as lines if stdout is no terminal.
class StatusDisplay {
 public:
  StatusDisplay() {
    if (why_not_drawable().empty()) page_ = std::make_unique<TerminalPage>();
  }

  void show(const StatusSnapshot& snapshot) {
    if (page_) {
      is_output_lost_ = !page_->show(snapshot.progress + "\n\n" + snapshot.table);
    } else if (snapshot.progress != shown_progress_) {
      std::cout << snapshot.progress << std::endl;
      is_output_lost_ = !std::cout;
    }
    shown_progress_ = snapshot.progress;
  }
  // Returns true if the user typed q or the output is closed.
  bool is_closed() {
    if (!page_) return is_output_lost_;
    return page_->read_key() == 'q' || is_output_lost_;
  }

 private:
  std::unique_ptr<TerminalPage> page_;
  std::string shown_progress_;
  bool is_output_lost_ = false;
};

}  // namespace

std::string list_text(const Json& tournaments) {
  if (tournaments.empty()) return "no tournaments\n";
  std::size_t width = 4;
  for (const Json& tournament : tournaments) {
    width = std::max(width, tournament.at("id").get_ref<const std::string&>().size());
  }
  const auto padded = [](std::string text, std::size_t size) {
    text.resize(std::max(size, text.size()), ' ');
    return text.append("  ");
  };
  std::string out = padded("name", width) + "state    players  running  games\n";
  for (const Json& tournament : tournaments) {
    out += padded(tournament.at("id"), width) + padded(tournament.at("state"), 7);
    out += base::formatted("%7zu  %7zu  ", tournament.at("players").get<std::size_t>(),
                           tournament.at("running").get<std::size_t>());
    out += games_text(tournament) + '\n';
  }
  return out;
}

std::string progress_text(const Json& tournament, std::optional<std::chrono::seconds> left) {
  std::string text = tournament.at("state").get<std::string>() + ", " + games_text(tournament) + " games";
  const auto running = tournament.at("running").get<std::size_t>();
  if (running > 0) text.append(", ").append(std::to_string(running)).append(" being played");
  if (left && tournament.at("state") == "running") text.append(", ").append(time_left_text(*left));
  std::string awaited;
  for (const Json& player : tournament.value("awaited", Json::array())) {
    awaited.append(awaited.empty() ? "" : ", ").append(player.get<std::string>());
  }
  if (!awaited.empty()) text.append(", waiting for ").append(awaited);
  if (tournament.at("state") == "failed") text.append(": ").append(tournament.at("why_failed").get<std::string>());
  return text;
}

bool watch(const RemoteTournaments& tournaments, const std::string& name, const std::function<bool()>& stop) {
  TimeLeftEstimate estimate;
  StatusSnapshot snapshot = fetch_snapshot(tournaments, name, estimate);
  {
    StatusDisplay display;
    display.show(snapshot);
    auto next = Clock::now() + kFetchInterval;
    while (!snapshot.is_over && !display.is_closed() && !stop()) {
      std::this_thread::sleep_for(kKeyInterval);
      if (Clock::now() < next) continue;
      try {
        snapshot = fetch_snapshot(tournaments, name, estimate);
      } catch (const ServerUnreachable& problem) {
        snapshot.progress = problem.what();
      }
      display.show(snapshot);
      next = Clock::now() + kFetchInterval;
    }
  }
  std::cout << snapshot.table << std::flush;
  return snapshot.is_over;
}

}  // namespace rensa::cli
