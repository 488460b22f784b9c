#include "clients/cli/remote/remote_tournaments.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <thread>

#include "clients/cli/live/terminal.h"
#include "clients/cli/match/progress.h"
#include "clients/cli/remote/remote_request.h"
#include "clients/command_line/files.h"
#include "engine/json/document.h"
#include "server/base/atomic_file.h"
#include "server/base/formatted.h"
#include "server/base/plain_text.h"

namespace rensa::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kPath = "/api/v1/tournaments";

std::string path_of_tournament(const std::string& name) { return std::string(kPath).append("/").append(escaped(name)); }

// Returns true if the text has the form of a game's name. The name becomes the name of a file, so it has to be checked.
bool is_game_name(const std::string& text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c == '-' || (c >= '0' && c <= '9'); });
}

}  // namespace

Json RemoteTournaments::post(const std::string& name, const std::string& path, const std::string& body) const {
  return answer_in_json(
      server_, {.method = "POST", .target = path_of_tournament(name) + "/" + path, .token = token_, .body = body});
}

std::string RemoteTournaments::start(const StartRequest& start) const {
  std::string query;
  if (start.jobs) query.append("&jobs=").append(std::to_string(*start.jobs));
  if (start.is_forced) query.append("&force=1");
  if (!query.empty()) query.front() = '?';
  return answer_in_json(server_, {.method = "POST", .target = kPath + query, .token = token_, .body = start.plan})
      .at("id");
}

Json RemoteTournaments::change_state(const std::string& name, const std::string& action) const {
  return post(name, action);
}

void RemoteTournaments::remove(const std::string& name, const std::string& reason) const {
  post(name, reason.empty() ? "delete" : "delete?why=" + escaped(reason));
}

Json RemoteTournaments::withdraw(const std::string& name, const Withdrawal& withdrawal) const {
  std::string path = "withdraw?player=" + escaped(withdrawal.player);
  if (!withdrawal.reason.empty()) path.append("&why=").append(escaped(withdrawal.reason));
  if (withdrawal.keeps_open) path.append("&keep_open=1");
  return post(name, path);
}

Json RemoteTournaments::take_back(const std::string& name, const std::string& player) const {
  return post(name, "return?player=" + escaped(player));
}

Json RemoteTournaments::disqualify(const std::string& name, const std::string& player,
                                   const std::string& reason) const {
  return post(name, "disqualify?player=" + escaped(player) + "&why=" + escaped(reason));
}

Json RemoteTournaments::annul(const std::string& name, const std::string& game, const std::string& reason) const {
  return post(name, "annul?game=" + escaped(game) + (reason.empty() ? "" : "&why=" + escaped(reason)));
}

Json RemoteTournaments::send_message(const std::string& name, const std::string& text) const {
  return post(name, "messages", Json{{"text", text}}.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Json RemoteTournaments::join(const std::string& name, const std::string& entry) const {
  return post(name, "join", entry);
}

Json RemoteTournaments::list() const {
  return answer_in_json(server_, {.target = kPath, .token = token_}).at("tournaments");
}

Json RemoteTournaments::status(const std::string& name) const {
  return answer_in_json(server_, {.target = path_of_tournament(name), .token = token_});
}

std::string RemoteTournaments::table(const std::string& name, const std::string& file) const {
  return answer_of(server_, {.target = path_of_tournament(name) + "/" + file, .token = token_});
}

Json RemoteTournaments::games(const std::string& name, std::optional<std::uint64_t> before) const {
  std::string target = path_of_tournament(name) + "/games?limit=200";
  if (before) target.append("&before=").append(std::to_string(*before));
  return answer_in_json(server_, {.target = target, .token = token_});
}

std::string RemoteTournaments::record(const std::string& name, const std::string& game) const {
  return answer_of(server_, {.target = path_of_tournament(name) + "/records/" + escaped(game), .token = token_});
}

void for_each_finished_game(const RemoteTournaments& tournaments, const std::string& name,
                            const std::function<bool(const RemoteTournaments::Json&)>& visit) {
  std::optional<std::uint64_t> before;
  while (before != 0U) {
    const RemoteTournaments::Json page = tournaments.games(name, before);
    for (const RemoteTournaments::Json& game : page.at("games")) {
      if (!visit(game)) return;
    }
    const std::uint64_t next = page.at("before");
    if (before && next >= *before) throw RequestRefused("the server sent the same games again");
    before = next;
  }
}

FetchedRecords fetch_records(const RemoteTournaments& tournaments, const std::string& name,
                             const std::filesystem::path& folder, const std::function<bool()>& stop) {
  command_line::make_folders(folder);
  FetchedRecords result;
  for_each_finished_game(tournaments, name, [&](const RemoteTournaments::Json& game) {
    if (stop()) return false;
    const std::string id = game.at("game");
    if (!is_game_name(id)) throw RequestRefused("the server sent the name of a game that is not valid: " + id);
    const std::filesystem::path file = folder / (id + ".rensa");
    if (std::filesystem::exists(file)) {
      ++result.existing;
      return true;
    }
    base::write_file_atomically(file, tournaments.record(name, id));
    ++result.fetched;
    return true;
  });
  return result;
}

namespace {

// The number of finished games, also of those that do not count in the table.
std::size_t games_played(const Json& tournament) {
  return tournament.value("games_played", tournament.at("games").get<std::size_t>());
}

std::string joined_names(const Json& names) {
  std::string text;
  for (const Json& name : names) text.append(text.empty() ? "" : ", ").append(name.get<std::string>());
  return text;
}

// Returns ", waiting for" and the withdrawn players for whom the tournament stays open; empty: there are none. An older
// server does not tell them.
std::string awaited_returns_text(const Json& tournament) {
  const std::string names = joined_names(tournament.value("awaited_returns", Json::array()));
  return names.empty() ? "" : ", waiting for " + names + " to return, or for its end";
}

// Returns the number of games as text. In some formats the total is not known before the last stages. A tournament can
// be over after fewer games than planned: those of withdrawn players, or without a part in the result, are not played.
std::string games_text(const Json& tournament, const std::string& unit = "") {
  const std::size_t games = games_played(tournament);
  if (tournament.at("most_games").is_null()) return std::to_string(games) + unit;
  const auto most = tournament.at("most_games").get<std::size_t>();
  const bool has_ended_early = tournament.at("state") == "over" && games < most;
  if (!has_ended_early) return std::to_string(games) + " of " + std::to_string(most) + unit;
  return std::to_string(games) + unit + " (at most " + std::to_string(most) + " were planned)";
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
  estimate.update(now, games_played(status));
  std::optional<std::chrono::seconds> left;
  if (!status.at("most_games").is_null()) left = estimate.time_left(now, status.at("most_games"));
  return {.progress = progress_text(status, left),
          .table = tournaments.table(name, "table.txt"),
          .is_over = status.at("state") == "over" || status.at("state") == "failed"};
}

// Returns the reason why results cannot be saved, as a part of the progress; empty: they can.
std::string storage_error_text(const Json& tournament) {
  const auto error = tournament.find("storage_error");
  if (error == tournament.end() || error->is_null()) return "";
  return ", waiting for the store: " + error->get<std::string>();
}

// Returns when the games of a waiting tournament start; empty: they have started, or no time is known.
std::string start_text(const Json& tournament) {
  const bool is_waiting = tournament.at("state") == "waiting";
  const auto starts = tournament.find("starts");
  return is_waiting && starts != tournament.end() && starts->is_string() ? ", starts " + starts->get<std::string>()
                                                                         : "";
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

std::string awaited_by(const Json& tournament) {
  const Json& state = tournament.at("state");
  const bool is_waiting = (state == "running" && tournament.at("running") == 0) || state == "waiting";
  return is_waiting ? joined_names(tournament.value("awaited", Json::array())) : "";
}

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
    const std::string awaited = awaited_by(tournament);
    out += padded(tournament.at("id"), width) + padded(awaited.empty() ? tournament.at("state") : Json("waiting"), 7);
    out += base::formatted("%7zu  %7zu  ", tournament.at("players").get<std::size_t>(),
                           tournament.at("running").get<std::size_t>());
    out += games_text(tournament) + start_text(tournament) + (awaited.empty() ? "" : ", waiting for " + awaited) +
           awaited_returns_text(tournament) + storage_error_text(tournament) + '\n';
  }
  return out;
}

std::string progress_text(const Json& tournament, std::optional<std::chrono::seconds> left) {
  std::string text = tournament.at("state").get<std::string>() + ", " + games_text(tournament, " games");
  const auto counted = tournament.at("games").get<std::size_t>();
  if (counted < games_played(tournament)) text.append(" (").append(std::to_string(counted)).append(" count)");
  const auto running = tournament.at("running").get<std::size_t>();
  if (running > 0) text.append(", ").append(std::to_string(running)).append(" being played");
  if (left && tournament.at("state") == "running") text.append(", ").append(time_left_text(*left));
  text += start_text(tournament);
  const std::string awaited = joined_names(tournament.value("awaited", Json::array()));
  if (!awaited.empty()) text.append(", waiting for ").append(awaited);
  text += awaited_returns_text(tournament);
  text += storage_error_text(tournament);
  if (tournament.at("state") == "failed") text.append(": ").append(tournament.at("why_failed").get<std::string>());
  return text;
}

std::string message_text(const Json& tournament) {
  const auto message = tournament.find("last_message");
  if (message == tournament.end() || message->is_null()) return "";
  const std::string line =
      "message of " + message->at("sent").get<std::string>() + ": " + message->at("text").get<std::string>();
  return base::plain_text(line, line.size()) + '\n';
}

std::string stop_text(const Json& tournament) {
  const auto running = tournament.at("running").get<std::size_t>();
  std::string text = "stopped, " + games_text(tournament, " games");
  if (running == 1) text.append("; the running game is void");
  if (running > 1) text.append("; ").append(std::to_string(running)).append(" running games are void");
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
