#include "proto/wire.h"

#include <google/protobuf/util/json_util.h>

namespace rensa::proto {

std::string bytes_of(const google::protobuf::Message& message, Encoding encoding) {
  std::string bytes;
  switch (encoding) {
    case Encoding::binary:
      message.SerializeToString(&bytes);
      break;
    case Encoding::json:
      // Fails only for what is no UTF-8, and names are checked where they come in.
      if (!google::protobuf::util::MessageToJsonString(message, &bytes).ok()) bytes.clear();
      break;
  }
  return bytes;
}

std::string read_bytes(std::string_view bytes, Encoding encoding, google::protobuf::Message& message) {
  switch (encoding) {
    case Encoding::binary:
      return message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) ? "" : "not a message of the schema";
    case Encoding::json: {
      google::protobuf::util::JsonParseOptions options;
      options.ignore_unknown_fields = true;
      const auto status = google::protobuf::util::JsonStringToMessage(
          google::protobuf::StringPiece(bytes.data(), bytes.size()), &message, options);
      return status.ok() ? "" : "not a message of the schema: " + status.message().as_string();
    }
  }
  return "no such encoding";
}

}  // namespace rensa::proto
