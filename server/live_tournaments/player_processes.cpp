#include "server/live_tournaments/player_processes.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rensa::live_tournaments {

namespace {

using namespace std::chrono_literals;

// Programs with sanitizers reserve terabytes of address space, so they get no memory limit.
#ifdef RENSA_IS_SANITIZED
constexpr bool kIsSanitized = true;
#else
constexpr bool kIsSanitized = false;
#endif

constexpr auto kInputGrace = 500ms;         // between the end of a program's input and SIGTERM
constexpr auto kSignalGrace = 500ms;        // between SIGTERM and the kill
constexpr auto kBridgeGrace = 5s;           // the same for the bridge, which ends its program within four seconds
constexpr auto kLateCheckInterval = 250ms;  // for processes that do not connect
constexpr auto kTimeToResume = 1s;          // for a remote player that has come back and knows its game
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

constexpr std::string_view kUnixPrefix = "unix:";

processes::WantedFiles wanted_files(const tournament::CommandPlayer& program) {
  return {.program = program.words.front(),
          .files = program.files,
          .arguments = {program.words.begin() + 1, program.words.end()}};
}

// The command line by which the bridge plays for a program.
std::vector<std::string> words_of_bridge(const std::string& bridge, const std::vector<std::string>& program,
                                         const tournament::PlayerLimits& limits) {
  std::vector<std::string> words{bridge,
                                 "--exec",
                                 program.front(),
                                 "--think-seconds",
                                 std::to_string(limits.think_seconds),
                                 "--first-think-seconds",
                                 std::to_string(limits.first_think_seconds)};
  for (std::size_t i = 1; i < program.size(); ++i) words.push_back("--argument=" + program[i]);
  return words;
}

}  // namespace

std::string why_not_visible(const tournament::CommandPlayer& program, const processes::Isolation& isolation) {
  return processes::visible_files(wanted_files(program), isolation).why_not;
}

PlayerProcesses::PlayerProcesses(const tournament::TournamentPlan& plan, const PlayerProcessOptions& options,
                                 Services services, Listener listener)
    : plan_(plan),
      options_(options),
      services_(std::move(services)),
      listener_(std::move(listener)),
      last_output_file_(options.outputs) {
  end_late_workers();
}

PlayerProcesses::~PlayerProcesses() = default;

void PlayerProcesses::end_late_workers() {
  services_.post_later(kLateCheckInterval, lifetime_.guard([this] {
    const auto now = std::chrono::steady_clock::now();
    for (auto& [id, worker] : workers_) {
      const bool has_never_connected = !worker.session && !worker.has_lost_connection;
      if (worker.child && has_never_connected && !worker.is_ending && now >= worker.connect_deadline) {
        end_process(worker);
      }
    }
    end_late_workers();
  }));
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
  if (worker.child) worker.child->take_output();  // of the time before
  return id;
}

WorkerId PlayerProcesses::expect(std::size_t player) {
  const WorkerId id{++last_worker_};
  Worker& worker = workers_[id];
  worker.player = player;
  worker.is_taken = worker.is_leaving = worker.has_lost_connection = true;  // as after the loss of a connection
  return id;
}

// The files of a program are looked up once, since all of them are needed for each start: the files of one program may
// lie in the folder of another one.
const processes::VisibleFiles& PlayerProcesses::files_of(std::size_t player) {
  while (files_.size() <= player) {
    const auto* program = std::get_if<tournament::CommandPlayer>(&plan_.players[files_.size()].kind);
    files_.push_back(program == nullptr ? processes::VisibleFiles{}
                                        : processes::visible_files(wanted_files(*program), *options_.isolation));
  }
  return files_[player];
}

// The sandbox of a player's program, in which the bridge runs, too, if the player needs one.
processes::Sandbox PlayerProcesses::sandbox_of(const tournament::CommandPlayer& program, std::size_t player) {
  for (std::size_t other = 0; other < plan_.players.size(); ++other) files_of(other);
  const processes::VisibleFiles& own = files_of(player);
  std::vector<std::string> of_others;
  for (const processes::VisibleFiles& other : files_) {
    for (const processes::VisiblePath& visible : other.paths) of_others.push_back(visible.real);
  }
  std::vector<processes::VisiblePath> with_system = own.paths;
  with_system.push_back({.path = "/usr", .real = "/usr"});
  processes::Sandbox sandbox;
  sandbox.isolator = processes::path_of_program(options_.isolation->isolator);
  sandbox.program = program.uses_reference_protocol ? options_.programs.bridge : own.program;
  // The program of a player that sees none of its files is not found, so the player loses.
  if (std::all_of(own.paths.begin(), own.paths.end(), processes::is_unchanged)) {
    for (const processes::VisiblePath& visible : own.paths) sandbox.readable.push_back(visible.path);
  }
  if (program.uses_reference_protocol) sandbox.readable.push_back(options_.programs.bridge);
  sandbox.covered = processes::paths_to_cover(with_system, options_.isolation->hidden);
  const std::vector<std::string> covered_too = processes::paths_to_cover(own.paths, of_others);
  sandbox.covered.insert(sandbox.covered.end(), covered_too.begin(), covered_too.end());
  return sandbox;
}

// Programs that are not isolated can reach the server in other ways, and may not know how to connect to a socket.
bool PlayerProcesses::has_own_socket(std::size_t player) const {
  const bool is_command = std::holds_alternative<tournament::CommandPlayer>(plan_.players[player].kind);
  return services_.open_socket && (options_.isolation || !is_command);
}

void PlayerProcesses::set_words(const tournament::CommandPlayer& program, std::size_t player,
                                processes::Command& command) {
  command.words = program.words;
  if (options_.isolation) {
    // The bridge has no name for the program besides its path.
    const processes::VisibleFiles& files = files_of(player);
    command.words.front() = program.uses_reference_protocol ? files.program : files.name;
    command.sandbox = sandbox_of(program, player);
    command.sandbox->writable_bytes = command.limits.memory_bytes;
  }
  if (program.uses_reference_protocol) {
    command.words = words_of_bridge(options_.programs.bridge, command.words, plan_.limits);
  }
}

processes::Command PlayerProcesses::command_of(const Worker& worker) {
  const tournament::PlayerEntry& player = plan_.players[worker.player];
  processes::Command command;
  if (!kIsSanitized) command.limits.memory_bytes = static_cast<std::uint64_t>(plan_.limits.memory_megabytes) << 20U;
  command.limits.nice = kNice;
  command.limits.processes = static_cast<std::uint64_t>(plan_.limits.processes);
  command.limits.cores = worker.cores.set();
  if (const auto* built_in = std::get_if<tournament::BuiltInPlayer>(&player.kind)) {
    command.words = {options_.programs.worker, "--player", built_in->player, "--quiet", "--nice", "0"};
  } else if (const auto* program = std::get_if<tournament::CommandPlayer>(&player.kind)) {
    set_words(*program, worker.player, command);
    command.has_open_input = !program->uses_reference_protocol;
  }
  std::string server = worker.socket.path.empty() ? options_.server : std::string(kUnixPrefix) + worker.socket.path;
  if (command.sandbox) {
    command.sandbox->server_socket = server.substr(kUnixPrefix.size());
    server = std::string(kUnixPrefix) + processes::kServerSocketInSandbox;
  }
  command.environment = {"RENSA_SERVER=" + server, "RENSA_TOKEN=" + worker.ticket};
  return command;
}

WorkerId PlayerProcesses::start_process(std::size_t player) {
  const WorkerId id{++last_worker_};
  Worker& worker = workers_[id];
  worker.player = player;
  worker.ticket = services_.draw_ticket();
  if (has_own_socket(player)) worker.socket = services_.open_socket(worker.ticket);
  worker.cores = services_.cores.lease(plan_.limits.cores);
  worker.connect_deadline = std::chrono::steady_clock::now() + options_.connect_timeout;
  std::string file;
  if (!options_.output_folder.empty()) {
    file = options_.output_folder + "/" + safe_file_name(plan_.players[player].name);
    file.append("-").append(std::to_string(++last_output_file_)).append(".log");
  }
  worker.child = services_.start_program(
      {.supervisor = options_.programs.supervisor, .command = command_of(worker), .log = std::move(file)},
      [this, id](const processes::ExitReport& report) { on_exit(id, report); });
  return id;
}

// The input of a process that has closed its connection stays open until SIGTERM: the exit status shows whether it
// ended by itself.
void PlayerProcesses::end_process(Worker& worker) {
  worker.is_leaving = worker.is_ending = true;
  const auto* program = std::get_if<tournament::CommandPlayer>(&plan_.players[worker.player].kind);
  const bool is_bridge = program != nullptr && program->uses_reference_protocol;
  worker.child->terminate({.after_input = worker.has_lost_connection ? 0ms : kInputGrace,
                           .after_signal = is_bridge ? std::chrono::milliseconds(kBridgeGrace) : kSignalGrace});
}

// A process that has closed its connection may be about to end by an error. Its exit status then tells so, and its
// output has to come to its end.
void PlayerProcesses::end_process_later(WorkerId id) {
  services_.post_later(options_.last_words_grace, lifetime_.guard([this, id] {
    const auto entry = workers_.find(id);
    if (entry == workers_.end()) return;
    Worker& worker = entry->second;
    if (!worker.has_exited && !worker.is_ending) end_process(worker);
  }));
}

// Returns the reason for which the process could not connect, if that is the fault of the server; empty: there is none.
std::string PlayerProcesses::why_unreachable(const Worker& worker) const {
  if (has_own_socket(worker.player) && !worker.socket.owner) return "the server could not open a socket for it";
  return worker.socket.why_unreachable ? worker.socket.why_unreachable() : "";
}

// Handles the end of a process. If its worker is acquired, the worker stays in the table until release_worker().
void PlayerProcesses::on_exit(WorkerId id, const processes::ExitReport& report) {
  const auto entry = workers_.find(id);
  Worker& worker = entry->second;
  const bool has_timed_out =
      !worker.session && !worker.has_lost_connection && std::chrono::steady_clock::now() >= worker.connect_deadline;
  const bool was_connected = worker.session || worker.has_lost_connection;
  worker.session.reset();
  worker.is_leaving = true;
  worker.has_exited = true;
  if (!worker.is_taken) {
    workers_.erase(entry);
    return listener_.free();
  }
  Departure departure{.why = has_timed_out ? "it did not connect in time" : processes::describe(report)};
  const bool was_started = report.kind != processes::ExitKind::not_started ||
                           report.failed_step == processes::StartStep::program ||
                           report.failed_step == processes::StartStep::folder;
  departure.was_late = has_timed_out;
  departure.is_host_fault = !was_started || report.kind == processes::ExitKind::unknown;
  const std::string why_not_connected = was_connected ? "" : why_unreachable(worker);
  if (!why_not_connected.empty()) departure = {.why = why_not_connected, .is_host_fault = true};
  // A process that ends by itself has crashed, unless it says that nothing is wrong.
  const bool is_at_ease = report.kind == processes::ExitKind::exited && report.code == 0;
  if (was_connected && (worker.is_ending || is_at_ease)) {
    const char* const why = worker.is_ending ? "its connection was closed" : "it ended in the middle of its game";
    departure = {.why = why, .cause = duel::Cause::disconnected, .is_host_fault = false};
  }
  listener_.gone(id, departure);
}

void PlayerProcesses::release_worker(WorkerId id, bool has_failed) {
  const auto entry = workers_.find(id);
  if (entry == workers_.end()) return;
  Worker& worker = entry->second;
  worker.is_taken = false;
  worker.back_since.reset();
  worker.idle_since = std::chrono::steady_clock::now();
  const bool stays = worker.session && !worker.is_leaving && !(has_failed && worker.child);
  if (stays) {
    end_surplus_idle_workers();
    return listener_.free();
  }
  if (!worker.child || worker.has_exited) {
    workers_.erase(entry);
  } else if (has_failed) {
    kill_process(worker);
  } else {
    end_process(worker);
  }
}

// The destructor of the child would wait for its end.
void PlayerProcesses::kill_process(Worker& worker) {
  worker.is_leaving = worker.is_ending = true;
  worker.child->terminate({.after_input = 0ms, .after_signal = 0ms});
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

bool PlayerProcesses::has_had_time_to_resume(WorkerId id) const {
  const auto entry = workers_.find(id);
  return entry != workers_.end() && entry->second.session && entry->second.back_since &&
         std::chrono::steady_clock::now() - *entry->second.back_since >= kTimeToResume;
}

bool PlayerProcesses::is_process(WorkerId id) const {
  const auto entry = workers_.find(id);
  return entry != workers_.end() && entry->second.child != nullptr;
}

std::string PlayerProcesses::take_output(WorkerId id) {
  const auto entry = workers_.find(id);
  return entry == workers_.end() || !entry->second.child ? "" : entry->second.child->take_output();
}

std::string PlayerProcesses::last_output(WorkerId id) const {
  const auto entry = workers_.find(id);
  return entry == workers_.end() || !entry->second.child ? "" : entry->second.child->output_tail();
}

std::string PlayerProcesses::output_files_of(std::size_t player) const {
  if (options_.output_folder.empty()) return "";
  const std::string& path = options_.output_folder;
  const std::string folder = path.substr(path.rfind('/') + 1);
  return folder + "/" + safe_file_name(plan_.players[player].name) + "-*.log";
}

std::string PlayerProcesses::visible_files(std::size_t player) {
  std::string text;
  if (!options_.isolation) return text;
  for (const processes::VisiblePath& visible : files_of(player).paths) {
    text.append(text.empty() ? "" : ", ").append(visible.path);
  }
  return text;
}

void PlayerProcesses::dismiss(std::size_t player) {
  end_idle_workers(player);
  for (auto& [id, worker] : workers_) {
    if (worker.player == player) worker.is_leaving = true;
  }
}

void PlayerProcesses::end_idle_workers(std::size_t player) {
  for (auto entry = workers_.begin(); entry != workers_.end();) {
    Worker& worker = entry->second;
    if (worker.player != player || worker.is_taken) {
      ++entry;
    } else if (!worker.child) {
      entry = workers_.erase(entry);
    } else {
      if (!worker.is_ending) end_process(worker);
      ++entry;
    }
  }
}

bool PlayerProcesses::has_processes() const {
  return std::any_of(workers_.begin(), workers_.end(), [](const auto& entry) { return entry.second.child != nullptr; });
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

// A worker may connect again after it lost its connection, but only a limited number of times. A program that has a
// socket of its own may tell its ticket to others, who cannot connect there.
std::optional<std::string> PlayerProcesses::admit(const std::string& ticket, sessions::Entrance entrance) {
  constexpr int kMaxAdmissions = 16;
  if (ticket.empty()) return std::nullopt;
  for (auto& [id, worker] : workers_) {
    if (worker.ticket != ticket || worker.is_leaving) continue;
    if (entrance == sessions::Entrance::common && !worker.socket.path.empty()) return std::nullopt;
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
    if (!worker.session) {
      worker.session = arrival.session;
      worker.id = arrival.player;
    }
    worker.subscription = offer ? offer->subscription : match::Subscription::events;
    return listener_.ready(id);
  }
  if (!offer || offer->bound_only) return;
  for (std::size_t player = 0; player < plan_.players.size(); ++player) {
    const bool is_remote = std::holds_alternative<tournament::RemotePlayer>(plan_.players[player].kind);
    if (!is_remote || plan_.players[player].name != arrival.name) continue;
    const auto bind = [&arrival](Worker& worker) {
      worker.session = arrival.session;
      worker.id = arrival.player;
      worker.subscription = arrival.offer->subscription;
    };
    int slots = std::min(offer->matches, kMaxRemoteSlots);
    // The games that the player was playing when it left count too, because it resumes them. Their workers play for the
    // new session, and are free again after these games.
    for (auto& [id, worker] : workers_) {
      if (slots == 0) break;
      if (worker.player != player || !worker.is_taken || !worker.has_lost_connection) continue;
      bind(worker);
      worker.is_leaving = worker.has_lost_connection = false;
      worker.back_since = std::chrono::steady_clock::now();
      --slots;
    }
    for (; slots > 0; --slots) {
      Worker& worker = workers_[WorkerId{++last_worker_}];
      worker.player = player;
      bind(worker);
    }
    return listener_.free();
  }
}

// The listener lets a match go on that has begun.
void PlayerProcesses::withdrew_offer(base::SessionId session) {
  std::vector<WorkerId> taken;
  for (auto entry = workers_.begin(); entry != workers_.end();) {
    Worker& worker = entry->second;
    const bool has_offered = worker.session == session && !worker.child;
    if (has_offered) worker.is_leaving = true;
    if (has_offered && worker.is_taken) taken.push_back(entry->first);
    entry = has_offered && !worker.is_taken ? workers_.erase(entry) : std::next(entry);
  }
  for (const WorkerId id : taken)
    listener_.gone(id, {.why = "it has taken back its offer to play", .cause = duel::Cause::disconnected});
}

// A process without a connection is ended after a while. A remote player may come back.
void PlayerProcesses::left(base::SessionId session) {
  std::vector<WorkerId> lost;
  for (auto entry = workers_.begin(); entry != workers_.end();) {
    Worker& worker = entry->second;
    if (worker.session != session) {
      ++entry;
      continue;
    }
    worker.session.reset();
    if (worker.is_ending) {
      ++entry;
      continue;
    }
    worker.is_leaving = true;
    worker.has_lost_connection = true;
    if (!worker.is_taken && !worker.child) {
      entry = workers_.erase(entry);
      continue;
    }
    if (worker.child) {
      end_process_later(entry->first);
    } else {
      lost.push_back(entry->first);
    }
    ++entry;
  }
  for (const WorkerId id : lost)
    listener_.gone(id, {.why = "its connection was lost", .cause = duel::Cause::disconnected});
}

}  // namespace rensa::live_tournaments
