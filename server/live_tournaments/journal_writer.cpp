#include "server/live_tournaments/journal_writer.h"

#include <cassert>
#include <utility>

#include "engine/record/codec.h"

namespace rensa::live_tournaments {

namespace {

constexpr std::uint64_t kLinesOfAPlace = 64;
constexpr std::chrono::milliseconds kSaveAgainInterval{1000};

}  // namespace

void JournalIndex::add(std::string_view lines) {
  while (!lines.empty()) {
    if (lines_ % kLinesOfAPlace == 0) places_.push_back({.begin = bytes_, .check_before = last_check_});
    const std::size_t end = lines.find('\n');
    assert(end != std::string_view::npos);
    last_check_ = tournament::journal_line_check(lines.substr(0, end)).value_or(0);
    bytes_ += end + 1;
    ++lines_;
    lines.remove_prefix(end + 1);
  }
}

JournalIndex::Part JournalIndex::part_with(std::uint64_t begin, std::uint64_t end) const {
  assert(begin < end && end <= lines_);
  const std::uint64_t first = begin / kLinesOfAPlace;
  const std::uint64_t behind = (end - 1) / kLinesOfAPlace + 1;
  return {.range = {.begin = places_[first].begin, .end = behind < places_.size() ? places_[behind].begin : bytes_},
          .first_line = first * kLinesOfAPlace,
          .check_before = places_[first].check_before};
}

JournalWriter::JournalWriter(Parts parts, const tournament::ParsedJournal& journal, std::string_view text,
                             std::uint64_t plan)
    : parts_(std::move(parts)),
      encoder_(std::make_shared<Encoder>(Encoder{.lines = journal.encoder, .bytes = journal.complete_bytes})) {
  index_.add(text.substr(0, journal.complete_bytes));
  if (!journal.plan_digest) next_->append.lines = encoder_->lines.plan_line(plan);
}

JournalWriter::~JournalWriter() {
  if (is_refused_) return;
  if (is_failing_ && on_its_way_) give_to_store(on_its_way_);
  parts_.run_in_background([&store = parts_.store, name = parts_.tournament, batch = next_, encoder = encoder_] {
    encode(*batch, *encoder);
    const bool has_content = !batch->append.lines.empty() || !batch->append.games.empty();
    if (has_content) store.append_to_journal(name, std::move(batch->append), [](const auto&) {});
  });
}

void JournalWriter::write(const tournament::Event& event) { next_->events.push_back(event); }

void JournalWriter::write(PlayedGame game) { next_->games.push_back(std::move(game)); }

void JournalWriter::sync(std::function<void()> done) {
  next_->waiting.push_back(std::move(done));
  send_next();
}

void JournalWriter::send_next() {
  if (on_its_way_ || next_->waiting.empty()) return;
  on_its_way_ = std::exchange(next_, std::make_shared<Batch>());
  if (is_refused_) {
    const auto give_up = lifetime_.guard([this, batch = on_its_way_] { finish(*batch); });
    return parts_.post_later(std::chrono::milliseconds(0), give_up);
  }
  const auto answered = lifetime_.guard([this, batch = on_its_way_](const auto& answer) { on_answer(batch, answer); });
  parts_.run_in_background(
      [encoder = encoder_, batch = on_its_way_, &store = parts_.store, name = parts_.tournament, answered] {
        encode(*batch, *encoder);
        store.append_to_journal(name, batch->append, answered);
      });
}

void JournalWriter::encode(Batch& batch, Encoder& encoder) {
  for (const tournament::Event& event : batch.events) batch.append.lines += encoder.lines.event_line(event);
  for (PlayedGame& game : batch.games) {
    batch.append.games.push_back(
        {.name = std::move(game.name), .record = record::encode(game.record), .outputs = std::move(game.outputs)});
  }
  batch.append.from = encoder.bytes;
  encoder.bytes += batch.append.lines.size();
}

void JournalWriter::give_to_store(const std::shared_ptr<Batch>& batch) {
  parts_.store.append_to_journal(parts_.tournament, batch->append,
                                 lifetime_.guard([this, batch](const auto& answer) { on_answer(batch, answer); }));
}

void JournalWriter::on_answer(const std::shared_ptr<Batch>& batch,
                              const storage::StoreResult<storage::Success>& answer) {
  if (answer) {
    index_.add(batch->append.lines);
    if (std::exchange(is_failing_, false)) parts_.recovered();
    return finish(*batch);
  }
  is_failing_ = true;
  is_refused_ = answer.error().kind == storage::StoreError::Kind::refused;
  parts_.failed(answer.error());
  if (is_refused_) return finish(*batch);
  parts_.post_later(kSaveAgainInterval, lifetime_.guard([this, batch] { give_to_store(batch); }));
}

void JournalWriter::finish(Batch& batch) {
  on_its_way_.reset();
  const std::vector<std::function<void()>> waiting = std::move(batch.waiting);
  auto send = lifetime_.guard([this] { send_next(); });  // a callback may destroy this object
  for (const auto& done : waiting) done();
  send();
}

}  // namespace rensa::live_tournaments
