#include <gmock/gmock.h>
#include <string>
#include <vector>

#include "tests/server/net/fixture.h"
#include "tests/server/net/web_socket_peer.h"

// The rules of RFC 6455 for frames, one by one: what a client must not send ends the connection with the right code,
// and all that it may send is understood.

namespace rensa::net {
namespace {

using namespace std::string_literals;
using testing::Contains;
using testing::ElementsAreArray;
using testing::IsEmpty;

constexpr std::size_t kMaxMessageBytes = 1024;

// A frame of any shape, also of one that no client may send.
struct FrameShape {
  unsigned opcode = 1;
  std::string payload{};
  bool is_last = true;
  unsigned reserved_bits = 0;  // RSV1 is 4, RSV2 is 2, RSV3 is 1
  bool is_masked = true;
  int length_bytes = 0;                      // of the longer form of the length, 2 or 8; 0: the shortest form
  std::uint64_t length = ~std::uint64_t{0};  // that the header tells; the default: the length of the payload
  std::uint32_t mask = 0x12345678;
};

std::string bytes_of(const FrameShape& shape) {
  const std::uint64_t length = shape.length == ~std::uint64_t{0} ? shape.payload.size() : shape.length;
  int length_bytes = shape.length_bytes;
  if (length_bytes == 0 && length > 125) length_bytes = length < 65536 ? 2 : 8;
  std::string bytes;
  bytes.push_back(static_cast<char>((shape.is_last ? 0x80U : 0U) | shape.reserved_bits << 4 | shape.opcode));
  const auto short_length = static_cast<unsigned>(length_bytes == 0 ? length : length_bytes == 2 ? 126 : 127);
  bytes.push_back(static_cast<char>((shape.is_masked ? 0x80U : 0U) | short_length));
  for (int i = length_bytes - 1; i >= 0; --i) bytes.push_back(static_cast<char>(length >> (8 * i) & 0xFFU));
  if (!shape.is_masked) return bytes + shape.payload;
  std::string mask;
  for (int i = 3; i >= 0; --i) mask.push_back(static_cast<char>(shape.mask >> (8 * i) & 0xFFU));
  bytes += mask;
  for (std::size_t i = 0; i < shape.payload.size(); ++i) {
    bytes.push_back(static_cast<char>(shape.payload[i] ^ mask[i % 4]));
  }
  return bytes;
}

std::string bytes_of_all(const std::vector<FrameShape>& shapes) {
  std::string bytes;
  for (const FrameShape& shape : shapes) bytes += bytes_of(shape);
  return bytes;
}

// Returns the payload of a close frame.
std::string close_payload(int code, const std::string& reason = "") {
  return std::string{static_cast<char>(code >> 8), static_cast<char>(code & 0xFF)} + reason;
}

FrameShape text_frame(std::string payload, bool is_last = true) {
  return {.opcode = 1, .payload = std::move(payload), .is_last = is_last};
}
FrameShape more_frame(std::string payload, bool is_last = true) {
  return {.opcode = 0, .payload = std::move(payload), .is_last = is_last};
}
FrameShape close_frame(std::string payload) { return {.opcode = 8, .payload = std::move(payload)}; }
FrameShape ping_frame(std::string payload) { return {.opcode = 9, .payload = std::move(payload)}; }
FrameShape pong_frame(std::string payload) { return {.opcode = 10, .payload = std::move(payload)}; }

class WebSocketRules : public NetTest {
 protected:
  WebSocketRules() { options.limits.people.max_message_bytes = kMaxMessageBytes; }

  // Returns a peer with a WebSocket for text messages.
  PeerSocket connected() {
    PeerSocket peer = to_web();
    peer.write(upgrade_request("/ws", kTextHeader));
    EXPECT_TRUE(wait_for_text(peer, "\r\n\r\n"));
    peer.forget(peer.read().find("\r\n\r\n") + 4);
    return peer;
  }
  // Reads frames until a close frame.
  std::vector<WebFrame> answers_until_close(PeerSocket& peer) {
    std::vector<WebFrame> answers;
    EXPECT_TRUE(wait([&] {
      while (auto next = next_frame(peer)) answers.push_back(*next);
      return !answers.empty() && answers.back().opcode == Opcode::close;
    }));
    return answers;
  }
};

struct Violation {
  std::string name;
  std::string bytes;
  std::vector<int> codes;               // of which one has to be in the server's close frame
  std::vector<std::string> legal = {};  // the messages that it begins with
};

class ForbiddenFrames : public WebSocketRules, public testing::WithParamInterface<Violation> {};

// Each violation comes after a message, which must be received, and before another one, which must not.
TEST_P(ForbiddenFrames, EndTheConnection) {
  start();
  PeerSocket peer = connected();
  peer.write(bytes_of_all({text_frame("before")}) + GetParam().bytes + bytes_of_all({text_frame("after")}));
  const std::vector<WebFrame> answers = answers_until_close(peer);
  ASSERT_EQ(answers.size(), 1U) << "apart from the close frame, nothing is answered";
  ASSERT_GE(answers[0].payload.size(), 2U);
  EXPECT_THAT(GetParam().codes, Contains(answers[0].close_code()));
  // The server ends the stream also if the peer does not.
  EXPECT_TRUE(wait_for_end(peer));
  EXPECT_TRUE(wait([&] { return !why(0).empty(); }));
  std::vector<std::string> messages{"before"};
  messages.insert(messages.end(), GetParam().legal.begin(), GetParam().legal.end());
  EXPECT_EQ(heard.messages[heard.ids.at(0)], messages);
}

// U+20AC in UTF-8, cut and altered.
const std::string kEuro = "\xE2\x82\xAC";

std::vector<Violation> violations() {
  std::vector<Violation> all{
      {"Unmasked", bytes_of_all({{.payload = "x", .is_masked = false}}), {1002}},
      {"UnmaskedControl", bytes_of_all({{.opcode = 9, .payload = "x", .is_masked = false}}), {1002}},
      {"UnmaskedClose", bytes_of_all({{.opcode = 8, .payload = close_payload(1000), .is_masked = false}}), {1002}},
      {"UnmaskedContinuation",
       bytes_of_all({text_frame("a", false), {.opcode = 0, .payload = "b", .is_masked = false}}),
       {1002}},
      {"PingOf126Bytes", bytes_of_all({ping_frame(std::string(126, 'p'))}), {1002}},
      {"PongOf126Bytes", bytes_of_all({pong_frame(std::string(126, 'p'))}), {1002}},
      {"CloseOf126Bytes", bytes_of_all({close_frame(close_payload(1000, std::string(124, 'c')))}), {1002}},
      {"PingWithLengthInTwoBytes", bytes_of_all({{.opcode = 9, .payload = "x", .length_bytes = 2}}), {1002}},
      {"PingInFragments", bytes_of_all({{.opcode = 9, .payload = "x", .is_last = false}, more_frame("y")}), {1002}},
      {"PongInFragments", bytes_of_all({{.opcode = 10, .payload = "x", .is_last = false}, more_frame("y")}), {1002}},
      {"CloseInFragments",
       bytes_of_all({{.opcode = 8, .payload = close_payload(1000), .is_last = false}, more_frame("y")}),
       {1002}},
      {"ContinuationWithoutBeginning", bytes_of_all({more_frame("x")}), {1002}},
      {"ContinuationWithoutBeginningNorEnd", bytes_of_all({more_frame("x", false)}), {1002}},
      {"ContinuationAfterTheLastFragment",
       bytes_of_all({text_frame("a", false), more_frame("b"), more_frame("c")}),
       {1002},
       {"ab"}},
      {"TextWithinFragments", bytes_of_all({text_frame("a", false), text_frame("b")}), {1002}},
      {"BinaryWithinFragments", bytes_of_all({text_frame("a", false), {.opcode = 2, .payload = "b"}}), {1002}},
      {"BinaryToATextSubprotocol", bytes_of_all({{.opcode = 2, .payload = "b"}}), {1003}},
      {"CloseOfOneByte", bytes_of_all({close_frame("x")}), {1002}},
      {"CloseReasonThatIsNotUtf8", bytes_of_all({close_frame(close_payload(1000, "\xFF"))}), {1002, 1007}},
      {"CloseReasonThatIsCutInACharacter",
       bytes_of_all({close_frame(close_payload(1000, kEuro.substr(0, 2)))}),
       {1002, 1007}},
      {"TextThatIsNotUtf8", bytes_of_all({text_frame("a\xFF")}), {1007}},
      {"TextWithAnOverlongCharacter", bytes_of_all({text_frame("\xC0\xAF")}), {1007}},
      {"TextWithASurrogate", bytes_of_all({text_frame("\xED\xA0\x80")}), {1007}},
      {"TextBeyondUnicode", bytes_of_all({text_frame("\xF4\x90\x80\x80")}), {1007}},
      {"TextThatIsCutInACharacter", bytes_of_all({text_frame(kEuro.substr(0, 2))}), {1007}},
      {"FragmentsThatAreCutInACharacter",
       bytes_of_all({text_frame("a", false), more_frame(kEuro.substr(0, 1))}),
       {1007}},
      {"FragmentThatIsNotUtf8BeforeTheMessageEnds", bytes_of_all({text_frame("a\xFF", false)}), {1007}},
      {"LengthOf125InTwoBytes", bytes_of_all({{.payload = std::string(125, 'x'), .length_bytes = 2}}), {1002}},
      {"LengthOf125InEightBytes", bytes_of_all({{.payload = std::string(125, 'x'), .length_bytes = 8}}), {1002}},
      {"LengthOf126InEightBytes", bytes_of_all({{.payload = std::string(126, 'x'), .length_bytes = 8}}), {1002}},
      {"LengthOf0InTwoBytes", bytes_of_all({{.length_bytes = 2}}), {1002}},
      {"LengthWithTheHighestBit", bytes_of_all({{.length_bytes = 8, .length = std::uint64_t{1} << 63}}), {1002, 1009}},
      {"MessageBeyondTheLimit", bytes_of_all({text_frame(std::string(kMaxMessageBytes + 1, 'x'))}), {1009}},
      {"LengthBeyondTheLimit", bytes_of_all({{.length = std::uint64_t{1} << 40}}), {1009}},
      {"FragmentsBeyondTheLimit",
       bytes_of_all({text_frame(std::string(kMaxMessageBytes, 'x'), false), more_frame("y", false)}),
       {1009}},
  };
  for (const unsigned opcode : {3U, 4U, 5U, 6U, 7U, 11U, 12U, 13U, 14U, 15U}) {
    all.push_back(
        {"ReservedOpcode" + std::to_string(opcode), bytes_of_all({{.opcode = opcode, .payload = "x"}}), {1002}});
  }
  for (const unsigned bits : {1U, 2U, 4U, 7U}) {
    const std::string name = "ReservedBits" + std::to_string(bits);
    all.push_back({name, bytes_of_all({{.payload = "x", .reserved_bits = bits}}), {1002}});
    all.push_back({name + "InAPing", bytes_of_all({{.opcode = 9, .reserved_bits = bits}}), {1002}});
    all.push_back({name + "InAContinuation",
                   bytes_of_all({text_frame("a", false), {.opcode = 0, .payload = "b", .reserved_bits = bits}}),
                   {1002}});
  }
  for (const int code : {0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999}) {
    all.push_back({"CloseWithCode" + std::to_string(code), bytes_of_all({close_frame(close_payload(code))}), {1002}});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(OfRfc6455, ForbiddenFrames, testing::ValuesIn(violations()),
                         [](const auto& violation) { return violation.param.name; });

struct LegalFrames {
  std::string name;
  std::string bytes;
  std::vector<std::string> messages;
  std::vector<std::string> pongs;
};

class AllowedFrames : public WebSocketRules, public testing::WithParamInterface<LegalFrames> {};

TEST_P(AllowedFrames, AreUnderstood) {
  start();
  PeerSocket peer = connected();
  peer.write(GetParam().bytes + bytes_of_all({close_frame(close_payload(1000))}));
  std::vector<WebFrame> answers = answers_until_close(peer);
  ASSERT_FALSE(answers.empty());
  EXPECT_EQ(answers.back().close_code(), 1000);
  answers.pop_back();
  std::vector<std::string> pongs;
  for (const WebFrame& answer : answers) {
    EXPECT_EQ(answer.opcode, Opcode::pong);
    pongs.push_back(answer.payload);
  }
  EXPECT_THAT(pongs, ElementsAreArray(GetParam().pongs));
  EXPECT_THAT(heard.messages[heard.ids.at(0)], ElementsAreArray(GetParam().messages));
}

INSTANTIATE_TEST_SUITE_P(
    OfRfc6455, AllowedFrames,
    testing::Values(
        LegalFrames{"TextInFragmentsWithPingsBetween",
                    bytes_of_all({ping_frame("0"), text_frame("a", false), ping_frame("1"), more_frame("b", false),
                                  ping_frame("2"), more_frame("c"), ping_frame("3")}),
                    {"abc"},
                    {"0", "1", "2", "3"}},
        LegalFrames{"EmptyFragments",
                    bytes_of_all({text_frame("", false), more_frame("", false), more_frame("a", false),
                                  more_frame("", false), more_frame("")}),
                    {"a"},
                    {}},
        LegalFrames{"OnlyEmptyFragments",
                    bytes_of_all({text_frame("", false), more_frame("", false), more_frame("")}),
                    {""},
                    {}},
        LegalFrames{
            "EmptyMessages", bytes_of_all({text_frame(""), text_frame("a"), text_frame("")}), {"", "a", ""}, {}},
        LegalFrames{"PingOf125Bytes", bytes_of_all({ping_frame(std::string(125, 'p'))}), {}, {std::string(125, 'p')}},
        LegalFrames{"PingWithoutBytes", bytes_of_all({ping_frame("")}), {}, {""}},
        LegalFrames{"PingOfAnyBytes", bytes_of_all({ping_frame("\xFF\0\xFE"s)}), {}, {"\xFF\0\xFE"s}},
        LegalFrames{"PongsWithoutAPing",
                    bytes_of_all({pong_frame(""), pong_frame(std::string(125, 'p')), text_frame("a")}),
                    {"a"},
                    {}},
        LegalFrames{"PongsBetweenFragments",
                    bytes_of_all({text_frame("a", false), pong_frame("x"), more_frame("b")}),
                    {"ab"},
                    {}},
        LegalFrames{"CharactersInTwoFragments",
                    bytes_of_all({text_frame(kEuro.substr(0, 1), false), more_frame("", false), ping_frame("p"),
                                  more_frame(kEuro.substr(1))}),
                    {kEuro},
                    {"p"}},
        LegalFrames{"AllLengthsOfUtf8",
                    bytes_of_all({text_frame("\x7F\xC2\x80\xE0\xA0\x80\xEF\xBF\xBF\xF4\x8F\xBF\xBF")}),
                    {"\x7F\xC2\x80\xE0\xA0\x80\xEF\xBF\xBF\xF4\x8F\xBF\xBF"},
                    {}},
        LegalFrames{"TextWithAZero", bytes_of_all({text_frame("a\0b"s)}), {"a\0b"s}, {}},
        LegalFrames{"MaskOfZeros", bytes_of_all({{.payload = "a", .mask = 0}}), {"a"}, {}},
        LegalFrames{"AnotherMaskInEachFragment",
                    bytes_of_all({{.payload = "ab", .is_last = false, .mask = 0xFFFFFFFF}, more_frame("cd")}),
                    {"abcd"},
                    {}},
        LegalFrames{"LengthsOf125And126",
                    bytes_of_all({text_frame(std::string(125, 'x')), text_frame(std::string(126, 'y'))}),
                    {std::string(125, 'x'), std::string(126, 'y')},
                    {}},
        LegalFrames{"MessageOfTheLimit",
                    bytes_of_all({text_frame(std::string(kMaxMessageBytes, 'x'))}),
                    {std::string(kMaxMessageBytes, 'x')},
                    {}},
        LegalFrames{"FragmentsOfTheLimit",
                    bytes_of_all({text_frame(std::string(kMaxMessageBytes - 1, 'x'), false), more_frame("x", false),
                                  more_frame("")}),
                    {std::string(kMaxMessageBytes, 'x')},
                    {}}),
    [](const auto& legal) { return legal.param.name; });

struct LegalClose {
  std::string name;
  std::string payload;
  std::string answered;
};

class AllowedClose : public WebSocketRules, public testing::WithParamInterface<LegalClose> {};

// Data after a close frame are read and forgotten.
TEST_P(AllowedClose, IsAnsweredAndEndsTheStream) {
  start();
  PeerSocket peer = connected();
  peer.write(bytes_of_all({text_frame("a", false), ping_frame("p"), close_frame(GetParam().payload), more_frame("b"),
                           text_frame("c"), ping_frame("q")}));
  const std::vector<WebFrame> answers = answers_until_close(peer);
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0].payload, "p");
  EXPECT_EQ(answers[1].payload.substr(0, 2), GetParam().answered);
  EXPECT_TRUE(wait_for_end(peer));
  EXPECT_THAT(peer.read(), IsEmpty()) << "nothing comes after the close frame";
  EXPECT_TRUE(wait([&] { return !why(0).empty(); }));
  EXPECT_THAT(heard.messages[heard.ids.at(0)], IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    OfRfc6455, AllowedClose,
    testing::Values(LegalClose{"WithoutACode", "", close_payload(1000)},
                    LegalClose{"Normal", close_payload(1000), close_payload(1000)},
                    LegalClose{"WithAReason", close_payload(1001, "bye"), close_payload(1001)},
                    LegalClose{"WithAReasonInUtf8", close_payload(1000, kEuro), close_payload(1000)},
                    LegalClose{"WithTheLongestReason", close_payload(1000, std::string(123, 'r')), close_payload(1000)},
                    LegalClose{"WithACodeOfTheProtocol", close_payload(1011), close_payload(1011)},
                    LegalClose{"WithARegisteredCode", close_payload(3000), close_payload(3000)},
                    LegalClose{"WithAPrivateCode", close_payload(4999), close_payload(4999)}),
    [](const auto& legal) { return legal.param.name; });

}  // namespace
}  // namespace rensa::net
