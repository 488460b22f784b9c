#include "engine/search/chain_tree.h"

#include <algorithm>
#include <cassert>

#include "engine/evaluation/chain_attack.h"
#include "engine/rules/link.h"

namespace rensa::search {

ChainTreeBuilder::ChainTreeBuilder(const ChainTreeSettings& settings) : settings_(settings) {
  assert(settings.draws != nullptr && settings.frames_per_hand > 0);
  assert(settings.known.size() <= ChainTreeSettings::kMaxKnownPairs);
  assert(settings.depth >= 1 && settings.depth <= kMaxChainDepth);
  for (std::size_t i = 0; i < settings.known.size(); ++i) {
    drawn_[i + 1] = drawn_[i];
    ++drawn_[i + 1][rules::index_of(settings.known[i].axis)];
    ++drawn_[i + 1][rules::index_of(settings.known[i].child)];
  }
}

const rules::Field* ChainTreeBuilder::next_field() const { return next_ < tree_.size ? &fields_[next_] : nullptr; }

void ChainTreeBuilder::add_chains(std::span<const PossibleChain> chains) {
  assert(next_ < tree_.size);
  kept_count_ = 0;
  for (const PossibleChain& chain : chains) {
    Candidate candidate{};
    if (can_be_drawn(chain, used_[next_], candidate)) consider(candidate);
  }
  const auto width = static_cast<std::size_t>(settings_.widths[depths_[next_]]);
  assert(width >= 1 && width <= kMaxSiblings);
  while (kept_count_ > std::min(width, kMaxChainNodes - tree_.size)) drop_least_important();
  append_children(next_);
  // Moves to the next node that may have children, if there is space for them.
  ++next_;
  while (next_ < tree_.size && (depths_[next_] == settings_.depth || tree_.size == kMaxChainNodes)) ++next_;
}

bool ChainTreeBuilder::can_be_drawn(const PossibleChain& chain, std::size_t used, Candidate& candidate) const {
  const std::size_t known = settings_.known.size() - used;
  ColourCounts missing = chain.needed;
  const auto nothing_missing = [&missing] {
    return std::ranges::all_of(missing, [](int count) { return count == 0; });
  };
  std::size_t hands = 0;
  while (hands < known && !nothing_missing()) {
    ++hands;
    for (std::size_t i = 0; i < missing.size(); ++i) {
      const int came = drawn_[used + hands][i] - drawn_[used][i];
      missing[i] = static_cast<std::uint8_t>(std::max(chain.needed[i] - came, 0));
    }
  }
  candidate = {.chain = &chain, .fire = 0, .end = 0, .hands = static_cast<int>(hands)};
  if (!nothing_missing()) {
    const int unknown = settings_.draws->hands_for(missing);
    if (unknown > kMaxHands) return false;
    candidate.hands += unknown;
  }
  candidate.fire = std::max(candidate.hands - 1, 0) * settings_.frames_per_hand;
  candidate.end = candidate.hands * settings_.frames_per_hand + chain.frames;
  return true;
}

bool ChainTreeBuilder::beats(const Candidate& a, const Candidate& b) const {
  if (a.end > b.end || a.chain->score < b.chain->score) return false;
  if (settings_.selection == ChainSelection::not_dominated) return a.fire <= b.fire;
  return a.fire <= b.fire || a.end < b.end || a.chain->score > b.chain->score;
}

// Keeps `kept_` ordered by end and then by descending points. No element of it beats another.
void ChainTreeBuilder::consider(const Candidate& candidate) {
  const std::span<Candidate> all(kept_.data(), kept_count_);
  if (std::ranges::any_of(all, [&](const Candidate& kept) { return beats(kept, candidate); })) return;
  kept_count_ -= std::ranges::remove_if(all, [&](const Candidate& kept) { return beats(candidate, kept); }).size();
  std::size_t place = kept_count_++;
  const auto comes_before = [](const Candidate& a, const Candidate& b) {
    return a.end != b.end ? a.end < b.end : a.chain->score > b.chain->score;
  };
  for (; place > 0 && comes_before(candidate, kept_[place - 1]); --place) kept_[place] = kept_[place - 1];
  kept_[place] = candidate;
  if (kept_count_ == kept_.size()) drop_least_important();
}

// Returns the most points of the chains that could be fired instead, or 0.
std::int64_t ChainTreeBuilder::points_without(std::size_t index) const {
  if (settings_.selection == ChainSelection::best_by_end) return index == 0 ? 0 : kept_[index - 1].chain->score;
  const Candidate& missed = kept_[index];
  std::int64_t most = 0;
  for (std::size_t i = 0; i < kept_count_; ++i) {
    const Candidate& other = kept_[i];
    if (i == index || other.end > missed.end || other.fire > missed.fire) continue;
    most = std::max<std::int64_t>(most, other.chain->score);
  }
  return most;
}

void ChainTreeBuilder::drop_least_important() {
  std::size_t least = 0;
  std::int64_t least_without = points_without(0);
  for (std::size_t i = 1; i < kept_count_; ++i) {
    const std::int64_t without = points_without(i);
    const std::int64_t loss = kept_[i].chain->score * least_without;
    const std::int64_t least_loss = kept_[least].chain->score * without;
    if (loss > least_loss || (loss == least_loss && kept_[i].chain->score >= kept_[least].chain->score)) continue;
    least = i;
    least_without = without;
  }
  for (std::size_t i = least + 1; i < kept_count_; ++i) kept_[i - 1] = kept_[i];
  --kept_count_;
}

void ChainTreeBuilder::append_children(std::size_t parent) {
  tree_.nodes[parent].first_child = static_cast<std::uint16_t>(tree_.size);
  tree_.nodes[parent].children = static_cast<std::uint16_t>(kept_count_);
  for (std::size_t i = 0; i < kept_count_; ++i) {
    const Candidate& kept = kept_[i];
    const std::size_t node = tree_.size++;
    tree_.nodes[node] = {.fire = kept.fire, .end = kept.end, .score = kept.chain->score, .links = kept.chain->links};
    fields_[node] = kept.chain->after;
    used_[node] = static_cast<std::uint8_t>(
        std::min(settings_.known.size(), used_[parent] + static_cast<std::size_t>(kept.hands)));
    depths_[node] = static_cast<std::uint8_t>(depths_[parent] + 1);
  }
}

namespace {

constexpr PossibleChainSettings kSettings{.max_completions = 2, .use_book = false};
constexpr int kTreeDepth = 2;

}  // namespace

ChainTree ChainTreeFinder::tree_of(const rules::Field& field, std::span<const rules::Pair> known,
                                   limits::SearchBudget& budget) {
  const auto unknown = std::find(known.begin(), known.end(), rules::Pair{});
  known = known.first(static_cast<std::size_t>(unknown - known.begin()));
  const ChainTreeSettings settings{.draws = &draws_, .known = known, .depth = kTreeDepth};
  return build_chain_tree(chains_of(field, budget), settings,
                          [this, &budget](const rules::Field& after) { return chains_of(after, budget); });
}

std::span<const PossibleChain> ChainTreeFinder::chains_of(const rules::Field& field, limits::SearchBudget& budget) {
  chains_.clear();
  if (field.is_choked()) return {};
  finder_.for_each(field, kSettings, budget, [this](PossibleChain chain, const rules::Field& filled) {
    if (formula_ == rules::AttackFormula::literature) chain.score = evaluation::literature_attack_of(filled);
    if (pacing_ == rules::Pacing::turns) chain.frames = 0;
    chains_.add(chain);
  });
  return chains_.chains();
}

}  // namespace rensa::search
