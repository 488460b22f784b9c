#pragma once

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/server/http_api/api_fixture.h"

namespace rensa::http_api::test {

inline constexpr const char* kAllTournaments = "/api/v1/tournaments";

inline std::string plan_named(const std::string& name, const std::string& second = R"({"name": "bob", "guest": true})",
                              const std::string& more = "") {
  return R"({"name": ")" + name + R"(", )" + more + R"("players": [{"name": "ann", "guest": true}, )" + second + "]}";
}

class OrganiserTest : public testing::Test, protected ApiFixture {
 protected:
  int start(const std::string& token, const std::string& plan, const std::string& query = "") {
    last = ask("POST", kAllTournaments + query, token, plan);
    run_posted();
    return last.status;
  }
  int order(const std::string& token, const std::string& name, const std::string& what, const std::string& body = "") {
    last = ask("POST", std::string(kAllTournaments) + "/" + name + "/" + what, token, body);
    run_posted();
    return last.status;
  }
  std::string error() { return nlohmann::json::parse(last.body).value("error", ""); }
  std::string state_of(const std::string& name) {
    return nlohmann::json::parse(get(std::string(kAllTournaments) + "/" + name).body)["state"];
  }
  std::vector<std::string> acts() {
    std::vector<std::string> acts;
    for (const storage::AuditEntry& entry : server.store.audit_entries()) {
      acts.push_back(entry.actor + ": " + entry.act + ": " + entry.target);
    }
    return acts;
  }

  const std::string boss = administrator();
  const std::string olga = organiser("olga", {"spring-cup", "autumn-*"});
  net::HttpResponse last;
};

}  // namespace rensa::http_api::test
