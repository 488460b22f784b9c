#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/base/ids.h"
#include "server/contest/plan.h"
#include "server/processes/child.h"
#include "server/processes/cores.h"
#include "server/sessions/host.h"

namespace rensa::live_tournaments {

// The programs of ours that stand between a plan and its players.
struct Programs {
  std::string keeper;  // of processes
  std::string worker;  // plays as one of our players
  std::string bridge;  // speaks the reference's protocol to a program
};

struct CompanyOptions {
  Programs programs;
  std::string server;            // where players connect, as they want to be told
  std::filesystem::path folder;  // of the run
  std::size_t most_idle = 2;     // processes that wait for a game
  std::chrono::milliseconds connects_within = std::chrono::seconds(10);
};

enum class WorkerId : std::uint64_t {};

// Why somebody does not play on.
struct Departure {
  std::string why;
  duel::Cause cause = duel::Cause::crashed;  // by which the player loses
  bool is_hosts_fault = false;               // then it does not
};

// Who plays for the players of a run: processes that it starts, each for one game at a time and for one after the
// other, and guests who came by themselves.
class Company {
 public:
  struct Listener {
    std::function<void(WorkerId)> ready;                   // it has come, and can play
    std::function<void(WorkerId, const Departure&)> gone;  // somebody has taken it, and it does not play on
    std::function<void()> free;                            // somebody can play who could not
  };

  // The plan and the cores outlive it. `draw_ticket`: a text that nobody can guess.
  Company(boost::asio::io_context& io, const contest::Plan& plan, const CompanyOptions& options, processes::Cores& cores,
          std::function<std::string()> draw_ticket, Listener listener);
  ~Company();
  Company(const Company&) = delete;
  Company& operator=(const Company&) = delete;

  // Whether take() would give somebody for the player, who may be still on the way.
  bool has_free(std::size_t player) const;
  // For one game; precondition: has_free().
  WorkerId take(std::size_t player);
  // After it; who has failed is not taken again.
  void give_back(WorkerId worker, bool has_failed);
  // nullopt: it has not come yet, or is gone.
  std::optional<base::SessionId> session(WorkerId worker) const;
  // What it wants to hear; precondition: it has come.
  proto::Subscription subscription(WorkerId worker) const;
  bool is_process(WorkerId worker) const;
  // What it has written since it was taken.
  std::string output(WorkerId worker) const;
  std::string tail(WorkerId worker) const;

  // The player takes no further part.
  void dismiss(std::size_t player);
  void dismiss_all();
  std::vector<base::SessionId> sessions_of(std::size_t player) const;

  // As in front::Host; arrived() is for guests as well.
  std::optional<std::string> admit(const std::string& ticket);
  void arrived(const sessions::Arrival& arrival);
  void left(base::SessionId session);

 private:
  struct Worker {
    std::size_t player = 0;
    processes::Cores::Loan cores;
    std::unique_ptr<processes::Child> child;  // none: a guest's
    std::string ticket;
    std::optional<base::SessionId> session;
    proto::Subscription subscription = proto::Subscription::events;
    int admissions = 0;
    bool is_taken = false;
    bool is_leaving = false;
    bool has_lost_connection = false;
    std::chrono::steady_clock::time_point must_come_by;
    std::chrono::steady_clock::time_point idle_since;
    std::filesystem::path log;
    std::uintmax_t log_mark = 0;
  };
  using Workers = std::map<WorkerId, Worker>;

  bool is_idle(const Worker& worker) const { return !worker.is_taken && !worker.is_leaving; }
  WorkerId start(std::size_t player);
  void ended(WorkerId worker, const processes::Ending& ending);
  void end(Worker& worker);
  void send_idle_ones_home();
  void look_for_late_ones();
  processes::Command command_of(const Worker& worker) const;

  boost::asio::io_context& io_;
  const contest::Plan& plan_;
  const CompanyOptions options_;
  processes::Cores& cores_;
  const std::function<std::string()> draw_ticket_;
  const Listener listener_;
  Workers workers_;
  std::uint64_t last_worker_ = 0;
  std::uint64_t last_log_ = 0;
  boost::asio::steady_timer timer_;
};

}  // namespace rensa::live_tournaments
