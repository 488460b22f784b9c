#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/util/json_util.h>
#include <nlohmann/json.hpp>
#include <string>

#include "clients/bindings/wasm/message.h"
#include "rensa/v1/client.pb.h"
#include "rensa/v1/server.pb.h"
#include "tests/fuzz/input.h"

// The page's own codec against Protobuf's library. Both accept the same bytes, and understand the same message; the
// JSON of the one is the JSON of the other. The page's codec turns the JSON of the library into the same
// bytes.

namespace {

using rensa::fuzz::require;
namespace pb = google::protobuf;

void compare(const rensa::wasm::MessageType& type, pb::Message& message, const std::uint8_t* data, std::size_t size) {
  const auto read = rensa::wasm::message_of_bytes(type, {data, size});
  require(read.has_value() == message.ParseFromArray(data, static_cast<int>(size)));
  if (!read) return;
  message.DiscardUnknownFields();
  const std::string bytes = message.SerializeAsString();
  require(rensa::wasm::bytes_of(*read) == bytes);
  std::string json;
  require(pb::util::MessageToJsonString(message, &json).ok());
  require(nlohmann::json::parse(rensa::wasm::json_of(*read)) == nlohmann::json::parse(json));
  const auto again = rensa::wasm::message_of_json(type, json);
  require(again.has_value() && rensa::wasm::bytes_of(*again) == bytes);
}

void read_any_json(const rensa::wasm::MessageType& type, pb::Message& message, const std::string& json) {
  const auto read = rensa::wasm::message_of_json(type, json);
  if (!read) return;
  require(pb::util::JsonStringToMessage(json, &message).ok());
  require(rensa::wasm::bytes_of(*read) == message.SerializeAsString());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const bool is_silent = [] {
    pb::SetLogHandler(nullptr);
    return true;
  }();
  require(is_silent);
  rensa::v1::ServerMessage from_server;
  rensa::v1::ClientMessage from_client;
  compare(rensa::wasm::server_message_type(), from_server, data, size);
  compare(rensa::wasm::client_message_type(), from_client, data, size);
  const std::string text(reinterpret_cast<const char*>(data), size);
  read_any_json(rensa::wasm::client_message_type(), from_client, text);
  return 0;
}
