#include <fstream>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "server/base/atomic_file.h"
#include "tests/server/live_tournaments/cup_on_server.h"

// Programs that fail while their machine is overloaded.

namespace rensa::live_tournaments {
namespace {

using nlohmann::json;

class OverloadedHost : public test::CupOnServer {};

TEST_F(OverloadedHost, AProgramThatEndsBeforeItsMatchLosesAllTheSame) {
  const std::string sign = (folder_ / "end").string();
  const std::vector<std::string> waiting{"/bin/sh", "-c", "while ! test -e " + sign + "; do sleep 0.05; done; exit 3"};
  const json players{{{"name", "ann"}, {"exec", waiting}}, {{"name", "bob"}, {"exec", waiting}}};
  const json plan{{"name", "cup"}, {"players", players}, {"pairs", 1}, {"audit", 0}, {"bench_after", 0}};
  ASSERT_EQ(server_->start(plan.dump()), "cup");
  ASSERT_TRUE(waits_for([](const LiveTournament& run) { return run.games_running() == 2; }));
  server_->add_overload();
  std::ofstream(sign) << "now";
  ASSERT_TRUE(is_over_soon());
  const std::string journal = base::read_text_file(storage::journal_file_in(run()));
  EXPECT_THAT(journal, testing::HasSubstr("crashed"));
  EXPECT_THAT(journal, testing::Not(testing::HasSubstr("voided")));
}

}  // namespace
}  // namespace rensa::live_tournaments
