#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "server/net/http.h"

namespace rensa::net {

// The places of requests with bodies that are larger than usual: a few in all, and one for each token and each address.
class LargeBodyPlaces : public std::enable_shared_from_this<LargeBodyPlaces> {
 public:
  // A place is free again when its last copy is destroyed.
  using Place = std::shared_ptr<const void>;

  // Returns a place for the request with this head, or the answer that refuses it.
  std::variant<Place, HttpResponse> take(const HttpRequest& head, std::size_t max_at_a_time) {
    const std::string token = "token " + head.bearer;
    const std::string address = "address " + (head.network.empty() ? head.address : head.network);
    for (const std::string& payer : {token, address}) {
      if (!payers_.contains(payer)) continue;
      return refusal(429, "Another large request of your account or address is not answered yet: wait for its answer.");
    }
    if (count_ >= max_at_a_time) {
      return refusal(503, "Too many large requests are being received: try again in a minute.");
    }
    ++count_;
    payers_.insert({token, address});
    return std::make_shared<const TakenPlace>(shared_from_this(), token, address);
  }

 private:
  class TakenPlace {
   public:
    TakenPlace(std::shared_ptr<LargeBodyPlaces> places, std::string token, std::string address)
        : places_(std::move(places)), token_(std::move(token)), address_(std::move(address)) {}
    TakenPlace(const TakenPlace&) = delete;
    TakenPlace& operator=(const TakenPlace&) = delete;
    ~TakenPlace() {
      --places_->count_;
      places_->payers_.erase(token_);
      places_->payers_.erase(address_);
    }

   private:
    std::shared_ptr<LargeBodyPlaces> places_;
    std::string token_;
    std::string address_;
  };

  std::size_t count_ = 0;
  std::set<std::string> payers_;  // that have a place, as tokens and as addresses
};

}  // namespace rensa::net
