#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "tests/server/http_api/api_fixture.h"
#include "tests/server/submissions/bots_fixture.h"
#include "tests/tools/paths.h"

// Compares the responses of the API with its description.

namespace rensa::http_api {
namespace {

using nlohmann::json;

const json& described() {
  static const json document = json::parse(std::ifstream(tests::source_path("docs/openapi.json")));
  return document;
}

const json& resolved(const json& schema) {
  if (!schema.contains("$ref")) return schema;
  const std::string name = schema["$ref"].get<std::string>();
  return described()["components"]["schemas"][name.substr(name.rfind('/') + 1)];
}

// Returns how the value differs from the schema; empty: it does not.
std::string fault_in(const json& value, const json& given) {
  const json& schema = resolved(given);
  const std::string type = schema.value("type", "");
  if (value.is_null()) return schema.value("nullable", false) ? "" : "null";
  if (schema.contains("enum")) return std::ranges::count(schema["enum"], value) > 0 ? "" : "none of those it may be";
  if (type == "string") return value.is_string() ? "" : "not a string";
  if (type == "number") return value.is_number() ? "" : "not a number";
  if (type == "boolean") return value.is_boolean() ? "" : "not true or false";
  if (type == "integer") return value.is_number_integer() ? "" : "not an integer";
  if (type == "array") {
    if (!value.is_array()) return "not an array";
    for (const json& item : value) {
      if (std::string fault = fault_in(item, schema["items"]); !fault.empty()) return "item: " + fault;
    }
    return "";
  }
  if (!value.is_object()) return "not an object";
  if (!schema.contains("properties")) return "";
  for (const json& name : schema["required"]) {
    if (!value.contains(name)) return name.get<std::string>() + " is missing";
  }
  for (const auto& [name, member] : value.items()) {
    if (!schema["properties"].contains(name)) {
      if (schema.value("additionalProperties", false)) continue;
      return name + " is not described";
    }
    if (std::string fault = fault_in(member, schema["properties"][name]); !fault.empty()) return name + ": " + fault;
  }
  return "";
}

constexpr const char* kPlan = R"({"name": "old", "pairs": 3, "players": [{"name": "ann", "guest": true},
  {"name": "bob", "guest": true}, {"name": "cid", "guest": true}]})";

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

// Returns a request for a path that has to be answered with this status.
std::string request_for(const std::string& path, const std::string& status) {
  const auto by_status = [&](const char* right, const char* wrong, const char* unknown) {
    return status == "400" ? wrong : status == "404" ? unknown : right;
  };
  const bool has_game = path.find("{game}") != std::string::npos;
  std::string request = replaced(path, "{number}", by_status("1", "x", "7777"));
  request = replaced(request, "{bot}", by_status("mine", "mine", "nothing"));
  request = replaced(request, "{game}", by_status("0-0", "x", "77-0"));
  request = replaced(request, "{name}", has_game ? "old" : by_status("old", "old", "nothing"));
  if (path.ends_with("/advice") && status != "200")
    return request + (status == "400" ? "?seat=3" : "?player=wise&seat=1&clock=0");
  if (status != "400" || path.find("{number}") != std::string::npos || has_game) return request;
  for (const json& parameter : described()["paths"][path]["get"].value("parameters", json::array())) {
    if (parameter["schema"]["type"] == "integer") return request + "?" + parameter["name"].get<std::string>() + "=x";
  }
  return request + "?unknown=x";
}

class OpenApiTest : public testing::Test, protected submissions::test::BotsFixture {
 protected:
  OpenApiTest() {
    server.play_short_game();
    server.say(server.enter("ann"), proto::QuickMatch{});
    server.say(server.enter("bob"), proto::QuickMatch{});
    proto::Hello hello;
    hello.name = "cid";
    hello.features = {"open:2"};
    server.say(server.connect(net::Transport::tcp), hello);
    write_run("old", kPlan, 18);
    write_run("half", kPlan, 5);
    open_tournaments();
    store.states["mine"] = R"({"name": "mine", "owner": "ann", "removed": null, "versions": [{"number": 1,
        "uploaded": "2026-01-02T03:04:05Z", "digest": "ab", "bytes": 1, "language": "python", "command": ["x"],
        "state": "refused", "checks": [{"check": "start", "result": "failed", "reason": "it ended"}],
        "why": "start: it ended", "ladder": "", "has_files": true}]})";
    start_again();
  }

  void expect_as_described(const std::string& path, int status, const std::string& request) {
    SCOPED_TRACE(request);
    const net::HttpResponse response = get(request);
    EXPECT_EQ(response.status, status);
    const json& answers = described()["paths"][path]["get"]["responses"];
    ASSERT_TRUE(answers.contains(std::to_string(response.status)));
    const json& content = answers[std::to_string(response.status)]["content"];
    ASSERT_TRUE(content.contains(response.content_type)) << response.content_type;
    if (response.content_type != "application/json") return;
    EXPECT_EQ(fault_in(json::parse(response.body), content["application/json"]["schema"]), "");
  }
};

TEST_F(OpenApiTest, EveryPathKnowsItsParametersAndNoOthers) {
  const std::string boss = administrator();
  int requests = 0;
  for (const auto& [path, methods] : described()["paths"].items()) {
    if (!path.starts_with("/api/")) continue;
    for (const char* method : {"get", "post", "delete"}) {
      if (!methods.contains(method)) continue;
      SCOPED_TRACE(std::string(method) + " " + path);
      ++requests;
      std::set<std::string> known;
      for (const json& parameter : methods[method].value("parameters", json::array())) {
        if (parameter["in"] == "query") known.insert(parameter["name"]);
      }
      EXPECT_TRUE(methods[method]["responses"].contains("400"));
      const std::string name = std::string(method) == "get" ? "GET" : std::string(method) == "post" ? "POST" : "DELETE";
      const net::HttpResponse response = ask(name, request_for(path, "200") + "?unknown=1", boss);
      ASSERT_EQ(response.status, 400);
      const std::string why = json::parse(response.body).value("error", "");
      ASSERT_TRUE(why.starts_with("there is no parameter unknown here")) << why;
      std::set<std::string> told;
      const std::size_t names = why.find("there are ");
      std::istringstream rest(names == std::string::npos ? "" : why.substr(names + 10));
      for (std::string one; std::getline(rest >> std::ws, one, ',');) told.insert(one);
      EXPECT_EQ(told, known);
    }
  }
  EXPECT_GT(requests, 20);
}

TEST_F(OpenApiTest, EveryPathAnswersAsDescribed) {
  for (const auto& [path, methods] : described()["paths"].items()) {
    if (!methods.contains("get") || methods["get"].contains("security")) continue;  // below
    for (const auto& [status, answer] : methods["get"]["responses"].items()) {
      if (status == "500" || status == "503" || status == "429") continue;  // below, and where something is damaged
      if (path.ends_with("/advice") && status != "400" && status != "404") continue;  // below
      expect_as_described(path, std::stoi(status), request_for(path, status));
    }
  }
  expect_as_described("/api/v1/tournaments/{name}", 200, "/api/v1/tournaments/half");
  expect_as_described("/api/v1/records/{number}", 200, "/api/v1/records/1?format=json");
  expect_as_described("/api/v1/records/{number}", 400, "/api/v1/records/1?format=xml");
  const auto running = static_cast<std::uint64_t>(server.service.lobby().snapshot().matches.at(0).match);
  expect_as_described("/api/v1/matches/{number}", 200, "/api/v1/matches/" + std::to_string(running));
  expect_as_described("/api/v1/games", 200, "/api/v1/games?before=9&limit=200");
  server.service.lobby().drain(base::Time() + std::chrono::seconds(1), base::Time());
  expect_as_described("/readyz", 503, "/readyz");
}

TEST_F(OpenApiTest, StreamsOfEventsAnswerAsDescribed) {
  const json& answers = described()["paths"]["/api/v1/tournaments/{name}/events"]["get"]["responses"];
  std::vector<net::HttpResponse> streams;  // an answer that is kept takes the place of a stream
  const auto ask = [&](int network, const std::string& last_event_id = "") {
    net::HttpRequest request;
    request.method = "GET";
    request.path = "/api/v1/tournaments/old/events";
    request.network = std::to_string(network);
    request.accept = "text/event-stream";
    request.last_event_id = last_event_id;
    streams.push_back(answer(request));
    return streams.back();
  };
  const auto expect_error = [&](const net::HttpResponse& response, int status) {
    EXPECT_EQ(response.status, status);
    const json& schema = answers[std::to_string(status)]["content"]["application/json"]["schema"];
    EXPECT_EQ(fault_in(json::parse(response.body), schema), "");
  };
  expect_error(ask(1, "guessed"), 400);
  for (int network = 0; network < 63; ++network) {
    for (int i = 0; i < 32 && streams.size() <= 2'000; ++i) {
      const net::HttpResponse stream = ask(network);
      ASSERT_EQ(stream.status, 200);
      EXPECT_TRUE(answers["200"]["content"].contains(stream.content_type));
      EXPECT_TRUE(stream.stream);
    }
  }
  expect_error(ask(1), 429);
  expect_error(ask(77), 503);
}

TEST_F(OpenApiTest, AdviceAnswersAsDescribed) {
  const std::string path = "/api/v1/records/{number}/advice";
  const auto wise = adviser("wise");
  const json& answers = described()["paths"][path]["get"]["responses"];
  const auto expect_answer = [&](const net::HttpResponse& response, int status) {
    EXPECT_EQ(response.status, status);
    const json& schema = answers[std::to_string(status)]["content"]["application/json"]["schema"];
    EXPECT_EQ(fault_in(json::parse(response.body), schema), "");
  };
  net::HttpRequest request;
  request.method = "GET";
  request.path = "/api/v1/records/" + play_three_pairs() + "/advice";
  request.query = "player=wise&seat=1&clock=0";
  const auto ask = [&](net::HttpResponse& answer) {
    answer = {.status = -1, .content_type = "", .body = "", .file_name = ""};
    api.answer(request, [&answer](net::HttpResponse response) { answer = std::move(response); });
    server.run_posted();
  };
  net::HttpResponse first;
  ask(first);
  net::HttpResponse second;
  ask(second);
  expect_answer(second, 503);
  const auto question = server.last<proto::Question>(wise)->question;
  server.say(wise, proto::Advice{question, {{{4, rules::Rotation::left}, 70}, {{1, rules::Rotation::up}, {}}}});
  expect_answer(first, 200);
  // A game that ends before a pair comes.
  proto::QuickMatch in_real_time;
  in_real_time.terms.clock = proto::Clock::real;
  const auto quick = server.enter("quick");
  server.say(quick, in_real_time);
  server.say(server.enter("quicker"), in_real_time);
  server.say(quick, proto::Leave{server.last<proto::MatchStart>(quick)->match, duel::Seat::one});
  server.settle();
  const std::string number = std::to_string(server.last<proto::GameEnd>(quick)->record);
  expect_answer(get("/api/v1/records/" + number + "/advice?player=wise&seat=1&clock=0"), 409);

  adviser("other");
  std::array<net::HttpResponse, 3> others;
  ask(others[0]);
  request.query = "player=other&seat=2&clock=9";
  ask(others[1]);
  ask(others[2]);
  expect_answer(others[2], 429);
}

// Tests requests that change something: they return exactly the described statuses.
struct Change {
  std::string request;
  std::string token;
  std::string body = {};
};

class OpenApiChangeTest : public OpenApiTest {
 protected:
  using Statuses = std::set<std::string>;

  static const json& answers_of(const std::string& method, const std::string& path) {
    return described()["paths"][path][method_key(method)]["responses"];
  }
  static const char* method_key(const std::string& method) {
    return method == "GET" ? "get" : method == "POST" ? "post" : "delete";
  }
  static Statuses described_statuses(const std::string& method, const std::string& path) {
    Statuses statuses;
    const bool needs_token = described()["paths"][path][method_key(method)].contains("security");
    for (const auto& [status, answer] : answers_of(method, path).items()) {
      const bool is_of_authority = status == "429" || status == "503";  // authority_test.cpp
      if (!needs_token || !is_of_authority) statuses.insert(status);
    }
    return statuses;
  }
  // The statuses of all responses; each response is compared with its schema.
  Statuses statuses_of(const std::string& method, const std::string& path, const std::vector<Change>& changes) {
    Statuses seen;
    for (const Change& change : changes) {
      const net::HttpResponse response = ask(method, change.request, change.token, change.body);
      const std::string status = std::to_string(response.status);
      seen.insert(status);
      const json& answers = answers_of(method, path);
      if (!answers.contains(status)) continue;
      const json& schema = answers[status]["content"]["application/json"]["schema"];
      EXPECT_EQ(fault_in(json::parse(response.body), schema), "") << change.request;
    }
    return seen;
  }

  const std::string worker = server.store.create_token("deep", storage::Role::worker);
  const std::string boss = administrator();
};

TEST_F(OpenApiChangeTest, EndingAMatchAnswersAsDescribed) {
  const std::string matches = "/api/v1/matches/";
  const std::string path = matches + "{number}";
  const auto running = static_cast<std::uint64_t>(server.service.lobby().snapshot().matches.at(0).match);
  EXPECT_EQ(statuses_of("DELETE", path,
                        {{matches + "1", ""},
                         {matches + "1", worker},
                         {matches + "x", boss},
                         {matches + "7777", boss},
                         {matches + std::to_string(running), boss}}),
            described_statuses("DELETE", path));
}

TEST_F(OpenApiChangeTest, AccountsAnswerAsDescribed) {
  for (const std::string path : {"/api/v1/accounts", "/api/v1/audit"}) {
    EXPECT_EQ(statuses_of("GET", path, {{path, ""}, {path, worker}, {path, boss}, {path + "?unknown=1", boss}}),
              described_statuses("GET", path));
  }
  const std::string own = "/api/v1/account";
  const std::string banned = server.store.create_token("rude", storage::Role::worker);
  const std::string number = std::to_string(server.store.find_token(banned)->id);
  ASSERT_EQ(ask("POST", "/api/v1/restrictions?kind=ban&account=" + number + "&minutes=5&why=x", boss).status, 200);
  EXPECT_EQ(statuses_of("GET", own, {{own, ""}, {own, worker}, {own, banned}, {own + "?unknown=1", boss}}),
            described_statuses("GET", own));
  const std::string audit = "/api/v1/tournaments/{name}/audit";
  const std::string of_old = "/api/v1/tournaments/old/audit";
  EXPECT_EQ(statuses_of("GET", audit,
                        {{of_old, ""},
                         {of_old, worker},
                         {of_old, boss},
                         {of_old + "?limit=0", boss},
                         {"/api/v1/tournaments/nothing/audit", boss}}),
            described_statuses("GET", audit));
  const std::string path = "/api/v1/accounts/{number}/role";
  const std::string one = "/api/v1/accounts/1/role?role=moderator";
  EXPECT_EQ(statuses_of("POST", path,
                        {{one, ""},
                         {one, worker},
                         {one, boss},
                         {"/api/v1/accounts/1/role", boss},
                         {"/api/v1/accounts/77/role?role=worker", boss}}),
            described_statuses("POST", path));
  server.store.append_audit_entry({.actor = "root", .role = "operator", .act = "token create", .target = "x"});
  EXPECT_EQ(statuses_of("GET", "/api/v1/audit", {{"/api/v1/audit", boss}}), Statuses{"200"});
}

TEST_F(OpenApiChangeTest, BotsAnswerAsDescribed) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  const std::string all = "/api/v1/bots";
  const std::string mine = all + "/mine";
  EXPECT_EQ(statuses_of("GET", "/api/v1/bots/{bot}",
                        {{mine, ""}, {mine, ann}, {mine, "wrong"}, {mine + "?x=1", ann}, {all + "/none", ""}}),
            described_statuses("GET", "/api/v1/bots/{bot}"));
  const std::string archive = archive_of_bot("fresh");
  Statuses seen = statuses_of("POST", all,
                              {{all, "", archive},
                               {all, ann, "no archive"},
                               {all, bob, archive_of_bot("mine")},
                               {all, ann, archive},
                               {all, ann, archive}});
  ladder = "";
  start_again();
  seen.merge(statuses_of("POST", all, {{all, ann, archive}}));
  for (const char* status : {"408", "413"}) seen.insert(status);  // as tests/server/net shows
  EXPECT_EQ(seen, described_statuses("POST", all));
  EXPECT_EQ(statuses_of("POST", "/api/v1/bots/{bot}/remove",
                        {{mine + "/remove", ""},
                         {mine + "/remove", ann},
                         {mine + "/remove?x=1", boss},
                         {all + "/none/remove", boss},
                         {mine + "/remove", boss},
                         {mine + "/remove", boss}}),
            described_statuses("POST", "/api/v1/bots/{bot}/remove"));
}

TEST_F(OpenApiChangeTest, RestrictionsAnswerAsDescribed) {
  const std::string path = "/api/v1/restrictions";
  const std::string ban = path + "?kind=ban&address=192.0.2.7&minutes=5&why=x";
  Statuses seen = statuses_of(
      "POST", path,
      {{ban, ""}, {ban, worker}, {ban, boss}, {path, boss}, {path + "?kind=ban&account=77&minutes=5&why=x", boss}});
  seen.merge(statuses_of("POST", path, {{path + "?kind=name&name=deep&minutes=5&why=x", boss}}));
  EXPECT_EQ(seen, described_statuses("POST", path));
  EXPECT_EQ(statuses_of("GET", path, {{path, ""}, {path, worker}, {path, boss}, {path + "?unknown=1", boss}}),
            described_statuses("GET", path));
  EXPECT_EQ(
      statuses_of(
          "DELETE", path + "/{number}",
          {{path + "/1", ""}, {path + "/1", worker}, {path + "/1", boss}, {path + "/x", boss}, {path + "/1", boss}}),
      described_statuses("DELETE", path + "/{number}"));
}

TEST_F(OpenApiChangeTest, RegistrationsAnswerAsDescribed) {
  using Mode = sessions::RegistrationSettings::Mode;
  const std::string accounts = "/api/v1/accounts";
  const auto with = [&](Mode mode, const std::vector<Change>& changes) {
    sessions::SessionServiceSettings settings;
    settings.registration = {.mode = mode, .per_day = 100};
    server.service.change_settings(settings);
    return statuses_of("POST", accounts, changes);
  };
  Statuses seen = with(Mode::off, {{accounts + "?name=gil", ""}});
  seen.merge(with(Mode::open, {{accounts + "?name=gil", ""}, {accounts + "?name=gil", ""}, {accounts, ""}}));
  seen.merge(
      with(Mode::approval, {{accounts + "?name=hal", ""}, {accounts + "?name=ian", ""}, {accounts + "?name=joe", ""}}));
  while (!seen.contains("429")) seen.merge(statuses_of("POST", accounts, {{accounts + "?name=gil", ""}}));
  seen.insert("503");  // where the store fails: damaged_store_test.cpp
  EXPECT_EQ(seen, described_statuses("POST", accounts));
  server.store.create_token("JOE", storage::Role::administrator);
  const std::string path = "/api/v1/registrations";
  EXPECT_EQ(statuses_of("GET", path, {{path, ""}, {path, worker}, {path, boss}, {path + "?unknown=1", boss}}),
            described_statuses("GET", path));
  EXPECT_EQ(statuses_of("POST", path + "/{number}/approve",
                        {{path + "/2/approve", ""},
                         {path + "/2/approve", worker},
                         {path + "/2/approve", boss},
                         {path + "/2/approve", boss},
                         {path + "/4/approve", boss},
                         {path + "/x/approve", boss}}),
            described_statuses("POST", path + "/{number}/approve"));
  EXPECT_EQ(statuses_of("POST", path + "/{number}/dismiss",
                        {{path + "/3/dismiss", ""},
                         {path + "/3/dismiss", worker},
                         {path + "/3/dismiss", boss},
                         {path + "/3/dismiss", boss},
                         {path + "/x/dismiss", boss}}),
            described_statuses("POST", path + "/{number}/dismiss"));
}

TEST_F(OpenApiChangeTest, ReportsAnswerAsDescribed) {
  const std::string path = "/api/v1/reports";
  const auto running = static_cast<std::uint64_t>(server.service.lobby().snapshot().matches.at(0).match);
  const std::string one = path + "?seat=1&text=x&match=";
  server.store.add_restriction({.subject = storage::subject_of_account(server.store.find_token(worker)->id),
                                .made = "2026-01-01T00:00:00Z",
                                .until = "2099-01-01T00:00:00Z"});
  server.service.refresh_from_store();
  server.run_posted();
  Statuses seen = statuses_of("POST", path,
                              {{one + std::to_string(running), ""},
                               {one + std::to_string(running), worker},
                               {one + std::to_string(running), "unknown"},
                               {one + "7777", ""},
                               {path, ""}});
  EXPECT_EQ(seen, described_statuses("POST", path));
  EXPECT_EQ(statuses_of("GET", path, {{path, ""}, {path, worker}, {path, boss}, {path + "?state=x", boss}}),
            described_statuses("GET", path));
  for (const std::string how : {"/done", "/dismissed"}) {
    server.store.add_report(
        {.match = 1, .record = 1, .name = "x", .subject = "", .reporter = how, .text = "x", .made = "x"});
    const std::string number = std::to_string(server.store.reports().front().id);
    EXPECT_EQ(statuses_of("POST", path + "/{number}" + how,
                          {{path + "/" + number + how, ""},
                           {path + "/" + number + how, worker},
                           {path + "/" + number + how, boss},
                           {path + "/x" + how, boss},
                           {path + "/" + number + how, boss}}),
              described_statuses("POST", path + "/{number}" + how));
  }
}

TEST_F(OpenApiChangeTest, RenamingAnswersAsDescribed) {
  const std::string path = "/api/v1/accounts/{number}/rename";
  const std::string one =
      "/api/v1/accounts/" + std::to_string(server.store.find_token(worker)->id) + "/rename?minutes=5&why=x&name=";
  EXPECT_EQ(statuses_of("POST", path,
                        {{one + "new", ""},
                         {one + "new", worker},
                         {one + "new", boss},
                         {one + "boss", boss},
                         {one, boss},
                         {"/api/v1/accounts/77/rename?minutes=5&why=x&name=newer", boss}}),
            described_statuses("POST", path));
}

TEST_F(OpenApiChangeTest, RequestsToTournamentsAnswerAsDescribed) {
  const std::string tournaments_path = "/api/v1/tournaments/";
  for (const std::string what : {"/pause", "/resume", "/stop"}) {
    const std::string path = tournaments_path + "{name}" + what;
    EXPECT_EQ(statuses_of("POST", path,
                          {{tournaments_path + "half" + what, ""},
                           {tournaments_path + "half" + what, worker},
                           {tournaments_path + "half" + what + "?at_once=1", boss},
                           {tournaments_path + "half" + what, boss},
                           {tournaments_path + "nothing" + what, boss},
                           {tournaments_path + "old" + what, boss}}),
              described_statuses("POST", path));
  }
}

TEST_F(OpenApiChangeTest, WithdrawingAnswersAsDescribed) {
  const std::string path = "/api/v1/tournaments/{name}/withdraw";
  const std::string half = "/api/v1/tournaments/half/withdraw?player=ann";
  EXPECT_EQ(statuses_of("POST", path,
                        {{half, ""},
                         {half, worker},
                         {half, boss},
                         {half, boss},
                         {"/api/v1/tournaments/half/withdraw", boss},
                         {"/api/v1/tournaments/half/withdraw?player=zoe", boss}}),
            described_statuses("POST", path));
}

TEST_F(OpenApiChangeTest, EndingAndDeletingAnswerAsDescribed) {
  const std::string tournaments_path = "/api/v1/tournaments/";
  const std::string plan = replaced(kPlan, "old", "new");
  ASSERT_EQ(ask("POST", "/api/v1/tournaments?paused=1", boss, plan).status, 201);
  for (const char* player : {"ann", "bob"}) {
    const std::string withdrawal = std::string("half/withdraw?keep_open=1&player=") + player;
    ASSERT_EQ(ask("POST", tournaments_path + withdrawal, boss).status, 200);
  }
  run_posted();
  for (const auto& [what, name] : {std::pair("/end", "half"), std::pair("/delete", "new")}) {
    const std::string path = tournaments_path + "{name}" + what;
    const std::string request = tournaments_path + name + what;
    EXPECT_EQ(statuses_of("POST", path,
                          {{request, ""},
                           {request, worker},
                           {request + "?at_once=1", boss},
                           {request, boss},
                           {tournaments_path + "nothing" + what, boss},
                           {tournaments_path + "old" + what, boss}}),
              described_statuses("POST", path));
  }
}

TEST_F(OpenApiChangeTest, AnnullingAnswersAsDescribed) {
  const std::string path = "/api/v1/tournaments/{name}/annul";
  const std::string half = "/api/v1/tournaments/half/annul?game=0-0";
  EXPECT_EQ(statuses_of("POST", path,
                        {{half, ""},
                         {half, worker},
                         {half, boss},
                         {half, boss},
                         {"/api/v1/tournaments/half/annul", boss},
                         {"/api/v1/tournaments/nothing/annul?game=0-0", boss}}),
            described_statuses("POST", path));
}

TEST_F(OpenApiChangeTest, SendingAMessageAnswersAsDescribed) {
  const std::string path = "/api/v1/tournaments/{name}/messages";
  const std::string half = "/api/v1/tournaments/half/messages";
  const std::string body = R"({"text": "The final begins at 18:00"})";
  const Statuses seen = statuses_of("POST", path,
                                    {{half, "", body},
                                     {half, worker, body},
                                     {half, boss, body},
                                     {half, boss, body},
                                     {half, boss, "{}"},
                                     {"/api/v1/tournaments/nothing/messages", boss, body}});
  expect_as_described(path, 200, half);
  EXPECT_EQ(seen, described_statuses("POST", path));
}

TEST_F(OpenApiChangeTest, DisqualifyingAnswersAsDescribed) {
  const std::string path = "/api/v1/tournaments/{name}/disqualify";
  const std::string half = "/api/v1/tournaments/half/disqualify?player=";
  EXPECT_EQ(statuses_of("POST", path,
                        {{half + "bob&why=x", ""},
                         {half + "bob&why=x", worker},
                         {half + "bob&why=x", boss},
                         {half + "bob&why=x", boss},
                         {half + "bob", boss},
                         {half + "zoe&why=x", boss}}),
            described_statuses("POST", path));
}

TEST_F(OpenApiChangeTest, ReturningAnswersAsDescribed) {
  const std::string path = "/api/v1/tournaments/{name}/return";
  const std::string half = "/api/v1/tournaments/half/return?player=";
  ASSERT_EQ(ask("POST", "/api/v1/tournaments/half/withdraw?player=ann", boss).status, 200);
  EXPECT_EQ(statuses_of("POST", path,
                        {{half + "ann", ""},
                         {half + "ann", worker},
                         {half + "ann", boss},
                         {half + "ann", boss},
                         {half, boss},
                         {half + "zoe", boss}}),
            described_statuses("POST", path));
}

TEST_F(OpenApiChangeTest, JoiningAnswersAsDescribed) {
  const std::string ladder_plan = R"({"name": "ladder", "format": "ladder", "players": [{"name": "ann", "guest": true},
    {"name": "bob", "guest": true}]})";
  ASSERT_EQ(ask("POST", "/api/v1/tournaments", boss, ladder_plan).status, 201);
  run_posted();
  const std::string path = "/api/v1/tournaments/{name}/join";
  const std::string request = "/api/v1/tournaments/ladder/join";
  const std::string zoe = R"({"name": "zoe", "guest": true})";
  EXPECT_EQ(statuses_of("POST", path,
                        {{request, "", zoe},
                         {request, worker, zoe},
                         {request, boss, zoe},
                         {request, boss, zoe},
                         {"/api/v1/tournaments/nothing/join", boss, zoe},
                         {"/api/v1/tournaments/half/join", boss, zoe}}),
            described_statuses("POST", path));
}

TEST_F(OpenApiChangeTest, StartingATournamentAnswersAsDescribed) {
  const std::string path = "/api/v1/tournaments";
  Statuses seen = statuses_of("POST", path,
                              {{path, "", kPlan},
                               {path, worker, kPlan},
                               {path, boss, "{}"},
                               {path, boss, kPlan},
                               {path + "?check=1", boss, kPlan}});
  tournaments.drain();
  seen.merge(statuses_of("POST", path, {{path, boss, kPlan}}));
  EXPECT_EQ(seen, described_statuses("POST", path));
}

TEST_F(OpenApiChangeTest, PuzzlesAnswerAsDescribed) {
  const std::string prefix = "/api/v1/puzzles/";
  const auto seen = [&](const std::string& name, const std::vector<std::string>& bodies) {
    std::vector<Change> changes;
    for (const std::string& body : bodies) changes.push_back({prefix + name, "", body});
    Statuses statuses = statuses_of("POST", prefix + name, changes);
    statuses.insert("429");  // where several wait: tests of that part
    return statuses;
  };
  const std::string rare = R"({"hands": 1, "links": 8, "method": "random", "seed": 1})";
  EXPECT_EQ(seen("next", {R"({"hands": 2, "links": 3})", "{}", rare}), described_statuses("POST", prefix + "next"));
  EXPECT_EQ(seen("solve", {R"({"url": "_o1q1__u03"})", R"({"url": "_o1q1o1q1__u01"})", "{}"}),
            described_statuses("POST", prefix + "solve"));
  EXPECT_EQ(seen("check", {R"({"url": "_o1q1__u03", "placements": [{"x": 1, "r": 0}]})", "{}"}),
            described_statuses("POST", prefix + "check"));
}

TEST_F(OpenApiTest, NothingElseIsAnswered) {
  for (const char* path : {"/api/", "/api/v1", "/api/v1/", "/api/v2/games", "/api/v1/games/", "/api/v1/record/1"}) {
    EXPECT_EQ(get(path).status, 404) << path;
  }
}

}  // namespace
}  // namespace rensa::http_api
