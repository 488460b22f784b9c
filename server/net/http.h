#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace rensa::net {

// HTTP requests and answers as plain values, without a library.

struct HttpRequest {
  std::string method;  // "GET", "HEAD", "POST", "DELETE"
  std::string path;    // decoded, begins with '/', without the query
  std::string query;   // raw, without '?'
  std::string body;
  std::string bearer;  // token of "Authorization: Bearer"; empty: none
  std::string address;
  std::string network;  // shares the limits of an address: of IPv6 the first 64 bits
  // Headers as they were sent; empty: missing.
  std::string accept_encoding;
  std::string accept_language;
  std::string if_none_match;
};

struct HttpHeader {
  std::string name;
  std::string value;
  friend bool operator==(const HttpHeader&, const HttpHeader&) = default;
};

struct HttpResponse {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::string file_name;              // if not empty, the answer is a download with this name
  std::vector<HttpHeader> headers{};  // besides those that every answer has
};

// A handler must reply exactly once, at once or later, on the thread of the io_context.
using HttpReply = std::function<void(HttpResponse)>;
using HttpHandler = std::function<void(const HttpRequest&, HttpReply)>;
// Runs `make` on another thread, so that no match waits for a slow answer, and then replies on the thread of the
// caller.
using RunInBackground = std::function<void(std::function<HttpResponse()> make, HttpReply reply)>;

// Returns the head of an answer, with the length of the body and the security headers for browsers. The body follows it
// unless the request was HEAD or the status allows no body.
std::string answer_head(const HttpResponse& response, bool keep_alive);
bool has_body(int status);

// Returns a plain-text answer that consists of one sentence.
HttpResponse refusal(int status, std::string description_of);

}  // namespace rensa::net
