#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "server/net/http.h"
#include "server/net/limits.h"

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

// The times within which a large body has to come: in each interval a part of it, and all of it before the last end.
class LargeBodyDeadline {
 public:
  LargeBodyDeadline(const Limits& limits, std::size_t length, Clock::time_point now)
      : interval_(limits.http_large_body_interval),
        min_bytes_(std::min(limits.http_large_body_interval_bytes, steady_bytes(limits, length))),
        end_(now + limits.http_large_body_timeout) {
    begin_interval(0, now);
  }

  Clock::time_point next() const { return std::min(interval_end_, end_); }
  // Call it at next() or later, with the bytes that have come so far. Returns false if the body is too slow; otherwise
  // an interval begins.
  bool is_in_time(std::size_t bytes, Clock::time_point now) {
    if (now >= end_ || bytes < bytes_before_ + min_bytes_) return false;
    begin_interval(bytes, now);
    return true;
  }
  // Begins an interval. Call it instead if this server is late, so that the peer cannot be blamed.
  void begin_interval(std::size_t bytes, Clock::time_point now) {
    bytes_before_ = bytes;
    interval_end_ = now + interval_;
  }

 private:
  // Returns the bytes of an interval if a body of this length comes evenly in the whole time.
  static std::size_t steady_bytes(const Limits& limits, std::size_t length) {
    return length * static_cast<std::size_t>(limits.http_large_body_interval.count()) /
           static_cast<std::size_t>(limits.http_large_body_timeout.count());
  }

  std::chrono::milliseconds interval_;
  std::size_t min_bytes_;  // of an interval
  Clock::time_point end_;
  Clock::time_point interval_end_;
  std::size_t bytes_before_ = 0;  // that had come when the interval began
};

}  // namespace rensa::net
