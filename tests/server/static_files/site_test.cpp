#include "server/static_files/site.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/static_files/gunzipped.h"

namespace rensa::static_files {
namespace {

using testing::HasSubstr;

net::HttpRequest get(const std::string& path) {
  net::HttpRequest request;
  request.method = "GET";
  request.path = path;
  return request;
}

TEST(PagePath, PagesHaveAddressesAndFilesTheirPaths) {
  EXPECT_EQ(file_of_path("/"), "index.html");
  EXPECT_EQ(file_of_path("/play"), "play.html");
  EXPECT_EQ(file_of_path("/practice"), "practice.html");
  EXPECT_EQ(file_of_path("/train"), "train.html");
  EXPECT_EQ(file_of_path("/look"), "look.html");
  EXPECT_EQ(file_of_path("/tv"), "tv.html");
  EXPECT_EQ(file_of_path("/organise"), "organise.html");
  for (const char* path : {"/how-to-play", "/help", "/rules"})
    EXPECT_EQ(file_of_path(path), "how_to_play.html") << path;
  EXPECT_EQ(file_of_path("/watch/17"), "watch.html");
  EXPECT_EQ(file_of_path("/replay/18446744073709551616"), "replay.html");
  EXPECT_EQ(file_of_path("/replay/"), "replay.html");
  EXPECT_EQ(file_of_path("/watch/"), "watch/");
  EXPECT_EQ(file_of_path("/watch/page.js"), "watch/page.js");
  EXPECT_EQ(file_of_path("/replay/1/2"), "replay/1/2");
  EXPECT_EQ(file_of_path("/style.css"), "style.css");
}

TEST(PagePath, PagesOfRecordsHaveTheirNumbers) {
  EXPECT_EQ(record_of_path("/replay/12"), 12U);
  for (const char* path : {"/replay/", "/replay/1/2", "/replay/1x", "/replay/-1", "/watch/12", "/"}) {
    EXPECT_EQ(record_of_path(path), std::nullopt) << path;
  }
}

TEST(Site, ShowsItsFirstPage) {
  const auto response = Site(embedded_file_source()).answer(get("/"));
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.content_type, "text/html; charset=utf-8");
  EXPECT_THAT(response.body, HasSubstr("<h1"));
}

TEST(Site, AnswersUnknownPathsWithAPage) {
  net::HttpRequest request = get("/nothing");
  request.if_none_match = "*";
  request.accept_encoding = "gzip";
  const auto response = Site(embedded_file_source()).answer(request);
  EXPECT_EQ(response.status, 404);
  EXPECT_EQ(response.content_type, "text/html; charset=utf-8");
  EXPECT_THAT(test::gunzipped(response.body), HasSubstr("There is nothing here"));
}

TEST(Site, AnswersUnknownPathsWithTextIfThereIsNoSuchPage) {
  const auto response = Site([](std::string_view) { return nullptr; }).answer(get("/"));
  EXPECT_EQ(response.status, 404);
  EXPECT_THAT(response.body, HasSubstr("nothing here"));
}

TEST(Site, AnswersOnlyGetAndHead) {
  net::HttpRequest request = get("/");
  request.method = "POST";
  EXPECT_EQ(Site(embedded_file_source()).answer(request).status, 405);
  request.method = "HEAD";
  EXPECT_EQ(Site(embedded_file_source()).answer(request).status, 200);
}

}  // namespace
}  // namespace rensa::static_files
