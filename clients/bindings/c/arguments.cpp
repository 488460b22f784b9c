#include "clients/bindings/c/arguments.h"

#include <array>

#include "engine/notation/utf8.h"

namespace rensa::bindings {

namespace {

constexpr std::array<std::string_view, 11> kKindNames = {
    "object", "ruleset",       "list of fields",   "duel",       "group of duels", "record",
    "replay", "practice game", "training problem", "prediction", "player"};

std::string_view name_of_kind(std::int32_t kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

}  // namespace

rensa_status Arguments::refuse(rensa_status status, std::string_view argument, std::string_view reason) {
  if (!is_ok()) return status_;
  status_ = status;
  engine_.set_error_text(argument, reason);
  return status_;
}

bool Arguments::address(const void* pointer, std::size_t alignment, std::string_view name) {
  if (pointer == nullptr) {
    refuse(RENSA_ERROR_ARGUMENT, name, "the pointer is null");
    return false;
  }
  if (reinterpret_cast<std::uintptr_t>(pointer) % alignment != 0) {
    refuse(RENSA_ERROR_ARGUMENT, name, "the pointer is not aligned for its type");
    return false;
  }
  return true;
}

namespace {

std::string why_out_of_range(std::int64_t value, std::int64_t least, std::int64_t most) {
  return "has to be " + std::to_string(least) + " .. " + std::to_string(most) + ", not " + std::to_string(value);
}

}  // namespace

bool Arguments::number(std::int64_t value, std::int64_t least, std::int64_t most, std::string_view name) {
  if (value >= least && value <= most) return true;
  if (is_ok()) refuse(RENSA_ERROR_ARGUMENT, name, why_out_of_range(value, least, most));
  return false;
}

bool Arguments::member(std::int64_t value, std::int64_t least, std::int64_t most, std::string_view argument,
                       int element, std::string_view name) {
  if (value >= least && value <= most) return true;
  if (is_ok()) {
    const std::string place = element < 0 ? "" : " of element " + std::to_string(element);
    refuse(RENSA_ERROR_ARGUMENT, argument,
           "the member " + std::string(name) + place + " " + why_out_of_range(value, least, most));
  }
  return false;
}

duel::Seat Arguments::seat(std::int32_t value) {
  return number(value, 0, RENSA_SEATS - 1, "seat") && value == 1 ? duel::Seat::two : duel::Seat::one;
}

rules::Placement Arguments::placement(std::int64_t index, std::string_view name) {
  return number(index, 0, RENSA_PLACEMENTS - 1, name) ? rules::kPlacements[static_cast<std::size_t>(index)]
                                                      : rules::Placement{};
}

std::string_view Arguments::text(const char* text, std::uint32_t length, std::string_view name) {
  if (text == nullptr && length == 0) return {};
  if (!pointer(text, name)) return {};
  const std::string_view given = length == RENSA_TERMINATED ? std::string_view(text) : std::string_view(text, length);
  if (given.size() > std::numeric_limits<std::uint32_t>::max() - 1) {
    refuse(RENSA_ERROR_ARGUMENT, name, "the text is too long");
    return {};
  }
  if (!notation::is_utf8(given)) {
    refuse(RENSA_ERROR_TEXT, name, "the text is not UTF-8");
    return {};
  }
  return given;
}

void Arguments::refuse_handle(rensa_handle handle, std::int32_t kind, std::string_view name) {
  if (!is_ok()) return;
  const Object* found = engine_.objects.find(handle);
  std::string reason = found == nullptr ? "there is no object with this handle"
                                        : "the handle is of a " + std::string(name_of_kind(found->kind()));
  reason += "; a " + std::string(name_of_kind(kind)) + " is needed";
  refuse(RENSA_ERROR_HANDLE, name, reason);
}

const duel::Game* Arguments::game(rensa_handle handle) {
  Object* found = engine_.objects.find(handle);
  if (found != nullptr && found->kind() == ReplayObject::kKind)
    return &static_cast<ReplayObject*>(found)->cursor.game();
  const DuelObject* duel = object<DuelObject>(handle, "game");
  return duel == nullptr ? nullptr : &duel->game;
}

rensa_status Arguments::add(std::unique_ptr<Object> object, rensa_handle* handle) {
  if (engine_.objects.is_full()) return refuse(RENSA_ERROR_MEMORY, "", "the engine has too many objects");
  *handle = engine_.objects.add(std::move(object));
  return RENSA_OK;
}

bool Arguments::event_room(const rensa_event* events, std::uint32_t capacity, const std::uint32_t* count) {
  if (!room(events, capacity, count, "events")) return false;
  if (events == nullptr || capacity >= RENSA_MAX_EVENTS) return true;
  refuse(RENSA_ERROR_BUFFER, "capacity", "has to be at least " + std::to_string(RENSA_MAX_EVENTS));
  return false;
}

bool Arguments::fits(std::size_t needed, bool asks_for_size, std::uint32_t capacity) {
  if (needed >= std::numeric_limits<std::uint32_t>::max()) {
    refuse(RENSA_ERROR_MEMORY, "", "the result is too large");
    return false;
  }
  if (asks_for_size || needed <= capacity) return true;
  refuse(RENSA_ERROR_BUFFER, "capacity",
         "has to be at least " + std::to_string(needed) + ", not " + std::to_string(capacity));
  return false;
}

rensa_status Arguments::write_text(std::string_view from, char* text, std::uint32_t capacity, std::uint32_t* length) {
  if (!fits(from.size() + 1, text == nullptr, capacity)) return status_;
  if (text != nullptr) {
    text[from.copy(text, from.size())] = '\0';
  }
  *length = static_cast<std::uint32_t>(from.size());
  return RENSA_OK;
}

}  // namespace rensa::bindings
