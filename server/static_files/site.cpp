#include "server/static_files/site.h"

#include <algorithm>
#include <array>

namespace rensa::static_files {

namespace {

struct Page {
  std::string_view path;
  const char* file;
};

constexpr std::array kPages{Page{"/", "index.html"}, Page{"/play", "play.html"}, Page{"/practice", "practice.html"},
                            Page{"/train", "train.html"},
                            Page{"/replay/", "replay.html"}};  // of the record that its query names
constexpr std::array kNumberedPages{Page{"/watch/", "watch.html"}, Page{"/replay/", "replay.html"}};

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

net::HttpResponse text_response(int status, const char* text) {
  return {.status = status, .content_type = "text/plain; charset=utf-8", .body = text, .file_name = {}};
}

}  // namespace

std::string file_of_path(std::string_view path) {
  for (const Page& page : kPages) {
    if (path == page.path) return page.file;
  }
  for (const Page& page : kNumberedPages) {
    if (path.starts_with(page.path) && is_number(path.substr(page.path.size()))) return page.file;
  }
  return std::string(path.substr(1));
}

net::HttpResponse Site::answer(const net::HttpRequest& request) const {
  if (request.method != "GET" && request.method != "HEAD") {
    return text_response(405, "Only GET and HEAD are answered here.\n");
  }
  const auto asset = files_(file_of_path(request.path));
  return asset ? response_of(*asset, request) : not_found(request);
}

net::HttpResponse Site::not_found(const net::HttpRequest& request) const {
  const auto page = files_("not_found.html");
  if (!page) return text_response(404, "There is nothing here.\n");
  net::HttpRequest whole = request;
  whole.if_none_match.clear();
  net::HttpResponse response = response_of(*page, whole);
  response.status = 404;
  return response;
}

}  // namespace rensa::static_files
