#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "server/net/counts.h"
#include "server/net/web_access.h"
#include "server/net/websocket.h"

namespace rensa::net {

// Whether a request becomes a WebSocket, judged before anything is accepted.
struct UpgradeVerdict {
  int status = 101;
  std::string sentence;
  std::string_view subprotocol;               // empty: echo
  std::uint64_t Counts::* counted = nullptr;  // what a refusal counts as
};

bool asks_for_upgrade(const boost::beast::http::request_header<>& request);
// Precondition: the host has been checked.
UpgradeVerdict judge_upgrade(const boost::beast::http::request_header<>& request, const WebAccess& access, bool echo);

}  // namespace rensa::net
