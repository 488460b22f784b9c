#include <string>

#include "clients/bindings/c/arguments.h"
#include "clients/bindings/c/values.h"
#include "engine/record/game_history.h"

// The URLs of whole recorded games. The page does not need them, so they are apart.

using namespace rensa;
using namespace rensa::bindings;

rensa_status rensa_record_url(rensa_engine* engine, rensa_handle record, int32_t seat, uint32_t site, char* text,
                              uint32_t capacity, uint32_t* length) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<RecordObject>(record, "record");
    const duel::Seat own = given.seat(seat);
    given.number(site, RENSA_SITE_PUYOP, RENSA_SITE_IPS, "site");
    given.room(text, capacity, length, "text");
    if (!given.is_ok()) return given.status();
    const auto shared = record::shared_moves_of(from->record, own);
    if (!shared) return given.refuse(RENSA_ERROR_VALUE, "record", shared.error().message);
    const auto url = url_of(*shared, site);
    if (!url) return given.refuse(RENSA_ERROR_VALUE, "record", url.error().message);
    return given.write_text(*url, text, capacity, length);
  });
}
