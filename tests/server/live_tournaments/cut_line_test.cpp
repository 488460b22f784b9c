#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <gmock/gmock.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "clients/worker/play.h"
#include "engine/players/choices.h"
#include "proto/framing.h"
#include "server/base/descriptor.h"
#include "server/tournament/plan/report.h"
#include "tests/server/live_tournaments/test_server.h"
#include "tests/tools/long_tests.h"
#include "tests/tools/time_limit.h"

// A remote player of a tournament loses its connection after any of its messages, and connects again.

namespace rensa::live_tournaments {
namespace {

namespace fs = std::filesystem;
using base::Descriptor;
using nlohmann::json;
using test::Server;

sockaddr_un unix_address(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) throw std::runtime_error("this path is too long: " + path);
  path.copy(address.sun_path, path.size());
  return address;
}

Descriptor unix_socket() { return Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)); }

enum class Sender : std::uint8_t { client, server };

// The moment at which a connection is cut.
struct Cut {
  int message = 0;  // of this sender, counted from 1 over all connections; 0: no connection is cut
  Sender sender = Sender::client;
  bool is_after = true;  // false: right before the message
  // False: only the client notices the cut. To the server, the connection looks open to the end of the tournament.
  bool server_notices = true;
  bool repeats = false;  // true: each connection is cut at this message, and messages are counted anew in each
};

std::string text_of(const Cut& cut) {
  return std::string(cut.is_after ? "after" : "before") + (cut.repeats ? " each message " : " message ") +
         std::to_string(cut.message) + " of the " + (cut.sender == Sender::client ? "client" : "server") +
         (cut.server_notices ? "" : ", which the server does not notice");
}

// Forwards the connections of one client to a server, one at a time, and cuts them.
class CuttingRelay {
 public:
  CuttingRelay(const fs::path& path, const fs::path& server, const Cut& cut)
      : server_(unix_address(server.string())), cut_(cut) {
    const sockaddr_un address = unix_address(path.string());
    ::unlink(address.sun_path);
    if (::bind(listener_.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(listener_.number(), 8) != 0) {
      throw std::runtime_error("cannot listen on " + path.string());
    }
    thread_ = std::jthread([this] { run(); });
  }
  ~CuttingRelay() { ::eventfd_write(end_.number(), 1); }
  CuttingRelay(const CuttingRelay&) = delete;
  CuttingRelay& operator=(const CuttingRelay&) = delete;

  int messages(Sender sender) const { return messages_[static_cast<std::size_t>(sender)]; }
  int connections() const { return connections_; }

 private:
  struct End {
    Descriptor socket;
    proto::MessageSplitter messages{1U << 20U};  // that come from it
  };

  // Waits for these descriptors. Returns false when the relay ends.
  bool wait(std::vector<pollfd> entries) const {
    entries.push_back({end_.number(), POLLIN, 0});
    while (::poll(entries.data(), entries.size(), -1) < 0) {
    }
    return entries.back().revents == 0;
  }

  void run() {
    while (wait({{listener_.number(), POLLIN, 0}})) {
      std::array<End, 2> ends;  // by sender
      ends[0].socket = Descriptor(::accept(listener_.number(), nullptr, nullptr));
      ends[1].socket = unix_socket();
      if (::connect(ends[1].socket.number(), reinterpret_cast<const sockaddr*>(&server_), sizeof server_) != 0) {
        continue;
      }
      ++connections_;
      in_connection_ = {};
      was_cut_ = false;
      while (wait({{ends[0].socket.number(), POLLIN, 0}, {ends[1].socket.number(), POLLIN, 0}}) &&
             forward(ends[0], ends[1].socket, Sender::client) && forward(ends[1], ends[0].socket, Sender::server)) {
      }
      if (was_cut_ && !cut_.server_notices) unnoticed_.push_back(std::move(ends[1].socket));
    }
  }

  // Forwards the messages that have arrived. Returns false when the connection has ended.
  bool forward(End& from, const Descriptor& to, Sender sender) {
    std::array<char, 65'536> buffer;
    const ssize_t count = ::recv(from.socket.number(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (count < 0 && errno == EAGAIN) return true;
    if (count <= 0) return false;
    from.messages.feed({buffer.data(), static_cast<std::size_t>(count)});
    while (const auto message = from.messages.next()) {
      const int in_all = ++messages_[static_cast<std::size_t>(sender)];
      const int in_connection = ++in_connection_[static_cast<std::size_t>(sender)];
      was_cut_ = sender == cut_.sender && (cut_.repeats ? in_connection : in_all) == cut_.message;
      if (was_cut_ && !cut_.is_after) return false;
      std::string framed;
      proto::append_framed_message(framed, *message);
      if (::send(to.number(), framed.data(), framed.size(), MSG_NOSIGNAL) < 0 || was_cut_) return false;
    }
    return true;
  }

  const sockaddr_un server_;
  const Cut cut_;
  std::array<std::atomic<int>, 2> messages_{};  // by sender, of all connections
  std::array<int, 2> in_connection_{};          // of the present one
  bool was_cut_ = false;                        // the present connection
  std::vector<Descriptor> unnoticed_;           // the ends of the server of cut connections
  std::atomic<int> connections_ = 0;
  const Descriptor listener_ = unix_socket();
  const Descriptor end_ = Descriptor(::eventfd(0, EFD_CLOEXEC));
  std::jthread thread_;
};

// Drops pairs that begin with one colour into the fourth column and all others into the third one, while that is
// possible. So its games are short, and the pairs decide which of two such players wins.
class ShortGames : public worker::Brain {
 public:
  explicit ShortGames(rules::Cell colour) : colour_(colour) {}

  rules::Placement choose(const duel::View& view, const limits::StopFlag&) override {
    const std::uint32_t possible = players::possible_placements(view);
    const int column = view.own.pairs[0].axis == colour_ ? 4 : 3;
    for (std::size_t i = 0; i < rules::kPlacements.size(); ++i) {
      if ((possible >> i & 1U) != 0 && rules::kPlacements[i].x == column) return rules::kPlacements[i];
    }
    for (std::size_t i = 0; i < rules::kPlacements.size(); ++i) {
      if ((possible >> i & 1U) != 0) return rules::kPlacements[i];
    }
    return rules::kPlacements[0];
  }

 private:
  rules::Cell colour_;
};

// A player in a thread of its own, from its connection to the end of this object.
class ConnectedPlayer {
 public:
  ConnectedPlayer(const fs::path& socket, const std::string& token, int slots, rules::Cell colour) {
    options_.server = "unix:" + socket.string();
    options_.token = token;
    options_.features = {"arranged:" + std::to_string(slots)};
    options_.source = session::MatchSource::host;
    options_.slots = slots;
    options_.backoff = {.base = std::chrono::milliseconds(1), .most = std::chrono::milliseconds(20)};
    options_.farewell = std::chrono::milliseconds(0);
    options_.stop_descriptor = stop_.number();
    thread_ = std::jthread([this, colour] {
      worker::play(options_, [colour](const auto&) { return std::make_unique<ShortGames>(colour); });
    });
  }
  ~ConnectedPlayer() { ::eventfd_write(stop_.number(), 1); }
  ConnectedPlayer(const ConnectedPlayer&) = delete;
  ConnectedPlayer& operator=(const ConnectedPlayer&) = delete;

 private:
  worker::PlayOptions options_;
  const Descriptor stop_ = Descriptor(::eventfd(0, EFD_CLOEXEC));
  std::jthread thread_;
};

struct PlayedTournament {
  std::string table;
  std::array<int, 2> messages{};  // between the player behind the relay and the server, by sender
  int connections = 0;
};

class CutLine : public testing::TestWithParam<int> {
 protected:
  CutLine() : folder_(fs::path(testing::TempDir()) / ("cut_line_" + std::to_string(::getpid()))) {}
  ~CutLine() override { fs::remove_all(folder_); }

  // Plays a tournament of two remote players. Returns nullopt if it does not end in time.
  std::optional<PlayedTournament> play(int slots, const Cut& cut) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    Server server(folder_);
    const json plan = {{"name", "cup"},
                       {"seed", 7},
                       {"pairs", 2},
                       {"players", {{{"name", "ann"}, {"guest", true}}, {{"name", "zoe"}, {"guest", true}}}}};
    EXPECT_EQ(server.start(plan.dump()), "cup");
    CuttingRelay relay(folder_ / "relay", folder_ / "socket", cut);
    const ConnectedPlayer ann(folder_ / "socket", server.token_of("ann"), 4, rules::Cell::red);
    const ConnectedPlayer zoe(folder_ / "relay", server.token_of("zoe"), slots, rules::Cell::blue);
    const auto until = std::chrono::steady_clock::now() + rensa::test::kTimeLimit;
    const auto is_over = [](TournamentRegistry& all) {
      const LiveTournament& run = *all.find("cup");
      return run.state() == RunState::over && run.is_all_saved();
    };
    while (!server.with(is_over)) {
      if (std::chrono::steady_clock::now() > until) return std::nullopt;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    PlayedTournament played;
    auto snapshot = server.with([](TournamentRegistry& all) { return all.find("cup")->snapshot(); });
    played.table = tournament::report_csv(snapshot);
    played.messages = {relay.messages(Sender::client), relay.messages(Sender::server)};
    played.connections = relay.connections();
    return played;
  }

  void expect_same_table(const PlayedTournament& undisturbed, const Cut& cut) {
    SCOPED_TRACE(text_of(cut));
    const auto disturbed = play(GetParam(), cut);
    ASSERT_TRUE(disturbed) << "the tournament does not end";
    EXPECT_EQ(disturbed->table, undisturbed.table);
    if (cut.repeats) {
      EXPECT_GT(disturbed->connections, 1);
    }
  }

  const fs::path folder_;
};

// The cut points of a sender: all in a long test, and otherwise `few` of them.
std::vector<int> cut_points(int messages, int few) {
  const int step = std::max(1, messages / tests::cases(few, messages));
  std::vector<int> points;
  for (int message = 1; message <= messages; message += step) points.push_back(message);
  return points;
}

TEST_P(CutLine, TheTournamentEndsWithTheSameTableAfterEachMessage) {
  const auto undisturbed = play(GetParam(), {});
  ASSERT_TRUE(undisturbed);
  EXPECT_EQ(undisturbed->connections, 1);
  EXPECT_THAT(undisturbed->table, testing::Not(testing::HasSubstr(",4,0,4,0,"))) << "the results have to differ";
  for (const Sender sender : {Sender::client, Sender::server}) {
    const int messages = undisturbed->messages[static_cast<std::size_t>(sender)];
    ASSERT_GT(messages, 20);
    for (const bool is_after : {false, true}) {
      for (const bool server_notices : {false, true}) {
        if (!is_after && !server_notices && !tests::long_tests()) continue;
        for (const int message : cut_points(messages, 3)) {
          expect_same_table(
              *undisturbed,
              {.message = message, .sender = sender, .is_after = is_after, .server_notices = server_notices});
        }
      }
    }
  }
}

TEST_P(CutLine, TheTournamentEndsWithTheSameTableIfEachConnectionIsCut) {
  const auto undisturbed = play(GetParam(), {});
  ASSERT_TRUE(undisturbed);
  for (const bool server_notices : {false, true}) {
    // A connection that ends after fewer messages of the server brings the game no further.
    for (const int message : tests::long_tests() ? std::vector{8, 9, 10, 11, 12, 16, 24} : std::vector{9}) {
      expect_same_table(
          *undisturbed,
          {.message = message, .sender = Sender::server, .server_notices = server_notices, .repeats = true});
    }
  }
}

INSTANTIATE_TEST_SUITE_P(BySlots, CutLine, testing::Values(1, 2, 4), testing::PrintToStringParamName());

}  // namespace
}  // namespace rensa::live_tournaments
