#include "server/sessions/queue_sources.h"

#include <utility>

#include "engine/record/codec.h"

namespace rensa::sessions {

namespace {

std::optional<match::QueueSource> queue_source_of(std::span<const std::uint8_t> bytes) {
  const record::DecodeResult game = record::decode(bytes);
  if (!game.record || game.error || game.record->setup.queue) return std::nullopt;
  const duel::GameSetup& setup = game.record->setup;
  return match::QueueSource{.ruleset_digest = rules::digest(setup.ruleset), .seed = setup.seed};
}

}  // namespace

std::optional<match::QueueSource> QueueSources::find(std::uint64_t record) const {
  const auto source = sources_.find(record);
  return source == sources_.end() ? std::nullopt : source->second;
}

// A missing record is looked for again each time, because it may be stored later.
void QueueSources::read(std::uint64_t record, std::function<void(const std::optional<storage::StoreError>&)> done) {
  parts_.games.read_record(record, [this, record, done = std::move(done)](
                                       storage::StoreResult<std::optional<std::vector<std::uint8_t>>> bytes) {
    if (!bytes) return done(bytes.error());
    if (!*bytes) return done(std::nullopt);
    parts_.run_in_background([this, record, done, bytes = std::move(**bytes)] {
      parts_.post([this, record, done, source = queue_source_of(bytes)] {
        keep(record, source);
        done(std::nullopt);
      });
    });
  });
}

void QueueSources::keep(std::uint64_t record, const std::optional<match::QueueSource>& source) {
  if (!sources_.emplace(record, source).second) return;
  oldest_.push_back(record);
  if (oldest_.size() <= kMostKept) return;
  sources_.erase(oldest_.front());
  oldest_.pop_front();
}

}  // namespace rensa::sessions
