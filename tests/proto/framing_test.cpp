#include "proto/framing.h"

#include <gtest/gtest.h>
#include <vector>

namespace rensa::proto {
namespace {

std::string framed(const std::vector<std::string>& messages) {
  std::string stream;
  for (const std::string& message : messages) append_framed_message(stream, message);
  return stream;
}

std::vector<std::string> drain(MessageSplitter& reader) {
  std::vector<std::string> messages;
  while (const auto message = reader.next()) messages.emplace_back(*message);
  return messages;
}

const std::vector<std::string> kMessages{"a", "", std::string(300, 'b'), std::string("\0\xFF", 2), ""};

TEST(Framing, LengthIsFourBytesLittleEndian) {
  const std::string stream = framed({std::string(258, 'x')});
  EXPECT_EQ(stream.substr(0, 4), std::string("\x02\x01\x00\x00", 4));
  EXPECT_EQ(stream.size(), 262U);
}

TEST(Framing, ManyMessagesMayArriveAtOnce) {
  MessageSplitter reader(kMaxWorkerMessageBytes);
  reader.feed(framed(kMessages));
  EXPECT_EQ(drain(reader), kMessages);
}

TEST(Framing, MessagesMayArriveByteByByte) {
  MessageSplitter reader(kMaxWorkerMessageBytes);
  std::vector<std::string> messages;
  for (const char byte : framed(kMessages)) {
    reader.feed(std::string_view(&byte, 1));
    for (std::string& message : drain(reader)) messages.push_back(std::move(message));
  }
  EXPECT_EQ(messages, kMessages);
}

TEST(Framing, IncompleteMessagesAreKept) {
  const std::string stream = framed({"first", "second"});
  for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
    MessageSplitter reader(kMaxWorkerMessageBytes);
    reader.feed(stream.substr(0, cut));
    std::vector<std::string> messages = drain(reader);
    reader.feed(stream.substr(cut));
    for (std::string& message : drain(reader)) messages.push_back(std::move(message));
    EXPECT_EQ(messages, (std::vector<std::string>{"first", "second"})) << cut;
  }
}

TEST(Framing, MessageOfTheLimitPasses) {
  MessageSplitter reader(8);
  reader.feed(framed({"12345678"}));
  EXPECT_EQ(reader.next(), "12345678");
  EXPECT_FALSE(reader.is_broken());
}

TEST(Framing, TooLargeLengthBreaksTheStream) {
  MessageSplitter reader(8);
  reader.feed(framed({"before", "123456789"}).substr(0, 14));
  EXPECT_EQ(reader.next(), "before");
  EXPECT_FALSE(reader.next());
  EXPECT_TRUE(reader.is_broken());
}

TEST(Framing, LargestLengthIsRefused) {
  MessageSplitter reader(kMaxWorkerMessageBytes);
  reader.feed("\xFF\xFF\xFF\xFF");
  EXPECT_FALSE(reader.next());
  EXPECT_TRUE(reader.is_broken());
}

TEST(Framing, NothingIsReadFromABrokenStream) {
  MessageSplitter reader(4);
  reader.feed(framed({"12345"}));
  EXPECT_FALSE(reader.next());
  reader.feed(framed({"1"}));
  EXPECT_FALSE(reader.next());
  EXPECT_TRUE(reader.is_broken());
}

}  // namespace
}  // namespace rensa::proto
