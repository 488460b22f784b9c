#include "server/static_files/asset.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <openssl/sha.h>
#include <stdexcept>
#include <utility>
#include <zlib.h>

namespace rensa::static_files {

namespace {

struct MediaType {
  std::string_view end;
  const char* type;
};

constexpr std::array kMediaTypes{
    MediaType{".html", "text/html; charset=utf-8"},
    MediaType{".js", "text/javascript; charset=utf-8"},
    MediaType{".css", "text/css; charset=utf-8"},
    MediaType{".wasm", "application/wasm"},
    MediaType{".json", "application/json"},
    MediaType{".webmanifest", "application/manifest+json"},
    MediaType{".svg", "image/svg+xml"},
    MediaType{".woff", "font/woff"},
    MediaType{".png", "image/png"},
    MediaType{".ico", "image/x-icon"},
    MediaType{".txt", "text/plain; charset=utf-8"},
};

std::string etag_of(std::string_view bytes) {
  constexpr std::size_t kEnoughBytes = 12;  // of the hash, which need not be secret
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::array<unsigned char, SHA256_DIGEST_LENGTH> hash{};
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), hash.data());
  std::string text = "W/\"";
  for (std::size_t i = 0; i < kEnoughBytes; ++i) {
    text += kDigits[hash[i] >> 4];
    text += kDigits[hash[i] & 15];
  }
  return text + '"';
}

bool contains_etag(std::string_view if_none_match, std::string_view etag) {
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

std::string gzipped(std::string_view bytes) {
  constexpr int kGzipFormat = 16;  // added to the size of the window
  constexpr int kMostMemory = 9;
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzipFormat + MAX_WBITS, kMostMemory, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    throw std::runtime_error("zlib cannot compress");
  }
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  // zlib only reads these bytes.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int end = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (end != Z_STREAM_END) throw std::runtime_error("zlib cannot compress");
  return out;
}

std::string media_type_of(std::string_view file) {
  for (const MediaType& known : kMediaTypes) {
    if (file.ends_with(known.end)) return known.type;
  }
  return "application/octet-stream";
}

Asset make_asset(std::string content_type, std::string bytes) {
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
  if (contains_etag(request.if_none_match, asset.etag)) {
    response.status = 304;
    return response;
  }
  const bool is_gzipped = !asset.gzipped.empty() && net::accept_weight(request.accept_encoding, "gzip") > 0;
  if (is_gzipped) response.headers.push_back({"Content-Encoding", "gzip"});
  response.body = is_gzipped ? asset.gzipped : asset.bytes;
  return response;
}

}  // namespace rensa::static_files
