#include "engine/search/possible_chains.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>

#include "engine/evaluation/completions.h"
#include "engine/rules/chain.h"
#include "engine/rules/link.h"
#include "engine/search/duplicates.h"
#include "engine/templates/chain_book.h"

namespace rensa::search {

void PossibleChainList::add(const PossibleChain& chain) {
  const auto puyos = [](const PossibleChain& one) { return std::accumulate(one.needed.begin(), one.needed.end(), 0); };
  const auto is_better = [&puyos](const PossibleChain& one, const PossibleChain& other) {
    return one.score != other.score ? one.score > other.score : puyos(one) < puyos(other);
  };
  if (size_ == kCapacity && !is_better(chain, chains_[size_ - 1])) return;
  auto* const end = chains_.data() + size_;
  auto* const place = std::upper_bound(chains_.data(), end, chain, is_better);
  if (size_ < kCapacity) ++size_;
  std::move_backward(place, chains_.data() + size_ - 1, chains_.data() + size_);
  *place = chain;
}

using rules::Board;
using rules::Field;

namespace {

constexpr std::size_t kMaxMatches = 64;  // of the chain book, in one field
constexpr int kFormLinks = 3;

// Some puyos of one colour on one column.
struct Run {
  int x;
  evaluation::ColourIndex colour;
  int count;
};

int height_of(const Field& field, int x) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(field.occupied().column(x)) >> 1));
}

// Precondition: there is space for it below the trap row.
void put_on(Field& field, const Run& run, int height) {
  const auto rows = static_cast<std::uint16_t>(((1U << run.count) - 1U) << (height + 1));
  const Board cells = Board::rows_of_column(run.x, rows);
  const auto code = static_cast<unsigned>(rules::kColours[run.colour]);
  for (unsigned i = 0; i < 3; ++i) {
    if ((code >> i & 1U) != 0) field.planes().bits[i] = field.planes().bits[i] | cells;
  }
}

using MissingPuyos = std::span<const templates::FormMatch::Puyo>;

MissingPuyos missing_of(const templates::FormMatch& match) {
  return {match.missing.data(), static_cast<std::size_t>(match.count)};
}

// Calls visit with each run that completes a group.
template <typename Visit>
void for_each_run(const evaluation::Completions& completions, Visit visit) {
  for (int count = 1; count <= evaluation::kMaxCompletionPuyos; ++count) {
    for (evaluation::ColourIndex colour = 0; colour < rules::kColours.size(); ++colour) {
      unsigned columns = completions.columns[static_cast<std::size_t>(count - 1)][colour];
      for (; columns != 0; columns &= columns - 1) visit(Run{std::countr_zero(columns), colour, count});
    }
  }
}

}  // namespace

class ChainSearch {
 public:
  ChainSearch(PossibleChainFinder& finder, const PossibleChainSettings& settings, PossibleChainVisitor& visitor,
              limits::SearchBudget& budget)
      : finder_(finder),
        settings_(settings),
        visitor_(visitor),
        budget_(budget),
        kernel_(rules::fastest_chain_kernel()),
        book_(templates::chain_book()) {}

  void search(const Field& field) {
    const evaluation::Completions completions = evaluation::find_completions(field.planes());
    for_each_run(completions, [&](const Run& run) {
      Start start{field, run, {}};
      start.count(run);
      play(start, completions, 0, 1);
    });
    if (!settings_.use_book) return;
    for_each_match(field, [&](const templates::FormMatch& match) { start_with_form(field, match); });
  }

 private:
  using ListingResult = PossibleChainFinder::ListingResult;

  // The field and the added puyos at the start of a chain.
  struct Start {
    Field base;  // the field with the keys
    Run trigger;
    std::array<std::uint8_t, rules::kMaxColours> needed;

    void count(const Run& run) { needed[run.colour] = static_cast<std::uint8_t>(needed[run.colour] + run.count); }
    // Returns false if the run cannot lie there.
    bool add_key(const Run& run) {
      const int height = height_of(base, run.x);
      const int top = height + run.count;
      if (top > rules::kHiddenRow || (run.x == rules::kSpawnColumn && top >= rules::kSpawnRow)) return false;
      put_on(base, run, height);
      count(run);
      return true;
    }
    bool add_keys(MissingPuyos missing) {
      return std::all_of(missing.begin(), missing.end(), [this](const templates::FormMatch::Puyo& puyo) {
        return add_key({puyo.x, rules::index_of(puyo.colour), 1});
      });
    }
    bool is_quiet() const { return rules::groups_of_four(base.planes()).empty(); }
  };

  template <typename Visit>
  void for_each_match(const Field& field, Visit visit) {
    std::array<templates::FormMatch, kMaxMatches> matches;
    const std::size_t count = book_.find(field.planes(), settings_.max_added_by_form, matches);
    for (std::size_t i = 0; i < count; ++i) visit(matches[i]);
  }

  // Starts a chain with the missing puyos of a form. The trigger consists of the missing puyos of the first link on top
  // of one column. The first column that works is used.
  void start_with_form(const Field& field, const templates::FormMatch& match) {
    const MissingPuyos missing = missing_of(match);
    for (std::size_t end = 1; end <= missing.size(); ++end) {
      const int x = missing[end - 1].x;
      if (end < missing.size() && missing[end].x == x) continue;
      std::size_t first = end;
      while (first > 0 && missing[first - 1].x == x && missing[first - 1].colour == match.first) --first;
      const auto count = static_cast<int>(end - first);
      if (count == 0 || count > evaluation::kMaxCompletionPuyos) continue;
      Start start{field, {x, rules::index_of(match.first), count}, {}};
      start.count(start.trigger);
      if (start.add_keys(missing.first(first)) && start.add_keys(missing.subspan(end)) && start.is_quiet() &&
          follow(start, kFormLinks - 1, 0)) {
        return;
      }
    }
  }

  // Lists the chain if it has more than `links` links, and then the chains with more completions. `completions` are
  // those of the base.
  void play(const Start& start, const evaluation::Completions& completions, int links, int used) {
    if (budget_.take(1) == 0) return;
    const Run& trigger = start.trigger;
    Field filled = start.base;
    const int height = height_of(start.base, trigger.x);
    put_on(filled, trigger, height);
    PossibleChain chain;
    const rules::ChainResult result = kernel_.simulate(filled, chain.after);
    if (result.links <= links) return;
    const auto listing = finder_.list(field_key(filled), used);
    if (listing == ListingResult::known) return;
    chain.links = result.links;
    chain.score = result.score;
    chain.frames = result.frames;
    chain.needed = start.needed;
    chain.trigger_x = static_cast<std::int8_t>(trigger.x);
    chain.trigger_row = static_cast<std::int8_t>(height + 1);
    if (listing == ListingResult::added) visitor_.visit(chain, filled);
    if (used == settings_.max_completions) return;
    complete_after(start, completions, chain, used);
    if (settings_.use_book) complete_forms(start, filled, chain.links, used);
  }

  // Completes groups in the field that the chain leaves.
  void complete_after(const Start& start, const evaluation::Completions& completions, const PossibleChain& chain,
                      int used) {
    for_each_run(evaluation::find_completions(chain.after.planes()), [&](const Run& run) {
      if (completions.vanishes(run.colour, run.x, run.count)) return;
      Start next = start;
      if (next.add_key(run)) follow(next, chain.links, used);
    });
  }

  // Completes forms in the field after each link.
  void complete_forms(const Start& start, const Field& filled, int links, int used) {
    Field left = filled;
    for (int link = 1; link <= links; ++link) {
      rules::erase_groups(left);
      rules::settle(left);
      for_each_match(left, [&](const templates::FormMatch& match) {
        Start next = start;
        if (next.add_keys(missing_of(match)) && next.is_quiet()) {
          follow(next, std::max(links, link + kFormLinks - 1), used);
        }
      });
    }
  }

  // Returns true and goes on if the trigger still starts the chain with these keys. Precondition: the base is quiet.
  bool follow(const Start& start, int links, int used) {
    if (budget_.has_ended()) return false;
    const Run& trigger = start.trigger;
    const bool is_last = used + 1 == settings_.max_completions;
    const evaluation::Completions completions = is_last
                                                    ? evaluation::find_completions(start.base.planes(), trigger.colour)
                                                    : evaluation::find_completions(start.base.planes());
    const auto columns = completions.columns[static_cast<std::size_t>(trigger.count - 1)][trigger.colour];
    if ((columns >> trigger.x & 1U) == 0) return false;
    play(start, completions, links, used + 1);
    return true;
  }

  PossibleChainFinder& finder_;
  const PossibleChainSettings& settings_;
  PossibleChainVisitor& visitor_;
  limits::SearchBudget& budget_;
  const rules::ChainKernel& kernel_;
  const templates::ChainBook& book_;
};

void PossibleChainFinder::find(const Field& field, const PossibleChainSettings& settings, PossibleChainVisitor& visitor,
                               limits::SearchBudget& budget) {
  assert(field.is_at_rest() && !field.is_choked() && rules::groups_of_four(field.planes()).empty());
  assert(settings.max_completions >= 1 && settings.max_completions <= 3);
  assert(settings.max_added_by_form >= 1 && settings.max_added_by_form <= templates::kMaxMissingPuyos);
  if (++stamp_ == 0) {  // after 2^32 calls
    listed_.fill({});
    stamp_ = 1;
  }
  listed_count_ = 0;
  ChainSearch(*this, settings, visitor, budget).search(field);
}

PossibleChainFinder::ListingResult PossibleChainFinder::list(std::uint64_t hash, int completions) {
  for (std::size_t at = hash % listed_.size();; at = (at + 1) % listed_.size()) {
    ListedAddition& entry = listed_[at];
    if (entry.stamp == stamp_) {
      if (entry.hash != hash) continue;
      if (completions >= entry.completions) return ListingResult::known;
      entry.completions = completions;
      return ListingResult::fewer_completions;
    }
    if (listed_count_ == kMaxChains) return ListingResult::known;
    ++listed_count_;
    entry = {hash, stamp_, completions};
    return ListingResult::added;
  }
}

}  // namespace rensa::search
