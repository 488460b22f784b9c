#include "server/app/serve.h"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <thread>
#include <utility>

#include "server/app/bot_submissions.h"
#include "server/app/clock_watch.h"
#include "server/app/guest_game_deletion.h"
#include "server/app/listing/tournament_game_listing.h"
#include "server/app/operating_system.h"
#include "server/app/plan_lookup.h"
#include "server/app/server_core.h"
#include "server/app/server_log.h"
#include "server/app/shutdown_policy.h"
#include "server/app/slow_responses.h"
#include "server/app/store_wait_reports.h"
#include "server/base/exit_code.h"
#include "server/base/log_line.h"
#include "server/base/utc_time.h"
#include "server/http_api/api.h"
#include "server/live_matches/live_match_file.h"
#include "server/live_tournaments/tournament_registry.h"
#include "server/log/append_file.h"
#include "server/pages/pages.h"
#include "server/sessions/live_match_log.h"
#include "server/static_files/site.h"
#include "server/storage/folders/tournament_folders.h"
#include "server/storage/sqlite/network_filesystem.h"
#include "server/storage/sqlite/sqlite_store.h"
#include "server/storage/sqlite/store_check.h"

namespace rensa::app {

namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

constexpr auto kStoreRefreshInterval = 1s;
constexpr auto kClockTolerance = 60s;  // between the clocks of two machines
constexpr auto kShutdownCheckInterval = 50ms;
constexpr auto kLogTime = 5s;         // for the last events of running matches
constexpr auto kLastWriteTime = 20s;  // for the last writes, once the server has stopped
constexpr auto kLastTryTime = 2s;     // the same, if the store has kept games waiting
constexpr std::size_t kMaxKeyBytes = 1'000;
constexpr std::uint64_t kPagesOfQuickCheck = 10'000;  // of the database, when the server starts; 40 MB

ServerLog& server_log() {
  static ServerLog log;
  return log;
}

void log(const base::LogLine& line) { server_log().write(base::utc_now() + " " + std::string(line)); }

// Allows a burst of twice the messages of a second.
net::MessageRate rate_of(int per_second) {
  return {.per_second = static_cast<double>(per_second), .burst = 2.0 * per_second};
}

net::SocketOptions socket_options(const Config& config) {
  net::SocketOptions options;
  options.bind_address = config.bind;
  options.worker_port = static_cast<std::uint16_t>(config.worker_port);
  options.worker_socket = config.worker_socket;
  options.web_port = static_cast<std::uint16_t>(config.web_port);
  if (!config.tls_key.empty()) options.tls = net::TlsFiles{config.tls_certificate, config.tls_key};
  options.trusted_proxies = split_words(config.trusted_proxies);
  options.access.origins = split_words(config.origins);
  options.access.hosts = split_words(config.host_names);
  options.limits.max_connections =
      connections_within(raise_file_limit(), static_cast<std::size_t>(config.max_connections));
  options.limits.max_connections_per_address = static_cast<std::size_t>(config.max_connections_per_address);
  options.limits.people.rate = rate_of(config.person_messages_per_second);
  options.limits.workers.rate = rate_of(config.worker_messages_per_second);
  options.echo = config.echo != 0;
  return options;
}

std::vector<rules::Ruleset> rulesets_of_files(const Config& config) {
  try {
    return read_rulesets(split_words(config.ruleset_files));
  } catch (const std::exception& problem) {
    throw WrongSettings(std::string("ruleset_files: ") + problem.what());
  }
}

sessions::SessionServiceSettings session_settings(const Config& config, std::span<const rules::Ruleset> own_rulesets) {
  sessions::SessionServiceSettings settings;
  match::MatchSettings& match = settings.lobby.match;
  match.own_rulesets = own_rulesets;
  match.grace = std::chrono::seconds(config.grace_seconds);
  match.clock.think_limit = std::chrono::seconds(config.think_seconds);
  match.clock.turn_bank = std::chrono::seconds(config.turn_bank_seconds);
  settings.lobby.max_matches = static_cast<std::size_t>(config.max_matches);
  settings.lobby.max_real_time_matches = static_cast<std::size_t>(config.max_real_time_matches);
  settings.lobby.max_real_time_share = config.max_real_time_percent / 100.0;
  match.spectator_delay = std::chrono::seconds(config.spectator_delay_seconds);
  settings.lobby.stall_threshold = 100ms;
  settings.guests_over_tcp = config.guest_workers != 0;
  const auto arrivals = static_cast<double>(config.arrivals_per_second);
  settings.arrivals = {.per_second = arrivals, .burst = 2 * arrivals};
  settings.guests_matches = {.per_second = config.guest_matches_per_minute / 60.0,
                             .burst = static_cast<double>(config.guest_matches_per_minute)};
  using Mode = sessions::RegistrationSettings::Mode;
  settings.registration = {.mode = config.registration == "open"       ? Mode::open
                                   : config.registration == "approval" ? Mode::approval
                                                                       : Mode::off,
                           .per_day = config.registrations_per_day};
  return settings;
}

// An address of IPv6 has brackets in front of a port.
std::string address_text(const asio::ip::address& address, std::uint16_t port) {
  const std::string host = address.is_v6() ? "[" + address.to_string() + "]" : address.to_string();
  return host + ":" + std::to_string(port);
}

// The address for programs that are started here without isolation: the Unix socket, which is cheaper, or the port of
// all workers. Empty if that port needs TLS, which they cannot speak.
std::string worker_address(const Config& config, std::uint16_t port) {
  if (!config.worker_socket.empty()) return "unix:" + std::filesystem::absolute(config.worker_socket).string();
  if (!config.tls_key.empty()) return "";
  const auto address = asio::ip::make_address(config.bind);
  if (!address.is_unspecified()) return address_text(address, port);
  if (address.is_v6()) return address_text(asio::ip::address_v6::loopback(), port);
  return address_text(asio::ip::address_v4::loopback(), port);
}

live_tournaments::TournamentRegistryOptions tournaments_options(const Config& config, const std::string& address) {
  return {.programs = find_programs(),
          .server = address,
          .starts_programs = config.exec_players != 0,
          .isolation = isolation_of_programs(config),
          .max_real_time_jobs = max_real_time_games(),
          .look_up = plan_name_lookup(),
          .look_up_without_files = plan_name_lookup_without_files(),
          .draw_seed = random_seed};
}

static_files::FileSource web_files(const std::string& web_root) {
  if (web_root.empty()) return static_files::embedded_file_source();
  try {
    return static_files::folder_file_source(web_root);
  } catch (const std::exception& problem) {
    throw WrongSettings(std::string("web_root: ") + problem.what());
  }
}

// Logs that the clock of the system has been set. Lists of games are in the order of their records, and so do not
// depend on it.
void check_clock(ClockWatch& clock) {
  const auto jump = clock.check(std::chrono::system_clock::now(), uptime());
  if (!jump) return;
  log(base::LogLine("clock_jumped")
          .number("seconds", jump->count())
          .text("text", "games from now on are dated by the new time; check the clock of this machine"));
}

// Lets the sessions learn again and again which tokens other processes have made and revoked, and if the files of the
// store are still there; and the tournaments, if theirs are.
void refresh_from_store(ServerCore& core, live_tournaments::TournamentRegistry& tournaments, asio::steady_timer& timer,
                        ClockWatch& clock) {
  check_clock(clock);
  timer.expires_after(kStoreRefreshInterval);
  timer.async_wait([&core, &tournaments, &timer, &clock](const boost::system::error_code& error) {
    if (error) return;
    core.refresh_from_store();
    tournaments.check_files();
    refresh_from_store(core, tournaments, timer, clock);
  });
}

// Logs that the newest game ended in the future: the clock of the machine was wrong then, or is wrong now.
void check_newest_game(ServerCore& core) {
  core.store->list_games({.limit = 1}, [](const storage::StoreResult<std::vector<storage::GameRow>>& games) {
    if (!games || games->empty()) return;
    const std::string soon = base::utc_text(std::chrono::system_clock::now() + kClockTolerance);
    if (games->front().ended <= soon) return;
    log(base::LogLine("clock_behind_games")
            .number("record", games->front().record)
            .word("ended", games->front().ended)
            .text("text", "the newest game has a later time than this machine: check its clock"));
  });
}

// Stops the server at the first signal. At SIGINT no new matches begin, running matches get time to end, and everything
// that has ended is saved and reported. At SIGTERM the server leaves at once, and its running matches go on after the
// next start; without a log of running matches it drains. A second signal also makes it leave at once.
class GracefulShutdown {
 public:
  // `match_log`: empty while there is no log of running matches.
  GracefulShutdown(ServerCore& core, live_tournaments::TournamentRegistry& tournaments,
                   std::optional<sessions::LiveMatchLog>& match_log, std::chrono::seconds drain_time)
      : core_(core),
        tournaments_(tournaments),
        match_log_(match_log),
        drain_time_(drain_time),
        signals_(core.io, SIGINT, SIGTERM),
        timer_(core.io) {
    wait_for_signal();
  }

  void change_drain_time(std::chrono::seconds drain_time) { drain_time_ = drain_time; }
  // Returns the number of games that were not saved when the server stopped waiting for them.
  std::size_t lost_game_count() const { return lost_game_count_; }
  void drain() {
    if (policy_) return;
    log(base::LogLine("draining").number("matches", core_.sessions.lobby().matches().count()));
    begin(drain_time_);
    check_progress();
  }

 private:
  void wait_for_signal() {
    signals_.async_wait([this](const boost::system::error_code& error, int signal) {
      if (error) return;
      if (policy_) {
        hurry();
      } else if (signal == SIGTERM && core_.sessions.do_matches_survive()) {
        leave();
      } else {
        drain();
      }
      wait_for_signal();
    });
  }

  void leave() {
    log(base::LogLine("leaving").number("matches", core_.sessions.lobby().matches().count()));
    begin(ShutdownPolicy::kHurryTime);
    hurry();
  }

  void begin(base::Span time) {
    tournaments_.drain();
    const base::Time now = std::chrono::steady_clock::now();
    core_.sessions.lobby().drain(now + time, now);
    policy_.emplace(now + time);
  }

  // Games that still run are not waited for, also if one of them ends meanwhile.
  void hurry() {
    if (last_game_) return;  // it hurries already
    last_game_ = core_.sessions.ended_game_count();
    policy_->hurry(std::chrono::steady_clock::now());
    check_progress();
  }

  std::size_t unsaved_games() const {
    return last_game_ ? core_.sessions.unsaved_count_of_first(*last_game_) : core_.sessions.unsaved_game_count();
  }

  void check_progress() {
    if (is_closing_) return;
    const base::Time now = std::chrono::steady_clock::now();
    lobby::Lobby& lobby = core_.sessions.lobby();
    const UnfinishedWork left{
        .matches = lobby.matches().count(),
        .unsaved_games = unsaved_games(),
        .is_store_failing =
            unsaved_games() > 0 && (core_.sessions.is_store_failing() || tournaments_.is_store_failing()),
        .has_spectator_updates = lobby.spectators().has_updates() || lobby.spectators().has_delayed_updates()};
    switch (policy_->step(left, now)) {
      case ShutdownPolicy::Step::stop:
        return stop_matches();
      case ShutdownPolicy::Step::abandon_matches:
        tournaments_.halt();
        lobby.abandon_all(now);
        break;
      case ShutdownPolicy::Step::wait:
        break;
    }
    if (store_wait_reports_.is_due(left.unsaved_games, left.is_store_failing, now)) {
      log(base::LogLine("waiting_for_store").number("games", left.unsaved_games));
    }
    timer_.expires_after(kShutdownCheckInterval);
    timer_.async_wait([this](const boost::system::error_code& error) {
      if (!error) check_progress();
    });
  }

  // Matches that still run stay as they are, so that neither a lost connection nor a lost program counts. Their last
  // events are written before the connections are closed.
  void stop_matches() {
    is_closing_ = true;
    core_.sockets.stop_accepting();
    core_.sessions.stop_receiving();
    core_.frame_timer.stop();
    tournaments_.halt();
    if (!match_log_) return close_connections();
    timer_.expires_after(kLogTime);
    timer_.async_wait([this](const boost::system::error_code&) { close_connections(); });
    match_log_->stop([this] { timer_.cancel(); });
  }

  // Messages that were sent before get some time to arrive.
  void close_connections() {
    core_.sockets.close_all(net::CloseReason::server_stops);
    timer_.expires_after(200ms);
    timer_.async_wait([this](const boost::system::error_code&) {
      lost_game_count_ = unsaved_games();
      core_.io.stop();
    });
  }

  ServerCore& core_;
  live_tournaments::TournamentRegistry& tournaments_;
  std::optional<sessions::LiveMatchLog>& match_log_;
  std::chrono::seconds drain_time_;
  asio::signal_set signals_;
  asio::steady_timer timer_;
  std::optional<ShutdownPolicy> policy_;  // set once the shutdown has begun
  StoreWaitReports store_wait_reports_;
  std::optional<std::uint64_t> last_game_;  // that had ended when the server began to hurry
  bool is_closing_ = false;
  std::size_t lost_game_count_ = 0;
};

// Ends the process after a time, unless this object has been destroyed before. A store that does not answer keeps its
// threads, which are waited for at the end.
class EndOfProcess {
 public:
  EndOfProcess(std::chrono::seconds limit, int exit_code)
      : thread_([this, limit, exit_code](const std::stop_token& stop) {
          std::unique_lock lock(mutex_);
          is_over_.wait_for(lock, stop, limit, [] { return false; });
          if (stop.stop_requested()) return;
          log(base::LogLine("stop_cut_short").text("text", "the store has not answered"));
          std::_Exit(exit_code);
        }) {}

 private:
  std::mutex mutex_;
  std::condition_variable_any is_over_;
  std::jthread thread_;
};

// Reads the settings again at SIGHUP. The signal also comes when the terminal of the server is closed: then the server
// stops.
class SettingsReload {
 public:
  SettingsReload(ServerCore& core, GracefulShutdown& shutdown, const ReadConfig& read_config, Config& running,
                 std::span<const rules::Ruleset> own_rulesets)
      : core_(core),
        shutdown_(shutdown),
        read_config_(read_config),
        running_(running),
        own_rulesets_(own_rulesets),
        signals_(core.io, SIGHUP) {
    wait();
  }

 private:
  void wait() {
    signals_.async_wait([this](const boost::system::error_code& error, int) {
      if (error) return;
      if (had_terminal_ && !has_terminal()) return shutdown_.drain();
      reload();
      wait();
    });
  }

  void reload() {
    try {
      const Config wanted = read_config_();
      if (const std::string why = why_unusable(wanted); !why.empty()) throw std::runtime_error(why);
      const ConfigUpdate update = update_config(running_, wanted);
      base::Descriptor log_file = open_log(update.config.log_file);
      core_.sockets.change(socket_options(update.config));  // the last step that can fail, and then nothing has changed
      server_log().use(std::move(log_file));
      core_.sessions.change_settings(session_settings(update.config, own_rulesets_));
      shutdown_.change_drain_time(std::chrono::seconds(update.config.drain_seconds));
      running_ = update.config;
      log(base::LogLine("settings_read")
              .text("changed", joined(update.changed))
              .text("need_restart", joined(update.need_restart)));
    } catch (const std::exception& problem) {
      log(base::LogLine("settings_refused").text("why", problem.what()));
    }
  }

  static std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
    return text;
  }

  ServerCore& core_;
  GracefulShutdown& shutdown_;
  const ReadConfig& read_config_;
  Config& running_;
  std::span<const rules::Ruleset> own_rulesets_;
  const bool had_terminal_ = has_terminal();
  asio::signal_set signals_;
};

http_api::ResourceUsage machine_usage(const net::SocketServer& sockets, const std::string& data) {
  const net::NetworkCounts& counts = sockets.counts();
  return {.connections_open = counts.open_tcp + counts.open_unix_socket + counts.open_websocket + counts.open_http,
          .connections_refused = counts.refused_full + counts.refused_address + counts.refused_host +
                                 counts.refused_origin + counts.refused_subprotocol,
          .bytes_in = counts.message_bytes_in,
          .bytes_out = counts.message_bytes_out + counts.http_bytes_out,
          .cpu_seconds = cpu_seconds(),
          .resident_bytes = resident_bytes(),
          .free_disk_bytes = free_disk_bytes(data)};
}

// Logs damage of the store. It reads so much that the server does not wait for it.
void check_pages(const std::stop_token& stop, const std::string& database_file, asio::io_context& io) {
  const auto log_later = [&io](base::LogLine line) { asio::post(io, [line = std::move(line)] { log(line); }); };
  try {
    for (const std::uint64_t page : storage::find_damaged_pages(database_file, kPagesOfQuickCheck, stop)) {
      log_later(base::LogLine("store_damaged")
                    .number("page", page)
                    .text("text", "some rows or lists are errors: rensa-server store verify names them"));
    }
  } catch (const std::exception& error) {
    log_later(base::LogLine("store_not_checked").text("why", error.what()));
  }
}

// The number of tournaments that are not over. They continue with the server.
std::size_t tournaments_to_play(const live_tournaments::TournamentRegistry& tournaments) {
  std::size_t count = 0;
  for (const std::string& name : tournaments.names()) {
    if (tournaments.find(name)->state() != live_tournaments::RunState::over) ++count;
  }
  return count;
}

// Returns the key for codes of invitations. It is kept in a file, so that the links of invitations work after a
// restart.
std::string read_or_make_invitation_key(const std::string& data) {
  std::string key = random_worker_ticket();
  try {
    const auto file = log::open_append_file(std::filesystem::path(data) / "invitations.key");
    const std::vector<std::uint8_t> bytes = file->read();
    if (bytes.size() > kMaxKeyBytes) throw std::runtime_error("the file invitations.key is too long for a key");
    if (bytes.size() >= key.size()) return {bytes.begin(), bytes.end()};
    file->replace(std::span(reinterpret_cast<const std::uint8_t*>(key.data()), key.size()));
  } catch (const std::exception& problem) {
    log(base::LogLine("invitation_key_not_kept").text("why", problem.what()));
  }
  return key;
}

void open_match_log(std::optional<sessions::LiveMatchLog>& match_log, ServerCore& core, const Config& config,
                    std::span<const rules::Ruleset> own_rulesets) {
  if (config.keep_matches == 0) {
    const std::filesystem::path file = std::filesystem::path(config.data) / live_matches::kLiveMatchFileName;
    if (!std::filesystem::is_regular_file(file)) return;
    std::filesystem::remove(file);
    log(base::LogLine("match_log_removed").text("file", file.string()).text("why", "keep_matches is 0"));
    return;
  }
  match_log.emplace(sessions::LiveMatchLog::Parts{.data = config.data,
                                                  .sessions = core.sessions,
                                                  .games = *core.store,
                                                  .own_rulesets = own_rulesets,
                                                  .now = [] { return std::chrono::steady_clock::now(); },
                                                  .post = core.executor(),
                                                  .post_later = core.run_later(),
                                                  .log = log});
}

}  // namespace

int serve(const ReadConfig& read_config, const StoreWrappers& wrappers) {
  const Config config = read_config();
  Config running = config;  // with the settings that have changed since the start
  server_log().use(open_log(config.log_file));
  const std::uint64_t files = raise_file_limit();
  const std::size_t connections = connections_within(files, static_cast<std::size_t>(config.max_connections));
  if (connections < static_cast<std::size_t>(config.max_connections)) {
    log(base::LogLine("few_files")
            .number("allowed", files)
            .number("max_connections", config.max_connections)
            .number("connections", connections)
            .text("text", "more connections than that are not accepted: raise ulimit -n"));
  }
  const std::string database_file = config.data + "/rensa.db";
  const bool was_used_before = std::filesystem::exists(database_file);
  const auto open_store = [&](storage::Executor executor, RunLater later) {
    const bool is_new = !std::filesystem::exists(database_file);
    auto store = std::make_unique<storage::SqliteStore>(
        storage::SqliteOptions{.file = database_file, .use = storage::SqliteOptions::Use::server, .limits = {}},
        std::move(executor));
    if (is_new) {
      log(base::LogLine("store_created")
              .text("file", std::filesystem::absolute(database_file).string())
              .text("text", "there was no store: if there should be one, check the setting data"));
    }
    if (const auto filesystem = storage::network_filesystem_under(database_file)) {
      log(base::LogLine("data_on_network")
              .text("file", std::filesystem::absolute(database_file).string())
              .text("filesystem", *filesystem)
              .text("text",
                    "a second server on another machine may not be noticed, and would damage the data: use a "
                    "local disk"));
    }
    return wrappers.store ? wrappers.store(std::move(store), std::move(later)) : std::move(store);
  };
  const std::vector<rules::Ruleset> own_rulesets = rulesets_of_files(config);
  std::optional<EndOfProcess> end_of_process;  // once the server waits only for its store
  ServerCore core({.sockets = socket_options(config),
                   .sessions = session_settings(config, own_rulesets),
                   .open_store = open_store,
                   .log = log,
                   .program_sockets = std::filesystem::absolute(config.data) / "sockets"});
  std::unique_ptr<storage::Tournaments> tournament_store =
      std::make_unique<storage::TournamentFolders>(std::filesystem::path(config.data) / "tournaments", core.executor());
  if (wrappers.tournaments) tournament_store = wrappers.tournaments(std::move(tournament_store), core.run_later());
  const BackgroundScope background(core);
  TournamentGameListing game_listing(
      {.games = *core.store,
       .tournaments = *tournament_store,
       .take_match_id = [&core] { return core.sessions.take_match_id(); },
       .date = base::utc_now,
       .run_in_background = [&core](std::function<void()> task) { core.background.run(std::move(task)); },
       .post = core.executor(),
       .post_later = core.run_later(),
       .log = log});
  live_tournaments::HostServices services = core.host_services(*tournament_store, log);
  services.list_results = [&game_listing](live_tournaments::TournamentResults results) {
    game_listing.list(std::move(results));
  };
  std::optional<live_tournaments::TournamentRegistry> registry;
  live_tournaments::TournamentRegistry& tournaments =
      registry.emplace(tournaments_options(config, worker_address(config, core.sockets.worker_port())), services);
  core.sessions.set_tournament_host(tournaments);
  std::optional<BotSubmissions> bots;
  submissions::Submissions& submissions = bots.emplace(config, core, tournaments, log).submissions();
  SlowResponses slow_responses(core.io);
  const net::RunInBackground run_in_background = [&slow_responses](auto make, net::HttpReply reply) {
    slow_responses.make(std::move(make), std::move(reply));
  };
  const auto usage = [&core, &config] { return machine_usage(core.sockets, config.data); };
  http_api::Api api(core.sessions, *core.store, tournaments, usage, run_in_background, core.run_later());
  api.use_submissions(submissions);
  pages::Pages pages(tournaments, run_in_background);
  pages.use_submissions(submissions);
  const static_files::Site site(web_files(config.web_root));
  asio::steady_timer refresh_timer(core.io);
  ClockWatch clock;
  refresh_from_store(core, tournaments, refresh_timer, clock);
  GuestGameDeletion guest_game_deletion(
      {.games = *core.store,
       .limits = [&running] { return guest_game_limits(running, std::chrono::system_clock::now()); },
       .post_later = core.run_later(),
       .log = log});
  std::optional<sessions::LiveMatchLog> match_log;
  GracefulShutdown shutdown(core, tournaments, match_log, std::chrono::seconds(config.drain_seconds));
  const SettingsReload reload(core, shutdown, read_config, running, own_rulesets);
  core.sessions.use_invitation_key(read_or_make_invitation_key(config.data));
  core.wait_for_store();
  check_newest_game(core);
  open_match_log(match_log, core, config, own_rulesets);
  if (match_log) {
    bool are_matches_restored = false;
    std::optional<storage::StoreError> restore_error;
    match_log->restore([&](const std::optional<storage::StoreError>& error) {
      restore_error = error;
      are_matches_restored = !error;
    });
    core.run_until([&] {
      if (restore_error) throw std::runtime_error("the running matches cannot go on yet: " + restore_error->message);
      return are_matches_restored && core.sessions.is_ready();
    });
    tournaments.expect_restored(match_log->restored_arranged_matches());
  }
  bool are_tournaments_open = false;
  tournaments.open_all([&are_tournaments_open] { are_tournaments_open = true; });
  core.run_until([&are_tournaments_open] { return are_tournaments_open; });
  submissions.open([] {});
  guest_game_deletion.begin();
  if (was_used_before) {
    core.sessions.lobby().requests().expect_returning_hosts(std::chrono::steady_clock::now() +
                                                            std::chrono::seconds(config.grace_seconds));
  }
  core.sockets.allow_large_bodies(bots->large_bodies());
  core.sockets.start(
      core.sessions,
      [&api, &pages, &site](const net::HttpRequest& request, const net::HttpReply& reply) {
        if (api.answer(request, reply) || pages.answer(request, reply)) return;
        const auto record = static_files::record_of_path(request.path);
        record ? api.answer_page_of_record(*record, site.answer(request), reply) : reply(site.answer(request));
      },
      [&core] { return core.frame_timer.run_due_phases(); });

  const std::jthread page_check([&](const std::stop_token& stop) { check_pages(stop, database_file, core.io); });

  const auto bind_address = asio::ip::make_address(config.bind);
  const std::string workers = address_text(bind_address, core.sockets.worker_port());
  const std::string scheme = config.tls_key.empty() ? "http://" : "https://";
  const std::string page = scheme + address_text(bind_address, core.sockets.web_port()) + "/";
  log(base::LogLine("started")
          .word("version", RENSA_VERSION)
          .word("page", page)
          .word("workers", workers)
          .text("data", std::filesystem::absolute(config.data).string())
          .number("tournaments", tournaments_to_play(tournaments)));
  std::cout << "rensa-server: " << page << "  workers on " << workers
            << (config.worker_socket.empty() ? "" : " and " + config.worker_socket) << std::endl;
  core.io.run();
  const std::size_t lost_games = shutdown.lost_game_count();
  if (lost_games > 0) log(base::LogLine("games_not_saved").number("games", lost_games));
  end_of_process.emplace(lost_games > 0 ? kLastTryTime : kLastWriteTime, base::kExitFailed);
  slow_responses.finish();   // a response may be reading the store
  bots.reset();              // ends the checks of bots, which the next server begins anew
  registry->halt();          // the games whose matches are in the log are left to the next server
  match_log.reset();         // writes its last events
  registry.reset();          // ends the games of tournaments
  core.background.finish();  // encodes the last games and gives them to the stores
  tournament_store.reset();  // both finish their writes before the log says that the server has stopped
  core.store.reset();
  log(base::LogLine("stopped"));
  return lost_games > 0 ? base::kExitFailed : base::kExitSuccess;
}

}  // namespace rensa::app
