#include <gtest/gtest.h>

#include "tests/e2e/server.h"
#include "tests/tools/paths.h"

// rensa-load on a server.

namespace rensa::e2e {
namespace {

TEST(Load, ComesBackWhenTooManyClientsComeAtOnce) {
  const TemporaryFolder scratch;
  Server server(scratch, {"--arrivals-per-second", "10"});
  const auto address = [&server](Speech speech) { return "127.0.0.1:" + std::to_string(server.port(speech)); };
  Process load({tests::program_path("rensa-load"), "--server", address(Speech::tcp), "--metrics",
                address(Speech::web_json), "--matches", "10", "--watchers", "20", "--seconds", "1", "--json"},
               scratch.file("errors"));
  const Json report = Json::parse(load.rest(), nullptr, false);
  EXPECT_EQ(load.wait(), 0) << report << read_text_file(scratch.file("errors"));
  ASSERT_TRUE(report.is_object());
  // It has waited until all players were let in. At the moment of the count, some may be between two matches.
  EXPECT_GT(report.value("matches", 0), 0);
  EXPECT_EQ(report.at("watched").at("watchers").at("present"), 20);
  const std::string metrics = server.get("/metrics").body;
  EXPECT_NE(metrics.find("\nrensa_sessions_told_to_come_back_total "), std::string::npos);
  EXPECT_EQ(metrics.find("\nrensa_sessions_told_to_come_back_total 0\n"), std::string::npos);
}

}  // namespace
}  // namespace rensa::e2e
