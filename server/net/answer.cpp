#include "server/net/answer.h"

#include <algorithm>
#include <string_view>

namespace rensa::net {
namespace {

std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 201:
      return "Created";
    case 202:
      return "Accepted";
    case 204:
      return "No Content";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 411:
      return "Length Required";
    case 413:
      return "Payload Too Large";
    case 417:
      return "Expectation Failed";
    case 421:
      return "Misdirected Request";
    case 426:
      return "Upgrade Required";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 503:
      return "Service Unavailable";
    default:
      return "Status";  // the number is what counts
  }
}

// The same for every answer: pages have scripts, styles and images from files of this server only, WebAssembly is
// compiled, and WebSockets go to this server ('self' covers them). What browsers ask people for, nobody needs here.
constexpr std::string_view kContentPolicy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src 'self' data:; "
    "style-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
constexpr std::string_view kPermissions =
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()";

// What a header may hold: whoever chooses its text must not be able to add a header.
std::string one_line(std::string_view text) {
  std::string out(text);
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  std::replace_if(out.begin(), out.end(), is_control, '_');
  return out;
}

// The same between quotes.
std::string quotable(std::string_view text) {
  std::string out = one_line(text);
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
    add(head, "Content-Type", one_line(response.content_type));
    add(head, "Content-Length", std::to_string(response.body.size()));
  }
  if (!response.file_name.empty()) {
    add(head, "Content-Disposition", "attachment; filename=\"" + quotable(response.file_name) + "\"");
  }
  for (const HttpHeader& header : response.headers) add(head, header.name, one_line(header.value));
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

HttpResponse refusal(int status, std::string sentence) {
  return {status, "text/plain; charset=utf-8", std::move(sentence) + "\n", {}};
}

}  // namespace rensa::net
