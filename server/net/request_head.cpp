#include "server/net/request_head.h"

#include <string>
#include <utility>
#include <vector>

namespace rensa::net {
namespace {

namespace http = boost::beast::http;
using http::field;

Refusal refused(int status, std::string sentence, std::uint64_t NetworkCounts::* count = nullptr) {
  return {refusal(status, std::move(sentence)), count};
}

// Precondition: there is one Host header at most.
std::optional<Refusal> refusal_of_host(std::string_view host, const WebAccess& access) {
  if (host.find('@') != std::string_view::npos) {
    return refused(400, "The Host header must be a name and a port, without a user before '@'.");
  }
  if (!host.empty() && !is_host(host)) {
    return refused(400, "The Host header must be a name or an address, and a port if there is one.");
  }
  if (!is_host_allowed(access, host)) {
    return refused(421, "This server does not answer under that name; its configuration lists the hosts.",
                   &NetworkCounts::refused_host);
  }
  return std::nullopt;
}

// Two lengths, even equal ones, are a sign that a proxy in front of this server reads the request in another way.
std::optional<Refusal> refusal_of_body(const RequestHead& request) {
  if (request.count(field::content_length) > 1 || request[field::content_length].find(',') != std::string_view::npos) {
    return refused(400, "A request must not have more than one Content-Length.");
  }
  if (request.count(field::transfer_encoding) > 0) return refused(411, "Send a Content-Length, not chunks.");
  if (request.count(field::expect) > 0) return refused(417, "Send the body without an Expect header.");
  return std::nullopt;
}

bool has_allowed_origin(const RequestHead& request, const WebAccess& access) {
  return request.count(field::origin) <= 1 && is_origin_allowed(access, request[field::origin], request[field::host]);
}

std::optional<Refusal> refusal_of_websocket(const RequestHead& request) {
  if (request.count(field::sec_websocket_version) != 1 || request[field::sec_websocket_version] != "13") {
    Refusal refusal = refused(426, "Send Sec-WebSocket-Version: 13; this server speaks no other version.");
    refusal.response.headers = {{"Sec-WebSocket-Version", "13"}, {"Upgrade", "websocket"}, {"Connection", "Upgrade"}};
    return refusal;
  }
  if (request.count(field::sec_websocket_key) != 1 || !is_websocket_key(request[field::sec_websocket_key])) {
    return refused(400, "Send one Sec-WebSocket-Key, with 16 random bytes in base64.");
  }
  return std::nullopt;
}

std::vector<std::string_view> lines_of(const RequestHead& request, std::string_view name) {
  std::vector<std::string_view> lines;
  const auto [begin, end] = request.equal_range(name);
  for (auto it = begin; it != end; ++it) lines.emplace_back(it->value());
  return lines;
}

// A header that is given several times means the same as one header with all values in a list.
std::string offered_subprotocols(const RequestHead& request) {
  std::string offered;
  const auto [begin, end] = request.equal_range(field::sec_websocket_protocol);
  for (auto it = begin; it != end; ++it) offered.append(it->value()).append(",");
  return offered;
}

}  // namespace

std::optional<Refusal> refusal_of_head(const RequestHead& request, const WebAccess& access) {
  if (request.version() != 11 && request.version() != 10) return refused(400, "Use HTTP/1.1.");
  if (request.count(field::host) > 1 || (request.version() == 11 && request[field::host].empty())) {
    return refused(400, "A request must have exactly one Host header.");
  }
  if (std::optional<Refusal> refusal = refusal_of_host(request[field::host], access)) return refusal;
  if (!request.target().starts_with('/') && request.target() != "*") {
    return refused(400, "The target of a request must be a path that begins with '/', not a whole URL.");
  }
  if (std::optional<Refusal> refusal = refusal_of_body(request)) return refusal;
  const bool only_reads = request.method() == http::verb::get || request.method() == http::verb::head;
  if (!only_reads && !has_allowed_origin(request, access)) {
    return refused(403,
                   "Pages of this origin may not change anything; the server's configuration lists those that may.",
                   &NetworkCounts::refused_origin);
  }
  return std::nullopt;
}

ForwardingHeaders forwarding_headers_of(const RequestHead& request) {
  return {.x_forwarded_for = lines_of(request, "X-Forwarded-For"), .forwarded = lines_of(request, "Forwarded")};
}

UpgradeDecision decide_upgrade(const RequestHead& request, const WebAccess& access, bool echo) {
  const std::optional<RequestTarget> target = parse_target(request.target());
  const bool is_echo = echo && target && target->path == "/echo";
  if (!is_echo && !(target && target->path == "/ws")) return {refused(404, "WebSockets are opened at /ws."), {}};
  if (std::optional<Refusal> refusal = refusal_of_websocket(request)) return {std::move(refusal), {}};
  if (!has_allowed_origin(request, access)) {
    return {refused(403, "Pages of this origin may not connect; the server's configuration lists those that may.",
                    &NetworkCounts::refused_origin),
            {}};
  }
  if (is_echo) return {};
  const std::string_view chosen = choose_subprotocol(offered_subprotocols(request));
  if (chosen.empty()) {
    return {refused(400, "Offer a subprotocol: rensa.v1.pb or rensa.v1.json.", &NetworkCounts::refused_subprotocol),
            {}};
  }
  return {std::nullopt, chosen};
}

}  // namespace rensa::net
