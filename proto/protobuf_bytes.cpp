#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/util/json_util.h>
#include <limits>
#include <nlohmann/json.hpp>

#include "proto/protobuf.h"

namespace rensa::proto {

namespace {

namespace pb = google::protobuf;
using Json = nlohmann::json;

// Keeps the library from writing to stderr, which a peer could use to fill a log. Callers get the error as a sentence.
void silence_library() {
  static const bool silent = [] {
    pb::SetLogHandler(nullptr);
    return true;
  }();
  static_cast<void>(silent);
}

// The library's time for nested brackets grows with the square of their depth: 4 KiB of them take a quarter of a
// second. Our messages are at most six deep.
bool is_too_deep(std::string_view json) {
  constexpr int kMostDeep = 24;
  int depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_text && c == '\\') ++i;
    if (c == '"') in_text = !in_text;
    if (in_text) continue;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (depth > kMostDeep) return true;
  }
  return false;
}

std::string read_json(std::string_view bytes, pb::Message& message) {
  pb::util::JsonParseOptions options;
  options.ignore_unknown_fields = true;
  const auto status = pb::util::JsonStringToMessage(pb::StringPiece(bytes.data(), bytes.size()), &message, options);
  if (status.ok()) return "";
  // The library's error quotes the bytes that it could not read. They may be anything, so they are made safe to show.
  std::string why = "not a message of the schema: " + status.message().as_string();
  for (char& c : why) {
    if (c < ' ' || c > '~') c = '?';
  }
  return why;
}

std::string unknown_enumerator(const Json& object, const pb::Descriptor& type);

std::string unknown_enumerator(const Json& value, const pb::FieldDescriptor& field) {
  if (value.is_array()) {
    for (const Json& item : value) {
      if (std::string why = unknown_enumerator(item, field); !why.empty()) return why;
    }
  }
  if (value.is_object() && field.message_type() != nullptr) return unknown_enumerator(value, *field.message_type());
  if (!value.is_string() || field.enum_type() == nullptr) return "";
  const auto& name = value.get_ref<const std::string&>();
  return field.enum_type()->FindValueByName(name) != nullptr ? "" : field.json_name() + ": there is no " + name;
}

// Finds unknown enumerators in JSON. The library is told to skip unknown fields and then skips those too: after a
// typing error, a match would be played under other terms than requested.
std::string unknown_enumerator(const Json& object, const pb::Descriptor& type) {
  for (const auto& [name, value] : object.items()) {
    const pb::FieldDescriptor* field = type.FindFieldByCamelcaseName(name);
    if (field == nullptr) field = type.FindFieldByName(name);
    if (field == nullptr) continue;
    if (std::string why = unknown_enumerator(value, *field); !why.empty()) return why;
  }
  return "";
}

// Returns an error if the JSON has an unknown enumerator. Also refuses texts that are not quite JSON, which the library
// accepts.
std::string why_no_enumerator(std::string_view bytes, const pb::Message& message) {
  const Json object = Json::parse(bytes, nullptr, false);
  if (!object.is_object()) return "not a message of the schema: no JSON object";
  return unknown_enumerator(object, *message.GetDescriptor());
}

}  // namespace

void write_bytes(const pb::Message& message, Encoding encoding, std::string& bytes) {
  silence_library();
  bytes.clear();
  switch (encoding) {
    case Encoding::binary:
      message.SerializeToString(&bytes);
      break;
    case Encoding::json:
      // This fails only for invalid UTF-8, which no message has, because names are checked when they arrive.
      if (!pb::util::MessageToJsonString(message, &bytes).ok()) bytes.clear();
      break;
  }
}

std::string read_bytes(std::string_view bytes, Encoding encoding, pb::Message& message) {
  silence_library();
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) return "larger than 2 GiB";
  switch (encoding) {
    case Encoding::binary:
      return message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) ? "" : "not a message of the schema";
    case Encoding::json: {
      if (is_too_deep(bytes)) return "not a message of the schema: too deeply nested";
      std::string why = read_json(bytes, message);
      return why.empty() ? why_no_enumerator(bytes, message) : why;
    }
  }
  return "no such encoding";
}

}  // namespace rensa::proto
