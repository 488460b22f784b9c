#include <string_view>

#include "engine/duel/side_prediction.h"
#include "engine/rules/ruleset.h"
#include "proto/codec.h"
#include "proto/framing.h"
#include "tests/fuzz/input.h"

// The whole input is a message in either encoding and of either side, and what arrives on a stream: once at once, once
// in pieces of as many bytes as the first byte says. An accepted message comes back from its own bytes; a refusal
// gives the reason; how a stream was cut up does not show. A view with motion is played on.

namespace {

using rensa::fuzz::require;
using namespace rensa::proto;

constexpr std::size_t kLimit = 256;

template <typename Message, typename Read>
void read_as(std::string_view bytes, Encoding encoding, Read read) {
  const rensa::rules::Parsed<Message> message = read(bytes, encoding);
  if (!message) {
    require(!message.error().message.empty());
    return;
  }
  for (const Encoding other : {Encoding::binary, Encoding::json}) {
    const rensa::rules::Parsed<Message> again = read(encode(*message, other), other);
    require(again.ok());
    require(*again == *message);
  }
}

// The view of a seat is played on, if that can be; the game takes nothing on trust.
void play_on(std::string_view bytes, Encoding encoding) {
  const rensa::rules::Parsed<ServerMessage> message = server_message_of(bytes, encoding);
  const Update* update = message ? std::get_if<Update>(&*message) : nullptr;
  if (update == nullptr) return;
  auto prediction = rensa::duel::SidePrediction::from_view(*rensa::rules::find_ruleset("tsu-1"), update->view);
  for (int frame = 0; prediction && frame < 300; ++frame) {
    prediction->step(rensa::duel::Input::hold(static_cast<rensa::movement::Keys>(frame / 3 % 32)));
    require(prediction->own().field.is_consistent());
  }
}

void read_message(std::string_view bytes) {
  for (const Encoding encoding : {Encoding::binary, Encoding::json}) {
    read_as<ClientMessage>(bytes, encoding, client_message_of);
    read_as<ServerMessage>(bytes, encoding, server_message_of);
    play_on(bytes, encoding);
  }
}

void collect(MessageSplitter& reader, std::string& messages) {
  while (const auto message = reader.next()) {
    require(message->size() <= kLimit);
    append_framed_message(messages, *message);
  }
}

void read_stream(std::string_view bytes, std::size_t piece) {
  MessageSplitter whole(kLimit);
  std::string messages;
  whole.feed(bytes);
  collect(whole, messages);
  require(bytes.starts_with(messages));

  MessageSplitter cut(kLimit);
  std::string same;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    cut.feed(bytes.substr(at, piece));
    collect(cut, same);
  }
  require(same == messages);
  require(cut.is_broken() == whole.is_broken());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  read_message(bytes);
  if (!bytes.empty()) read_stream(bytes.substr(1), 1U + data[0]);
  return 0;
}
