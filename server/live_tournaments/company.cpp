#include "server/live_tournaments/company.h"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iterator>
#include <utility>

#include "proto/feature.h"

namespace rensa::live_tournaments {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// Programs that are built with sanitizers, as ours are then, too, reserve terabytes.
#ifdef RENSA_IS_SANITIZED
constexpr bool kIsSanitized = true;
#else
constexpr bool kIsSanitized = false;
#endif

constexpr auto kEndGrace = 500ms;       // between being asked to end and being killed
constexpr auto kLookForAbsent = 250ms;  // for who does not come
constexpr std::int64_t kNice = 5;       // players stand back for the server
constexpr int kMostSlots = 256;         // of a guest

std::string file_word_of(const std::string& name) {
  std::string word;
  for (const char character : name) {
    const bool is_plain = (character >= '0' && character <= '9') || (character >= 'a' && character <= 'z') ||
                          (character >= 'A' && character <= 'Z') || character == '-';
    word.push_back(is_plain ? character : '_');
  }
  return word;
}

}  // namespace

Company::Company(boost::asio::io_context& io, const contest::Plan& plan, const CompanyOptions& options,
                 processes::Cores& cores, std::function<std::string()> draw_ticket, Listener listener)
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
  look_for_late_ones();
}

Company::~Company() = default;

void Company::look_for_late_ones() {
  timer_.expires_after(kLookForAbsent);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    const auto now = std::chrono::steady_clock::now();
    for (auto& [id, worker] : workers_) {
      if (worker.child && !worker.session && now >= worker.must_come_by) end(worker);
    }
    look_for_late_ones();
  });
}

bool Company::has_free(std::size_t player) const {
  if (!std::holds_alternative<contest::Guest>(plan_.players[player].who)) return true;
  return std::any_of(workers_.begin(), workers_.end(), [&](const auto& entry) {
    return entry.second.player == player && is_idle(entry.second) && entry.second.session;
  });
}

WorkerId Company::take(std::size_t player) {
  auto best = workers_.end();
  for (auto entry = workers_.begin(); entry != workers_.end(); ++entry) {
    if (entry->second.player != player || !is_idle(entry->second)) continue;
    if (best == workers_.end() || (!best->second.session && entry->second.session)) best = entry;
  }
  const WorkerId id = best != workers_.end() ? best->first : start(player);
  Worker& worker = workers_.at(id);
  worker.is_taken = true;
  std::error_code none_yet;
  worker.log_mark = worker.log.empty() ? 0 : fs::file_size(worker.log, none_yet);
  if (none_yet) worker.log_mark = 0;
  return id;
}

processes::Command Company::command_of(const Worker& worker) const {
  const contest::Player& player = plan_.players[worker.player];
  processes::Command command;
  if (const auto* built_in = std::get_if<contest::BuiltIn>(&player.who)) {
    command.words = {options_.programs.worker, "--player", built_in->player, "--quiet", "--nice", "0"};
  } else if (const auto* program = std::get_if<contest::Command>(&player.who)) {
    command.words = program->words;
    if (program->speaks_reference) command.words.insert(command.words.begin(), {options_.programs.bridge, "--exec"});
  }
  command.environment = {"RENSA_SERVER=" + options_.server, "RENSA_TOKEN=" + worker.ticket};
  if (!kIsSanitized) command.limits.memory_bytes = static_cast<std::uint64_t>(plan_.patience.memory_megabytes) << 20U;
  command.limits.nice = kNice;
  command.limits.processes = static_cast<std::uint64_t>(plan_.patience.processes);
  command.limits.cores = worker.cores.set();
  return command;
}

WorkerId Company::start(std::size_t player) {
  const WorkerId id{++last_worker_};
  Worker& worker = workers_[id];
  worker.player = player;
  worker.ticket = draw_ticket_();
  worker.cores = cores_.lend(plan_.patience.cores);
  worker.must_come_by = std::chrono::steady_clock::now() + options_.connects_within;
  std::string name = file_word_of(plan_.players[player].name);
  worker.log = options_.folder / "logs" / name.append("-").append(std::to_string(++last_log_)).append(".log");
  worker.child = std::make_unique<processes::Child>(
      io_,
      processes::ChildOptions{.keeper = options_.programs.keeper, .command = command_of(worker), .log = worker.log.string()},
      [this, id](const processes::Ending& ending) { ended(id, ending); });
  return id;
}

void Company::end(Worker& worker) {
  worker.is_leaving = true;
  worker.child->end(kEndGrace);
}

// One that plays is given back by who has taken it.
void Company::ended(WorkerId id, const processes::Ending& ending) {
  const auto entry = workers_.find(id);
  Worker& worker = entry->second;
  const bool never_came =
      !worker.session && !worker.has_lost_connection && std::chrono::steady_clock::now() >= worker.must_come_by;
  worker.session.reset();
  worker.is_leaving = true;
  if (!worker.is_taken) {
    workers_.erase(entry);
    return;
  }
  Departure departure{.why = never_came ? "it did not connect in time" : processes::sentence(ending)};
  const bool was_started = ending.end != processes::End::not_started || ending.obstacle == processes::Obstacle::program ||
                           ending.obstacle == processes::Obstacle::folder;
  departure.is_hosts_fault = !was_started || ending.end == processes::End::unseen;
  // What has closed its connection is asked to end; who has ended by itself, without one, has crashed.
  const bool was_ended = ending.end == processes::End::signalled && (ending.code == SIGTERM || ending.code == SIGKILL);
  if (worker.has_lost_connection && was_ended) {
    departure = {.why = "its connection was closed", .cause = duel::Cause::disconnected, .is_hosts_fault = false};
  }
  listener_.gone(id, departure);
}

void Company::give_back(WorkerId id, bool has_failed) {
  const auto entry = workers_.find(id);
  if (entry == workers_.end()) return;
  Worker& worker = entry->second;
  worker.is_taken = false;
  worker.idle_since = std::chrono::steady_clock::now();
  const bool stays = worker.session && !worker.is_leaving && !(has_failed && worker.child);
  if (stays) {
    send_idle_ones_home();
    return listener_.free();
  }
  // A process is gone when its destructor has returned.
  workers_.erase(entry);
}

// Those who have waited longest; with many players a few of each would be many.
void Company::send_idle_ones_home() {
  std::vector<Worker*> idle;
  for (auto& [id, worker] : workers_) {
    if (worker.child && is_idle(worker)) idle.push_back(&worker);
  }
  if (idle.size() <= options_.most_idle) return;
  const auto longest = std::min_element(
      idle.begin(), idle.end(), [](const Worker* one, const Worker* two) { return one->idle_since < two->idle_since; });
  end(**longest);
}

std::optional<base::SessionId> Company::session(WorkerId id) const {
  const auto entry = workers_.find(id);
  return entry == workers_.end() ? std::nullopt : entry->second.session;
}

proto::Subscription Company::subscription(WorkerId id) const { return workers_.at(id).subscription; }

bool Company::is_process(WorkerId id) const {
  const auto entry = workers_.find(id);
  return entry != workers_.end() && entry->second.child != nullptr;
}

std::string Company::output(WorkerId id) const {
  const auto entry = workers_.find(id);
  if (entry == workers_.end() || entry->second.log.empty()) return "";
  std::ifstream in(entry->second.log, std::ios::binary);
  in.seekg(static_cast<std::streamoff>(entry->second.log_mark));
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string Company::tail(WorkerId id) const {
  const auto entry = workers_.find(id);
  return entry == workers_.end() || !entry->second.child ? "" : entry->second.child->tail();
}

void Company::dismiss(std::size_t player) {
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

void Company::dismiss_all() {
  for (std::size_t player = 0; player < plan_.players.size(); ++player) dismiss(player);
}

std::vector<base::SessionId> Company::sessions_of(std::size_t player) const {
  std::vector<base::SessionId> sessions;
  for (const auto& [id, worker] : workers_) {
    if (worker.player == player && worker.session) sessions.push_back(*worker.session);
  }
  return sessions;
}

// Whoever has lost its connection may come again, but not open more and more of them.
std::optional<std::string> Company::admit(const std::string& ticket) {
  constexpr int kMostAdmissions = 16;
  if (ticket.empty()) return std::nullopt;
  for (auto& [id, worker] : workers_) {
    if (worker.ticket != ticket || worker.is_leaving) continue;
    if (worker.admissions == kMostAdmissions) return std::nullopt;
    ++worker.admissions;
    return plan_.players[worker.player].name;
  }
  return std::nullopt;
}

void Company::arrived(const sessions::Arrival& arrival) {
  const auto offer = proto::offer_in(arrival.features);
  for (auto& [id, worker] : workers_) {
    if (worker.ticket.empty() || worker.ticket != arrival.token) continue;
    if (!worker.session) worker.session = arrival.session;
    worker.subscription = offer ? offer->subscription : proto::Subscription::events;
    return listener_.ready(id);
  }
  if (!offer || offer->bound_only) return;
  for (std::size_t player = 0; player < plan_.players.size(); ++player) {
    const bool is_guest = std::holds_alternative<contest::Guest>(plan_.players[player].who);
    if (!is_guest || plan_.players[player].name != arrival.name) continue;
    // It also goes on with what it was playing when it left.
    const auto resumed = std::count_if(workers_.begin(), workers_.end(), [player](const auto& entry) {
      return entry.second.player == player && entry.second.is_taken && entry.second.is_leaving;
    });
    for (auto slot = resumed; slot < std::min(offer->matches, kMostSlots); ++slot) {
      Worker& worker = workers_[WorkerId{++last_worker_}];
      worker.player = player;
      worker.session = arrival.session;
      worker.subscription = offer->subscription;
    }
    return listener_.free();
  }
}

// A process that has lost its way to us is of no use any more; a guest may come back.
void Company::left(base::SessionId session) {
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
      end(worker);
    } else {
      lost.push_back(entry->first);
    }
    ++entry;
  }
  for (const WorkerId id : lost)
    listener_.gone(id, {.why = "its connection is gone", .cause = duel::Cause::disconnected});
}

}  // namespace rensa::live_tournaments
