#include "server/static_files/site.h"

#include "server/static_files/page_path.h"

namespace rensa::static_files {

namespace {

net::HttpResponse sentence(int status, const char* text) {
  return {.status = status, .content_type = "text/plain; charset=utf-8", .body = text, .file_name = {}};
}

}  // namespace

net::HttpResponse Site::answer(const net::HttpRequest& request) const {
  if (request.method != "GET" && request.method != "HEAD") {
    return sentence(405, "Only GET and HEAD are answered here.\n");
  }
  const auto asset = files_(file_behind(request.path));
  return asset ? response_of(*asset, request) : not_found(request);
}

net::HttpResponse Site::not_found(const net::HttpRequest& request) const {
  const auto page = files_("not_found.html");
  if (!page) return sentence(404, "There is nothing here.\n");
  net::HttpRequest whole = request;
  whole.if_none_match.clear();
  net::HttpResponse response = response_of(*page, whole);
  response.status = 404;
  return response;
}

}  // namespace rensa::static_files
