#include "server/live_tournaments/player_processes.h"

#include <csignal>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "tests/server/tournament/plan/test_plan.h"

namespace rensa::live_tournaments {
namespace {

using namespace std::chrono_literals;

// What a test knows of a program.
struct Program {
  std::optional<processes::EndGrace> end_grace;  // of the last request to end
  bool is_destroyed = false;
  processes::ExitHandler on_exit;
};

class ObservedProgram final : public processes::RunningProgram {
 public:
  explicit ObservedProgram(Program& program) : program_(program) {}
  ~ObservedProgram() override { program_.is_destroyed = true; }

  void terminate(processes::EndGrace grace) override { program_.end_grace = grace; }
  std::string output_tail() const override { return ""; }
  std::string take_output() override { return ""; }

 private:
  Program& program_;
};

// The processes of a tournament of two programs, which run until the test says that they have ended.
class ProcessesOfPlayers : public testing::Test {
 protected:
  const tournament::TournamentPlan plan_ = tournament::test::plan_of(
      R"({"name": "cup", "seed": 5, "players": [{"name": "ann", "exec": ["/bin/true"]}, "gaze"]})");
  static constexpr base::SessionId kSession{7};
  static constexpr auto kGrace = 3s;

  // Starts a program for a game, connects it, and closes its connection.
  WorkerId lose_connection() {
    const WorkerId worker = processes_.acquire(0);
    sessions::PlayerArrival arrival;
    arrival.session = kSession;
    arrival.token = "ticket";
    processes_.arrived(arrival);
    processes_.left(kSession);
    return worker;
  }
  // Runs the calls that were to be made after this delay.
  void pass(std::chrono::milliseconds delay) {
    for (const auto& [wanted, function] : std::exchange(later_, {})) {
      if (wanted == delay) function();
    }
  }
  void end_program(const processes::ExitReport& report) { std::exchange(program_.on_exit, {})(report); }

  Program program_;  // the last that was started
  int freed_ = 0;
  std::vector<std::pair<std::chrono::milliseconds, std::function<void()>>> later_;
  std::vector<Departure> gone_;
  processes::CoreAllocator cores_;
  PlayerProcesses processes_{
      plan_,
      {.programs = {}, .server = "", .output_folder = "", .connect_timeout = 0ms, .last_words_grace = kGrace},
      {.cores = cores_,
       .start_program =
           [this](const processes::ChildOptions&, processes::ExitHandler on_exit) {
             program_.on_exit = std::move(on_exit);
             return std::make_unique<ObservedProgram>(program_);
           },
       .draw_ticket = [] { return std::string("ticket"); },
       .post_later = [this](std::chrono::milliseconds delay,
                            const std::function<void()>& function) { later_.emplace_back(delay, function); }},
      {.ready = [](WorkerId) {},
       .gone = [this](WorkerId, const Departure& departure) { gone_.push_back(departure); },
       .free = [this] { ++freed_; }}};
};

// The destructor of a program that runs waits for its end, and no match is played meanwhile.
TEST_F(ProcessesOfPlayers, AFailedProgramIsKilledAtOnceAndNotWaitedFor) {
  const WorkerId worker = processes_.acquire(0);
  processes_.release_worker(worker, true);
  EXPECT_FALSE(program_.is_destroyed);
  ASSERT_TRUE(program_.end_grace);
  EXPECT_EQ(program_.end_grace->after_input, 0ms);
  EXPECT_EQ(program_.end_grace->after_signal, 0ms);
  EXPECT_TRUE(processes_.has_processes());
  EXPECT_NE(processes_.acquire(0), worker) << "a program that has failed does not play again";
}

TEST_F(ProcessesOfPlayers, AKilledProgramIsForgottenWhenItHasEnded) {
  processes_.release_worker(processes_.acquire(0), true);
  std::exchange(program_.on_exit, {})({.kind = processes::ExitKind::signalled, .code = 9});
  EXPECT_TRUE(program_.is_destroyed);
  EXPECT_FALSE(processes_.has_processes());
  EXPECT_EQ(freed_, 1);
}

TEST_F(ProcessesOfPlayers, AFailedProgramThatHasEndedByItselfIsForgottenAfterItsGame) {
  const WorkerId worker = processes_.acquire(0);
  std::exchange(program_.on_exit, {})({.kind = processes::ExitKind::exited, .code = 3});
  EXPECT_FALSE(program_.is_destroyed);
  processes_.release_worker(worker, true);
  EXPECT_TRUE(program_.is_destroyed);
  EXPECT_FALSE(processes_.has_processes());
}

TEST_F(ProcessesOfPlayers, AProgramThatClosesItsConnectionMayEndByItself) {
  lose_connection();
  EXPECT_FALSE(program_.end_grace) << "it may be writing why it ends";
  for (const auto& [delay, function] : std::exchange(later_, {})) {
    if (delay != kGrace) function();
  }
  EXPECT_FALSE(program_.end_grace) << "it has connected in time";
  end_program({.kind = processes::ExitKind::exited, .code = 1});
  ASSERT_EQ(gone_.size(), 1U);
  EXPECT_EQ(gone_[0].cause, duel::Cause::crashed);
}

TEST_F(ProcessesOfPlayers, AProgramThatWasKilledByOthersHasCrashed) {
  lose_connection();
  end_program({.kind = processes::ExitKind::signalled, .code = SIGKILL});
  ASSERT_EQ(gone_.size(), 1U);
  EXPECT_EQ(gone_[0].cause, duel::Cause::crashed);
}

TEST_F(ProcessesOfPlayers, AProgramThatLivesOnWithoutItsConnectionIsEnded) {
  for (const processes::ExitReport& report :
       {processes::ExitReport{.kind = processes::ExitKind::signalled, .code = SIGTERM},
        processes::ExitReport{.kind = processes::ExitKind::exited, .code = 143}}) {
    program_.end_grace.reset();
    gone_.clear();
    const WorkerId worker = lose_connection();
    pass(kGrace);
    ASSERT_TRUE(program_.end_grace);
    EXPECT_EQ(program_.end_grace->after_input, 0ms);
    end_program(report);
    ASSERT_EQ(gone_.size(), 1U);
    EXPECT_EQ(gone_[0].cause, duel::Cause::disconnected);
    processes_.release_worker(worker, true);
  }
}

TEST_F(ProcessesOfPlayers, AProgramThatLeavesWithoutAnErrorIsDisconnected) {
  lose_connection();
  end_program({.kind = processes::ExitKind::exited, .code = 0});
  ASSERT_EQ(gone_.size(), 1U);
  EXPECT_EQ(gone_[0].cause, duel::Cause::disconnected);
}

// Isolated programs, each of which gets a socket for its own ticket.
TEST(SocketsOfProgramsTest, AnIsolatedProgramGetsASocketOfItsOwnAsLongAsItRuns) {
  const tournament::TournamentPlan plan = tournament::test::plan_of(
      R"({"name": "cup", "seed": 5, "players": [{"name": "ann", "exec": ["/bin/true"]}, "gaze"]})");
  Program program;
  processes::Command command;
  processes::CoreAllocator cores;
  int tickets = 0;
  std::string opened_for;
  std::weak_ptr<const void> socket;
  const PlayerProcesses::Services services{
      .cores = cores,
      .start_program =
          [&](const processes::ChildOptions& options, processes::ExitHandler on_exit) {
            command = options.command;
            program.on_exit = std::move(on_exit);
            return std::make_unique<ObservedProgram>(program);
          },
      .draw_ticket = [&] { return "ticket " + std::to_string(++tickets); },
      .open_socket =
          [&](const std::string& ticket) {
            opened_for = ticket;
            const auto owner = std::make_shared<const int>(tickets);
            socket = owner;
            return OpenSocket{.path = "/sockets/" + std::to_string(tickets), .owner = owner};
          },
      .post_later = [](std::chrono::milliseconds, const std::function<void()>&) {}};
  const PlayerPrograms programs{.supervisor = "", .worker = "/bin/rensa-worker", .bridge = ""};
  const PlayerProcessOptions options{
      .programs = programs, .isolation = processes::Isolation{}, .server = "unix:/common", .output_folder = ""};
  const PlayerProcesses::Listener listener{
      .ready = [](WorkerId) {}, .gone = [](WorkerId, const Departure&) {}, .free = [] {}};
  const auto server_of = [&] { return command.environment.at(0); };
  PlayerProcesses processes(plan, options, services, listener);
  const WorkerId worker = processes.acquire(0);
  EXPECT_EQ(opened_for, "ticket 1");
  EXPECT_EQ(command.sandbox->server_socket, "/sockets/1");
  EXPECT_EQ(server_of(), std::string("RENSA_SERVER=unix:") + processes::kServerSocketInSandbox);
  EXPECT_FALSE(processes.admit("ticket 1", sessions::Entrance::common)) << "it may have told its ticket to others";
  EXPECT_EQ(processes.admit("ticket 1", sessions::Entrance::socket_of_ticket), "ann");
  const std::weak_ptr<const void> first = socket;
  processes.acquire(1);
  EXPECT_EQ(server_of(), "RENSA_SERVER=unix:/sockets/2") << "a player of ours is not isolated";
  EXPECT_FALSE(first.expired());
  processes.release_worker(worker, true);
  PlayerProcesses in_the_open(plan, {.programs = programs, .server = "unix:/common", .output_folder = ""}, services,
                              listener);
  in_the_open.acquire(0);
  EXPECT_EQ(server_of(), "RENSA_SERVER=unix:/common") << "it may need the address that the operator has chosen";
  EXPECT_EQ(in_the_open.admit("ticket 3", sessions::Entrance::common), "ann");
}

// A player whose process cannot connect, because the server fails.
class UnreachableSocket : public testing::Test {
 protected:
  enum class Connection : std::uint8_t { none, open, lost };

  static OpenSocket socket_with(const std::string& why_unreachable) {
    return {.path = "/sockets/1", .owner = std::make_shared<const int>(0), .why_unreachable = [why_unreachable] {
              return why_unreachable;
            }};
  }
  // Starts the player, and ends its process.
  Departure departure_of(std::size_t player, OpenSocket socket, Connection connection = Connection::none) {
    Program program;
    processes::CoreAllocator cores;
    std::optional<Departure> departure;
    const PlayerProcesses::Services services{
        .cores = cores,
        .start_program =
            [&](const processes::ChildOptions&, processes::ExitHandler on_exit) {
              program.on_exit = std::move(on_exit);
              return std::make_unique<ObservedProgram>(program);
            },
        .draw_ticket = [] { return std::string("ticket"); },
        .open_socket = [&](const std::string&) { return socket; },
        .post_later = [](std::chrono::milliseconds, const std::function<void()>&) {}};
    const PlayerProcesses::Listener listener{
        .ready = [](WorkerId) {}, .gone = [&](WorkerId, const Departure& gone) { departure = gone; }, .free = [] {}};
    PlayerProcessOptions options;
    options.isolation = processes::Isolation{};
    options.connect_timeout = 0ms;
    PlayerProcesses processes(plan_, options, services, listener);
    processes.acquire(player);
    if (connection != Connection::none) {
      EXPECT_TRUE(processes.admit("ticket", sessions::Entrance::socket_of_ticket));
      processes.arrived({.session = base::SessionId{7},
                         .player = {},
                         .name = "gaze",
                         .token = "ticket",
                         .offer = sessions::ArrangedOffer{.matches = 1}});
    }
    if (connection == Connection::lost) processes.left(base::SessionId{7});
    std::exchange(program.on_exit, {})({.kind = processes::ExitKind::signalled, .code = 15});
    return departure.value();
  }

  const tournament::TournamentPlan plan_ = tournament::test::plan_of(
      R"({"name": "cup", "seed": 5, "players": [{"name": "ann", "exec": ["/bin/true"]}, "gaze"]})");
};

TEST_F(UnreachableSocket, IsAFaultOfTheHostIfItCouldNotBeOpened) {
  for (const std::size_t player : {0U, 1U}) {
    const Departure departure = departure_of(player, {.path = "/nonexistent", .owner = nullptr});
    EXPECT_TRUE(departure.is_host_fault) << player;
    EXPECT_EQ(departure.why, "the server could not open a socket for it");
  }
}

TEST_F(UnreachableSocket, IsAFaultOfTheHostIfTheServerKnowsTheReason) {
  const Departure departure = departure_of(1, socket_with("the server had no file descriptor for its connection"));
  EXPECT_TRUE(departure.is_host_fault);
  EXPECT_EQ(departure.why, "the server had no file descriptor for its connection");
}

TEST_F(UnreachableSocket, IsAFaultOfThePlayerIfNothingIsWrongWithIt) {
  const Departure departure = departure_of(1, socket_with(""));
  EXPECT_FALSE(departure.is_host_fault);
  EXPECT_TRUE(departure.was_late);
}

// A program that has been connected has ended the connection itself.
TEST_F(UnreachableSocket, DoesNotMatterForAProgramThatHasBeenConnected) {
  const OpenSocket socket = socket_with("the server had no file descriptor for its connection");
  EXPECT_FALSE(departure_of(1, socket, Connection::open).is_host_fault);
  const Departure departure = departure_of(1, socket, Connection::lost);
  EXPECT_FALSE(departure.is_host_fault);
  EXPECT_EQ(departure.why, "ended by signal 15 (terminated)");
}

}  // namespace
}  // namespace rensa::live_tournaments
