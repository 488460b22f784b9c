#pragma once

#include <string>
#include <string_view>

#include "server/net/http.h"
#include "server/static_files/asset.h"

namespace rensa::static_files {

// Returns the file for a path of the site. Pages have addresses of their own, other files have their own path.
// Precondition: the path begins with '/'.
std::string file_of_path(std::string_view path);

// Answers requests for the files of the web client.
class Site {
 public:
  explicit Site(FileSource files) : files_(std::move(files)) {}

  net::HttpResponse answer(const net::HttpRequest& request) const;

 private:
  net::HttpResponse not_found(const net::HttpRequest& request) const;

  FileSource files_;
};

}  // namespace rensa::static_files
