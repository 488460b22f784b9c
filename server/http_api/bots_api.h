#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/http_api/authority.h"
#include "server/net/http.h"
#include "server/submissions/submissions.h"

namespace rensa::http_api {

// Returns the answer to an upload that can be refused by its head, because this account may not upload any bot now;
// nullopt: its body is wanted. There is no account if the token of the request is unknown.
std::optional<net::HttpResponse> refusal_of_upload(const submissions::Submissions& submissions,
                                                   const std::optional<storage::TokenRow>& account);

// The part of the API about bots that their authors upload.
class BotsApi {
 public:
  static constexpr std::string_view kPath = "/api/v1/bots";
  static constexpr std::string_view kPrefix = "/api/v1/bots/";

  // Both parameters outlive it.
  BotsApi(submissions::Submissions& submissions, Authority& authority)
      : submissions_(submissions), authority_(authority) {}

  // Precondition: the path is kPath, or begins with kPrefix.
  void answer(const net::HttpRequest& request, const net::HttpReply& reply) const;

 private:
  net::HttpResponse list() const;
  void submit(const net::HttpRequest& request, const net::HttpReply& reply) const;
  void show(const std::string& name, const net::HttpRequest& request, const net::HttpReply& reply) const;
  void remove(const std::string& name, const net::HttpRequest& request, const net::HttpReply& reply) const;

  submissions::Submissions& submissions_;
  Authority& authority_;
};

}  // namespace rensa::http_api
