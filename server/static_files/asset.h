#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "server/net/http.h"

namespace rensa::static_files {

// What is sent to browsers, ready to be sent many times.
struct Asset {
  std::string content_type;
  std::string bytes;
  std::string gzipped;  // empty: would be no shorter
  std::string etag;     // a weak one, since both forms have it
  std::string varies_by = "Accept-Encoding";
};

Asset asset_of(std::string content_type, std::string bytes);

// Compressed if that is accepted; without a body if the browser has it already. Browsers keep it, and ask each time
// whether it is still the same: after an update nobody runs old scripts with new ones.
net::HttpResponse response_of(const Asset& asset, const net::HttpRequest& request);

// Gives a file of the page by its path, "draw/board.js"; null: there is none.
using Files = std::function<std::shared_ptr<const Asset>(std::string_view path)>;

}  // namespace rensa::static_files
