#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "server/net/http.h"

namespace rensa::static_files {

// A file with its headers, prepared to be sent to browsers many times.
struct Asset {
  std::string content_type;
  std::string bytes;
  std::string gzipped;  // empty: it would be no shorter
  std::string etag;     // weak, since both forms have the same
  std::string varies_by = "Accept-Encoding";
};

Asset make_asset(std::string content_type, std::string bytes);

// The response is compressed if the browser accepts that, and has no body if the browser has the asset already.
// Browsers ask each time if it is still the same, so that after an update no old script runs with new ones.
net::HttpResponse response_of(const Asset& asset, const net::HttpRequest& request);

// Returns the file of a path such as "draw/board.js"; null: there is none.
using FileSource = std::function<std::shared_ptr<const Asset>(std::string_view path)>;

// Compresses in the format of gzip, as small as zlib can. The same bytes give the same result.
std::string gzipped(std::string_view bytes);

// The media type that belongs to the end of a file name; "application/octet-stream" for an unknown one.
std::string media_type_of(std::string_view file);

}  // namespace rensa::static_files
