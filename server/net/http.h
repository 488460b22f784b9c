#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/net/connections.h"

namespace rensa::net {

// HTTP requests and answers as plain values, without a library.

struct HttpRequest {
  std::string method;  // "GET", "HEAD", "POST", "DELETE"
  std::string path;    // decoded, begins with '/', without the query
  std::string query;   // raw, without '?'
  std::string body;
  std::string bearer;   // token of "Authorization: Bearer"; empty: none
  std::string address;  // the client's: behind a trusted proxy, the one that it names
  std::string network;  // shares the limits of an address: of IPv6 the first 64 bits
  // Headers as they were sent; empty: missing.
  std::string accept_encoding;
  std::string accept_language;
  std::string if_none_match;
  std::string accept{};
  std::string last_event_id{};
};

struct HttpHeader {
  std::string name;
  std::string value;
  friend bool operator==(const HttpHeader&, const HttpHeader&) = default;
};

// The body of an answer that goes on until one side closes the connection. All calls are on the thread of the
// io_context.
class HttpStream {
 public:
  virtual ~HttpStream() = default;
  // Adds a part of the body. Several streams may share it. Does nothing if the stream has ended.
  virtual void send(SharedMessage part) = 0;
  // Returns the bytes of the parts that the kernel has not taken yet. While there are many, nothing should be sent: a
  // stream of which a part is not taken in time (Limits::http_write_timeout) is closed.
  virtual std::size_t queued_bytes() const = 0;
  // Closes the connection when all parts have been sent.
  virtual void end() = 0;
  virtual bool is_open() const = 0;
};

struct HttpResponse {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::string file_name;              // if not empty, the answer is a download with this name
  std::vector<HttpHeader> headers{};  // besides those that every answer has
  // If not empty, the body goes on after `body`. This is called once, with the stream that carries the rest; the stream
  // ends when the connection does.
  std::function<void(const std::weak_ptr<HttpStream>&)> stream{};
};

// A handler must reply exactly once, at once or later, on the thread of the io_context.
struct HttpReply : std::function<void(HttpResponse)> {
  using std::function<void(HttpResponse)>::function;
  // Returns a reply to the same request that calls this function instead.
  HttpReply calling(std::function<void(HttpResponse)> call) const {
    HttpReply other(*this);
    other.swap(call);
    return other;
  }

  std::string network{};  // of the request
};
using HttpHandler = std::function<void(const HttpRequest&, HttpReply)>;
// Runs `make` on another thread, so that no match waits for a slow answer, and then replies on the thread of the
// caller.
using RunInBackground = std::function<void(std::function<HttpResponse()> make, HttpReply reply)>;

// Requests whose bodies may be longer than those of all others (Limits::http_body_bytes).
struct LargeBodies {
  // That are not answered yet; more are refused. Each token and each address has one of them at most.
  std::size_t max_at_a_time = 4;
  // Returns the most bytes that the body of this request may have, by its head; 0: the same as all others. Strangers
  // must get 0, since each body is kept in memory.
  std::function<std::size_t(const HttpRequest& head)> limit_of{};
  // Returns the answer to a request whose body is not wanted, by its head; nullopt: it is received. Empty: all are.
  std::function<std::optional<HttpResponse>(const HttpRequest& head)> refusal_of{};
};

// Returns the head of an answer, with the length of the body and the security headers for browsers. The body follows it
// unless the request was HEAD or the status allows no body. A stream has no length: it ends with the connection.
std::string answer_head(const HttpResponse& response, bool keep_alive);
bool has_body(int status);

// Returns a plain-text answer that consists of one sentence.
HttpResponse refusal(int status, std::string sentence);

// Parsing of the texts in HTTP requests.

// Compares names in headers, in which the case of letters does not matter.
bool equals_ignoring_case(std::string_view a, std::string_view b);
// Removes the spaces and tabs around a text.
std::string_view trimmed(std::string_view text);

// Returns the weight of a name in an Accept-Encoding header: 0 (not accepted) to 1000. A name that is not listed has
// the weight of "*".
int accept_weight(std::string_view header, std::string_view name);
// Returns the weight of a language in an Accept-Language header. The region does not matter: "ja-JP" means "ja".
int accept_language_weight(std::string_view header, std::string_view language);

// Decodes a part of a URL, in which %20 is a space and so on; nullopt if an escape is wrong.
std::optional<std::string> unescape(std::string_view text);

// The target of a request line.
struct RequestTarget {
  std::string path;   // decoded; begins with '/', holds no control characters and no ".." between slashes
  std::string query;  // raw, without '?'
};

// Parses "/games/7?full=1"; nullopt if the target is not valid here. A whole URL is not, because its host could differ
// from the Host header.
std::optional<RequestTarget> parse_target(std::string_view text);

// Returns the token of an Authorization header: "abc" for "Bearer abc"; empty if there is none.
std::string_view bearer_token_of(std::string_view authorization);

// Returns true for the content of a Host header: a name, an IPv4 address or an IPv6 address in brackets, and a port if
// there is one. A user before '@' is not allowed.
bool is_host(std::string_view text);
// Returns true for the content of a Sec-WebSocket-Key header: 16 bytes in base64.
bool is_websocket_key(std::string_view text);

// The pages that may open a WebSocket or send a request that changes something, and the host names under which this
// server answers.
struct WebAccess {
  // Exactly as browsers send them: "https://duel.example". Empty: only pages of this server, whose Origin has the host
  // and port of the Host header.
  std::vector<std::string> origins;
  // Host headers, with the port if there is one: "duel.example", "localhost:8080". Empty: any name; but on a loopback
  // address only loopback names, so that a foreign name that resolves to it does not admit pages of that name.
  std::vector<std::string> hosts;
  bool is_loopback = true;
};

bool is_host_allowed(const WebAccess& access, std::string_view host);
// An empty origin is allowed: the client is not a browser. Precondition: is_host_allowed().
bool is_origin_allowed(const WebAccess& access, std::string_view origin, std::string_view host);

// Returns the first subprotocol of a Sec-WebSocket-Protocol header that this server speaks; empty if there is none.
std::string_view choose_subprotocol(std::string_view offered);

inline constexpr std::string_view kBinarySubprotocol = "rensa.v1.pb";
inline constexpr std::string_view kTextSubprotocol = "rensa.v1.json";

}  // namespace rensa::net
