#pragma once

#include <string>

#include "proto/message.h"

namespace rensa::load {

// What the load generator is asked for.
struct Options {
  std::string server = "127.0.0.1:8733";   // or unix:PATH
  std::string metrics = "127.0.0.1:8787";  // HTTP, and where watchers come in; empty: neither
  int matches = 100;
  int seconds = 10;
  int seats_per_connection = 1;
  proto::Terms terms;
  proto::Subscription subscription = proto::Subscription::events;
  int watchers = 0;
  bool watch_one = false;  // all of them the first match, instead of all matches in turn
  bool json = false;
};

}  // namespace rensa::load
