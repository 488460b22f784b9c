#pragma once

#include <string>

#include "proto/message.h"

namespace rensa::load {

// The command line options of rensa-load.
struct Options {
  std::string server = "127.0.0.1:8733";   // or unix:PATH
  std::string metrics = "127.0.0.1:8787";  // HTTP; spectators connect here too; empty: no metrics and no spectators
  int matches = 100;
  int seconds = 10;
  int seats_per_connection = 1;
  proto::Terms terms;
  proto::Subscription subscription = proto::Subscription::events;
  int watchers = 0;
  bool watch_one = false;  // all spectators watch the first match, instead of all matches in turn
  bool json = false;
};

}  // namespace rensa::load
