#include "engine/search/possible_chains.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <span>

#include "engine/templates/chain_book.h"
#include "engine/rules/chain.h"
#include "engine/rules/groups.h"
#include "engine/rules/hash.h"
#include "engine/rules/link.h"
#include "engine/search/completions.h"

namespace rensa::search {

using rules::Board;
using rules::Field;

namespace {

constexpr std::size_t kMostMatches = 64;  // of the book, in one field
constexpr int kFormLinks = 3;

// So many puyos of one colour on one column.
struct Run {
  int x;
  ColourIndex colour;
  int count;
};

int height_of(const Field& field, int x) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(field.occupied().column(x)) >> 1));
}

// Precondition: there is room for it below the trap row.
void put_on(Field& field, const Run& run, int height) {
  const auto rows = static_cast<std::uint16_t>(((1U << run.count) - 1U) << (height + 1));
  const Board cells = Board::rows_of_column(run.x, rows);
  const auto code = static_cast<unsigned>(rules::kColours[run.colour]);
  for (unsigned i = 0; i < 3; ++i) {
    if ((code >> i & 1U) != 0) field.planes().bits[i] = field.planes().bits[i] | cells;
  }
}

ColourIndex index_of(rules::Cell colour) {
  return static_cast<ColourIndex>(std::find(rules::kColours.begin(), rules::kColours.end(), colour) -
                                  rules::kColours.begin());
}

std::uint64_t hash_of(const rules::Planes& planes) {
  rules::Hash hash;
  for (const Board& plane : planes.bits) hash.add(plane.low).add(plane.high);
  return hash.value();
}

using Lacking = std::span<const templates::FormMatch::Puyo>;

Lacking lacking_of(const templates::FormMatch& match) {
  return {match.lacking.data(), static_cast<std::size_t>(match.count)};
}

// Calls visit with each run that completes something.
template <typename Visit>
void for_each_run(const Completions& completions, Visit visit) {
  for (int count = 1; count <= kMostMissing; ++count) {
    for (ColourIndex colour = 0; colour < rules::kColours.size(); ++colour) {
      unsigned columns = completions.columns[static_cast<std::size_t>(count - 1)][colour];
      for (; columns != 0; columns &= columns - 1) visit(Run{std::countr_zero(columns), colour, count});
    }
  }
}

}  // namespace

class ChainSearch {
 public:
  ChainSearch(PossibleChainFinder& finder, const PossibleChainSettings& settings, PossibleChainVisitor& visitor)
      : finder_(finder),
        settings_(settings),
        visitor_(visitor),
        path_(rules::fastest_chain_path()),
        book_(templates::chain_book()) {}

  void search(const Field& field) {
    const Completions completions = completions_of(field.planes());
    for_each_run(completions, [&](const Run& run) {
      Setting setting{field, run, {}};
      setting.count(run);
      play(setting, completions, 0, 1);
    });
    if (!settings_.use_book) return;
    for_each_match(field, [&](const templates::FormMatch& match) { begin(field, match); });
  }

 private:
  // What a chain starts from.
  struct Setting {
    Field base;  // the field and the keys
    Run trigger;
    std::array<std::uint8_t, rules::kMaxColours> needed;

    void count(const Run& run) { needed[run.colour] = static_cast<std::uint8_t>(needed[run.colour] + run.count); }
    // False if it cannot lie there.
    bool add_key(const Run& run) {
      const int height = height_of(base, run.x);
      const int top = height + run.count;
      if (top > rules::kHiddenRow || (run.x == rules::kSpawnColumn && top >= rules::kSpawnRow)) return false;
      put_on(base, run, height);
      count(run);
      return true;
    }
    bool add_keys(Lacking lacking) {
      return std::all_of(lacking.begin(), lacking.end(), [this](const templates::FormMatch::Puyo& puyo) {
        return add_key({puyo.x, index_of(puyo.colour), 1});
      });
    }
    bool is_quiet() const { return rules::groups_of_four(base.planes()).empty(); }
  };

  template <typename Visit>
  void for_each_match(const Field& field, Visit visit) {
    std::array<templates::FormMatch, kMostMatches> matches;
    const std::size_t count = book_.find(field.planes(), settings_.most_added_by_form, matches);
    for (std::size_t i = 0; i < count; ++i) visit(matches[i]);
  }

  // Of what a form lacks of its first link, the puyos on top of one column are the trigger: on the first column where
  // that will do.
  void begin(const Field& field, const templates::FormMatch& match) {
    const Lacking lacking = lacking_of(match);
    for (std::size_t end = 1; end <= lacking.size(); ++end) {
      const int x = lacking[end - 1].x;
      if (end < lacking.size() && lacking[end].x == x) continue;
      std::size_t first = end;
      while (first > 0 && lacking[first - 1].x == x && lacking[first - 1].colour == match.first) --first;
      const auto count = static_cast<int>(end - first);
      if (count == 0 || count > kMostMissing) continue;
      Setting setting{field, {x, index_of(match.first), count}, {}};
      setting.count(setting.trigger);
      if (setting.add_keys(lacking.first(first)) && setting.add_keys(lacking.subspan(end)) && setting.is_quiet() &&
          follow(setting, kFormLinks - 1, 0)) {
        return;
      }
    }
  }

  // Lists the chain if it has more than `links` links, and what it can be made into by more completions. `completions`
  // are those of the base.
  void play(const Setting& setting, const Completions& completions, int links, int used) {
    const Run& trigger = setting.trigger;
    Field filled = setting.base;
    const int height = height_of(setting.base, trigger.x);
    put_on(filled, trigger, height);
    PossibleChain chain;
    const rules::ChainResult result = path_.simulate(filled, chain.after);
    if (result.links <= links) return;
    const auto news = finder_.remember(hash_of(filled.planes()), used);
    if (news == PossibleChainFinder::News::none) return;
    chain.links = result.links;
    chain.score = result.score;
    chain.frames = result.frames;
    chain.needed = setting.needed;
    chain.trigger_x = static_cast<std::int8_t>(trigger.x);
    chain.trigger_row = static_cast<std::int8_t>(height + 1);
    if (news == PossibleChainFinder::News::all) visitor_.visit(chain, filled);
    if (used == settings_.most_completions) return;
    complete_after(setting, completions, chain, used);
    if (settings_.use_book) complete_forms(setting, filled, chain.links, used);
  }

  // Completes what the chain leaves.
  void complete_after(const Setting& setting, const Completions& completions, const PossibleChain& chain, int used) {
    for_each_run(completions_of(chain.after.planes()), [&](const Run& run) {
      if (completions.vanishes(run.colour, run.x, run.count)) return;
      Setting next = setting;
      if (next.add_key(run)) follow(next, chain.links, used);
    });
  }

  // Completes forms in what each link leaves.
  void complete_forms(const Setting& setting, const Field& filled, int links, int used) {
    Field left = filled;
    for (int link = 1; link <= links; ++link) {
      rules::erase_groups(left);
      rules::settle(left);
      for_each_match(left, [&](const templates::FormMatch& match) {
        Setting next = setting;
        if (next.add_keys(lacking_of(match)) && next.is_quiet()) {
          follow(next, std::max(links, link + kFormLinks - 1), used);
        }
      });
    }
  }

  // Goes on if the trigger is one with these keys, and returns whether it is. Precondition: the base is quiet.
  bool follow(const Setting& setting, int links, int used) {
    const Run& trigger = setting.trigger;
    const bool is_last = used + 1 == settings_.most_completions;
    const Completions completions =
        is_last ? completions_of(setting.base.planes(), trigger.colour) : completions_of(setting.base.planes());
    const auto columns = completions.columns[static_cast<std::size_t>(trigger.count - 1)][trigger.colour];
    if ((columns >> trigger.x & 1U) == 0) return false;
    play(setting, completions, links, used + 1);
    return true;
  }

  PossibleChainFinder& finder_;
  const PossibleChainSettings& settings_;
  PossibleChainVisitor& visitor_;
  const rules::ChainPath& path_;
  const templates::ChainBook& book_;
};

void PossibleChainFinder::find(const Field& field, const PossibleChainSettings& settings,
                               PossibleChainVisitor& visitor) {
  assert(field.is_at_rest() && !field.is_choked() && rules::groups_of_four(field.planes()).empty());
  assert(settings.most_completions >= 1 && settings.most_completions <= 3);
  assert(settings.most_added_by_form >= 1 && settings.most_added_by_form <= templates::kMostLacking);
  if (++stamp_ == 0) {  // once in four thousand million calls
    listed_.fill({});
    stamp_ = 1;
  }
  listed_count_ = 0;
  ChainSearch(*this, settings, visitor).search(field);
}

PossibleChainFinder::News PossibleChainFinder::remember(std::uint64_t hash, int completions) {
  for (std::size_t at = hash % listed_.size();; at = (at + 1) % listed_.size()) {
    Listed& entry = listed_[at];
    if (entry.stamp == stamp_) {
      if (entry.hash != hash) continue;
      if (completions >= entry.completions) return News::none;
      entry.completions = completions;
      return News::fewer_completions;
    }
    if (listed_count_ == kMost) return News::none;
    ++listed_count_;
    entry = {hash, stamp_, completions};
    return News::all;
  }
}

}  // namespace rensa::search
