#include "server/wiring/welcome_page.h"

namespace rensa::wiring {

namespace {

constexpr const char* kPage = R"(<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Rensa</title></head>
<body>
<h1>Rensa</h1>
<p>This match server is running. Players connect by WebSocket at <code>/ws</code>, workers by TCP.</p>
<ul>
<li><a href="/api/v1/players">Who is here</a></li>
<li><a href="/api/v1/matches">What is being played</a></li>
<li><a href="/api/v1/games">Finished games</a></li>
<li><a href="/metrics">Metrics</a></li>
</ul>
</body>
</html>
)";

}  // namespace

net::HttpResponse welcome_page(const net::HttpRequest& request) {
  if (request.path == "/" && (request.method == "GET" || request.method == "HEAD")) {
    return {.status = 200, .content_type = "text/html; charset=utf-8", .body = kPage, .file_name = ""};
  }
  return {.status = 404, .content_type = "text/plain", .body = "There is nothing here.\n", .file_name = ""};
}

}  // namespace rensa::wiring
