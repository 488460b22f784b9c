#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "engine/duel/frame_side.h"
#include "engine/duel/view.h"
#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::wasm {

// A lane that one person practises on: nobody attacks, and what was placed can be taken back.
class Solo {
 public:
  // Pairs of the seed, after those that are given. Precondition: the field is at rest; 3..5 colours.
  Solo(std::uint64_t seed, int colours, const rules::Field& field, const std::vector<rules::Pair>& first);

  // One frame; what it says stays until the next.
  const duel::Events& step(const duel::Input& input);
  // To where the pair before this one came under control, or this one if it has locked. False: there is none.
  bool undo();
  duel::SideView side() const;
  int frame() const { return frame_; }

 private:
  duel::PairQueues queues_;
  rules::Ruleset ruleset_;
  duel::FrameSide lane_;
  std::vector<duel::FrameSide> kept_;  // each as its pair came under control
  duel::Events events_;
  int frame_ = 0;
};

// What a URL that people share gives to play on: its field, and the pairs that it places or shows, to be had again.
struct SharedStart {
  rules::Field field;
  std::vector<rules::Pair> pairs;
};

// Why there is none: it is no such URL, or its field holds what the rules do not have.
enum class StartFlaw { unreadable, strange_cells };

// Garbage that falls between the moves is left out.
std::variant<SharedStart, StartFlaw> start_of_url(std::string_view url);

}  // namespace rensa::wasm
