#pragma once

#include <boost/beast/http/message.hpp>
#include <cstdint>
#include <optional>
#include <string_view>

#include "server/net/connections.h"
#include "server/net/forwarded.h"
#include "server/net/http.h"

namespace rensa::net {

// Decisions on a request that follow from its first line and its headers. No body has been read yet.

using RequestHead = boost::beast::http::request_header<>;

struct Refusal {
  HttpResponse response;
  std::uint64_t NetworkCounts::* count = nullptr;  // of this kind of refusal
};

// Returns the reason why no request with this head is answered: it breaks a rule of HTTP, it names another host, or a
// page of a foreign site sends it to change something. Every request passes this check, so no route needs its own.
std::optional<Refusal> refusal_of_head(const RequestHead& request, const WebAccess& access);

// Returns the headers of the request in which proxies name the client. They are valid as long as the request.
ForwardingHeaders forwarding_headers_of(const RequestHead& request);

struct UpgradeDecision {
  std::optional<Refusal> refusal;
  std::string_view subprotocol;  // a constant of http.h; empty: echo
};

// Decides on a request for a WebSocket. `echo` allows the path of test suites. Precondition: refusal_of_head() has no
// objection.
UpgradeDecision decide_upgrade(const RequestHead& request, const WebAccess& access, bool echo);

}  // namespace rensa::net
