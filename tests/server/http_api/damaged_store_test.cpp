#include <boost/asio/executor_work_guard.hpp>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <random>

#include "server/storage/sqlite/database/page_checksum.h"
#include "server/storage/sqlite/sqlite_store.h"
#include "tests/server/http_api/api_fixture.h"
#include "tests/server/storage/scratch_folder.h"
#include "tests/server/storage/sqlite/version_5.h"
#include "tests/tools/long_tests.h"

// Tests what clients are answered when bytes of the database have changed.

namespace rensa::http_api {
namespace {

// The API of a server over the database of a folder.
class DatabaseApi {
 public:
  explicit DatabaseApi(const storage::SqliteOptions& options) : store_(options, fixture_.post) {}

  net::HttpResponse get(const std::string& path) {
    net::HttpRequest request;
    request.method = "GET";
    request.path = path.substr(0, path.find('?'));
    request.query = path.find('?') == std::string::npos ? "" : path.substr(path.find('?') + 1);
    net::HttpResponse answer;
    answer.status = -1;
    EXPECT_TRUE(api_.answer(request, [&](net::HttpResponse response) { answer = std::move(response); })) << path;
    fixture_.io.restart();
    while (answer.status == -1 && fixture_.io.run_one_for(rensa::test::kTimeLimit) > 0) continue;
    return answer;
  }

 private:
  test::ApiFixture fixture_;
  // The thread of the store has work for the loop that the loop does not know of.
  const boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{fixture_.io.get_executor()};
  storage::SqliteStore store_;
  Api api_{fixture_.server.service,
           store_,
           fixture_.tournaments,
           [] { return ResourceUsage{}; },
           [](const auto& make, const auto& reply) { reply(make()); },
           [](std::chrono::milliseconds, const std::function<void()>&) {}};
};

std::vector<std::string> all_paths() {
  std::vector<std::string> paths;
  for (const char* query : {"", "?limit=3", "?before=5", "?player=ann", "?player=builder", "?player=carl",
                            "?ruleset=tsu-1", "?tournament=cup", "?from=2026-01-01", "?to=2026-11-26&player=bob"}) {
    paths.push_back(std::string("/api/v1/games") + query);
  }
  for (int match = 1; match <= 7; ++match) paths.push_back("/api/v1/matches/" + std::to_string(match));
  for (int record = 1; record <= 11; ++record) {
    const std::string number = std::to_string(record);
    paths.push_back("/api/v1/games/" + number);
    paths.push_back("/api/v1/records/" + number);
    if (record % 4 == 1) paths.push_back("/api/v1/records/" + number + "?format=json");
    if (record % 8 == 2) paths.push_back("/api/v1/records/" + number + "/share");
  }
  return paths;
}

TEST(DamagedStore, EveryPathAnswersAsBeforeOrWithAnError) {
  const storage::test::ScratchFolder scratch;
  storage::test::write_version_5(scratch.file);
  const std::vector<std::string> paths = all_paths();
  std::map<std::string, net::HttpResponse> undamaged;
  {
    DatabaseApi api(scratch.command());
    for (const std::string& path : paths) undamaged[path] = api.get(path);
  }
  EXPECT_EQ(undamaged["/api/v1/games/10"].status, 200);
  EXPECT_EQ(undamaged["/api/v1/games/11"].status, 404);
  EXPECT_EQ(undamaged["/api/v1/records/5?format=json"].status, 200);
  EXPECT_EQ(undamaged["/api/v1/records/2/share"].status, 200);

  const std::string whole = storage::test::bytes_of(scratch.file);
  const std::size_t pages = whole.size() / storage::kPageBytes;
  const int positions = rensa::tests::cases(static_cast<int>(pages), 5'000);
  std::mt19937 chance(5);
  int errors = 0;
  for (int i = 0; i < positions && !testing::Test::HasFailure(); ++i) {
    const std::size_t page = static_cast<std::size_t>(i) % pages;
    const std::size_t at =
        page * storage::kPageBytes + std::uniform_int_distribution<std::size_t>(0, storage::kPageBytes - 1)(chance);
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ std::uniform_int_distribution(1, 255)(chance));
    SCOPED_TRACE("byte " + std::to_string(at));
    std::ofstream(scratch.file, std::ios::binary) << bytes;
    for (const char* ending : {"-wal", "-shm", "-journal"}) {
      std::filesystem::remove(scratch.file.string() + ending);
    }
    try {
      DatabaseApi api(scratch.command());
      for (const std::string& path : paths) {
        const net::HttpResponse answer = api.get(path);
        if (answer.status >= 500) {
          ++errors;
        } else {
          EXPECT_EQ(answer.status, undamaged[path].status) << path;
          EXPECT_EQ(answer.body, undamaged[path].body) << path;
        }
      }
    } catch (const storage::StoreException&) {
      ++errors;  // the server does not start
    }
  }
  EXPECT_GT(errors, positions / 2);
}

}  // namespace
}  // namespace rensa::http_api
