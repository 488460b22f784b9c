#pragma once

#include <array>
#include <string>

#include "engine/duel/observer.h"

namespace rensa::cli {

// Remembers for a while what the last chain of each seat was, for a picture.
class News final : public duel::Observer {
 public:
  void before_step(const duel::Game&, const duel::Inputs&) override {}
  void after_step(const duel::Game& game, const duel::Events& events) override;

  // Chain, points, garbage; empty when it is too long ago.
  std::array<std::string, 3> of(duel::Seat seat, const duel::Game& game) const;

 private:
  struct Chain {
    int links = 0;
    int points = 0;
    int sent = 0;
    int cancelled = 0;
    bool all_clear = false;
    int clock = 0;  // of the last that is known of it
  };
  std::array<Chain, 2> chains_;
};

}  // namespace rensa::cli
