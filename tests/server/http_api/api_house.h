#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "server/http_api/api.h"
#include "server/contest/journal_file.h"
#include "server/contest/open_run.h"
#include "server/contest/whole_file.h"
#include "tests/server/contest/some_plan.h"
#include "tests/server/sessions/post_office.h"

namespace rensa::http_api::test {

inline std::filesystem::path folder_of_test() {
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  const std::string name = std::string("rensa-").append(info->test_suite_name()).append("-").append(info->name());
  return std::filesystem::path(testing::TempDir()) / name;
}

// The API of a server that starts no programs, with a folder of its own for tournaments.
class ApiHouse {
 public:
  ApiHouse() {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
  }
  ~ApiHouse() { std::filesystem::remove_all(folder); }
  ApiHouse(const ApiHouse&) = delete;
  ApiHouse& operator=(const ApiHouse&) = delete;

  // Status -1: not one of the API's. What has to be on disk first is waited for.
  net::HttpResponse answer(const net::HttpRequest& request) {
    net::HttpResponse answer;
    answer.status = -1;
    if (!api.answer(request, [&](net::HttpResponse response) { answer = std::move(response); })) return answer;
    io.restart();
    while (answer.status == -1 && io.run_one_for(std::chrono::seconds(10)) > 0) continue;
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

  std::string administrator() { return office.store.create_token("boss", storage::Role::administrator); }

  // Somebody who answers one question at a time.
  net::ConnectionId adviser(const std::string& name) {
    const auto connection = office.connect(net::Transport::tcp);
    proto::Hello hello;
    hello.name = name;
    hello.features = {"advises:1"};
    office.say(connection, hello);
    return connection;
  }
  // A game that seat one resigns after two placements, seat two after one. The number of its record.
  std::string play_three_pairs() {
    const auto one = office.enter("ann");
    const auto two = office.enter("bob");
    for (const auto player : {one, two}) office.say(player, proto::QuickMatch{});
    const auto decide = [&](net::ConnectionId player, rules::Placement placement) {
      const auto update = office.last<proto::Update>(player);
      office.say(player, proto::Decide{.match = update->match,
                                       .seat = *update->seat,
                                       .game = 1,
                                       .clock = update->view.clock,
                                       .id = 1,
                                       .input = duel::Input::place(placement)});
    };
    decide(one, {1, rules::Rotation::up});
    decide(two, {6, rules::Rotation::up});
    decide(one, {2, rules::Rotation::right});
    office.say(one, proto::Leave{office.last<proto::MatchStart>(one)->match, duel::Seat::one});
    office.settle();
    return std::to_string(office.last<proto::GameEnd>(one)->record);
  }

  // Lays a run into the folder, as an earlier time of the server would have left it: the first player has won as many
  // games as are given. Precondition: the plan has that many pairs.
  void lay(const std::string& name, const std::string& plan_text, int games) {
    const contest::Plan plan = contest::test::plan_of(plan_text);
    contest::make_folder(plan, folder / name);
    contest::JournalFile journal(contest::journal_in(folder / name), contest::digest_of(plan));
    contest::OpenRun run(plan, {}, [&](const league::Event& event) { journal.append(event); });
    for (int i = 0; i < games; ++i) {
      const auto game = run.start_next([](const league::Pair&) { return true; });
      ASSERT_TRUE(game);
      contest::write_whole(contest::record_in(folder / name, game->id), std::string("a record"));
      run.end({.game = game->id, .winner = game->pair.first == 0 ? 0 : 1, .cause = duel::Cause::choked});
    }
    journal.sync();
  }
  // Opens what is laid, and lets what was posted run.
  void open() {
    tournaments.open_all();
    for (const std::string& line : log) EXPECT_EQ(line.find("not_opened"), std::string::npos) << line;
    let_run();
  }
  void let_run() {
    io.restart();
    io.poll();
  }

  tests::PostOffice office;
  boost::asio::io_context io;
  live_tournaments::Strain strain{1};
  processes::Cores cores;
  const std::filesystem::path folder = folder_of_test();
  std::vector<std::string> log;
  live_tournaments::Tournaments tournaments{{.folder = folder,
                                 .programs = {},
                                 .server = "unix:/nowhere",
                                 .look_up = contest::test::any_player(),
                                 .draw_seed = [] { return std::uint64_t{4711}; }},
                                {.io = io,
                                 .hall = office.front.hall(),
                                 .strain = strain,
                                 .cores = cores,
                                 .now = [this] { return office.now; },
                                 .draw_ticket = [] { return std::string("ticket"); },
                                 .tell = [](base::SessionId, const proto::ServerMessage&) {},
                                 .log = [this](const std::string& line) { log.push_back(line); }}};
  int made_elsewhere = 0;
  Api api{office.front, office.store, tournaments, [] { return Machine{.connections_open = 3, .cpu_seconds = 1.5}; },
          [this](const auto& make, const auto& reply) {
            ++made_elsewhere;
            reply(make());
          }};
};

}  // namespace rensa::http_api::test
