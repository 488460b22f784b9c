#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/limits/search_limits.h"
#include "engine/rules/cell.h"
#include "engine/rules/field.h"

namespace rensa::search {

// A chain that a field could fire if some puyos were added.
struct PossibleChain {
  int links = 0;
  int score = 0;
  int frames = 0;  // from the check that starts the chain to its end, as in ChainResult
  std::array<std::uint8_t, rules::kMaxColours> needed{};  // puyos to add, by colour in the order of kColours
  std::int8_t trigger_x = 0;                              // the column of the puyos that start the chain
  std::int8_t trigger_row = 0;                            // the lowest row of these puyos
  rules::Field after;
  friend bool operator==(const PossibleChain&, const PossibleChain&) = default;
};

// The best of the added chains, up to kCapacity. Chains with a greater score are better, then those that need fewer
// puyos, then those that were added first.
class PossibleChainList {
 public:
  static constexpr std::size_t kCapacity = 128;

  void clear() { size_ = 0; }
  void add(const PossibleChain& chain);
  // Returns the chains, the best first.
  std::span<const PossibleChain> chains() const { return {chains_.data(), size_}; }

 private:
  std::array<PossibleChain, kCapacity> chains_;
  std::size_t size_ = 0;
};

// The following search adds puyos to a field at rest, as in the mayah AI talk:
//   Keys lie on top of the columns, and no group vanishes because of them.
//   The trigger comes last: one to three puyos of one colour on one column. All of them start the chain, one fewer does
//   not.
// All added puyos lie there before the chain starts, and the chain is played from the start. So it runs as listed.
//
// The search finds additions by completing groups, up to three times in turn:
//   At first, each column and colour where one to three puyos complete a group gives a trigger.
//   At the end of a chain, the same is done in the field that the chain leaves. The completing puyos become keys on the
//   original columns, below the trigger if they are on its column.
//   A field may hold part of a form of the chain book, before the chain or after any of its links. The missing puyos of
//   the form are then added as keys. Before the chain, some puyos of the form's first link become the trigger.
// A completion counts if no group vanishes in the field with its keys and the trigger still starts the chain. The chain
// must also get longer by at least one link and run through the three links of the form. Then it is listed, and the
// search goes on from it.
//
// So the search does not find these chains: completions of one group on two columns, unless a form has them; puyos
// above the trigger; keys that lengthen the chain only together with other keys; keys above row 13, or in the cell
// where pairs appear. It does not test that pairs can put the puyos there.

struct PossibleChainSettings {
  int max_completions = 3;    // 1..3
  bool use_book = false;      // also look for forms of the chain book
  int max_added_by_form = 4;  // 1..templates::kMaxMissingPuyos
};

class PossibleChainVisitor {
 public:
  // `filled` is the field with all added puyos, before the chain. Both arguments are valid during the call only.
  virtual void visit(const PossibleChain& chain, const rules::Field& filled) = 0;

 protected:
  ~PossibleChainVisitor() = default;
};

// Finds the possible chains of one field after another. It keeps its buffers between calls, so that it does not
// allocate or clear them. A result does not depend on earlier calls. Use it in one thread only.
class PossibleChainFinder {
 public:
  // The maximum number of chains. Each addition is listed once. A field in random play has 30 on average, at most 120.
  static constexpr std::size_t kMaxChains = 1024;

  // A node is a chain that is played. If the budget ends first, the visitor gets the chains so far. Preconditions: the
  // field is at rest, no group in it vanishes, and it is not choked.
  void find(const rules::Field& field, const PossibleChainSettings& settings, PossibleChainVisitor& visitor,
            limits::SearchBudget& budget);

  // The same for a visitor that can be called with a PossibleChain and a Field.
  template <typename Visit>
  void for_each(const rules::Field& field, const PossibleChainSettings& settings, limits::SearchBudget& budget,
                Visit&& visit) {
    struct Adapter final : PossibleChainVisitor {
      explicit Adapter(Visit& called) : visit_(called) {}
      void visit(const PossibleChain& chain, const rules::Field& filled) override { visit_(chain, filled); }
      Visit& visit_;
    } adapter(visit);
    find(field, settings, adapter, budget);
  }

 private:
  friend class ChainSearch;

  // An entry of the hash table of listed additions, with the smallest number of completions that led to it. Entries of
  // earlier calls have another stamp.
  struct ListedAddition {
    std::uint64_t hash = 0;
    std::uint32_t stamp = 0;
    std::int32_t completions = 0;
  };
  enum class ListingResult : std::uint8_t { known, fewer_completions, added };
  ListingResult list(std::uint64_t hash, int completions);

  std::array<ListedAddition, 2 * kMaxChains> listed_{};
  std::size_t listed_count_ = 0;
  std::uint32_t stamp_ = 0;
};

}  // namespace rensa::search
