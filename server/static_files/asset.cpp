#include "server/static_files/asset.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <openssl/sha.h>
#include <utility>

#include "server/net/accept.h"
#include "server/net/header_text.h"
#include "server/static_files/gzip.h"

namespace rensa::static_files {

namespace {

std::string etag_of(std::string_view bytes) {
  constexpr std::size_t kEnough = 12;  // bytes of the hash, for what is no secret
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::array<unsigned char, SHA256_DIGEST_LENGTH> hash{};
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), hash.data());
  std::string text = "W/\"";
  for (std::size_t i = 0; i < kEnough; ++i) {
    text += kDigits[hash[i] >> 4];
    text += kDigits[hash[i] & 15];
  }
  return text + '"';
}

bool names(std::string_view if_none_match, std::string_view etag) {
  constexpr std::string_view kWeak = "W/";
  const auto opaque = [kWeak](std::string_view tag) {
    if (tag.starts_with(kWeak)) tag.remove_prefix(kWeak.size());
    return tag;
  };
  while (!if_none_match.empty()) {
    const std::string_view one = if_none_match.substr(0, if_none_match.find(','));
    if_none_match.remove_prefix(std::min(one.size() + 1, if_none_match.size()));
    const std::string_view tag = net::trimmed(one);
    if (tag == "*" || opaque(tag) == opaque(etag)) return true;
  }
  return false;
}

}  // namespace

Asset asset_of(std::string content_type, std::string bytes) {
  std::string shorter = gzipped(bytes);
  if (shorter.size() >= bytes.size()) shorter.clear();
  std::string etag = etag_of(bytes);
  return {.content_type = std::move(content_type),
          .bytes = std::move(bytes),
          .gzipped = std::move(shorter),
          .etag = std::move(etag),
          .varies_by = "Accept-Encoding"};
}

net::HttpResponse response_of(const Asset& asset, const net::HttpRequest& request) {
  net::HttpResponse response{
      .status = 200,
      .content_type = asset.content_type,
      .body = {},
      .file_name = {},
      .headers = {{"ETag", asset.etag}, {"Cache-Control", "no-cache"}, {"Vary", asset.varies_by}}};
  if (names(request.if_none_match, asset.etag)) {
    response.status = 304;
    return response;
  }
  const bool is_gzipped = !asset.gzipped.empty() && net::weight_in(request.accept_encoding, "gzip") > 0;
  if (is_gzipped) response.headers.push_back({"Content-Encoding", "gzip"});
  response.body = is_gzipped ? asset.gzipped : asset.bytes;
  return response;
}

}  // namespace rensa::static_files
