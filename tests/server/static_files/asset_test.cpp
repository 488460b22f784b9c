#include "server/static_files/asset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/static_files/gunzipped.h"

namespace rensa::static_files {
namespace {

using test::gunzipped;
using test::header_of;

net::HttpRequest asking(const std::string& encoding, const std::string& if_none_match = "") {
  net::HttpRequest request;
  request.method = "GET";
  request.accept_encoding = encoding;
  request.if_none_match = if_none_match;
  return request;
}

const std::string kLong(5'000, 'a');

TEST(Asset, IsCompressedIfTheBrowserAcceptsIt) {
  const Asset asset = make_asset("text/plain", kLong);
  const auto response = response_of(asset, asking("br, gzip;q=0.8"));
  EXPECT_EQ(header_of(response, "Content-Encoding"), "gzip");
  EXPECT_LT(response.body.size(), kLong.size() / 10);
  EXPECT_EQ(gunzipped(response.body), kLong);
  for (const char* encoding : {"", "br", "gzip;q=0"}) {
    const auto plain = response_of(asset, asking(encoding));
    EXPECT_EQ(header_of(plain, "Content-Encoding"), "") << encoding;
    EXPECT_EQ(plain.body, kLong) << encoding;
    EXPECT_EQ(header_of(plain, "Vary"), "Accept-Encoding") << "caches have to know in any case";
  }
}

TEST(Asset, IsSentUncompressedIfThatIsShorter) {
  for (const std::string& bytes : {std::string(), std::string("ab")}) {
    const auto response = response_of(make_asset("text/plain", bytes), asking("gzip"));
    EXPECT_EQ(header_of(response, "Content-Encoding"), "");
    EXPECT_EQ(response.body, bytes);
  }
}

TEST(Asset, IsNotSentAgainToABrowserThatHasIt) {
  const Asset asset = make_asset("text/plain", kLong);
  const std::string etag = header_of(response_of(asset, asking("gzip")), "ETag");
  EXPECT_EQ(etag, header_of(response_of(asset, asking("")), "ETag"));
  EXPECT_NE(etag, header_of(response_of(make_asset("text/plain", kLong + "b"), asking("")), "ETag"));
  for (const std::string& had : {etag, etag.substr(2), "\"other\", " + etag, std::string("*")}) {
    const auto response = response_of(asset, asking("gzip", had));
    EXPECT_EQ(response.status, 304) << had;
    EXPECT_EQ(response.body, "");
    EXPECT_EQ(header_of(response, "ETag"), etag);
    EXPECT_EQ(header_of(response, "Cache-Control"), "no-cache");
  }
  for (const std::string& had : {std::string("\"other\""), std::string("W/"), std::string("\"\""), etag + "x"}) {
    EXPECT_EQ(response_of(asset, asking("gzip", had)).status, 200) << had;
  }
}

TEST(MediaType, FollowsFromTheEndOfTheName) {
  EXPECT_EQ(media_type_of("play.html"), "text/html; charset=utf-8");
  EXPECT_EQ(media_type_of("rules/engine.wasm"), "application/wasm");
  EXPECT_EQ(media_type_of("rules/engine.js"), "text/javascript; charset=utf-8");
  EXPECT_EQ(media_type_of("a.json"), "application/json");
  EXPECT_EQ(media_type_of("a.svg"), "image/svg+xml");
  EXPECT_EQ(media_type_of("a.woff"), "font/woff");
  EXPECT_EQ(media_type_of("html"), "application/octet-stream");
}

}  // namespace
}  // namespace rensa::static_files
