#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "clients/bindings/wasm/message.h"
#include "engine/notation/utf8.h"

// Messages from and to Protobuf's form in JSON: names in lowerCamelCase, numbers of 64 bits as texts, fields with their
// default value left out.

namespace rensa::wasm {

namespace {

constexpr int kDeepestJson = 16;
constexpr std::size_t kUsualJson = 1024;  // bytes

bool is_signed(FieldKind kind) {
  return kind == FieldKind::int32 || kind == FieldKind::sint64 || kind == FieldKind::enumerator;
}

bool has_64_bits(FieldKind kind) {
  return kind == FieldKind::uint64 || kind == FieldKind::sint64 || kind == FieldKind::fixed64;
}

void write_decimal(FieldKind kind, std::uint64_t number, std::string& json) {
  json += is_signed(kind) ? std::to_string(static_cast<std::int64_t>(number)) : std::to_string(number);
}

void write_text(std::string_view text, std::string& json) {
  constexpr std::string_view kHex = "0123456789abcdef";
  json += '"';
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (letter == '"' || letter == '\\') {
      json += '\\';
      json += letter;
    } else if (code < 0x20) {
      json += "\\u00";
      json += kHex[code >> 4];
      json += kHex[code & 15U];
    } else {
      json += letter;
    }
  }
  json += '"';
}

void write_number(const MessageField& field, std::uint64_t number, std::string& json) {
  if (field.kind == FieldKind::boolean) {
    json += number != 0 ? "true" : "false";
    return;
  }
  if (field.kind == FieldKind::enumerator) {
    for (const Enumerator& one : enumerators(field.type)) {
      if (static_cast<std::int64_t>(number) == one.number) return write_text(one.name, json);
    }
  }
  if (has_64_bits(field.kind)) json += '"';
  write_decimal(field.kind, number, json);
  if (has_64_bits(field.kind)) json += '"';
}

void write_node(const Message& message, std::size_t place, std::string& json);

void write_value(const Message& message, const MessageField& field, const Message::Value& value, std::string& json) {
  if (field.kind == FieldKind::message) return write_node(message, static_cast<std::size_t>(value.number), json);
  if (field.kind == FieldKind::text) return write_text(message.text_of(value), json);
  write_number(field, value.number, json);
}

bool is_left_out(const MessageField& field, std::span<const Message::Value> values) {
  if (values.empty()) return true;
  if (field.label != FieldLabel::singular || field.kind == FieldKind::message) return false;
  return values.front().number == 0 && values.front().text_size == 0;
}

void write_node(const Message& message, std::size_t place, std::string& json) {
  json += '{';
  const auto& fields = message.node(place).type->fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto values = message.values_of(place, i);
    if (is_left_out(fields[i], values)) continue;
    if (json.back() != '{') json += ',';
    json += '"';
    json += fields[i].name;
    json += "\":";
    const bool is_list = fields[i].label == FieldLabel::repeated;
    if (is_list) json += '[';
    for (const Message::Value& value : values) {
      if (&value != values.data()) json += ',';
      write_value(message, fields[i], value, json);
    }
    if (is_list) json += ']';
  }
  json += '}';
}

class JsonReader {
 public:
  explicit JsonReader(std::string_view json) : json_(json) {}

  bool read_whole(Message& message) {
    if (!read_message(message, Message::kRoot, kDeepestJson)) return false;
    skip_spaces();
    return json_.empty();
  }

 private:
  void skip_spaces() { json_.remove_prefix(std::min(json_.find_first_not_of(" \t\r\n"), json_.size())); }

  bool take(std::string_view token) {
    skip_spaces();
    if (!json_.starts_with(token)) return false;
    json_.remove_prefix(token.size());
    return true;
  }

  // Reads items up to the closing bracket. The opening one has been read.
  template <typename ReadItem>
  bool read_items(std::string_view end, ReadItem read_item) {
    if (take(end)) return true;
    do {
      if (!read_item()) return false;
    } while (take(","));
    return take(end);
  }

  bool read_message(Message& message, std::size_t place, int depth) {
    if (depth == 0 || !take("{")) return false;
    return read_items("}", [&] { return read_member(message, place, depth); });
  }

  bool read_member(Message& message, std::size_t place, int depth) {
    std::string name;
    if (!read_text(name) || !take(":")) return false;
    const auto& fields = message.node(place).type->fields;
    const auto found =
        std::find_if(fields.begin(), fields.end(), [&](const MessageField& one) { return one.name == name; });
    if (found == fields.end()) return false;
    const auto field = static_cast<std::size_t>(found - fields.begin());
    if (is_taken(message, place, field)) return false;
    if (found->label != FieldLabel::repeated) return read_value(message, place, field, depth);
    return take("[") && read_items("]", [&] { return read_value(message, place, field, depth); });
  }

  // The field, or another one of its oneof, is there already.
  static bool is_taken(const Message& message, std::size_t place, std::size_t field) {
    const Message::Node& node = message.node(place);
    const std::uint8_t oneof = node.type->fields[field].oneof;
    return std::any_of(node.values.begin(), node.values.end(), [&](const Message::Value& value) {
      return value.field == field || (oneof != 0 && node.type->fields[value.field].oneof == oneof);
    });
  }

  bool read_value(Message& message, std::size_t place, std::size_t field, int depth) {
    const MessageField& of = message.node(place).type->fields[field];
    if (of.kind == FieldKind::message) return read_message(message, message.put_message(place, field), depth - 1);
    if (of.kind == FieldKind::text) {
      std::string text;
      if (!read_text(text)) return false;
      message.put_text(place, field, text);
      return true;
    }
    std::uint64_t number = 0;
    if (!read_number(of, number)) return false;
    message.put_number(place, field, number);
    return true;
  }

  bool read_number(const MessageField& field, std::uint64_t& number) {
    if (field.kind == FieldKind::boolean) {
      number = take("true") ? 1 : 0;
      return number == 1 || take("false");
    }
    if (!take("\"")) return read_decimal(field.kind, number);
    if (has_64_bits(field.kind)) return read_decimal(field.kind, number) && json_.starts_with('"') && take("\"");
    if (field.kind != FieldKind::enumerator) return false;
    const std::string_view name = json_.substr(0, json_.find('"'));
    for (const Enumerator& one : enumerators(field.type)) {
      if (one.name != name) continue;
      number = static_cast<std::uint64_t>(std::int64_t{one.number});
      json_.remove_prefix(name.size());
      return take("\"");
    }
    return false;
  }

  template <typename T>
  bool read_digits(std::uint64_t& number) {
    const std::size_t digit = json_.starts_with('-') ? 1 : 0;
    const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
    if (json_.size() > digit + 1 && json_[digit] == '0' && is_digit(json_[digit + 1])) return false;
    T value = 0;
    const auto [end, error] = std::from_chars(json_.data(), json_.data() + json_.size(), value);
    if (error != std::errc()) return false;
    json_.remove_prefix(static_cast<std::size_t>(end - json_.data()));
    number = static_cast<std::uint64_t>(value);
    return json_.empty() || (json_.front() != '.' && json_.front() != 'e' && json_.front() != 'E');
  }

  bool read_decimal(FieldKind kind, std::uint64_t& number) {
    if (is_signed(kind)) return kind == FieldKind::sint64 ? read_digits<std::int64_t>(number) : read_int32(number);
    return has_64_bits(kind) ? read_digits<std::uint64_t>(number) : read_digits<std::uint32_t>(number);
  }

  bool read_int32(std::uint64_t& number) {
    if (!read_digits<std::int64_t>(number)) return false;
    const auto value = static_cast<std::int64_t>(number);
    return value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max();
  }

  bool read_text(std::string& text) {
    if (!take("\"")) return false;
    while (!json_.empty() && json_.front() != '"') {
      const char letter = json_.front();
      if (static_cast<unsigned char>(letter) < 0x20) return false;
      json_.remove_prefix(1);
      if (letter != '\\') {
        text += letter;
      } else if (!read_escape(text)) {
        return false;
      }
    }
    return take("\"") && notation::is_utf8(text);
  }

  bool read_escape(std::string& text) {
    if (json_.empty()) return false;
    const char letter = json_.front();
    json_.remove_prefix(1);
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    if (const std::size_t at = kLetters.find(letter); at != std::string_view::npos) {
      text += kMeanings[at];
      return true;
    }
    std::uint32_t point = 0;
    if (letter != 'u' || !read_hex(point)) return false;
    if (point >= 0xD800 && point < 0xDC00) {
      std::uint32_t low = 0;
      if (!json_.starts_with("\\u")) return false;
      json_.remove_prefix(2);
      if (!read_hex(low) || low < 0xDC00 || low > 0xDFFF) return false;
      point = 0x10000 + ((point - 0xD800) << 10 | (low - 0xDC00));
    }
    notation::append_utf8(point, text);
    return true;
  }

  bool read_hex(std::uint32_t& point) {
    const std::string_view digits = json_.substr(0, 4);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), point, 16);
    if (error != std::errc() || end != digits.data() + 4) return false;
    json_.remove_prefix(4);
    return true;
  }

  std::string_view json_;
};

}  // namespace

std::optional<Message> message_of_json(const MessageType& type, std::string_view json) {
  std::optional<Message> message(type);
  if (!JsonReader(json).read_whole(*message)) message.reset();
  return message;
}

std::string json_of(const Message& message) {
  std::string json;
  json.reserve(kUsualJson);
  write_node(message, Message::kRoot, json);
  return json;
}

}  // namespace rensa::wasm
