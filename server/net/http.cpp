#include "server/net/http.h"

#include <algorithm>
#include <string_view>

namespace rensa::net {
namespace {

struct Reason {
  int status;
  std::string_view text;
};
constexpr Reason kReasons[] = {{200, "OK"},
                               {201, "Created"},
                               {202, "Accepted"},
                               {204, "No Content"},
                               {304, "Not Modified"},
                               {400, "Bad Request"},
                               {401, "Unauthorized"},
                               {403, "Forbidden"},
                               {404, "Not Found"},
                               {405, "Method Not Allowed"},
                               {408, "Request Timeout"},
                               {409, "Conflict"},
                               {411, "Length Required"},
                               {413, "Payload Too Large"},
                               {417, "Expectation Failed"},
                               {421, "Misdirected Request"},
                               {426, "Upgrade Required"},
                               {429, "Too Many Requests"},
                               {431, "Request Header Fields Too Large"},
                               {500, "Internal Server Error"},
                               {503, "Service Unavailable"}};

std::string_view reason_of(int status) {
  for (const Reason& reason : kReasons) {
    if (reason.status == status) return reason.text;
  }
  return "Status";  // clients read only the number
}

// Sent with every answer: pages may load scripts, styles and images only from this server, may compile WebAssembly, and
// may open WebSockets only to this server ('self' covers them). Pages need no permissions that a browser would ask for.
constexpr std::string_view kContentPolicy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src 'self' data:; "
    "style-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
constexpr std::string_view kPermissions =
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()";

// Removes control characters, so that a text from outside cannot add a header.
std::string without_control_characters(std::string_view text) {
  std::string out(text);
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  std::replace_if(out.begin(), out.end(), is_control, '_');
  return out;
}

// Also removes quotes, for a quoted text in a header.
std::string without_quotes(std::string_view text) {
  std::string out = without_control_characters(text);
  std::replace_if(out.begin(), out.end(), [](char c) { return c == '"' || c == '\\'; }, '_');
  return out;
}

void add(std::string& head, std::string_view name, std::string_view value) {
  head.append(name).append(": ").append(value).append("\r\n");
}

}  // namespace

bool has_body(int status) { return status >= 200 && status != 204 && status != 304; }

std::string answer_head(const HttpResponse& response, bool keep_alive) {
  std::string head = "HTTP/1.1 " + std::to_string(response.status) + " ";
  head.append(reason_of(response.status)).append("\r\n");
  if (has_body(response.status)) {
    add(head, "Content-Type", without_control_characters(response.content_type));
    add(head, "Content-Length", std::to_string(response.body.size()));
  }
  if (!response.file_name.empty()) {
    add(head, "Content-Disposition", "attachment; filename=\"" + without_quotes(response.file_name) + "\"");
  }
  for (const HttpHeader& header : response.headers) add(head, header.name, without_control_characters(header.value));
  if (response.status == 405) add(head, "Allow", "GET, HEAD, POST, DELETE");
  if (response.status == 401) add(head, "WWW-Authenticate", "Bearer");
  add(head, "Connection", keep_alive ? "keep-alive" : "close");
  add(head, "X-Content-Type-Options", "nosniff");
  add(head, "Content-Security-Policy", kContentPolicy);
  add(head, "Referrer-Policy", "no-referrer");
  add(head, "Cross-Origin-Opener-Policy", "same-origin");
  add(head, "Permissions-Policy", kPermissions);
  head += "\r\n";
  return head;
}

HttpResponse refusal(int status, std::string description_of) {
  return {status, "text/plain; charset=utf-8", std::move(description_of) + "\n", {}};
}

}  // namespace rensa::net
