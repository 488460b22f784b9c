#include <string>

#include "clients/bindings/wasm/desk.h"
#include "clients/bindings/wasm/exports.h"
#include "clients/bindings/wasm/facts.h"
#include "engine/rules/ips.h"
#include "engine/rules/puyop.h"

// Fields as the URLs that people share.

namespace rensa::wasm {

namespace {

enum class Format { puyop, ips };

rules::Parsed<std::string> url_of(const rules::Field& field, Format format) {
  const auto shared = rules::shared_field_of(field);
  if (!shared) return shared.error();
  const rules::Shared whole{.field = *shared, .moves = {}, .goal = {}};
  return format == Format::puyop ? rules::puyop_url_of(whole) : rules::ips_url_of(whole);
}

}  // namespace

// Of the field in these words: 1 and a URL on the desk, or 0: there is none. Format 0 is puyop, 1 ips.
RENSA_EXPORT(share_url) int share_url(const SideWords* words, int format) {
  const auto url = url_of(side_of(*words).field, format == 0 ? Format::puyop : Format::ips);
  if (url) put_on_desk(*url);
  return url ? 1 : 0;
}

}  // namespace rensa::wasm
