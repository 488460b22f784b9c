#include "server/net/answer.h"

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

// What a header may hold: whoever names a file must not be able to add a header.
std::string harmless(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool plain = static_cast<unsigned char>(c) >= 0x20 && c != 0x7F && c != '"' && c != '\\';
    out.push_back(plain ? c : '_');
  }
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
    add(head, "Content-Type", harmless(response.content_type));
    add(head, "Content-Length", std::to_string(response.body.size()));
  }
  if (!response.file_name.empty()) {
    add(head, "Content-Disposition", "attachment; filename=\"" + harmless(response.file_name) + "\"");
  }
  if (response.status == 405) add(head, "Allow", "GET, HEAD, POST, DELETE");
  if (response.status == 401) add(head, "WWW-Authenticate", "Bearer");
  add(head, "Connection", keep_alive ? "keep-alive" : "close");
  add(head, "X-Content-Type-Options", "nosniff");
  add(head, "Content-Security-Policy", "default-src 'self'");
  add(head, "Referrer-Policy", "no-referrer");
  head += "\r\n";
  return head;
}

HttpResponse refusal(int status, std::string sentence) {
  return {status, "text/plain; charset=utf-8", std::move(sentence) + "\n", {}};
}

}  // namespace rensa::net
