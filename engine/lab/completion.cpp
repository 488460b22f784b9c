#include "engine/lab/completion.h"

#include <algorithm>
#include <array>

#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/rules/droppable.h"

namespace rensa::lab {

Completion complete(const rules::PairQueue& queue, const CompletionSettings& settings) {
  Completion run;
  rules::Field field;
  while (run.hands < settings.most_hands && !field.is_choked()) {
    std::array<rules::Pair, 3> pairs;
    for (int i = 0; i < 3; ++i) pairs[static_cast<std::size_t>(i)] = queue.at(run.hands + i);
    const auto known = std::span(pairs).first(static_cast<std::size_t>(settings.depth));
    const auto choice = search::choose_by_templates(field, known, rules::droppable_placements(field.heights()),
                                                    settings.templates, settings.rule);
    if (!choice) break;
    rules::drop_pair(field, pairs[0], rules::kPlacements[*choice]);
    ++run.hands;
    run.built = std::any_of(settings.templates.begin(), settings.templates.end(),
                            [&field](const knowledge::Template& form) { return form.is_built(field); });
    if (run.built) break;
    rules::simulate_chain(field);
  }
  return run;
}

}  // namespace rensa::lab
