#pragma once

#include <string>

#include "proto/message.h"

namespace rensa::load {

// What the load generator is asked for.
struct Options {
  std::string server = "127.0.0.1:8733";   // or unix:PATH
  std::string metrics = "127.0.0.1:8787";  // empty: none are read
  int matches = 100;
  int seconds = 10;
  int seats_per_connection = 1;
  proto::Terms terms;
  proto::Subscription subscription = proto::Subscription::events;
  bool json = false;
};

}  // namespace rensa::load
