#include <algorithm>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/util/json_util.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/json/document.h"
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

std::string convert_json(std::string_view bytes, pb::Message& message) {
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

std::string why_ambiguous(const Json& object, const pb::Descriptor& type);

std::string why_ambiguous(const Json& value, const pb::FieldDescriptor& field) {
  if (value.is_array()) {
    for (const Json& item : value) {
      if (std::string why = why_ambiguous(item, field); !why.empty()) return why;
    }
  }
  if (value.is_object() && field.message_type() != nullptr) return why_ambiguous(value, *field.message_type());
  if (!value.is_string() || field.enum_type() == nullptr) return "";
  const auto& name = value.get_ref<const std::string&>();
  return field.enum_type()->FindValueByName(name) != nullptr ? "" : field.json_name() + ": there is no " + name;
}

// Finds faults that the library passes over. It is told to skip unknown fields and then skips unknown enumerators, too:
// after a typing error, a match would be played under other terms than requested. Of a field that is given by both of
// its names, it takes one.
std::string why_ambiguous(const Json& object, const pb::Descriptor& type) {
  std::vector<const pb::FieldDescriptor*> given;
  for (const auto& [name, value] : object.items()) {
    const pb::FieldDescriptor* field = type.FindFieldByCamelcaseName(name);
    if (field == nullptr) field = type.FindFieldByName(name);
    if (field == nullptr) continue;
    if (std::find(given.begin(), given.end(), field) != given.end()) {
      return json::quoted_key(field->json_name()) + " is given twice, by both of its names";
    }
    given.push_back(field);
    if (std::string why = why_ambiguous(value, *field); !why.empty()) return why;
  }
  return "";
}

std::string read_json(std::string_view bytes, pb::Message& message) {
  constexpr int kMostDeep = 24;  // our messages are at most six deep
  const auto document = json::parse_document(bytes, kMostDeep);
  if (!document) return "not a message of the schema: " + document.error().message;
  if (!document->is_object()) return "not a message of the schema: no JSON object";
  std::string why = convert_json(bytes, message);
  return why.empty() ? why_ambiguous(*document, *message.GetDescriptor()) : why;
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
    case Encoding::json:
      return read_json(bytes, message);
  }
  return "no such encoding";
}

}  // namespace rensa::proto
