#include "server/net/upgrade.h"

#include <boost/beast/websocket/rfc6455.hpp>

#include "server/net/target.h"

namespace rensa::net {
namespace {

namespace http = boost::beast::http;

UpgradeVerdict refused(int status, std::string sentence, std::uint64_t Counts::* counted = nullptr) {
  return {status, std::move(sentence), {}, counted};
}

}  // namespace

bool asks_for_upgrade(const http::request_header<>& request) { return boost::beast::websocket::is_upgrade(request); }

UpgradeVerdict judge_upgrade(const http::request_header<>& request, const WebAccess& access, bool echo) {
  const std::optional<Target> target = parse_target(request.target());
  const bool is_echo = echo && target && target->path == "/echo";
  if (!is_echo && !(target && target->path == "/ws")) return refused(404, "WebSockets are opened at /ws.");
  const auto origin = request[http::field::origin];
  if (request.count(http::field::origin) > 1 || !may_connect(access, origin, request[http::field::host])) {
    return refused(403, "Pages of this origin may not connect; the server's configuration lists those that may.",
                   &Counts::refused_origin);
  }
  if (is_echo) return {};
  // The header may be repeated, which means the same as one list.
  std::string offered;
  const auto [begin, end] = request.equal_range(http::field::sec_websocket_protocol);
  for (auto it = begin; it != end; ++it) offered.append(it->value()).append(",");
  const std::string_view chosen = chosen_subprotocol(offered);
  if (chosen.empty()) {
    return refused(400, "Offer a subprotocol: rensa.v1.pb or rensa.v1.json.", &Counts::refused_subprotocol);
  }
  return {101, {}, chosen, nullptr};
}

}  // namespace rensa::net
