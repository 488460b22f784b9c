#pragma once

#include "server/net/http.h"
#include "server/static_files/asset.h"

namespace rensa::static_files {

// The page that people play on, as files: what is under which path, and how it is sent. What it asks for beside them
// is the API's.
class Site {
 public:
  explicit Site(Files files) : files_(std::move(files)) {}

  net::HttpResponse answer(const net::HttpRequest& request) const;

 private:
  net::HttpResponse not_found(const net::HttpRequest& request) const;

  Files files_;
};

}  // namespace rensa::static_files
