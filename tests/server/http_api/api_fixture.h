#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/rules/hash.h"
#include "server/http_api/api.h"
#include "server/storage/memory/memory_tournaments.h"
#include "server/tournament/journal/journal_text.h"
#include "server/tournament/plan/tournament_run.h"
#include "tests/server/sessions/in_memory_server.h"
#include "tests/server/storage/intercepted_store.h"
#include "tests/server/tournament/plan/test_plan.h"
#include "tests/tools/time_limit.h"

namespace rensa::http_api::test {

// The API of a server with tournaments in memory. It starts no programs, unless it is told that it may.
class ApiFixture {
 public:
  ApiFixture() = default;
  struct Programs {
    bool are_started = false;
    std::optional<processes::Isolation> isolation{};
    std::string supervisor{};
  };
  explicit ApiFixture(Programs wanted) : programs(std::move(wanted)) {}
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

  std::string organiser(const std::string& name, std::vector<std::string> of) {
    std::string token = server.store.create_token(name, storage::Role::worker);
    server.store.set_role(server.store.find_token(token)->id,
                          {.role = storage::Role::organiser, .tournaments = std::move(of)});
    return token;
  }
  std::string administrator() { return server.store.create_token("boss", storage::Role::administrator); }

  static tournament::NameLookup no_files() {
    tournament::NameLookup look_up = tournament::test::any_player();
    look_up.player = [](const std::string& player) -> rules::Parsed<std::string> {
      if (player.find("weights=") == std::string::npos) return player;
      return rules::ParseError{.message = "no files", .position = 0};
    };
    return look_up;
  }

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

  // Stores a tournament, as if the server had played it before a restart: the first player has won `games` games.
  // Precondition: the plan has that many pairs.
  void write_run(const std::string& name, const std::string& plan_text, int games,
                 const storage::TournamentMarks& marks = {}) {
    const tournament::TournamentPlan plan = tournament::test::plan_of(plan_text);
    tournament::JournalEncoder encoder;
    storage::JournalAppend played{.games = {}, .from = 0, .lines = encoder.plan_line(tournament::digest_of(plan))};
    tournament::TournamentRun run(plan, {},
                                  [&](const tournament::Event& event) { played.lines += encoder.event_line(event); });
    const std::string record = record_text();
    for (int i = 0; i < games; ++i) {
      const auto game = run.start_next_game([](const tournament::PlayerPair&) { return true; });
      ASSERT_TRUE(game);
      played.games.push_back(
          {.name = tournament::name_of(game->id), .record = {record.begin(), record.end()}, .outputs = {}});
      run.end_game({.game = game->id, .winner = game->pair.first == 0 ? 0 : 1, .cause = duel::Cause::choked});
    }
    tournament_store().create_tournament(
        {.name = name, .plan = tournament::json_of(plan), .marks = marks},
        [](const storage::StoreResult<bool>& is_new) { EXPECT_TRUE(is_new && *is_new); });
    write(name, std::move(played));
  }
  // The bytes of each game of write_run(): no record, but with the checksum of one.
  static std::string record_text() {
    std::string text = "a record";
    rules::Hash hash;
    for (const char letter : text) hash.add(static_cast<std::uint8_t>(letter));
    hash.add(text.size());
    for (int byte = 0; byte < 8; ++byte) text += static_cast<char>(hash.value() >> 8 * byte);
    return text;
  }
  void write(const std::string& name, storage::JournalAppend append) {
    tournament_store().append_to_journal(name, std::move(append),
                                         [](const storage::StoreResult<storage::Success>& done) { EXPECT_TRUE(done); });
    run_posted();
  }
  void set_paused(const std::string& name) {
    tournament_store().set_paused(name, true,
                                  [](const storage::StoreResult<storage::Success>& done) { EXPECT_TRUE(done); });
    run_posted();
  }
  std::vector<std::string> stored_tournaments() {
    std::vector<std::string> stored;
    tournament_store().list_tournaments(
        [&stored](const storage::StoreResult<std::vector<std::string>>& names) { stored = *names; });
    run_posted();
    return stored;
  }
  // Opens the stored tournaments, and runs posted tasks.
  void open_tournaments() {
    tournaments.open_all([] {});
    run_posted();
    for (const std::string& line : log) EXPECT_EQ(line.find("not_opened"), std::string::npos) << line;
    run_posted();
  }
  void run_posted() {
    io.restart();
    io.poll();
  }
  // The store itself, without the failures of a test.
  storage::Tournaments& tournament_store() { return intercepted_tournaments.tournaments(); }
  void run_later(std::chrono::milliseconds after, std::function<void()> call) {
    auto timer = std::make_shared<boost::asio::steady_timer>(io, after);
    timer->async_wait([timer, call = std::move(call)](const boost::system::error_code& error) {
      if (!error) call();
    });
  }

  const Programs programs{};
  tests::InMemoryServer server;
  boost::asio::io_context io;
  const storage::Executor post = [this](std::function<void()> call) { boost::asio::post(io, std::move(call)); };
  // The operations of the store of tournaments that fail.
  std::function<storage::test::Failure(const std::string& operation)> failure = [](const std::string&) {
    return storage::test::Failure::none;
  };
  const storage::test::Interceptor interceptor{
      .failure = [this](const std::string& operation) { return failure(operation); }, .deliver = post};
  storage::test::InterceptedTournaments intercepted_tournaments{std::make_unique<storage::MemoryTournaments>(post),
                                                                interceptor};
  live_tournaments::OverloadHistory overload{1};
  processes::CoreAllocator cores;
  std::vector<std::string> log;
  live_tournaments::TournamentRegistry tournaments{
      {.programs = {.supervisor = programs.supervisor, .worker = "", .bridge = ""},
       .server = "unix:/nowhere",
       .starts_programs = programs.are_started,
       .isolation = programs.isolation,
       .look_up = tournament::test::any_player(),
       .look_up_without_files = no_files(),
       .draw_seed = [] { return std::uint64_t{4711}; }},
      {.store = intercepted_tournaments,
       .matches = server.service.lobby().arranged_matches(),
       .overload = overload,
       .cores = cores,
       .start_program = {},
       .now = [this] { return server.now; },
       .post = post,
       .post_later = [this](std::chrono::milliseconds after,
                            std::function<void()> call) { run_later(after, std::move(call)); },
       .run_in_background = [](const std::function<void()>& task) { task(); },
       .draw_ticket = [] { return std::string("ticket"); },
       .send = [](base::SessionId, sessions::TournamentMessage) {},
       .log = [this](const std::string& line) { log.push_back(line); }}};
  int background_tasks = 0;
  std::string background_network;  // for which the last of them was made
  Api api{server.service,
          server.store.contract(),
          tournaments,
          [] { return ResourceUsage{.connections_open = 3, .cpu_seconds = 1.5}; },
          [this](const auto& make, const auto& reply) {
            ++background_tasks;
            background_network = reply.network;
            reply(make());
          },
          [this](std::chrono::milliseconds after, std::function<void()> call) { run_later(after, std::move(call)); }};
};

}  // namespace rensa::http_api::test
