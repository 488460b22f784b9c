#include "server/pages/page_cache.h"

#include <deque>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>

namespace rensa::pages {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Runs background tasks only in work().
class PageCacheTest : public testing::Test {
 protected:
  void want(const std::string& version, const std::string& key = "page", const std::string& network = "") {
    net::HttpReply reply([this](const net::HttpResponse& response) { heard.push_back(response); });
    reply.network = network;
    cache.answer({.key = key,
                  .version = version,
                  .prepare = [this, version]() -> PageCache::MakePage {
                    prepared.push_back(version);
                    return make ? make : [version] {
                      return std::make_shared<const static_files::Asset>(static_files::make_asset("t", version));
                    };
                  }},
                 {}, reply);
  }
  void work() {
    const auto [job, reply] = jobs.front();
    jobs.pop_front();
    reply(job());
  }
  std::vector<std::string> bodies() const {
    std::vector<std::string> bodies;
    for (const net::HttpResponse& response : heard) bodies.push_back(response.body);
    return bodies;
  }

  std::deque<std::pair<std::function<net::HttpResponse()>, net::HttpReply>> jobs;
  std::vector<std::string> prepared;
  std::vector<net::HttpResponse> heard;
  PageCache::MakePage make;
  PageCache cache{[this](std::function<net::HttpResponse()> job, net::HttpReply reply) {
    jobs.emplace_back(std::move(job), std::move(reply));
  }};
};

TEST_F(PageCacheTest, AnUnchangedPageIsMadeOnce) {
  want("1");
  work();
  want("1");
  EXPECT_THAT(bodies(), ElementsAre("1", "1"));
  want("2");
  EXPECT_EQ(heard.size(), 2U);
  work();
  EXPECT_THAT(bodies(), ElementsAre("1", "1", "2"));
  EXPECT_THAT(prepared, ElementsAre("1", "2"));
}

TEST_F(PageCacheTest, ClientsThatComeMeanwhileShareTheNextPage) {
  want("1");
  want("2");
  want("3");
  EXPECT_EQ(jobs.size(), 1U);
  work();
  EXPECT_THAT(bodies(), ElementsAre("1")) << "later clients get newer content";
  ASSERT_EQ(jobs.size(), 1U);
  work();
  EXPECT_THAT(bodies(), ElementsAre("1", "3", "3"));
  EXPECT_TRUE(jobs.empty());
}

TEST_F(PageCacheTest, PagesDoNotWaitForEachOther) {
  want("1", "one");
  want("1", "other");
  EXPECT_EQ(jobs.size(), 2U);
}

TEST_F(PageCacheTest, NoNetworkWaitsForTheTurnOfAnother) {
  want("1", "page", "busy");
  want("1", "page", "other");
  ASSERT_EQ(jobs.size(), 2U);
  EXPECT_EQ(jobs[1].second.network, "other");
  std::swap(jobs[0], jobs[1]);
  int made = 0;
  make = [&made] {
    ++made;
    return std::make_shared<const static_files::Asset>(static_files::make_asset("t", "1"));
  };
  want("1", "page", "third");
  ASSERT_EQ(jobs.size(), 3U);
  work();
  EXPECT_THAT(bodies(), ElementsAre("1", "1", "1")) << "the first turn makes the page for all";
  work();
  work();
  EXPECT_EQ(heard.size(), 3U);
  EXPECT_EQ(made, 0) << "the turns of the others make nothing";
  want("1", "page", "busy");
  EXPECT_EQ(heard.size(), 4U);
  EXPECT_TRUE(jobs.empty());
}

TEST_F(PageCacheTest, APageThatHasBegunIsWaitedForByAllNetworks) {
  make = [this] {
    make = {};
    want("1", "page", "two");
    want("2", "page", "three");
    return std::make_shared<const static_files::Asset>(static_files::make_asset("t", "1"));
  };
  want("1", "page", "one");
  work();
  EXPECT_THAT(bodies(), ElementsAre("1", "1"));
  ASSERT_EQ(jobs.size(), 1U);
  work();
  EXPECT_THAT(bodies(), ElementsAre("1", "1", "2"));
}

TEST_F(PageCacheTest, AnOlderPageThatIsLateDoesNotReplaceANewerOne) {
  want("1", "page", "busy");
  want("2", "page", "other");
  std::swap(jobs[0], jobs[1]);
  work();
  work();
  EXPECT_THAT(bodies(), ElementsAre("2", "1"));
  want("2");
  EXPECT_EQ(heard.size(), 3U);
  EXPECT_TRUE(jobs.empty());
}

TEST_F(PageCacheTest, AFailureIsReportedAndThePageIsTriedAgain) {
  make = []() -> std::shared_ptr<const static_files::Asset> { throw std::runtime_error("no room"); };
  want("1");
  work();
  EXPECT_EQ(heard.back().status, 503);
  EXPECT_THAT(heard.back().body, HasSubstr("no room"));
  make = [] { return std::shared_ptr<const static_files::Asset>(); };
  want("1");
  work();
  EXPECT_EQ(heard.back().status, 404);
  make = {};
  want("1");
  work();
  EXPECT_EQ(heard.back().status, 200);
}

TEST_F(PageCacheTest, ManyNewPagesReplaceOldOnes) {
  for (int i = 0; i < 300; ++i) {
    want("1", std::to_string(i));
    work();
  }
  prepared.clear();
  want("1", "299");
  EXPECT_TRUE(prepared.empty());
  want("1", "0");
  EXPECT_THAT(prepared, ElementsAre("1"));
}

}  // namespace
}  // namespace rensa::pages
