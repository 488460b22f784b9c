#include <fstream>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "server/base/atomic_file.h"
#include "tests/server/live_tournaments/cup_on_server.h"
#include "tests/tools/paths.h"

// Programs that fail while their machine is overloaded.

namespace rensa::live_tournaments {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class OverloadedHost : public test::CupOnServer {
 protected:
  std::string journal() const { return base::read_text_file(storage::journal_file_in(run())); }
};

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
  EXPECT_THAT(journal(), HasSubstr("crashed"));
  EXPECT_THAT(journal(), Not(HasSubstr("voided")));
}

// No match has played it, which would list it.
TEST_F(OverloadedHost, AGameThatIsLostBeforeItsMatchIsListed) {
  const json players{{{"name", "ann"}, {"exec", {"/bin/sh", "-c", "exit 3"}}},
                     {{"name", "bob"}, {"exec", {tests::program_path("host_player"), "honest"}}}};
  const json plan{{"name", "cup"}, {"players", players}, {"pairs", 1}, {"audit", 0}, {"bench_after", 1}};
  ASSERT_EQ(server_->start(plan.dump()), "cup");
  ASSERT_TRUE(is_over_soon());
  const std::vector<TournamentResults> results = server_->results_to_list();
  ASSERT_FALSE(results.empty());
  EXPECT_THAT(results[0].games, testing::SizeIs(1));
  EXPECT_TRUE(results[0].are_new);
}

}  // namespace
}  // namespace rensa::live_tournaments
