#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/rules/field.h"
#include "engine/search/possible_chain.h"

namespace rensa::search {

// The chains that a field could fire, were some puyos added (the mayah AI talk). What is added to a field at rest is
//   keys, which lie on top of its columns while nothing vanishes, and then
//   the trigger, one to three puyos of one colour on one column: all of them start the chain, one fewer does not.
// All of it lies there before the chain starts and is played from the start: what is listed runs as listed.
//
// Additions are found by completing, up to three times in turn:
//   at first, each column and colour on which a group misses one to three puyos is a trigger;
//   then, where a chain has come to its end, the same is asked of the field that it leaves, and what is missing there
//   goes on top of the original columns as keys, below the trigger where that is the trigger's column;
//   and where a field, or what any link of a chain leaves of it, holds part of a form of the chain book, what the form
//   lacks is added: as keys, and at first with a trigger that is part of the form's first link.
// A completion counts if the field and its keys stay quiet, the trigger remains one, and the chain gets longer by at
// least a link and runs through the form's three; then it is listed, and the next one is looked for.
//
// Not listed is, therefore, a completion of one group on two columns that no form has; what lies above the trigger;
// keys that lengthen the chain only together with others; keys above row 13, or in the cell where pairs appear. Whether
// pairs can be brought there is not asked.

struct PossibleChainSettings {
  int most_completions = 3;    // 1..3
  bool use_book = false;       // forms count
  int most_added_by_form = 4;  // 1..knowledge::kMostLacking
};

class PossibleChainVisitor {
 public:
  // `filled` is the field with all that is added, before the chain. Both live until the call returns.
  virtual void visit(const PossibleChain& chain, const rules::Field& filled) = 0;

 protected:
  ~PossibleChainVisitor() = default;
};

// Finds them, one field after another. It holds what one call needs beyond the stack, so that nothing is allocated and
// cleared; calls do not depend on those before them. For one thread.
class PossibleChainFinder {
 public:
  // Different additions are listed once each, and no more than so many: in random play a field has 30, at most 120.
  static constexpr std::size_t kMost = 1024;

  // Preconditions: the field is at rest, nothing in it vanishes, and it is not choked.
  void find(const rules::Field& field, const PossibleChainSettings& settings, PossibleChainVisitor& visitor);

  // The same with anything that can be called with a PossibleChain and a Field.
  template <typename Visit>
  void for_each(const rules::Field& field, const PossibleChainSettings& settings, Visit&& visit) {
    struct Adapter final : PossibleChainVisitor {
      explicit Adapter(Visit& called) : visit_(called) {}
      void visit(const PossibleChain& chain, const rules::Field& filled) override { visit_(chain, filled); }
      Visit& visit_;
    } adapter(visit);
    find(field, settings, adapter);
  }

 private:
  friend class ChainSearch;

  // The additions that were listed, by their hash, and the fewest completions that led there; those of earlier calls
  // have another stamp.
  struct Listed {
    std::uint64_t hash = 0;
    std::uint32_t stamp = 0;
    std::int32_t completions = 0;
  };
  enum class News : std::uint8_t { none, fewer_completions, all };
  News remember(std::uint64_t hash, int completions);

  std::array<Listed, 2 * kMost> listed_{};
  std::size_t listed_count_ = 0;
  std::uint32_t stamp_ = 0;
};

}  // namespace rensa::search
