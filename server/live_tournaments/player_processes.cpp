#include "server/live_tournaments/player_processes.h"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iterator>
#include <utility>

namespace rensa::live_tournaments {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// Programs with sanitizers reserve terabytes of address space, so they get no memory limit.
#ifdef RENSA_IS_SANITIZED
constexpr bool kIsSanitized = true;
#else
constexpr bool kIsSanitized = false;
#endif

constexpr auto kEndGrace = 500ms;           // between the request to end and the kill
constexpr auto kLateCheckInterval = 250ms;  // for processes that do not connect
constexpr std::int64_t kNice = 5;           // players have a lower priority than the server
constexpr int kMaxRemoteSlots = 256;        // games at a time of a remote player

std::string safe_file_name(const std::string& name) {
  std::string word;
  for (const char character : name) {
    const bool is_plain = (character >= '0' && character <= '9') || (character >= 'a' && character <= 'z') ||
                          (character >= 'A' && character <= 'Z') || character == '-';
    word.push_back(is_plain ? character : '_');
  }
  return word;
}

}  // namespace

PlayerProcesses::PlayerProcesses(boost::asio::io_context& io, const tournament::TournamentPlan& plan,
                                 const PlayerProcessOptions& options, processes::CoreAllocator& cores,
                                 std::function<std::string()> draw_ticket, Listener listener)
    : io_(io),
      plan_(plan),
      options_(options),
      cores_(cores),
      draw_ticket_(std::move(draw_ticket)),
      listener_(std::move(listener)),
      timer_(io) {
  const fs::path logs = options.folder / "logs";
  fs::create_directories(logs);
  last_log_ = static_cast<std::uint64_t>(std::distance(fs::directory_iterator(logs), fs::directory_iterator()));
  end_late_workers();
}

PlayerProcesses::~PlayerProcesses() = default;

void PlayerProcesses::end_late_workers() {
  timer_.expires_after(kLateCheckInterval);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    const auto now = std::chrono::steady_clock::now();
    for (auto& [id, worker] : workers_) {
      if (worker.child && !worker.session && now >= worker.connect_deadline) end_process(worker);
    }
    end_late_workers();
  });
}

bool PlayerProcesses::is_available(std::size_t player) const {
  if (!std::holds_alternative<tournament::RemotePlayer>(plan_.players[player].kind)) return true;
  return std::any_of(workers_.begin(), workers_.end(), [&](const auto& entry) {
    return entry.second.player == player && is_idle(entry.second) && entry.second.session;
  });
}

WorkerId PlayerProcesses::acquire(std::size_t player) {
  auto best = workers_.end();
  for (auto entry = workers_.begin(); entry != workers_.end(); ++entry) {
    if (entry->second.player != player || !is_idle(entry->second)) continue;
    if (best == workers_.end() || (!best->second.session && entry->second.session)) best = entry;
  }
  const WorkerId id = best != workers_.end() ? best->first : start_process(player);
  Worker& worker = workers_.at(id);
  worker.is_taken = true;
  std::error_code none_yet;
  worker.log_offset = worker.log.empty() ? 0 : fs::file_size(worker.log, none_yet);
  if (none_yet) worker.log_offset = 0;
  return id;
}

processes::Command PlayerProcesses::command_of(const Worker& worker) const {
  const tournament::PlayerEntry& player = plan_.players[worker.player];
  processes::Command command;
  if (const auto* built_in = std::get_if<tournament::BuiltInPlayer>(&player.kind)) {
    command.words = {options_.programs.worker, "--player", built_in->player, "--quiet", "--nice", "0"};
  } else if (const auto* program = std::get_if<tournament::CommandPlayer>(&player.kind)) {
    command.words = program->words;
    if (program->uses_reference_protocol)
      command.words.insert(command.words.begin(), {options_.programs.bridge, "--exec"});
  }
  command.environment = {"RENSA_SERVER=" + options_.server, "RENSA_TOKEN=" + worker.ticket};
  if (!kIsSanitized) command.limits.memory_bytes = static_cast<std::uint64_t>(plan_.limits.memory_megabytes) << 20U;
  command.limits.nice = kNice;
  command.limits.processes = static_cast<std::uint64_t>(plan_.limits.processes);
  command.limits.cores = worker.cores.set();
  return command;
}

WorkerId PlayerProcesses::start_process(std::size_t player) {
  const WorkerId id{++last_worker_};
  Worker& worker = workers_[id];
  worker.player = player;
  worker.ticket = draw_ticket_();
  worker.cores = cores_.lease(plan_.limits.cores);
  worker.connect_deadline = std::chrono::steady_clock::now() + options_.connect_timeout;
  std::string name = safe_file_name(plan_.players[player].name);
  worker.log = options_.folder / "logs" / name.append("-").append(std::to_string(++last_log_)).append(".log");
  worker.child = std::make_unique<processes::ChildProcess>(
      io_,
      processes::ChildOptions{
          .supervisor = options_.programs.supervisor, .command = command_of(worker), .log = worker.log.string()},
      [this, id](const processes::ExitReport& report) { on_exit(id, report); });
  return id;
}

void PlayerProcesses::end_process(Worker& worker) {
  worker.is_leaving = true;
  worker.child->terminate(kEndGrace);
}

// Handles the end of a process. If its worker is acquired, the worker stays in the table until release_worker().
void PlayerProcesses::on_exit(WorkerId id, const processes::ExitReport& report) {
  const auto entry = workers_.find(id);
  Worker& worker = entry->second;
  const bool has_timed_out =
      !worker.session && !worker.has_lost_connection && std::chrono::steady_clock::now() >= worker.connect_deadline;
  worker.session.reset();
  worker.is_leaving = true;
  if (!worker.is_taken) {
    workers_.erase(entry);
    return;
  }
  Departure departure{.why = has_timed_out ? "it did not connect in time" : processes::describe(report)};
  const bool was_started = report.kind != processes::ExitKind::not_started ||
                           report.failed_step == processes::StartStep::program ||
                           report.failed_step == processes::StartStep::folder;
  departure.is_host_fault = !was_started || report.kind == processes::ExitKind::unknown;
  // A process that closes its connection is asked to end. A process that ends by itself has crashed.
  const bool was_ended =
      report.kind == processes::ExitKind::signalled && (report.code == SIGTERM || report.code == SIGKILL);
  if (worker.has_lost_connection && was_ended) {
    departure = {.why = "its connection was closed", .cause = duel::Cause::disconnected, .is_host_fault = false};
  }
  listener_.gone(id, departure);
}

void PlayerProcesses::release_worker(WorkerId id, bool has_failed) {
  const auto entry = workers_.find(id);
  if (entry == workers_.end()) return;
  Worker& worker = entry->second;
  worker.is_taken = false;
  worker.idle_since = std::chrono::steady_clock::now();
  const bool stays = worker.session && !worker.is_leaving && !(has_failed && worker.child);
  if (stays) {
    end_surplus_idle_workers();
    return listener_.free();
  }
  // The destructor waits until the process is gone.
  workers_.erase(entry);
}

// Ends the process that has been idle longest, so that many players do not keep many idle processes.
void PlayerProcesses::end_surplus_idle_workers() {
  std::vector<Worker*> idle;
  for (auto& [id, worker] : workers_) {
    if (worker.child && is_idle(worker)) idle.push_back(&worker);
  }
  if (idle.size() <= options_.max_idle) return;
  const auto longest = std::min_element(
      idle.begin(), idle.end(), [](const Worker* one, const Worker* two) { return one->idle_since < two->idle_since; });
  end_process(**longest);
}

std::optional<base::SessionId> PlayerProcesses::session(WorkerId id) const {
  const auto entry = workers_.find(id);
  return entry == workers_.end() ? std::nullopt : entry->second.session;
}

match::Subscription PlayerProcesses::subscription(WorkerId id) const { return workers_.at(id).subscription; }

bool PlayerProcesses::is_process(WorkerId id) const {
  const auto entry = workers_.find(id);
  return entry != workers_.end() && entry->second.child != nullptr;
}

std::string PlayerProcesses::output(WorkerId id) const {
  const auto entry = workers_.find(id);
  if (entry == workers_.end() || entry->second.log.empty()) return "";
  std::ifstream in(entry->second.log, std::ios::binary);
  in.seekg(static_cast<std::streamoff>(entry->second.log_offset));
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string PlayerProcesses::last_output(WorkerId id) const {
  const auto entry = workers_.find(id);
  return entry == workers_.end() || !entry->second.child ? "" : entry->second.child->output_tail();
}

void PlayerProcesses::dismiss(std::size_t player) {
  for (auto entry = workers_.begin(); entry != workers_.end();) {
    Worker& worker = entry->second;
    if (worker.player != player) {
      ++entry;
    } else if (!worker.is_taken) {
      entry = workers_.erase(entry);
    } else {
      worker.is_leaving = true;
      ++entry;
    }
  }
}

void PlayerProcesses::end_all() {
  for (std::size_t player = 0; player < plan_.players.size(); ++player) dismiss(player);
}

std::vector<base::SessionId> PlayerProcesses::sessions_of(std::size_t player) const {
  std::vector<base::SessionId> sessions;
  for (const auto& [id, worker] : workers_) {
    if (worker.player == player && worker.session) sessions.push_back(*worker.session);
  }
  return sessions;
}

// A worker may connect again after it lost its connection, but only a limited number of times.
std::optional<std::string> PlayerProcesses::admit(const std::string& ticket) {
  constexpr int kMaxAdmissions = 16;
  if (ticket.empty()) return std::nullopt;
  for (auto& [id, worker] : workers_) {
    if (worker.ticket != ticket || worker.is_leaving) continue;
    if (worker.admissions == kMaxAdmissions) return std::nullopt;
    ++worker.admissions;
    return plan_.players[worker.player].name;
  }
  return std::nullopt;
}

void PlayerProcesses::arrived(const sessions::PlayerArrival& arrival) {
  const auto& offer = arrival.offer;
  for (auto& [id, worker] : workers_) {
    if (worker.ticket.empty() || worker.ticket != arrival.token) continue;
    if (!worker.session) worker.session = arrival.session;
    worker.subscription = offer ? offer->subscription : match::Subscription::events;
    return listener_.ready(id);
  }
  if (!offer || offer->bound_only) return;
  for (std::size_t player = 0; player < plan_.players.size(); ++player) {
    const bool is_remote = std::holds_alternative<tournament::RemotePlayer>(plan_.players[player].kind);
    if (!is_remote || plan_.players[player].name != arrival.name) continue;
    // The games that the player was playing when it left count too, because it resumes them.
    const auto resumed = std::count_if(workers_.begin(), workers_.end(), [player](const auto& entry) {
      return entry.second.player == player && entry.second.is_taken && entry.second.is_leaving;
    });
    for (auto slot = resumed; slot < std::min(offer->matches, kMaxRemoteSlots); ++slot) {
      Worker& worker = workers_[WorkerId{++last_worker_}];
      worker.player = player;
      worker.session = arrival.session;
      worker.subscription = offer->subscription;
    }
    return listener_.free();
  }
}

// A process without a connection is ended. A remote player may come back.
void PlayerProcesses::left(base::SessionId session) {
  std::vector<WorkerId> lost;
  for (auto entry = workers_.begin(); entry != workers_.end();) {
    Worker& worker = entry->second;
    if (worker.session != session) {
      ++entry;
      continue;
    }
    worker.session.reset();
    worker.is_leaving = true;
    worker.has_lost_connection = true;
    if (!worker.is_taken) {
      entry = workers_.erase(entry);
      continue;
    }
    if (worker.child) {
      end_process(worker);
    } else {
      lost.push_back(entry->first);
    }
    ++entry;
  }
  for (const WorkerId id : lost)
    listener_.gone(id, {.why = "its connection was lost", .cause = duel::Cause::disconnected});
}

}  // namespace rensa::live_tournaments
