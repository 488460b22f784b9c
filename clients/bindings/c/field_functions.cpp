#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "clients/bindings/c/arguments.h"
#include "clients/bindings/c/values.h"
#include "engine/notation/shared_position.h"
#include "engine/notation/text.h"
#include "engine/record/game_history.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/rules/link.h"

// Fields, lists of fields, and queues.

namespace rensa::bindings {

namespace {

constexpr std::uint32_t kMostFields = 1U << 24;

// Writes the rows that the digits of the reference have no place for, too.
rules::Parsed<std::string> text_of(const rules::Field& field, std::uint32_t form) {
  if (form == RENSA_TEXT_PICTURE) return notation::picture_of(field);
  return notation::digits_of(field, rules::kTrapRow);
}

std::vector<rules::Pair> pairs_of(const std::vector<notation::SharedMove>& moves) {
  std::vector<rules::Pair> pairs;
  for (const notation::SharedMove& move : moves) {
    if (const auto* placed = std::get_if<notation::PlacedPair>(&move)) pairs.push_back(placed->pair);
    if (const auto* shown = std::get_if<notation::UpcomingPair>(&move)) pairs.push_back(shown->pair);
  }
  return pairs;
}

rensa_queue queue_of(const rules::PairQueue& queue) {
  rensa_queue to;
  std::transform(queue.pairs().begin(), queue.pairs().end(), to.pairs, pair_of);
  return to;
}

}  // namespace

}  // namespace rensa::bindings

using namespace rensa;
using namespace rensa::bindings;

rensa_status rensa_queue_from_seed(rensa_engine* engine, uint64_t seed, int32_t colours, rensa_queue* queue) noexcept {
  return run(engine, [&](Arguments& given) {
    given.number(colours, 3, rules::kMaxColours, "colours");
    given.pointer(queue, "queue");
    if (given.is_ok()) *queue = queue_of(rules::PairQueue::from_seed(seed, colours));
    return given.status();
  });
}

rensa_status rensa_queue_official(rensa_engine* engine, int32_t number, int32_t colours, rensa_queue* queue) noexcept {
  return run(engine, [&](Arguments& given) {
    given.number(number, 1, rules::PairQueue::kOfficialCount, "number");
    given.number(colours, 3, rules::kMaxColours, "colours");
    given.pointer(queue, "queue");
    if (given.is_ok()) *queue = queue_of(rules::PairQueue::official(number, colours));
    return given.status();
  });
}

rensa_status rensa_queue_from_text(rensa_engine* engine, const char* text, uint32_t length,
                                   rensa_queue* queue) noexcept {
  return run(engine, [&](Arguments& given) {
    const std::string_view letters = given.text(text, length, "text");
    given.pointer(queue, "queue");
    if (!given.is_ok()) return given.status();
    const auto parsed = notation::parse_queue_letters(letters);
    if (!parsed) return given.refuse_text("text", parsed.error());
    *queue = queue_of(*parsed);
    return RENSA_OK;
  });
}

rensa_status rensa_queue_to_text(rensa_engine* engine, const rensa_queue* queue, char* text, uint32_t capacity,
                                 uint32_t* length) noexcept {
  return run(engine, [&](Arguments& given) {
    const rules::PairQueue pairs = read_queue(given, queue);
    given.room(text, capacity, length, "text");
    if (!given.is_ok()) return given.status();
    return given.write_text(notation::letters_of(pairs), text, capacity, length);
  });
}

rensa_status rensa_field_from_text(rensa_engine* engine, const char* text, uint32_t length, uint32_t form,
                                   rensa_field* field) noexcept {
  return run(engine, [&](Arguments& given) {
    const std::string_view letters = given.text(text, length, "text");
    given.number(form, RENSA_TEXT_PICTURE, RENSA_TEXT_DIGITS, "form");
    given.pointer(field, "field");
    if (!given.is_ok()) return given.status();
    const auto parsed =
        form == RENSA_TEXT_PICTURE ? notation::parse_picture(letters) : notation::parse_field_digits(letters);
    if (!parsed) return given.refuse_text("text", parsed.error());
    *field = field_of(*parsed);
    return RENSA_OK;
  });
}

rensa_status rensa_field_to_text(rensa_engine* engine, const rensa_field* field, uint32_t form, char* text,
                                 uint32_t capacity, uint32_t* length) noexcept {
  return run(engine, [&](Arguments& given) {
    const rules::Field from = read_field(given, field, "field");
    given.number(form, RENSA_TEXT_PICTURE, RENSA_TEXT_DIGITS, "form");
    given.room(text, capacity, length, "text");
    if (!given.is_ok()) return given.status();
    const auto written = text_of(from, form);
    if (!written) return given.refuse(RENSA_ERROR_VALUE, "field", written.error().message);
    return given.write_text(*written, text, capacity, length);
  });
}

rensa_status rensa_field_from_url(rensa_engine* engine, const char* url, uint32_t length, rensa_field* field,
                                  rensa_pair* pairs, uint32_t capacity, uint32_t* count) noexcept {
  return run(engine, [&](Arguments& given) {
    const std::string_view letters = given.text(url, length, "url");
    given.pointer(field, "field");
    given.room(pairs, capacity, count, "pairs");
    if (!given.is_ok()) return given.status();
    const auto shared = notation::parse_share_url(letters);
    if (!shared) return given.refuse_text("url", shared.error());
    const auto playable = notation::playable_field(shared->field);
    if (!playable) return given.refuse(RENSA_ERROR_VALUE, "url", playable.error().message);
    const rensa_status written = given.write_list(pairs_of(shared->moves), pair_of, pairs, capacity, count);
    if (written == RENSA_OK) *field = field_of(*playable);
    return written;
  });
}

rensa_status rensa_field_to_url(rensa_engine* engine, const rensa_field* field, const rensa_pair* pairs,
                                uint32_t pair_count, uint32_t site, char* text, uint32_t capacity,
                                uint32_t* length) noexcept {
  return run(engine, [&](Arguments& given) {
    const rules::Field from = read_field(given, field, "field");
    const std::vector<rules::Pair> coming = read_pairs(given, pairs, pair_count);
    given.number(site, RENSA_SITE_PUYOP, RENSA_SITE_IPS, "site");
    given.room(text, capacity, length, "text");
    if (!given.is_ok()) return given.status();
    const auto url = url_of(from, coming, site);
    if (!url) return given.refuse(RENSA_ERROR_VALUE, "field", url.error().message);
    return given.write_text(*url, text, capacity, length);
  });
}

rensa_status rensa_field_settle(rensa_engine* engine, const rensa_field* before, rensa_field* after,
                                int32_t* rows) noexcept {
  return run(engine, [&](Arguments& given) {
    rules::Field field = read_field(given, before, "before");
    given.pointer(after, "after");
    given.pointer(rows, "rows");
    if (!given.is_ok()) return given.status();
    *rows = rules::settle(field);
    *after = field_of(field);
    return RENSA_OK;
  });
}

rensa_status rensa_field_simulate(rensa_engine* engine, const rensa_field* before, rensa_field* after,
                                  rensa_chain* chain) noexcept {
  return run(engine, [&](Arguments& given) {
    rules::Field field = read_resting_field(given, before, "before");
    given.pointer(after, "after");
    given.pointer(chain, "chain");
    if (!given.is_ok()) return given.status();
    *chain = chain_of(rules::simulate_chain(field));
    *after = field_of(field);
    return RENSA_OK;
  });
}

rensa_status rensa_field_placements(rensa_engine* engine, const rensa_field* field, uint32_t* placements) noexcept {
  return run(engine, [&](Arguments& given) {
    const rules::Field resting = read_resting_field(given, field, "field");
    given.pointer(placements, "placements");
    if (given.is_ok()) *placements = rules::droppable_placements(resting.heights());
    return given.status();
  });
}

rensa_status rensa_field_place(rensa_engine* engine, const rensa_field* before, const rensa_pair* pair,
                               uint32_t placement, rensa_field* after, rensa_chain* chain) noexcept {
  return run(engine, [&](Arguments& given) {
    const rules::Field field = read_resting_field(given, before, "before");
    const rules::Pair dropped = given.pointer(pair, "pair") ? read_pair(given, *pair, "pair") : rules::Pair{};
    const rules::Placement place = given.placement(placement, "placement");
    given.pointer(after, "after");
    given.pointer(chain, "chain");
    if (!given.is_ok()) return given.status();
    rules::Field result = field;
    if (!rules::lock_pair(result, dropped, place)) {
      return given.refuse(RENSA_ERROR_VALUE, "placement", "a cell of row 14 is in the way");
    }
    rules::settle(result);
    *chain = chain_of(rules::simulate_chain(result));
    *after = field_of(result);
    return RENSA_OK;
  });
}

rensa_status rensa_field_threat(rensa_engine* engine, const rensa_field* field, const rensa_pair* pairs,
                                uint32_t pair_count, rensa_chain* chain) noexcept {
  return run(engine, [&](Arguments& given) {
    const rules::Field resting = read_resting_field(given, field, "field");
    given.number(pair_count, 0, 2, "pair_count");
    const std::vector<rules::Pair> known =
        given.is_ok() ? read_pairs(given, pairs, pair_count) : std::vector<rules::Pair>{};
    given.pointer(chain, "chain");
    if (given.is_ok()) *chain = chain_of(record::largest_available_chain(resting, known));
    return given.status();
  });
}

rensa_status rensa_fields_create(rensa_engine* engine, const rensa_field* fields, uint32_t count,
                                 rensa_handle* list) noexcept {
  return run(engine, [&](Arguments& given) {
    given.number(count, 0, kMostFields, "count");
    const auto from = given.array(fields, count, "fields");
    given.pointer(list, "list");
    if (!given.is_ok()) return given.status();
    auto object = std::make_unique<FieldsObject>();
    object->fields.reserve(count);
    for (const rensa_field& field : from) {
      object->fields.push_back(read_field(given, &field, "fields"));
      if (!given.is_ok()) return given.status();
    }
    return given.add(std::move(object), list);
  });
}

rensa_status rensa_fields_get(rensa_engine* engine, rensa_handle list, rensa_field* fields, uint32_t capacity,
                              uint32_t* count) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<FieldsObject>(list, "list");
    given.room(fields, capacity, count, "fields");
    if (!given.is_ok()) return given.status();
    return given.write_list(from->fields, field_of, fields, capacity, count);
  });
}

rensa_status rensa_fields_simulate(rensa_engine* engine, rensa_handle from, rensa_handle to, rensa_chain* chains,
                                   uint32_t capacity) noexcept {
  return run(engine, [&](Arguments& given) {
    auto* before = given.object<FieldsObject>(from, "from");
    auto* after = given.object<FieldsObject>(to, "to");
    given.pointer(chains, "chains");
    if (!given.is_ok()) return given.status();
    const std::size_t size = before->fields.size();
    if (after->fields.size() != size) return given.refuse(RENSA_ERROR_VALUE, "to", "has another length than `from`");
    if (capacity < size) return given.refuse(RENSA_ERROR_BUFFER, "capacity", "is below the length of the lists");
    if (!std::all_of(before->fields.begin(), before->fields.end(),
                     [](const auto& field) { return field.is_at_rest(); }))
      return given.refuse(RENSA_ERROR_VALUE, "from", "cells of a field hang in the air");
    const rules::ChainKernel& kernel = rules::fastest_chain_kernel();
    for (std::size_t i = 0; i < size; ++i) {
      chains[i] = chain_of(kernel.simulate(before->fields[i], after->fields[i]));
    }
    return RENSA_OK;
  });
}
