#pragma once

#include <boost/asio/io_context.hpp>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "server/http_api/api.h"
#include "server/tournament/journal/atomic_file.h"
#include "server/tournament/journal/journal_file.h"
#include "server/tournament/plan/tournament_run.h"
#include "tests/server/sessions/in_memory_server.h"
#include "tests/server/tournament/plan/test_plan.h"
#include "tests/tools/time_limit.h"

namespace rensa::http_api::test {

inline std::filesystem::path folder_of_test() {
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  const std::string name = std::string("rensa-").append(info->test_suite_name()).append("-").append(info->name());
  return std::filesystem::path(testing::TempDir()) / name;
}

// The API of a server that starts no programs, with a folder of its own for tournaments.
class ApiFixture {
 public:
  ApiFixture() {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
  }
  ~ApiFixture() { std::filesystem::remove_all(folder); }
  ApiFixture(const ApiFixture&) = delete;
  ApiFixture& operator=(const ApiFixture&) = delete;

  // Waits until the response is made. Status -1: the path does not belong to the API.
  net::HttpResponse answer(const net::HttpRequest& request) {
    net::HttpResponse answer;
    answer.status = -1;
    if (!api.answer(request, [&](net::HttpResponse response) { answer = std::move(response); })) return answer;
    server.run_posted();
    io.restart();
    while (answer.status == -1 && io.run_one_for(rensa::test::kTimeLimit) > 0) continue;
    return answer;
  }
  net::HttpResponse ask(const std::string& method, const std::string& path, const std::string& token = "",
                        const std::string& body = "") {
    net::HttpRequest request;
    request.method = method;
    request.path = path.substr(0, path.find('?'));
    request.query = path.find('?') == std::string::npos ? "" : path.substr(path.find('?') + 1);
    request.bearer = token;
    request.body = body;
    return answer(request);
  }
  net::HttpResponse get(const std::string& path) { return ask("GET", path); }

  std::string administrator() { return server.store.create_token("boss", storage::Role::administrator); }

  // Connects a player that answers one question at a time.
  net::ConnectionId adviser(const std::string& name) {
    const auto connection = server.connect(net::Transport::tcp);
    proto::Hello hello;
    hello.name = name;
    hello.features = {"advises:1"};
    server.say(connection, hello);
    return connection;
  }
  // Plays a game that seat one resigns after two placements of its own and one of seat two. Returns the number of its
  // record.
  std::string play_three_pairs() {
    const auto one = server.enter("ann");
    const auto two = server.enter("bob");
    for (const auto player : {one, two}) server.say(player, proto::QuickMatch{});
    const auto decide = [&](net::ConnectionId player, rules::Placement placement) {
      const auto update = server.last<proto::Update>(player);
      server.say(player, proto::Decide{.match = update->match,
                                       .seat = *update->seat,
                                       .game = 1,
                                       .clock = update->view.clock,
                                       .id = 1,
                                       .input = duel::Input::place(placement)});
    };
    decide(one, {1, rules::Rotation::up});
    decide(two, {6, rules::Rotation::up});
    decide(one, {2, rules::Rotation::right});
    server.say(one, proto::Leave{server.last<proto::MatchStart>(one)->match, duel::Seat::one});
    server.settle();
    return std::to_string(server.last<proto::GameEnd>(one)->record);
  }

  // Writes a run into the folder, as if the server had played it before a restart: the first player has won `games`
  // games. Precondition: the plan has that many pairs.
  void write_run(const std::string& name, const std::string& plan_text, int games) {
    const tournament::TournamentPlan plan = tournament::test::plan_of(plan_text);
    tournament::create_tournament_folder(plan, folder / name);
    tournament::JournalFile journal(tournament::journal_file_in(folder / name), tournament::digest_of(plan));
    tournament::TournamentRun run(plan, {}, [&](const tournament::Event& event) { journal.append(event); });
    for (int i = 0; i < games; ++i) {
      const auto game = run.start_next_game([](const tournament::PlayerPair&) { return true; });
      ASSERT_TRUE(game);
      tournament::write_file_atomically(tournament::record_file_in(folder / name, game->id), std::string("a record"));
      run.end_game({.game = game->id, .winner = game->pair.first == 0 ? 0 : 1, .cause = duel::Cause::choked});
    }
    journal.sync();
  }
  // Opens the tournaments in the folder, and runs posted tasks.
  void open_tournaments() {
    tournaments.open_all();
    for (const std::string& line : log) EXPECT_EQ(line.find("not_opened"), std::string::npos) << line;
    run_posted();
  }
  void run_posted() {
    io.restart();
    io.poll();
  }

  tests::InMemoryServer server;
  boost::asio::io_context io;
  live_tournaments::OverloadHistory overload{1};
  processes::CoreAllocator cores;
  const std::filesystem::path folder = folder_of_test();
  std::vector<std::string> log;
  live_tournaments::TournamentRegistry tournaments{{.folder = folder,
                                                    .programs = {},
                                                    .server = "unix:/nowhere",
                                                    .look_up = tournament::test::any_player(),
                                                    .draw_seed = [] { return std::uint64_t{4711}; }},
                                                   {.io = io,
                                                    .lobby = server.service.lobby(),
                                                    .overload = overload,
                                                    .cores = cores,
                                                    .now = [this] { return server.now; },
                                                    .draw_ticket = [] { return std::string("ticket"); },
                                                    .send = [](base::SessionId, sessions::TournamentMessage) {},
                                                    .log = [this](const std::string& line) { log.push_back(line); }}};
  int background_tasks = 0;
  Api api{server.service, server.store.contract(), tournaments,
          [] { return ResourceUsage{.connections_open = 3, .cpu_seconds = 1.5}; },
          [this](const auto& make, const auto& reply) {
            ++background_tasks;
            reply(make());
          }};
};

}  // namespace rensa::http_api::test
