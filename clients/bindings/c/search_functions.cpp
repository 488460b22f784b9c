#include <algorithm>
#include <memory>
#include <vector>

#include "clients/bindings/c/arguments.h"
#include "clients/bindings/c/values.h"
#include "engine/rules/link.h"
#include "engine/search/possible_chains.h"

// Searches over fields.

namespace rensa::bindings {

namespace {

rensa_possible_chain possible_chain_of(const search::PossibleChain& chain) {
  rensa_possible_chain to{};
  to.links = chain.links;
  to.score = chain.score;
  to.frames = chain.frames;
  to.trigger_x = chain.trigger_x;
  to.trigger_row = chain.trigger_row;
  std::copy(chain.needed.begin(), chain.needed.end(), to.needed);
  to.after = field_of(chain.after);
  return to;
}

void check_searchable(Arguments& given, const rules::Field& field) {
  if (!given.is_ok()) return;
  if (field.is_choked()) given.refuse(RENSA_ERROR_VALUE, "field", "is choked");
  if (!rules::groups_of_four(field.planes()).empty())
    given.refuse(RENSA_ERROR_VALUE, "field", "has a group that vanishes");
}

}  // namespace

}  // namespace rensa::bindings

using namespace rensa;
using namespace rensa::bindings;

rensa_status rensa_field_possible_chains(rensa_engine* engine, const rensa_field* field, int32_t completions,
                                         int32_t use_book, rensa_possible_chain* chains, uint32_t capacity,
                                         uint32_t* count) noexcept {
  return run(engine, [&](Arguments& given) {
    const rules::Field resting = read_resting_field(given, field, "field");
    check_searchable(given, resting);
    given.number(completions, 1, 3, "completions");
    given.boolean(use_book, "use_book");
    given.room(chains, capacity, count, "chains");
    if (!given.is_ok()) return given.status();
    search::PossibleChainSettings settings;
    settings.max_completions = completions;
    settings.use_book = use_book == 1;
    const auto finder = std::make_unique<search::PossibleChainFinder>();
    const auto best = std::make_unique<search::PossibleChainList>();
    limits::SearchBudget budget(limits::SearchLimits{});
    finder->for_each(resting, settings, budget,
                     [&](const search::PossibleChain& chain, const rules::Field&) { best->add(chain); });
    return given.write_list(best->chains(), possible_chain_of, chains, capacity, count);
  });
}
