#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "server/http_api/authority.h"
#include "server/net/http.h"
#include "server/net/network_queues.h"
#include "server/sessions/session_service.h"
#include "server/storage/store.h"

namespace rensa::http_api {

// The part of the API about bans and mutes, for moderators and administrators.
class RestrictionsApi {
 public:
  static constexpr std::string_view kPath = "/api/v1/restrictions";
  static constexpr std::string_view kPrefix = "/api/v1/restrictions/";

  // All parameters outlive it.
  RestrictionsApi(sessions::SessionService& sessions, storage::Store& store, Authority& authority)
      : sessions_(sessions), store_(store), authority_(authority) {}

  // Precondition: the path is one of this part.
  void answer(const net::HttpRequest& request, const net::HttpReply& reply);

 private:
  void list(const net::HttpReply& reply);
  void add(const net::HttpRequest& request, const net::HttpReply& reply);
  void add_for(const storage::TokenRow& actor, const net::HttpRequest& request, const net::HttpReply& reply);
  void store(const storage::Restriction& restriction, const net::HttpReply& reply);
  void lift(std::string_view number, const net::HttpRequest& request, const net::HttpReply& reply);

  sessions::SessionService& sessions_;
  storage::Store& store_;
  Authority& authority_;
};

}  // namespace rensa::http_api
