#include <array>
#include <chrono>
#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <mutex>
#include <netinet/in.h>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

#include "clients/cli/match/progress.h"
#include "clients/cli/remote/http_client.h"
#include "clients/cli/remote/remote_record.h"
#include "clients/cli/remote/remote_tournaments.h"
#include "tests/clients/cli/program.h"

namespace rensa::cli::test {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::StartsWith;

// Answers each connection with the next of these texts, without regard to the request, and closes it.
class CannedServer {
 public:
  explicit CannedServer(std::vector<std::string> answers)
      : answers_(std::move(answers)), listener_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    bind(listener_, reinterpret_cast<const sockaddr*>(&address), size);
    listen(listener_, 8);
    getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::jthread([this] { serve(); });
  }
  ~CannedServer() {
    shutdown(listener_, SHUT_RDWR);
    thread_.join();
    close(listener_);
  }
  CannedServer(const CannedServer&) = delete;
  CannedServer& operator=(const CannedServer&) = delete;

  RemoteTournaments tournaments(const std::string& token = "") const { return RemoteTournaments(url(), token); }
  ServerUrl url() const { return *server_url_of("http://127.0.0.1:" + std::to_string(port_) + "/rensa/"); }
  std::vector<std::string> asked() const {
    const std::lock_guard lock(mutex_);
    return asked_;
  }

 private:
  void serve() {
    for (const std::string& answer : answers_) {
      const int peer = accept(listener_, nullptr, nullptr);
      if (peer < 0) return;
      std::string request;
      std::array<char, 4096> piece{};
      while (request.find("\r\n\r\n") == std::string::npos) {
        const ssize_t count = recv(peer, piece.data(), piece.size(), 0);
        if (count <= 0) break;
        request.append(piece.data(), static_cast<std::size_t>(count));
      }
      {
        const std::lock_guard lock(mutex_);
        asked_.push_back(request);
      }
      send(peer, answer.data(), answer.size(), MSG_NOSIGNAL);
      shutdown(peer, SHUT_RDWR);
      close(peer);
    }
  }

  std::vector<std::string> answers_;
  mutable std::mutex mutex_;
  std::vector<std::string> asked_;
  int listener_;
  int port_ = 0;
  std::jthread thread_;
};

std::string answer(const std::string& body, const std::string& status = "200 OK",
                   const std::string& type = "application/json") {
  return "HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\n\r\n" + body;
}

std::string why_refused(const CannedServer& server) {
  try {
    server.tournaments().list();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "it was not";
}

TEST(RemoteRecord, IsDownloadedByTheAddressOfItsReplay) {
  const std::map<std::string, std::string> paths{
      {"replay/7", "/rensa/api/v1/records/7"},
      {"replay/7?hand=3#moment", "/rensa/api/v1/records/7"},
      {"replay?record=%2Fapi%2Fv1%2Ftournaments%2Fcup%2Frecords%2F0-1&hand=3",
       "/rensa/api/v1/tournaments/cup/records/0-1"},
      {"replay/?hand=3&record=%2Fapi%2Fv1%2Frecords%2F7", "/rensa/api/v1/records/7"},
      {"replay/?record=%2Fapi%2Fv1%2Ftournaments%2Fcup%2Frecords%2F0-1", "/rensa/api/v1/tournaments/cup/records/0-1"},
      {"api/v1/records/7", "/rensa/api/v1/records/7"}};
  for (const auto& [address, path] : paths) {
    const CannedServer server({answer("the record", "200 OK", "application/octet-stream")});
    const std::vector<std::uint8_t> record = download_record(text_of(server.url()) + "/" + address);
    EXPECT_EQ(std::string(record.begin(), record.end()), "the record");
    EXPECT_THAT(server.asked().at(0), StartsWith("GET " + path + " HTTP/1.1\r\n"));
  }
}

TEST(RemoteRecord, AddressesOfOtherPagesAreRefused) {
  const CannedServer server({answer("{}", "404 Not Found")});
  const auto error_of = [&server](const std::string& address) -> std::string {
    try {
      download_record(text_of(server.url()) + address);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "none";
  };
  for (const char* address :
       {"", "/replay", "/replay/seven", "/replay?record=/home", "/players/greedy", "/replay?record=%2Fapi%2F%0D%0AX"}) {
    EXPECT_THAT(error_of(address), HasSubstr("names no record")) << address;
  }
  EXPECT_TRUE(server.asked().empty());
  EXPECT_THAT(error_of("/replay/8"), HasSubstr("the server has no such record"));
}

TEST(ServerUrl, HasAHostAPortAndPerhapsAPath) {
  const auto plain = server_url_of("http://localhost:8787");
  ASSERT_TRUE(plain);
  EXPECT_EQ(*plain, (ServerUrl{.is_tls = false, .host = "localhost", .port = "8787", .path = ""}));
  EXPECT_EQ(text_of(*plain), "http://localhost:8787");
  const auto tls = server_url_of("https://rensa.example/duels/");
  ASSERT_TRUE(tls);
  EXPECT_EQ(*tls, (ServerUrl{.is_tls = true, .host = "rensa.example", .port = "443", .path = "/duels"}));
  EXPECT_EQ(host_and_port_of(*tls), "rensa.example");
  const auto ipv6 = server_url_of("http://[::1]:80/");
  ASSERT_TRUE(ipv6);
  EXPECT_EQ(*ipv6, (ServerUrl{.is_tls = false, .host = "::1", .port = "80", .path = ""}));
  EXPECT_EQ(text_of(*ipv6), "http://[::1]");
}

TEST(ServerUrl, RefusesOtherTexts) {
  for (const char* text : {"", "localhost:8787", "ftp://x", "http://", "http://:80", "http://x:0", "http://x:65536",
                           "http://x:", "http://::1:80", "http://[::1", "http://x/?a=b", "http://me@x", "http://x y",
                           "http://x\r\nHost: y"}) {
    EXPECT_FALSE(server_url_of(text)) << text;
  }
  EXPECT_THAT(server_url_of("foo").error().message,
              StartsWith("foo: the URL of a server is http://HOST:PORT or https://HOST: "));
}

TEST(ServerUrl, NamesAreEscaped) {
  EXPECT_EQ(escaped("spring-cup"), "spring-cup");
  EXPECT_EQ(escaped("a/../b?c d\xC3\xA9"), "a%2F..%2Fb%3Fc%20d%C3%A9");
}

TEST(TimeLeftEstimate, IsKnownAfterTheFirstGamesHaveEnded) {
  const TimeLeftEstimate::Time start{};
  TimeLeftEstimate estimate;
  EXPECT_FALSE(estimate.time_left(start, 100));
  estimate.update(start, 20);
  EXPECT_FALSE(estimate.time_left(start + 5s, 100)) << "those of an earlier time tell nothing";
  estimate.update(start + 10s, 40);
  EXPECT_EQ(estimate.time_left(start + 10s, 100), 30s);
  EXPECT_EQ(estimate.time_left(start + 10s, 30), 0s);
}

TEST(StatusText, ShowsTheProgressOfATournament) {
  const RemoteTournaments::Json known = {{"state", "running"}, {"games", 120}, {"most_games", 480}, {"running", 3}};
  EXPECT_EQ(progress_text(known, 45s), "running, 120 of 480 games, 3 being played, 45 s to go");
  EXPECT_EQ(progress_text(known, 200s), "running, 120 of 480 games, 3 being played, 3 min to go");
  EXPECT_EQ(progress_text(known, 8'000s), "running, 120 of 480 games, 3 being played, 2 h 13 min to go");
  const RemoteTournaments::Json open = {{"state", "paused"}, {"games", 7}, {"most_games", nullptr}, {"running", 0}};
  EXPECT_EQ(progress_text(open, 45s), "paused, 7 games");
  const RemoteTournaments::Json failed = {
      {"state", "failed"}, {"games", 7}, {"most_games", 8}, {"running", 0}, {"why_failed", "no space"}};
  EXPECT_EQ(progress_text(failed, std::nullopt), "failed, 7 of 8 games: no space");
}

TEST(StatusText, ATournamentThatEndedEarlyDoesNotLookUnfinished) {
  RemoteTournaments::Json seen = {{"id", "cup"},  {"state", "over"}, {"games", 49},
                                  {"players", 8}, {"running", 0},    {"most_games", 56}};
  EXPECT_EQ(progress_text(seen, {}), "over, 49 games (at most 56 were planned)");
  EXPECT_THAT(list_text(RemoteTournaments::Json::array({seen})), HasSubstr("49 (at most 56 were planned)\n"));
  seen["games"] = 56;
  EXPECT_EQ(progress_text(seen, {}), "over, 56 of 56 games");
}

TEST(StatusText, TellsWhyResultsCannotBeSaved) {
  RemoteTournaments::Json seen{
      {"id", "cup"},  {"state", "paused"},       {"games", 3}, {"players", 2}, {"most_games", 100},
      {"running", 1}, {"storage_error", nullptr}};
  EXPECT_EQ(progress_text(seen, {}), "paused, 3 of 100 games, 1 being played");
  seen["storage_error"] = "journal: No space left on device";
  EXPECT_EQ(progress_text(seen, {}),
            "paused, 3 of 100 games, 1 being played, waiting for the store: journal: No space left on device");
  EXPECT_THAT(list_text(RemoteTournaments::Json::array({seen})),
              HasSubstr("3 of 100, waiting for the store: journal: No space left on device\n"));
}

TEST(StatusText, NamesTheAwaitedPlayers) {
  const RemoteTournaments::Json seen{
      {"state", "running"}, {"games", 0}, {"most_games", 18}, {"running", 0}, {"awaited", {"ann", "bob"}}};
  EXPECT_EQ(progress_text(seen, {}), "running, 0 of 18 games, waiting for ann, bob");
}

TEST(StatusText, NamesTheWithdrawnPlayersForWhomATournamentStaysOpen) {
  const RemoteTournaments::Json seen{
      {"id", "cup"},      {"state", "running"}, {"players", 3},  {"games", 2},
      {"most_games", 18}, {"running", 0},       {"awaited", {}}, {"awaited_returns", {"ann", "bob"}}};
  EXPECT_EQ(progress_text(seen, {}), "running, 2 of 18 games, waiting for ann, bob to return, or for its end");
  EXPECT_THAT(list_text(RemoteTournaments::Json::array({seen})),
              testing::EndsWith("2 of 18, waiting for ann, bob to return, or for its end\n"));
}

TEST(StatusText, SaysWhenAWaitingTournamentStartsAndWhoIsMissing) {
  const RemoteTournaments::Json seen{{"id", "cup"},  {"state", "waiting"}, {"starts", "2026-12-24T18:00:00Z"},
                                     {"players", 2}, {"games", 0},         {"most_games", 18},
                                     {"running", 0}, {"awaited", {"ann"}}};
  EXPECT_EQ(progress_text(seen, {}), "waiting, 0 of 18 games, starts 2026-12-24T18:00:00Z, waiting for ann");
  EXPECT_THAT(list_text(RemoteTournaments::Json::array({seen})),
              testing::HasSubstr(", starts 2026-12-24T18:00:00Z, waiting for ann\n"));
}

TEST(RemoteTournaments, SendsTheRequestsOfTheApi) {
  const CannedServer server({answer(R"({"id": "cup"})", "201 Created"), answer("{}")});
  const RemoteTournaments tournaments = server.tournaments("secret");
  EXPECT_EQ(tournaments.start({.plan = "{}", .jobs = 3, .is_forced = true}), "cup");
  tournaments.status("a b");
  EXPECT_THAT(server.asked().at(0), testing::StartsWith("POST /rensa/api/v1/tournaments?jobs=3&force=1 HTTP/1.1\r\n"));
  EXPECT_THAT(server.asked().at(0), HasSubstr("Authorization: Bearer secret\r\n"));
  EXPECT_THAT(server.asked().at(0), HasSubstr("Content-Length: 2\r\n"));
  EXPECT_THAT(server.asked().at(1), testing::StartsWith("GET /rensa/api/v1/tournaments/a%20b HTTP/1.1\r\n"));
}

TEST(RemoteTournaments, WithdrawsAPlayerByItsName) {
  const std::string now = R"({"state": "running", "games": 3, "most_games": 8, "running": 1})";
  const CannedServer server({answer(now), answer(now)});
  const ProgramResult result = run({"tournament", "withdraw", "cup", "a n", "--reason", "it's late", "--server",
                                    text_of(server.url()), "--token", "secret"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "cup: running, 3 of 8 games, 1 being played\n");
  server.tournaments().withdraw("cup", {.player = "zoe", .reason = "", .keeps_open = true});
  EXPECT_THAT(server.asked().at(0), testing::StartsWith("POST /rensa/api/v1/tournaments/cup/withdraw"
                                                        "?player=a%20n&why=it%27s%20late HTTP/1.1\r\n"));
  EXPECT_THAT(server.asked().at(1), HasSubstr("/withdraw?player=zoe&keep_open=1 HTTP"));
}

TEST(RemoteTournaments, EndsAndDeletesATournament) {
  const std::string refusal = answer(R"({"error": "a game of it has begun, so it cannot be deleted"})", "409 Conflict");
  const CannedServer server(
      {answer(R"({"state": "over", "games": 8, "most_games": 8, "running": 0})"), answer("{}"), answer("{}"), refusal});
  const auto run_on_server = [&server](std::vector<std::string> words) {
    words.insert(words.end(), {"--server", text_of(server.url()), "--token", "secret"});
    return run(words);
  };
  EXPECT_EQ(run_on_server({"tournament", "end", "cup"}).out, "cup: over, 8 of 8 games\n");
  const ProgramResult deleted = run_on_server({"tournament", "delete", "a b"});
  EXPECT_EQ(deleted.exit_code, 0) << deleted.err;
  EXPECT_EQ(deleted.out, "a b: deleted\n");
  EXPECT_EQ(run_on_server({"tournament", "delete", "cup", "--reason", "a typo"}).exit_code, 0);
  const ProgramResult refused = run_on_server({"tournament", "delete", "cup"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_EQ(refused.out, "");
  EXPECT_THAT(refused.err, testing::EndsWith(": a game of it has begun, so it cannot be deleted\n"));
  const std::vector<std::string> asked = server.asked();
  ASSERT_EQ(asked.size(), 4U);
  EXPECT_THAT(asked[0], StartsWith("POST /rensa/api/v1/tournaments/cup/end HTTP/1.1\r\n"));
  EXPECT_THAT(asked[1], StartsWith("POST /rensa/api/v1/tournaments/a%20b/delete HTTP/1.1\r\n"));
  EXPECT_THAT(asked[1], HasSubstr("Authorization: Bearer secret\r\n"));
  EXPECT_THAT(asked[2], StartsWith("POST /rensa/api/v1/tournaments/cup/delete?why=a%20typo HTTP/1.1\r\n"));
}

TEST(RemoteTournaments, AnnulsAGameByItsName) {
  const std::string now = R"({"state": "running", "games": 3, "most_games": 8, "running": 1})";
  const CannedServer server({answer(now), answer(now)});
  const ProgramResult result = run({"tournament", "annul", "cup", "4-1", "--reason", "wrong version", "--server",
                                    text_of(server.url()), "--token", "secret"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "cup: running, 3 of 8 games, 1 being played\n");
  server.tournaments().annul("cup", "4-1-1", "");
  EXPECT_THAT(server.asked().at(0), testing::StartsWith("POST /rensa/api/v1/tournaments/cup/annul"
                                                        "?game=4-1&why=wrong%20version HTTP/1.1\r\n"));
  EXPECT_THAT(server.asked().at(1), HasSubstr("/annul?game=4-1-1 HTTP"));
}

TEST(RemoteTournaments, AnnouncesATextToAll) {
  const std::string now = R"({"state": "running", "games": 3, "most_games": 8, "running": 1})";
  const CannedServer server({answer(now)});
  const ProgramResult result = run({"tournament", "announce", "cup", "The \"final\": 18:00", "--server",
                                    text_of(server.url()), "--token", "secret"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "cup: running, 3 of 8 games, 1 being played\n");
  EXPECT_THAT(server.asked().at(0), testing::StartsWith("POST /rensa/api/v1/tournaments/cup/messages HTTP/1.1\r\n"));
  EXPECT_THAT(server.asked().at(0), HasSubstr("Content-Length: 31\r\n"));
  EXPECT_EQ(run({"tournament", "announce", "cup", "--server", "http://127.0.0.1:1", "--token", "x"}).exit_code, 2);
}

TEST(RemoteTournaments, TheStatusHasTheLastMessage) {
  const auto status = [](const std::string& message) {
    return nlohmann::ordered_json::parse(R"({"state": "running", "last_message": )" + message + "}");
  };
  EXPECT_EQ(message_text(status(R"({"number": 2, "text": "18:00\u001b[2J", "sent": "2026-12-24T17:30:00Z"})")),
            "message of 2026-12-24T17:30:00Z: 18:00?[2J\n");
  EXPECT_EQ(message_text(status("null")), "");
  EXPECT_EQ(message_text({{"state", "running"}}), "") << "an older server";
}

TEST(RemoteTournaments, DisqualifiesAPlayerAndTakesOneBack) {
  const std::string now = R"({"state": "running", "games": 3, "most_games": 8, "running": 1})";
  const CannedServer server({answer(now), answer(now)});
  const std::vector<std::string> access{"--server", text_of(server.url()), "--token", "secret"};
  const auto run_with = [&access](std::vector<std::string> words) {
    words.insert(words.end(), access.begin(), access.end());
    return run(words);
  };
  EXPECT_EQ(run_with({"tournament", "disqualify", "cup", "ann"}).exit_code, 2) << "a reason is needed";
  EXPECT_EQ(run_with({"tournament", "disqualify", "cup", "a n", "--reason", "had help"}).exit_code, 0);
  EXPECT_EQ(run_with({"tournament", "return", "cup", "ann"}).out, "cup: running, 3 of 8 games, 1 being played\n");
  EXPECT_THAT(server.asked().at(0), HasSubstr("/cup/disqualify?player=a%20n&why=had%20help HTTP"));
  EXPECT_THAT(server.asked().at(1), HasSubstr("/cup/return?player=ann HTTP"));
}

TEST(RemoteTournaments, AddsThePlayerOfAFile) {
  const TestFolder folder;
  const std::string entry = R"({"name": "zoe", "guest": true})";
  write_file(folder / "zoe.json", entry);
  const CannedServer server({answer(R"({"state": "running", "games": 3, "most_games": null, "running": 1})")});
  const std::vector<std::string> words{
      "tournament",          "join",    "cup",   (folder / "zoe.json").string(), "--server",
      text_of(server.url()), "--token", "secret"};
  const ProgramResult result = run(words);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "cup: running, 3 games, 1 being played\n");
  EXPECT_THAT(server.asked().at(0), testing::StartsWith("POST /rensa/api/v1/tournaments/cup/join HTTP/1.1\r\n"));
  EXPECT_THAT(server.asked().at(0), HasSubstr("Content-Length: " + std::to_string(entry.size())));
  const ProgramResult missing =
      run({"tournament", "join", "cup", "nowhere.json", "--server", text_of(server.url()), "--token", "secret"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, HasSubstr("there is no such file"));
}

TEST(RemoteTournaments, AStopSaysThatRunningGamesAreVoid) {
  const CannedServer server(
      {answer(R"({"state": "paused", "games": 3, "most_games": 8, "running": 2, "awaited": []})")});
  const ProgramResult result =
      run({"tournament", "stop", "cup", "--server", text_of(server.url()), "--token", "secret"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "cup: stopped, 3 of 8 games; 2 running games are void\n");
}

TEST(RemoteTournaments, TheListNamesTheGuestsThatATournamentWaitsFor) {
  RemoteTournaments::Json seen = {
      {"id", "cup"},     {"state", "running"},       {"players", 2}, {"games", 0}, {"running", 0},
      {"most_games", 4}, {"awaited", {"ann", "bob"}}};
  EXPECT_THAT(list_text(RemoteTournaments::Json::array({seen})), HasSubstr("waiting"));
  EXPECT_THAT(list_text(RemoteTournaments::Json::array({seen})), HasSubstr("0 of 4, waiting for ann, bob\n"));
  seen["running"] = 1;
  EXPECT_THAT(list_text(RemoteTournaments::Json::array({seen})), testing::Not(HasSubstr("waiting")));
}

TEST(RemoteTournaments, GamesThatDoNotCountAreToldApart) {
  const RemoteTournaments::Json seen = {
      {"state", "over"}, {"games", 36}, {"games_played", 72}, {"most_games", 72}, {"running", 0}};
  EXPECT_EQ(progress_text(seen, {}), "over, 72 of 72 games (36 count)");
}

TEST(RemoteTournaments, AllPagesOfGamesAreListed) {
  const std::string first = R"({"games": [{"game": "7-0", "stage": 1, "players": ["ann", "bob"], "winner": "bob",
                                "cause": "choked"}], "before": 7})";
  const std::string last = R"({"games": [{"game": "0-1", "stage": 1, "players": ["ann", "bob"], "winner": null,
                               "cause": "choked"}], "before": 0})";
  const CannedServer server({answer(first), answer(last)});
  const ProgramResult result =
      run({"tournament", "games", "cup", "--server", text_of(server.url()), "--format", "csv"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out,
            "game,stage,first,second,winner,cause\n"
            "\"7-0\",1,\"ann\",\"bob\",\"bob\",\"choked\"\n"
            "\"0-1\",1,\"ann\",\"bob\",,\"choked\"\n");
}

TEST(RemoteTournaments, ARefusalNamesTheFileThatWasSent) {
  const TestFolder folder;
  const std::string refusal = answer(R"({"error": "name: it is taken"})", "400 Bad Request");
  const CannedServer server({refusal, refusal});
  const std::string file = (folder / "sent.json").string();
  write_file(file, "{}");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"tournament", "start", file}, {"tournament", "join", "cup", file}}) {
    std::vector<std::string> call = words;
    call.insert(call.end(), {"--server", text_of(server.url()), "--token", "secret"});
    const ProgramResult result = run(call);
    EXPECT_NE(result.exit_code, 0);
    EXPECT_THAT(result.err, HasSubstr(file + ": "));
    EXPECT_THAT(result.err, testing::EndsWith(": name: it is taken\n"));
  }
}

TEST(RemoteTournaments, PassesOnTheErrorOfTheServer) {
  EXPECT_THAT(why_refused(CannedServer({answer(R"({"error": "it is over"})", "409 Conflict")})),
              testing::EndsWith(": it is over"));
  EXPECT_THAT(why_refused(CannedServer({answer("Too long.\nMore\n", "413 Payload Too Large", "text/plain")})),
              testing::EndsWith(": Too long."));
  EXPECT_THAT(why_refused(CannedServer({answer("<html>", "502 Bad Gateway", "text/html")})),
              testing::EndsWith("it answers with status 502"));
  EXPECT_THAT(why_refused(CannedServer({answer("<html>", "200 OK", "text/html")})), HasSubstr("not a Rensa server"));
}

TEST(RemoteTournaments, AnAnswerThatLacksAValueIsReportedInPlainWords) {
  for (const char* body : {"{}", R"({"state": "running", "games": "three", "most_games": 8, "running": 1})"}) {
    const CannedServer server({answer(body)});
    const ProgramResult result =
        run({"tournament", "withdraw", "cup", "ann", "--server", text_of(server.url()), "--token", "secret"});
    EXPECT_EQ(result.exit_code, 1) << body;
    EXPECT_EQ(result.err, "rensa: the server's answer lacks a value, or has one of the wrong type\n") << body;
  }
  const CannedServer twice({answer(R"({"state": "running", "state": "over"})")});
  const ProgramResult result =
      run({"tournament", "withdraw", "cup", "ann", "--server", text_of(twice.url()), "--token", "secret"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("line 1: \"state\" is given twice"));
}

TEST(RemoteTournaments, ReportsUnusableAnswers) {
  for (const std::string text :
       {"", "HTTP/1.1 200 OK\r\n", "SSH-2.0-x\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n{"}) {
    const CannedServer server({text});
    EXPECT_THROW(server.tournaments().list(), ServerUnreachable) << text;
  }
  const auto unused = server_url_of("http://127.0.0.1:1");
  EXPECT_THROW(RemoteTournaments(*unused).list(), ServerUnreachable);
}

TEST(RemoteTournaments, TellWhatThePortForWorkersIs) {
  const CannedServer server({std::string("\x10\x00\x00\x00\x0a\x0e", 6) + "no such message"});
  EXPECT_THAT(why_refused(server), HasSubstr("it does not speak HTTP. Is this the port of a server for workers?"));
}

TEST(FetchRecords, FetchesAllPagesAndKeepsExistingFiles) {
  const TestFolder folder;
  write_file(folder / "1-0.rensa", "mine");
  const CannedServer server({answer(R"({"games": [{"game": "2-0-1"}, {"game": "1-0"}], "before": 1})"), answer("two"),
                             answer(R"({"games": [{"game": "0-0"}], "before": 0})"), answer("none")});
  const FetchedRecords fetched = fetch_records(server.tournaments(), "cup", folder.path(), [] { return false; });
  EXPECT_EQ(fetched.fetched, 2U);
  EXPECT_EQ(fetched.existing, 1U);
  EXPECT_EQ(read_file(folder / "2-0-1.rensa"), "two");
  EXPECT_EQ(read_file(folder / "1-0.rensa"), "mine");
  EXPECT_EQ(read_file(folder / "0-0.rensa"), "none");
  EXPECT_THAT(server.asked().at(2), HasSubstr("before=1 "));
}

TEST(FetchRecords, RefusesFileNamesThatLeaveTheFolder) {
  const TestFolder folder;
  for (const char* game : {"../x", "/tmp/x", "", "0-0/x", "a"}) {
    const CannedServer server({answer(RemoteTournaments::Json({{"games", {{{"game", game}}}}, {"before", 0}}).dump())});
    EXPECT_THROW(fetch_records(server.tournaments(), "cup", folder.path(), [] { return false; }), RequestRefused)
        << game;
  }
  const CannedServer endless({answer(R"({"games": [], "before": 5})"), answer(R"({"games": [], "before": 5})")});
  EXPECT_THROW(fetch_records(endless.tournaments(), "cup", folder.path(), [] { return false; }), RequestRefused);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

// Two answers about a tournament, one second apart: in the first it is still played.
std::vector<std::string> two_looks() {
  const auto look = [](const char* state, int games) {
    return answer(
        RemoteTournaments::Json({{"state", state}, {"games", games}, {"most_games", 4}, {"running", 0}}).dump());
  };
  return {look("running", 1), answer("first table\n", "200 OK", "text/plain"), look("over", 4),
          answer("second table\n", "200 OK", "text/plain")};
}

std::vector<std::string> watch(const CannedServer& server) {
  return {"tournament", "status", "cup", "--watch", "--server", text_of(server.url())};
}

TEST(Watch, PrintsEachChangeAndTheFinalTable) {
  const CannedServer server(two_looks());
  const ProgramResult result = run(watch(server));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "running, 1 of 4 games\nover, 4 of 4 games\nsecond table\n");
}

TEST(Watch, DrawsOnATerminalAndLeavesTheFinalTable) {
  if (!has_terminals()) GTEST_SKIP() << "no terminals here";
  const CannedServer server(two_looks());
  const ProgramResult result = run_on_terminal(watch(server), {});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_THAT(result.out, HasSubstr("\x1b[Hrunning, 1 of 4 games\x1b[K\r\n\x1b[K\r\nfirst table\x1b[K"));
  const std::size_t left = result.out.find("\x1b[?1049l");
  ASSERT_NE(left, std::string::npos);
  EXPECT_EQ(result.out.substr(left + 8), "second table\r\n");
}

TEST(Watch, WaitsForALostServerUntilCtrlC) {
  if (!has_terminals()) GTEST_SKIP() << "no terminals here";
  std::vector<std::string> answers = two_looks();
  answers.resize(2);
  answers.emplace_back();
  const CannedServer server(answers);
  const ProgramResult result = run_on_terminal(watch(server), {.after = "cannot be reached", .signal = SIGINT});
  EXPECT_EQ(result.exit_code, 128 + SIGINT);
  EXPECT_THAT(result.out, HasSubstr("cannot be reached"));
  EXPECT_THAT(result.out, testing::EndsWith("first table\r\n"));
}

}  // namespace
}  // namespace rensa::cli::test
