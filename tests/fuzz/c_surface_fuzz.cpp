#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clients/bindings/c/rensa/rensa.h"
#include "tests/fuzz/input.h"

// The bytes are a sequence of calls of rensa.h: each call takes a byte for its function, and more bytes for its
// arguments, of which some are wrong. After a call that fails there is a text, and neither a result nor an object has
// changed. At the end all objects can be freed.

namespace {

using rensa::fuzz::require;

constexpr int kMostCalls = 32;
constexpr std::size_t kMostObjects = 20;
constexpr std::size_t kText = 1 << 16;
constexpr std::uint32_t kList = 2048;
constexpr std::size_t kDuels = 4;
constexpr std::size_t kDuelSeats = kDuels * RENSA_SEATS;

// Texts that lead somewhere. Others are cut from the input.
constexpr std::array<std::string_view, 18> kTexts = {
    "tsu-1",
    "jaist-1",
    "class-1",
    "random",
    "greedy",
    "RB YG RR",
    "R.....\nRB....\nRBY...\nBYRRRR",
    "000000100000444000",
    "_o1q1__u03",
    "http://ips.karou.jp/simu/pn.html?_0000__u01",
    "http://ips.karou.jp/simu/pn.html?800F08J08A0EB_8161__270",
    "http://ips.karou.jp/simu/pn.html?~9_01",
    "http://www.puyop.com/s/420Aa9r9hj_2cii8Ahq",
    R"({"id": "a", "base": "tsu-1", "colours": 5, "frame_limit": 500})",
    R"({"id": "b", "base": "jaist-1", "visible_pairs": 1, "turn_limit": 9})",
    R"({"id": "c", "base": "class-1", "choke": "no_move", "turn_limit": 0})",
    "potential",
    "\xC3\x28",
};

constexpr std::int32_t kAnyKind = 0;
constexpr std::int32_t kGameKind = -1;  // a duel or a replay

struct KnownObject {
  rensa_handle handle = 0;
  std::int32_t kind = 0;
  std::string seen;  // all that can be seen of it after the last call
};

// The memory for all results. Before each call it is full of a pattern, which a call that fails has to leave as it is.
struct Results {
  rensa_handle made;
  std::uint32_t count, set;
  std::int32_t number;
  rensa_field field;
  rensa_queue queue;
  rensa_chain chain;
  rensa_side side;
  rensa_view view;
  alignas(8) std::array<std::uint8_t, kText> list;
  // Of rensa_duels_get().
  std::array<std::uint8_t, kDuelSeats * RENSA_CELLS> cells, opponent_cells;
  std::array<std::uint8_t, kDuelSeats * 2 * RENSA_MAX_PAIRS> pairs;
  std::array<std::uint32_t, kDuelSeats> placements;
  std::array<std::uint8_t, kDuelSeats> is_decision_due;
  std::array<std::int64_t, kDuelSeats> scores;
  std::array<std::int32_t, kDuelSeats> waiting;
  std::array<std::int32_t, kDuels> clocks;
  std::array<std::uint8_t, kDuels> has_ended;
  std::array<std::int8_t, kDuels> winners;
};

constexpr unsigned char kPattern = 0xA5;

template <typename T>
void clear(T& result) {
  std::memset(&result, kPattern, sizeof result);
}

template <typename T>
bool is_written(const T& result) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(&result);
  return bytes[0] != kPattern || std::memcmp(bytes, bytes + 1, sizeof result - 1) != 0;
}

class Calls {
 public:
  Calls(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {
    require(rensa_engine_create(&engine_) == RENSA_OK);
    make_objects();
  }
  ~Calls() { rensa_engine_free(engine_); }
  Calls(const Calls&) = delete;
  Calls& operator=(const Calls&) = delete;

  void run() {
    for (int call = 0; call < kMostCalls && at_ < size_; ++call) run_one();
    for (const KnownObject& object : objects_) require(rensa_free(engine_, object.handle) == RENSA_OK);
    std::uint32_t left = 1;
    require(rensa_count(engine_, &left) == RENSA_OK && left == 0);
  }

 private:
  // Arguments from the input.

  unsigned byte() { return at_ < size_ ? data_[at_++] : 0; }
  bool rarely() { return byte() >= 250; }
  std::uint64_t wide() {
    std::uint64_t value = 0;
    for (int i = 0; i < 8; ++i) value = value << 8 | byte();
    return value;
  }
  // Mostly a small number.
  std::int32_t number() {
    const unsigned first = byte();
    return first < 252 ? static_cast<std::int32_t>(first % 32) : static_cast<std::int32_t>(wide());
  }
  std::uint32_t natural() { return static_cast<std::uint32_t>(number()); }
  std::int32_t seat() { return rarely() ? number() : static_cast<std::int32_t>(byte() & 1U); }

  rensa_engine* engine() { return rarely() ? nullptr : engine_; }

  // A handle of this kind, if there is one; sometimes any other number.
  rensa_handle handle(std::int32_t kind) {
    const unsigned choice = byte();
    if (choice >= 252) return wide();
    std::vector<rensa_handle> right;
    for (const KnownObject& object : objects_) {
      const bool is_game = object.kind == RENSA_KIND_DUEL || object.kind == RENSA_KIND_REPLAY;
      if (choice >= 248 || kind == kAnyKind || object.kind == kind || (kind == kGameKind && is_game)) {
        right.push_back(object.handle);
      }
    }
    if (right.empty()) return 0;
    used_.push_back(right[choice % right.size()]);
    return used_.back();
  }
  rensa_handle game() { return handle(kGameKind); }

  template <typename T>
  T* pointer(T* value) {
    const unsigned choice = byte();
    if (choice < 250) return value;
    if (choice < 253) return nullptr;
    return reinterpret_cast<T*>(reinterpret_cast<std::uintptr_t>(value) + (alignof(T) > 1 ? 1 : 0));
  }

  // Chooses the next text() and its length().
  void choose_text() {
    const unsigned choice = byte();
    if (choice < 4 * kTexts.size()) {
      text_ = kTexts[choice % kTexts.size()];
    } else if (choice < 128) {
      text_ = made_text_;
    } else {
      const std::size_t length = std::min<std::size_t>(byte(), size_ - at_);
      text_.assign(reinterpret_cast<const char*>(data_ + at_), length);
      at_ += length;
    }
    if (rarely() && !text_.empty()) text_[byte() % text_.size()] = static_cast<char>(byte());
    is_terminated_ = rarely();
  }
  const char* text() { return text_.c_str(); }
  std::uint32_t length() const { return is_terminated_ ? RENSA_TERMINATED : static_cast<std::uint32_t>(text_.size()); }

  const rensa_field* field() {
    const unsigned choice = byte();
    if (choice < 128) return &field_;
    field_ = {};
    const unsigned rows = choice % 14 + 1;
    for (unsigned i = 0; i < 6 * rows; ++i) {
      constexpr std::array<std::uint8_t, 16> kCells = {0, 1, 2, 4, 4, 4, 5, 5, 5, 6, 6, 7, 7, 1, 0, 3};
      const unsigned cell = byte();
      field_.cells[i] = kCells[cell < 4 ? 15 : cell % 15];
    }
    std::int32_t fallen = 0;
    if ((choice & 1U) != 0) rensa_field_settle(engine_, &field_, &field_, &fallen);
    return choice > 252 ? nullptr : &field_;
  }
  const rensa_pair* pairs() {
    constexpr std::array<std::uint8_t, 8> kColours = {4, 5, 6, 7, 2, 4, 5, 0};
    for (rensa_pair& pair : pairs_) {
      const unsigned cells = byte();
      pair = {kColours[cells < 8 ? 7 : cells % 7], kColours[cells / 8 % 7]};
    }
    return pointer(pairs_.data());
  }
  const rensa_queue* queue() {
    if (rarely()) return nullptr;
    if (rarely()) queue_.pairs[byte() % RENSA_QUEUE_LENGTH].axis = static_cast<std::uint8_t>(byte());
    return &queue_;
  }
  const rensa_input* inputs() {
    for (rensa_input& input : inputs_) {
      const unsigned choice = byte();
      input = {};
      if (choice < 96) {
        input.kind = RENSA_INPUT_PLACEMENT;
        input.placement = static_cast<std::uint8_t>(choice % 23);
      } else if (choice < 192) {
        input.kind = RENSA_INPUT_KEYS;
        input.keys = static_cast<std::uint8_t>(choice % 32);
      } else if (choice > 253) {
        input.kind = static_cast<std::uint8_t>(byte());
        input.reserved = static_cast<std::uint8_t>(byte());
      }
    }
    return pointer(inputs_.data());
  }
  const std::uint8_t* placements() {
    for (std::uint8_t& placement : placements_) {
      const unsigned choice = byte();
      placement = choice < 250 ? static_cast<std::uint8_t>(choice % 22) : static_cast<std::uint8_t>(choice);
    }
    return pointer(placements_.data());
  }
  // The side or the view that a call has written last, of which some words are changed.
  template <typename T>
  const T* changed(T& value) {
    for (unsigned changes = byte() % 8; changes > 4; --changes) {
      const std::size_t word = byte() % (sizeof(T) / sizeof(std::int32_t));
      const std::uint32_t now = natural() - 1;
      std::memcpy(reinterpret_cast<char*>(&value) + word * sizeof now, &now, sizeof now);
    }
    return pointer(&value);
  }

  // Memory for results.

  void take_text() {
    const std::size_t length = std::min<std::size_t>(results_.count, kText);
    made_text_.assign(reinterpret_cast<const char*>(results_.list.data()), length);
  }
  // Results become the arguments of later calls.
  void take_results() {
    if (is_written(results_.field)) field_ = results_.field;
    if (is_written(results_.queue)) queue_ = results_.queue;
    if (is_written(results_.side)) side_ = results_.side;
    if (is_written(results_.view)) view_ = results_.view;
    if (is_written(results_.made)) know(results_.made);
  }
  std::uint32_t* count() { return pointer(&results_.count); }
  rensa_handle* made() { return pointer(&results_.made); }
  template <typename T>
  T* list() {
    return pointer(reinterpret_cast<T*>(results_.list.data()));
  }
  template <typename T>
  std::uint32_t room() {
    const auto most = static_cast<std::uint32_t>(kText / sizeof(T));
    return rarely() ? std::min(natural(), most) : std::min(kList, most);
  }

  // Objects to begin with, so that most calls have some.
  void make_objects() {
    const auto add = [this](rensa_status status) {
      require(status == RENSA_OK);
      know(results_.made);
      return results_.made;
    };
    const rensa_handle frames = add(rensa_ruleset_published(engine_, "tsu-1", RENSA_TERMINATED, &results_.made));
    const rensa_handle turns = add(rensa_ruleset_published(engine_, "jaist-1", RENSA_TERMINATED, &results_.made));
    const std::array<std::uint64_t, 4> seeds = {1, 2, 3, 4};
    const rensa_handle duel = add(rensa_duel_create(engine_, frames, 1, nullptr, &results_.made));
    require(rensa_duel_record(engine_, duel, "a", 1, "b", 1) == RENSA_OK);
    const rensa_handle other = add(rensa_duel_create(engine_, turns, 1, nullptr, &results_.made));
    require(rensa_duel_record(engine_, other, "a", 1, "b", 1) == RENSA_OK);
    add(rensa_duels_create(engine_, turns, seeds.data(), 4, &results_.made));
    add(rensa_practice_create(engine_, 1, 4, &field_, nullptr, 0, &results_.made));
    add(rensa_training_create(engine_, "_o1q1__u03", RENSA_TERMINATED, &results_.made));
    add(rensa_prediction_create(engine_, frames, &results_.made));
    add(rensa_player_create(engine_, frames, "greedy", RENSA_TERMINATED, 0, 1, &results_.made));
    require(rensa_queue_from_seed(engine_, 1, 4, &queue_) == RENSA_OK);
  }

  void know(rensa_handle handle) {
    KnownObject object{.handle = handle, .kind = 0, .seen = seen(handle)};
    require(rensa_kind(engine_, handle, &object.kind) == RENSA_OK);
    objects_.push_back(object);
  }

  // All values of an object that a caller can read.
  std::string seen(rensa_handle handle) {
    std::string all;
    const auto add = [&all](const auto& value) { all.append(reinterpret_cast<const char*>(&value), sizeof value); };
    std::int32_t kind = 0;
    rensa_kind(engine_, handle, &kind);
    add(kind);
    if (kind == RENSA_KIND_DUEL || kind == RENSA_KIND_REPLAY) {
      rensa_game_state state{};
      rensa_game_get(engine_, handle, &state);
      add(state);
    }
    rensa_side side{};
    if (kind == RENSA_KIND_PRACTICE) rensa_practice_side(engine_, handle, &side);
    if (kind == RENSA_KIND_TRAINING) rensa_training_side(engine_, handle, RENSA_NO_PLACEMENT, &side);
    if (kind == RENSA_KIND_PREDICTION) rensa_prediction_side(engine_, handle, &side);
    add(side);
    std::array<rensa_view, kDuels> views{};
    std::array<rensa_field, 2> fields{};
    std::uint32_t count = 0;
    if (kind == RENSA_KIND_DUELS) {
      for (std::uint32_t i = 0; i < kDuels; ++i) rensa_duels_view(engine_, handle, i, 0, &views[i]);
    }
    if (kind == RENSA_KIND_FIELDS) rensa_fields_get(engine_, handle, fields.data(), 2, &count);
    add(views);
    add(fields);
    return all;
  }

  void run_one();
  rensa_status call(unsigned function);
  rensa_status call_for_fields(unsigned function);
  rensa_status call_for_duels(unsigned function);
  rensa_status call_for_records(unsigned function);
  rensa_status call_for_one_side(unsigned function);

  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
  rensa_engine* engine_ = nullptr;
  std::vector<KnownObject> objects_;
  std::vector<rensa_handle> used_;  // by the present call

  std::string text_;
  bool is_terminated_ = false;
  std::string made_text_;                 // by the last call that made one
  std::vector<std::uint8_t> made_bytes_;  // of the last record
  rensa_field field_{};
  std::array<rensa_pair, 4> pairs_{};
  rensa_queue queue_{};
  std::array<rensa_input, 8> inputs_{};
  std::array<std::uint8_t, 8> placements_{};
  rensa_side side_{};
  rensa_view view_{};
  rensa_outcome outcome_{};
  Results results_{};
  std::int32_t stop_ = 0;
};

constexpr unsigned kFunctions = 92;

void Calls::run_one() {
  const unsigned function = byte() % kFunctions;
  clear(results_);
  used_.clear();
  require(rensa_free(engine_, 0) == RENSA_ERROR_HANDLE);
  const std::string old_error = rensa_error_text(engine_);
  std::uint32_t objects = 0;
  require(rensa_count(engine_, &objects) == RENSA_OK && objects == objects_.size());

  const rensa_status status = call(function);
  require(status >= RENSA_OK && status < RENSA_ERROR_MEMORY);
  if (status != RENSA_OK) {
    require(!is_written(results_));
    require(rensa_error_text(engine_) != old_error || status == RENSA_ERROR_HANDLE);
  }
  for (KnownObject& object : objects_) {
    const bool is_used = std::find(used_.begin(), used_.end(), object.handle) != used_.end();
    std::string now = seen(object.handle);
    require((status == RENSA_OK && is_used) || now == object.seen);
    object.seen = std::move(now);
  }
  take_results();
  if (objects_.size() <= kMostObjects) return;
  require(rensa_free(engine_, objects_.front().handle) == RENSA_OK);
  require(rensa_free(engine_, objects_.front().handle) == RENSA_ERROR_HANDLE);
  objects_.erase(objects_.begin());
}

rensa_status Calls::call(unsigned function) {
  if (function < 24) return call_for_fields(function);
  if (function < 52) return call_for_duels(function);
  if (function < 72) return call_for_records(function);
  return call_for_one_side(function);
}

rensa_status Calls::call_for_fields(unsigned function) {
  switch (function) {
    case 0:
      return rensa_kind(engine(), handle(kAnyKind), pointer(&results_.number));
    case 1:
      return rensa_count(engine(), pointer(&results_.set));
    case 2:
      return rensa_name_count(engine(), natural(), pointer(&results_.set));
    case 3:
      return rensa_name(engine(), natural() % 8, natural(), list<char>(), room<char>(), count());
    case 4:
      choose_text();
      return rensa_ruleset_published(engine(), text(), length(), made());
    case 5:
      choose_text();
      return rensa_ruleset_from_json(engine(), text(), length(), made());
    case 6: {
      const rensa_status status =
          rensa_ruleset_to_json(engine(), handle(RENSA_KIND_RULESET), list<char>(), room<char>(), count());
      if (status == RENSA_OK) take_text();
      return status;
    }
    case 7:
      return rensa_ruleset_id(engine(), handle(RENSA_KIND_RULESET), list<char>(), room<char>(), count());
    case 8:
      return rensa_ruleset_get(engine(), handle(RENSA_KIND_RULESET), list<rensa_ruleset_values>());
    case 9:
      return rensa_queue_from_seed(engine(), wide(), number(), pointer(&results_.queue));
    case 10:
      return rensa_queue_official(engine(), number(), number() % 7, pointer(&results_.queue));
    case 11:
      choose_text();
      return rensa_queue_from_text(engine(), text(), length(), pointer(&results_.queue));
    case 12:
      return rensa_queue_to_text(engine(), queue(), list<char>(), room<char>(), count());
    case 13:
      choose_text();
      return rensa_field_from_text(engine(), text(), length(), natural() % 3, pointer(&results_.field));
    case 14:
      return rensa_field_to_text(engine(), field(), natural() % 3, list<char>(), room<char>(), count());
    case 15:
      choose_text();
      return rensa_field_from_url(engine(), text(), length(), pointer(&results_.field), list<rensa_pair>(),
                                  room<rensa_pair>(), count());
    case 16: {
      const rensa_status status = rensa_field_to_url(engine(), field(), pairs(), natural() % 5, natural() % 3,
                                                     list<char>(), room<char>(), count());
      if (status == RENSA_OK) take_text();
      return status;
    }
    case 17:
      return rensa_field_settle(engine(), field(), pointer(&results_.field), pointer(&results_.number));
    case 18:
      return rensa_field_simulate(engine(), field(), pointer(&results_.field), pointer(&results_.chain));
    case 19: {
      const rensa_status status = rensa_field_placements(engine(), field(), pointer(&results_.set));
      require(status != RENSA_OK || results_.set < 1U << RENSA_PLACEMENTS);
      return status;
    }
    case 20:
      return rensa_field_place(engine(), field(), pairs(), natural() % 23, pointer(&results_.field),
                               pointer(&results_.chain));
    case 21:
      return rensa_field_threat(engine(), field(), pairs(), natural() % 4, pointer(&results_.chain));
    case 22:
      return rensa_field_possible_chains(engine(), field(), 1 + number() % 2, number() % 2,
                                         list<rensa_possible_chain>(), room<rensa_possible_chain>(), count());
    default:
      rensa_engine_free(nullptr);
      require(rensa_engine_create(nullptr) == RENSA_ERROR_ARGUMENT);
      require(rensa_struct_size(natural()) <= sizeof(rensa_decision) && rensa_version() == RENSA_API_VERSION);
      return RENSA_OK;
  }
}

rensa_status Calls::call_for_duels(unsigned function) {
  switch (function) {
    case 24: {
      const std::array<rensa_field, 2> two = {field_, field_};
      return rensa_fields_create(engine(), pointer(two.data()), natural() % 3, made());
    }
    case 25:
      return rensa_fields_get(engine(), handle(RENSA_KIND_FIELDS), list<rensa_field>(), room<rensa_field>(), count());
    case 26:
      return rensa_fields_simulate(engine(), handle(RENSA_KIND_FIELDS), handle(RENSA_KIND_FIELDS), list<rensa_chain>(),
                                   room<rensa_chain>());
    case 27:
      return rensa_duel_create(engine(), handle(RENSA_KIND_RULESET), byte(), queue(), made());
    case 28:
      return rensa_duel_copy(engine(), handle(RENSA_KIND_DUEL), made());
    case 29:
      choose_text();
      return rensa_duel_record(engine(), handle(RENSA_KIND_DUEL), text(), length(), "b", 1);
    case 30:
    case 31:
    case 32:
      return rensa_duel_step(engine(), handle(RENSA_KIND_DUEL), inputs(), list<rensa_event>(), room<rensa_event>(),
                             count());
    case 33:
    case 34:
      return rensa_duel_advance(engine(), handle(RENSA_KIND_DUEL), static_cast<std::int32_t>(100000U + natural()),
                                list<rensa_event>(), room<rensa_event>(), count());
    case 35: {
      const rensa_handle duel = handle(RENSA_KIND_DUEL);
      rensa_game_state state{};
      rensa_game_get(engine_, duel, &state);
      outcome_ = {number() % 3 - 1, 3 + number() % 8, rarely() ? number() : state.clock};
      const rensa_outcome* outcome = state.has_ended == 1 ? nullptr : pointer(&outcome_);
      const rensa_status status = rensa_duel_finish(engine(), duel, outcome, made());
      if (status == RENSA_OK) {
        // A record that was made can be read again.
        std::uint32_t size = 0;
        require(rensa_record_to_bytes(engine_, results_.made, nullptr, 0, &size) == RENSA_OK);
        made_bytes_.resize(size);
        require(rensa_record_to_bytes(engine_, results_.made, made_bytes_.data(), size, &size) == RENSA_OK);
        rensa_handle again = 0;
        require(rensa_record_from_bytes(engine_, made_bytes_.data(), size, &again) == RENSA_OK);
        require(rensa_free(engine_, again) == RENSA_OK);
      }
      return status;
    }
    case 36:
      return rensa_game_get(engine(), game(), list<rensa_game_state>());
    case 37:
      return rensa_game_view(engine(), game(), seat(), pointer(&results_.view));
    case 38:
      return rensa_game_side(engine(), game(), seat(), pointer(&results_.side));
    case 39: {
      const rensa_status status = rensa_game_placements(engine(), game(), seat(), pointer(&results_.set));
      require(status != RENSA_OK || results_.set < 1U << RENSA_PLACEMENTS);
      return status;
    }
    case 40:
      return rensa_game_pair(engine(), game(), seat(), number(), list<rensa_pair>());
    case 41:
      return rensa_game_threat(engine(), game(), seat(), list<rensa_chain>());
    case 42:
      return rensa_game_url(engine(), game(), seat(), list<char>(), room<char>(), count());
    case 43:
    case 44:
      return rensa_view_placements(engine(), changed(view_), pointer(&results_.set));
    case 45:
      if (rarely()) {
        return rensa_chance_to_win(engine(), handle(RENSA_KIND_RULESET), number(), changed(side_), changed(side_),
                                   pointer(&results_.number));
      }
      return rensa_side_facts_of(engine(), changed(side_), list<rensa_side_facts>());
    case 46: {
      const std::array<std::uint64_t, 4> seeds = {byte(), byte(), 3, 4};
      return rensa_duels_create(engine(), handle(RENSA_KIND_RULESET), pointer(seeds.data()), natural() % 5, made());
    }
    case 47:
      return rensa_duels_reset(engine(), handle(RENSA_KIND_DUELS), natural() % 5, byte());
    case 48:
      return rensa_duels_step(engine(), handle(RENSA_KIND_DUELS), inputs(), 2 * (1 + byte() % 4));
    case 49:
      return rensa_duels_play(engine(), handle(RENSA_KIND_DUELS), placements(), 2 * (1 + byte() % 4));
    case 50: {
      const rensa_duels_buffers buffers{
          .struct_size = rarely() ? natural() : std::uint32_t{sizeof(rensa_duels_buffers)},
          .count = rarely() ? byte() % 5 : std::uint32_t{kDuels},
          .cells = results_.cells.data(),
          .opponent_cells = results_.opponent_cells.data(),
          .pairs = results_.pairs.data(),
          .placements = pointer(results_.placements.data()),
          .is_decision_due = results_.is_decision_due.data(),
          .scores = pointer(results_.scores.data()),
          .waiting = pointer(results_.waiting.data()),
          .clocks = pointer(results_.clocks.data()),
          .has_ended = results_.has_ended.data(),
          .winners = results_.winners.data()};
      return rensa_duels_get(engine(), handle(RENSA_KIND_DUELS), pointer(&buffers));
    }
    default:
      return rensa_duels_view(engine(), handle(RENSA_KIND_DUELS), natural() % 5, seat(), pointer(&results_.view));
  }
}

rensa_status Calls::call_for_records(unsigned function) {
  switch (function) {
    case 52: {
      if (rarely() && !made_bytes_.empty())
        made_bytes_[wide() % made_bytes_.size()] ^= static_cast<std::uint8_t>(byte());
      return rensa_record_from_bytes(engine(), pointer(made_bytes_.data()),
                                     static_cast<std::uint32_t>(made_bytes_.size()), made());
    }
    case 53:
      choose_text();
      return rensa_record_from_json(engine(), text(), length(), made());
    case 54:
      return rensa_record_to_bytes(engine(), handle(RENSA_KIND_RECORD), list<std::uint8_t>(), room<std::uint8_t>(),
                                   count());
    case 55: {
      const rensa_status status =
          rensa_record_to_json(engine(), handle(RENSA_KIND_RECORD), list<char>(), room<char>(), count());
      if (status == RENSA_OK) take_text();
      return status;
    }
    case 56:
      return rensa_record_get(engine(), handle(RENSA_KIND_RECORD), list<rensa_record_info>());
    case 57:
      return rensa_record_ruleset(engine(), handle(RENSA_KIND_RECORD), made());
    case 58:
      return rensa_record_player(engine(), handle(RENSA_KIND_RECORD), seat(), list<char>(), room<char>(), count());
    case 59:
      if (number() % 2 == 0) {
        return rensa_record_interruptions(engine(), handle(RENSA_KIND_RECORD), list<std::int32_t>(),
                                          room<std::int32_t>(), count());
      }
      return rensa_record_inputs(engine(), handle(RENSA_KIND_RECORD), list<rensa_recorded_input>(),
                                 room<rensa_recorded_input>(), count());
    case 60:
      return rensa_record_checkpoints(engine(), handle(RENSA_KIND_RECORD), list<rensa_checkpoint>(),
                                      room<rensa_checkpoint>(), count());
    case 61:
      return rensa_record_hands(engine(), handle(RENSA_KIND_RECORD), list<rensa_hand>(), room<rensa_hand>(), count());
    case 62:
      return rensa_record_decisions(engine(), handle(RENSA_KIND_RECORD), seat(), list<rensa_decision>(),
                                    room<rensa_decision>(), count());
    case 63:
      return rensa_record_statistics(engine(), handle(RENSA_KIND_RECORD), list<rensa_statistics>());
    case 64:
      return rensa_record_url(engine(), handle(RENSA_KIND_RECORD), seat(), natural() % 3, list<char>(), room<char>(),
                              count());
    case 65:
      return rensa_replay_open(engine(), handle(RENSA_KIND_RECORD), made());
    case 66:
      return rensa_replay_seek(engine(), handle(RENSA_KIND_REPLAY), static_cast<std::int32_t>(natural() * natural()));
    case 67:
      return rensa_replay_events(engine(), handle(RENSA_KIND_REPLAY), list<rensa_event>(), room<rensa_event>(),
                                 count());
    case 68:
      return rensa_player_name(engine(), natural(), list<char>(), room<char>(), count());
    case 69:
      choose_text();
      return rensa_player_create(engine(), handle(RENSA_KIND_RULESET), text(), length(), number() % 2, byte(), made());
    case 70: {
      const rensa_status status =
          number() % 2 == 0
              ? rensa_player_choose(engine(), handle(RENSA_KIND_PLAYER), game(), seat(), pointer(&results_.set))
              : rensa_player_choose_within(engine(), handle(RENSA_KIND_PLAYER), game(), seat(),
                                           std::int64_t{number()} * number(), rarely() ? nullptr : pointer(&stop_),
                                           pointer(&results_.set));
      require(status != RENSA_OK || results_.set < RENSA_PLACEMENTS);
      return status;
    }
    default:
      return rensa_player_candidates(engine(), handle(RENSA_KIND_PLAYER), game(), seat(), list<rensa_candidate>(),
                                     room<rensa_candidate>(), count());
  }
}

rensa_status Calls::call_for_one_side(unsigned function) {
  switch (function) {
    case 72:
      if (number() % 2 == 0) return rensa_player_count(engine(), pointer(&results_.set));
      return rensa_player_ponder(engine(), handle(RENSA_KIND_PLAYER), game(), seat(), std::int64_t{number()} * number(),
                                 rarely() ? nullptr : pointer(&stop_), pointer(&results_.number));
    case 73:
      return rensa_practice_create(engine(), byte(), number() % 7, field(), pairs(), natural() % 5, made());
    case 74:
    case 75:
      return rensa_practice_step(engine(), handle(RENSA_KIND_PRACTICE), inputs(), list<rensa_event>(),
                                 room<rensa_event>(), count());
    case 76:
      return rensa_practice_undo(engine(), handle(RENSA_KIND_PRACTICE));
    case 77:
      return rensa_practice_side(engine(), handle(RENSA_KIND_PRACTICE), pointer(&results_.side));
    case 78:
      choose_text();
      return rensa_training_flaw(engine(), text(), length(), pointer(&results_.number));
    case 79:
      choose_text();
      return rensa_training_create(engine(), text(), length(), made());
    case 80:
      return rensa_training_goal(engine(), handle(RENSA_KIND_TRAINING), list<rensa_goal>());
    case 81:
      return rensa_training_pairs(engine(), handle(RENSA_KIND_TRAINING), list<rensa_pair>(), room<rensa_pair>(),
                                  count());
    case 82:
      return rensa_training_url(engine(), handle(RENSA_KIND_TRAINING), list<char>(), room<char>(), count());
    case 83:
      return rensa_training_get(engine(), handle(RENSA_KIND_TRAINING), list<rensa_training_state>());
    case 84:
      return rensa_training_drop(engine(), handle(RENSA_KIND_TRAINING), natural() % 23);
    case 85:
      return rensa_training_steer(engine(), handle(RENSA_KIND_TRAINING), natural() % 23);
    case 86: {
      const rensa_handle training = handle(RENSA_KIND_TRAINING);
      for (unsigned frames = byte() % 64; frames > 0; --frames) {
        rensa_training_step(engine_, training, nullptr, 0, &results_.set);
      }
      return rensa_training_step(engine_, training, nullptr, 0, &results_.set);
    }
    case 87:
      return rensa_training_rewind(engine(), handle(RENSA_KIND_TRAINING), natural() % 4);
    case 88:
      return rensa_training_side(engine(), handle(RENSA_KIND_TRAINING), rarely() ? RENSA_NO_PLACEMENT : natural() % 23,
                                 pointer(&results_.side));
    case 89:
      return rensa_prediction_create(engine(), handle(RENSA_KIND_RULESET), made());
    case 90:
      if (rarely()) return rensa_prediction_side(engine(), handle(RENSA_KIND_PREDICTION), pointer(&results_.side));
      return rensa_prediction_start(engine(), handle(RENSA_KIND_PREDICTION), changed(side_), number());
    default:
      return rensa_prediction_step(engine(), handle(RENSA_KIND_PREDICTION), inputs(), list<rensa_event>(),
                                   room<rensa_event>(), count());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Calls(data, size).run();
  return 0;
}
