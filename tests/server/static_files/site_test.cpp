#include "server/static_files/site.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/static_files/embedded.h"
#include "server/static_files/page_path.h"
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
  EXPECT_EQ(file_behind("/"), "index.html");
  EXPECT_EQ(file_behind("/play"), "play.html");
  EXPECT_EQ(file_behind("/practice"), "practice.html");
  EXPECT_EQ(file_behind("/train"), "train.html");
  EXPECT_EQ(file_behind("/watch/17"), "watch.html");
  EXPECT_EQ(file_behind("/replay/18446744073709551616"), "replay.html");
  EXPECT_EQ(file_behind("/replay/"), "replay.html");
  EXPECT_EQ(file_behind("/watch/"), "watch/");
  EXPECT_EQ(file_behind("/watch/page.js"), "watch/page.js");
  EXPECT_EQ(file_behind("/replay/1/2"), "replay/1/2");
  EXPECT_EQ(file_behind("/style.css"), "style.css");
}

TEST(Site, ShowsItsFirstPage) {
  const auto response = Site(embedded_assets()).answer(get("/"));
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.content_type, "text/html; charset=utf-8");
  EXPECT_THAT(response.body, HasSubstr("<h1"));
}

TEST(Site, SaysOnAPageThatNothingIsThere) {
  net::HttpRequest request = get("/nothing");
  request.if_none_match = "*";
  request.accept_encoding = "gzip";
  const auto response = Site(embedded_assets()).answer(request);
  EXPECT_EQ(response.status, 404);
  EXPECT_EQ(response.content_type, "text/html; charset=utf-8");
  EXPECT_THAT(test::gunzipped(response.body), HasSubstr("There is nothing here"));
}

TEST(Site, SaysThatNothingIsThereWithoutThatPageToo) {
  const auto response = Site([](std::string_view) { return nullptr; }).answer(get("/"));
  EXPECT_EQ(response.status, 404);
  EXPECT_THAT(response.body, HasSubstr("nothing here"));
}

TEST(Site, IsOnlyRead) {
  net::HttpRequest request = get("/");
  request.method = "POST";
  EXPECT_EQ(Site(embedded_assets()).answer(request).status, 405);
  request.method = "HEAD";
  EXPECT_EQ(Site(embedded_assets()).answer(request).status, 200);
}

}  // namespace
}  // namespace rensa::static_files
