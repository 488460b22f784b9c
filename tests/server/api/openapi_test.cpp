#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "server/api/api.h"
#include "tests/server/front/post_office.h"

// The description of the API against what the API answers.

namespace rensa::api {
namespace {

using nlohmann::json;
using tests::PostOffice;

const json& described() {
  static const json document = json::parse(std::ifstream(RENSA_OPENAPI));
  return document;
}

const json& resolved(const json& schema) {
  if (!schema.contains("$ref")) return schema;
  const std::string name = schema["$ref"].get<std::string>();
  return described()["components"]["schemas"][name.substr(name.rfind('/') + 1)];
}

// What of the value is not as the schema says; empty: nothing.
std::string fault_in(const json& value, const json& given) {
  const json& schema = resolved(given);
  const std::string type = schema.value("type", "");
  if (value.is_null()) return schema.value("nullable", false) ? "" : "null";
  if (type == "string") return value.is_string() ? "" : "not a string";
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
    if (!schema["properties"].contains(name)) return name + " is not described";
    if (std::string fault = fault_in(member, schema["properties"][name]); !fault.empty()) return name + ": " + fault;
  }
  return "";
}

class OpenApiTest : public testing::Test {
 protected:
  OpenApiTest() {
    office.play_short_game();
    office.say(office.enter("ann"), proto::QuickMatch{});
    office.say(office.enter("bob"), proto::QuickMatch{});
  }

  net::HttpResponse get(const std::string& path) {
    net::HttpRequest request;
    request.method = "GET";
    request.path = path.substr(0, path.find('?'));
    request.query = path.find('?') == std::string::npos ? "" : path.substr(path.find('?') + 1);
    net::HttpResponse answer;
    EXPECT_TRUE(api.answer(request, [&](net::HttpResponse response) { answer = std::move(response); })) << path;
    return answer;
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

  PostOffice office;
  Api api{office.front, office.store, [] { return Machine{}; },
          [](const auto& make, const auto& reply) { reply(make()); }};
};

TEST_F(OpenApiTest, EveryPathAnswersAsDescribed) {
  for (const auto& [path, methods] : described()["paths"].items()) {
    EXPECT_EQ(methods.size(), path == "/api/v1/matches/{number}" ? 2U : 1U) << path;
    for (const auto& [status, answer] : methods["get"]["responses"].items()) {
      if (status == "500" || status == "503") continue;  // below, and where a store or a record is damaged
      const std::string number = status == "404" ? "7777" : status == "400" ? "x" : "1";
      std::string request = std::regex_replace(path, std::regex("\\{number\\}"), number);
      if (status == "400" && request == path) request += "?limit=x";
      expect_as_described(path, std::stoi(status), request);
    }
  }
  expect_as_described("/api/v1/records/{number}", 200, "/api/v1/records/1?format=json");
  expect_as_described("/api/v1/records/{number}", 400, "/api/v1/records/1?format=xml");
  expect_as_described("/api/v1/games", 200, "/api/v1/games?before=9&limit=200");
  office.front.hall().drain(1);
  expect_as_described("/readyz", 503, "/readyz");
}

TEST_F(OpenApiTest, EndingAMatchAnswersAsDescribed) {
  const json& answers = described()["paths"]["/api/v1/matches/{number}"]["delete"]["responses"];
  const std::string worker = office.store.create_token("deep", store::Role::worker);
  const std::string boss = office.store.create_token("boss", store::Role::administrator);
  const std::string running =
      std::to_string(static_cast<std::uint64_t>(office.front.hall().lobby().matches.at(0).match));
  std::set<std::string> seen;
  for (const auto& [number, token] : std::vector<std::pair<std::string, std::string>>{
           {"1", ""}, {"1", worker}, {"x", boss}, {"7777", boss}, {running, boss}}) {
    net::HttpRequest request;
    request.method = "DELETE";
    request.path = "/api/v1/matches/" + number;
    request.bearer = token;
    api.answer(request, [&](const net::HttpResponse& response) {
      const std::string status = std::to_string(response.status);
      ASSERT_TRUE(answers.contains(status)) << status;
      EXPECT_EQ(fault_in(json::parse(response.body), answers[status]["content"]["application/json"]["schema"]), "");
      seen.insert(status);
    });
  }
  EXPECT_EQ(seen.size(), answers.size());
}

TEST_F(OpenApiTest, NothingElseIsAnswered) {
  for (const char* path : {"/api/", "/api/v1", "/api/v1/", "/api/v2/games", "/api/v1/games/", "/api/v1/record/1"}) {
    EXPECT_EQ(get(path).status, 404) << path;
  }
}

}  // namespace
}  // namespace rensa::api
