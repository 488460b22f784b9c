#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace rensa::net {

// HTTP as plain values, for those who answer requests.

struct HttpRequest {
  std::string method;  // "GET", "HEAD", "POST", "DELETE"
  std::string path;    // decoded, begins with '/', without the query
  std::string query;   // raw, without '?'
  std::string body;
  std::string bearer;  // token of "Authorization: Bearer"; empty: none
  std::string address;
  std::string network;  // what shares the limits of an address: of IPv6 the first 64 bits
  // Headers as they came; empty: not there.
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
  std::string file_name;              // not empty: a download of this name
  std::vector<HttpHeader> headers{};  // beside those that every answer has
};

// Answers at once or later, exactly once, on the thread of the io_context.
using HttpReply = std::function<void(HttpResponse)>;
using HttpHandler = std::function<void(const HttpRequest&, HttpReply)>;
// Makes an answer that takes long somewhere else, so that no match has to wait for it, and then replies on the thread
// of who asked.
using Elsewhere = std::function<void(std::function<HttpResponse()> make, HttpReply reply)>;

}  // namespace rensa::net
