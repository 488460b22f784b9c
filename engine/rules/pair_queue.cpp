#include "engine/rules/pair_queue.h"

#include <cassert>
#include <utility>

#include "engine/rules/rng.h"

namespace rensa::rules {
namespace {

constexpr std::size_t kCells = 2 * PairQueue::kLength;
constexpr std::size_t kOpeningCells = 6;
constexpr int kOpeningColours = 3;
// The stream of the seed's generator that makes the queue. Other random choices of a game use other streams.
constexpr std::uint64_t kPairQueueStream = 0x70616972;

using Cells = std::array<std::uint8_t, kCells>;  // colours as 0..4

std::array<Pair, PairQueue::kLength> pairs_of(const Cells& cells) {
  std::array<Pair, PairQueue::kLength> pairs;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    pairs[i] = {kColours[cells[2 * i]], kColours[cells[2 * i + 1]]};
  }
  return pairs;
}

void shuffle(std::span<std::uint8_t> cells, Rng& rng) {
  for (std::size_t left = cells.size(); left > 1; --left) {
    std::swap(cells[left - 1], cells[rng.below(static_cast<std::uint32_t>(left))]);
  }
}

// The random number generator of the console games. Only the highest bits of its numbers are used.
class OfficialRng {
 public:
  explicit OfficialRng(std::uint32_t seed) : state_(seed) {}
  std::uint32_t next() { return state_ = state_ * 0x5D58'8B65U + 0x26'9EC3U; }

 private:
  std::uint32_t state_;
};

// One pass treats the 256 cells as columns of equal width and swaps cells of neighbouring columns.
struct ShufflePass {
  std::size_t width;
  int swaps;  // for each two neighbours
  int shift;  // makes a random number an index within a column
};
constexpr std::array<ShufflePass, 3> kShufflePasses = {ShufflePass{16, 8, 28}, ShufflePass{32, 16, 27},
                                                       ShufflePass{64, 32, 26}};

Cells official_cells(unsigned colours, OfficialRng& rng) {
  Cells cells;
  for (std::size_t i = 0; i < kCells; ++i) cells[i] = static_cast<std::uint8_t>(i % colours);
  for (const ShufflePass& pass : kShufflePasses) {
    for (std::size_t column = 0; column + pass.width < kCells; column += pass.width) {
      for (int i = 0; i < pass.swaps; ++i) {
        const std::size_t here = column + (rng.next() >> pass.shift);
        const std::size_t there = column + pass.width + (rng.next() >> pass.shift);
        std::swap(cells[here], cells[there]);
      }
    }
  }
  return cells;
}

}  // namespace

PairQueue PairQueue::from_seed(std::uint64_t seed, int colours) {
  assert(colours >= kOpeningColours && colours <= kMaxColours);
  const std::size_t share = kCells / static_cast<std::size_t>(colours);
  Cells cells;
  std::size_t filled = 0;
  for (int colour = 0; colour < colours; ++colour) {
    const std::size_t count = colour == 0 ? kCells - share * static_cast<std::size_t>(colours - 1) : share;
    for (std::size_t i = 0; i < count; ++i) cells[filled++] = static_cast<std::uint8_t>(colour);
  }
  // The first pairs are drawn from three colours. The remaining cells of these colours are then mixed with the other
  // colours.
  Rng rng(seed, kPairQueueStream);
  const std::size_t others = share * static_cast<std::size_t>(colours - kOpeningColours);
  shuffle(std::span(cells).first(kCells - others), rng);
  shuffle(std::span(cells).subspan(kOpeningCells), rng);
  return from_pairs(pairs_of(cells));
}

PairQueue PairQueue::official(int number, int colours) {
  assert(number >= 1 && number <= kOfficialCount && colours >= kOpeningColours && colours <= kMaxColours);
  OfficialRng rng(static_cast<std::uint32_t>(number - 1));
  for (int i = 0; i < 5; ++i) rng.next();
  // The games make all three queues from one run of the generator. The other queues take the opening of the smallest
  // one.
  const Cells three = official_cells(3, rng);
  Cells cells = three;
  for (unsigned more = 4; more <= static_cast<unsigned>(colours); ++more) cells = official_cells(more, rng);
  for (std::size_t i = 0; i < 4; ++i) cells[i] = three[i];
  return from_pairs(pairs_of(cells));
}

PairQueue PairQueue::from_pairs(std::span<const Pair> pairs) {
  assert(!pairs.empty() && pairs.size() <= kLength);
  PairQueue queue;
  for (std::size_t i = 0; i < kLength; ++i) queue.pairs_[i] = pairs[i % pairs.size()];
  return queue;
}

}  // namespace rensa::rules
