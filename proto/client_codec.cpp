#include "proto/codec.h"
#include "proto/protobuf.h"
#include "rensa/v1/client.pb.h"
#include "rensa/v1/game.pb.h"
#include "server/base/plain_text.h"

namespace rensa::proto {

namespace {

constexpr std::size_t kMaxTextBytes = 256;
constexpr int kMaxFeatures = 32;
constexpr int kMaxInt = 0x7FFF'FFFF;

v1::Subscription to_protobuf(Subscription subscription) {
  return static_cast<v1::Subscription>(static_cast<int>(subscription) + 1);
}

Subscription subscription_of(v1::Subscription subscription, FieldReader& reader) {
  const int value = reader.number(subscription, 0, 3, "subscription");
  return value == 0 ? Subscription::events : static_cast<Subscription>(value - 1);
}

// Writes a message into its Protobuf form, with one overload for each kind of message.
struct Writer {
  v1::ClientMessage& to;

  void operator()(const Hello& from) const {
    v1::Hello& hello = *to.mutable_hello();
    hello.set_version_min(static_cast<std::uint32_t>(from.version_min));
    hello.set_version_max(static_cast<std::uint32_t>(from.version_max));
    hello.set_token(from.token);
    hello.set_name(from.name);
    hello.set_software(from.software);
    for (const std::string& feature : from.features) hello.add_features(feature);
  }
  void operator()(const ListLobby&) const { to.mutable_list_lobby(); }
  void operator()(const QuickMatch& from) const {
    write(from.terms, *to.mutable_quick_match()->mutable_terms());
    to.mutable_quick_match()->set_subscription(to_protobuf(from.subscription));
  }
  void operator()(const Challenge& from) const {
    v1::Challenge& challenge = *to.mutable_challenge();
    challenge.set_opponent(from.opponent);
    write(from.terms, *challenge.mutable_terms());
    challenge.set_subscription(to_protobuf(from.subscription));
  }
  void operator()(const Accept& from) const {
    to.mutable_accept()->set_challenge(static_cast<std::uint64_t>(from.challenge));
    to.mutable_accept()->set_subscription(to_protobuf(from.subscription));
  }
  void operator()(const Decline& from) const {
    to.mutable_decline()->set_challenge(static_cast<std::uint64_t>(from.challenge));
  }
  void operator()(const Leave& from) const {
    v1::Leave& leave = *to.mutable_leave();
    if (!from.match) return leave.set_arranged(from.arranged);
    leave.set_match(static_cast<std::uint64_t>(*from.match));
    leave.set_seat(proto::to_protobuf(std::optional(from.seat)));
  }
  void operator()(const Watch& from) const {
    to.mutable_watch()->set_match(static_cast<std::uint64_t>(from.match));
    to.mutable_watch()->set_subscription(to_protobuf(from.subscription));
    to.mutable_watch()->set_comments(from.comments);
  }
  void operator()(const Unwatch& from) const {
    to.mutable_unwatch()->set_match(static_cast<std::uint64_t>(from.match));
  }
  void operator()(const Decide& from) const {
    v1::Decide& decide = *to.mutable_decide();
    decide.set_match(static_cast<std::uint64_t>(from.match));
    decide.set_seat(proto::to_protobuf(std::optional(from.seat)));
    decide.set_game(static_cast<std::uint32_t>(from.game));
    decide.set_clock(static_cast<std::uint32_t>(from.clock));
    decide.set_id(from.id);
    switch (from.input.kind) {
      case duel::Input::Kind::none:
        decide.set_pass(true);
        break;
      case duel::Input::Kind::placement:
        decide.mutable_place()->set_x(static_cast<std::uint32_t>(from.input.placement.x));
        decide.mutable_place()->set_r(static_cast<std::uint32_t>(from.input.placement.r));
        break;
      case duel::Input::Kind::keys:
        decide.set_keys(static_cast<std::uint32_t>(from.input.keys));
        break;
    }
    decide.set_at(static_cast<std::uint32_t>(from.at));
    decide.set_comment(from.comment);
    decide.set_missed(from.is_missed);
  }
  void operator()(const Resume& from) const {
    v1::Resume& resume = *to.mutable_resume();
    resume.set_match(static_cast<std::uint64_t>(from.match));
    resume.set_seat(proto::to_protobuf(std::optional(from.seat)));
    resume.set_token(from.token);
    resume.set_last(from.last);
    resume.set_subscription(to_protobuf(from.subscription));
    resume.set_holder(from.client_id);
    resume.set_back(from.back);
  }
  void operator()(const Ping& from) const {
    to.mutable_ping()->set_nonce(from.nonce);
    to.mutable_ping()->set_round_trip_milliseconds(static_cast<std::uint32_t>(from.round_trip));
  }
  void operator()(const Follow& from) const {
    to.mutable_follow()->set_tournament(from.tournament);
    if (from.from) to.mutable_follow()->set_from(*from.from);
  }
  void operator()(const Unfollow& from) const { to.mutable_unfollow()->set_tournament(from.tournament); }
  void operator()(const Invite& from) const {
    write(from.terms, *to.mutable_invite()->mutable_terms());
    to.mutable_invite()->set_subscription(to_protobuf(from.subscription));
    to.mutable_invite()->set_code(from.code);
    to.mutable_invite()->set_holder(from.client_id);
  }
  void operator()(const Join& from) const {
    to.mutable_join()->set_code(from.code);
    to.mutable_join()->set_subscription(to_protobuf(from.subscription));
  }
  void operator()(const Advice& from) const {
    v1::Advice& advice = *to.mutable_advice();
    advice.set_question(static_cast<std::uint64_t>(from.question));
    for (const Candidate& candidate : from.candidates) {
      v1::Candidate& entry = *advice.add_candidates();
      entry.mutable_place()->set_x(static_cast<std::uint32_t>(candidate.place.x));
      entry.mutable_place()->set_r(static_cast<std::uint32_t>(candidate.place.r));
      if (candidate.worth) entry.set_worth(*candidate.worth);
    }
  }
};

Hello hello_of(const v1::Hello& from, FieldReader& reader) {
  Hello hello;
  hello.version_min = reader.number(from.version_min(), 0, 1'000'000, "version_min");
  hello.version_max = reader.number(from.version_max(), 0, 1'000'000, "version_max");
  hello.token = reader.text(from.token(), kMaxTextBytes, "token");
  hello.name = reader.text(from.name(), kMaxTextBytes, "name");  // the session service checks the characters
  hello.software = reader.text(from.software(), kMaxTextBytes, "software");
  reader.number(from.features_size(), 0, kMaxFeatures, "features");
  for (const std::string& feature : from.features()) hello.features.push_back(feature);
  return hello;
}

Decide decide_of(const v1::Decide& from, FieldReader& reader) {
  Decide decide;
  decide.match = MatchId{from.match()};
  decide.seat = seat_of(from.seat(), reader);
  decide.game = reader.number(from.game(), 0, kMaxGames, "game");
  decide.clock = reader.number(from.clock(), 0, kMaxInt, "clock");
  decide.id = from.id();
  decide.at = reader.number(from.at(), 0, kMaxInt, "at");
  decide.comment = base::plain_text(reader.text(from.comment(), kMaxCommentBytes, "comment"), kMaxCommentBytes);
  switch (from.choice_case()) {
    case v1::Decide::kPlace:
      decide.input = duel::Input::place(placement_of(from.place(), reader));
      break;
    case v1::Decide::kKeys:
      decide.input =
          duel::Input::hold(static_cast<movement::Keys>(reader.number(from.keys(), 0, movement::kAllKeys, "keys")));
      break;
    case v1::Decide::kPass:
      break;
    case v1::Decide::CHOICE_NOT_SET:
      reader.refuse("decide has no choice: place, keys or pass");
      break;
  }
  decide.is_missed = from.missed();
  if (decide.is_missed && decide.input.kind != duel::Input::Kind::none) reader.refuse("missed needs pass");
  return decide;
}

Advice advice_of(const v1::Advice& from, FieldReader& reader) {
  Advice advice{QuestionId{from.question()}, {}};
  reader.number(from.candidates_size(), 0, static_cast<int>(rules::kPlacementCount), "candidates");
  for (const v1::Candidate& candidate : from.candidates()) {
    advice.candidates.push_back({placement_of(candidate.place(), reader),
                                 candidate.has_worth() ? std::optional(candidate.worth()) : std::nullopt});
  }
  return advice;
}

Follow follow_of(const v1::Follow& from, FieldReader& reader) {
  Follow follow;
  follow.tournament = reader.text(from.tournament(), kMaxTextBytes, "tournament");
  if (from.has_from()) follow.from = from.from();
  return follow;
}

ClientMessage message_of(const v1::ClientMessage& from, FieldReader& reader) {
  switch (from.body_case()) {
    case v1::ClientMessage::kHello:
      return hello_of(from.hello(), reader);
    case v1::ClientMessage::kListLobby:
      return ListLobby{};
    case v1::ClientMessage::kQuickMatch:
      return QuickMatch{terms_of(from.quick_match().terms(), reader),
                        subscription_of(from.quick_match().subscription(), reader)};
    case v1::ClientMessage::kChallenge:
      return Challenge{reader.text(from.challenge().opponent(), kMaxNameBytes, "opponent"),
                       terms_of(from.challenge().terms(), reader),
                       subscription_of(from.challenge().subscription(), reader)};
    case v1::ClientMessage::kAccept:
      return Accept{ChallengeId{from.accept().challenge()}, subscription_of(from.accept().subscription(), reader)};
    case v1::ClientMessage::kDecline:
      return Decline{ChallengeId{from.decline().challenge()}};
    case v1::ClientMessage::kLeave:
      if (from.leave().match() == 0) return Leave{.arranged = from.leave().arranged()};
      return Leave{MatchId{from.leave().match()}, seat_of(from.leave().seat(), reader)};
    case v1::ClientMessage::kWatch:
      return Watch{MatchId{from.watch().match()}, subscription_of(from.watch().subscription(), reader),
                   from.watch().comments()};
    case v1::ClientMessage::kUnwatch:
      return Unwatch{MatchId{from.unwatch().match()}};
    case v1::ClientMessage::kDecide:
      return decide_of(from.decide(), reader);
    case v1::ClientMessage::kResume:
      return Resume{MatchId{from.resume().match()},
                    seat_of(from.resume().seat(), reader),
                    reader.text(from.resume().token(), kMaxTextBytes, "token"),
                    from.resume().last(),
                    subscription_of(from.resume().subscription(), reader),
                    reader.text(from.resume().holder(), kMaxClientIdBytes, "holder"),
                    from.resume().back()};
    case v1::ClientMessage::kPing:
      return Ping{from.ping().nonce(),
                  reader.number(from.ping().round_trip_milliseconds(), 0, kMaxInt, "round_trip_milliseconds")};
    case v1::ClientMessage::kFollow:
      return follow_of(from.follow(), reader);
    case v1::ClientMessage::kUnfollow:
      return Unfollow{reader.text(from.unfollow().tournament(), kMaxTextBytes, "tournament")};
    case v1::ClientMessage::kInvite:
      return Invite{terms_of(from.invite().terms(), reader), subscription_of(from.invite().subscription(), reader),
                    reader.text(from.invite().code(), kMaxTextBytes, "code"),
                    reader.text(from.invite().holder(), kMaxClientIdBytes, "holder")};
    case v1::ClientMessage::kJoin:
      return Join{reader.text(from.join().code(), kMaxTextBytes, "code"),
                  subscription_of(from.join().subscription(), reader)};
    case v1::ClientMessage::kAdvice:
      return advice_of(from.advice(), reader);
    case v1::ClientMessage::BODY_NOT_SET:
      reader.refuse("a message without a body, or with one that is not known here");
      break;
  }
  return Ping{};
}

}  // namespace

std::string encode(const ClientMessage& message, Encoding encoding) {
  v1::ClientMessage to;
  std::visit(Writer{to}, message);
  std::string bytes;
  write_bytes(to, encoding, bytes);
  return bytes;
}

rules::Parsed<ClientMessage> client_message_of(std::string_view bytes, Encoding encoding) {
  v1::ClientMessage from;
  if (std::string why = read_bytes(bytes, encoding, from); !why.empty()) return rules::ParseError{std::move(why)};
  FieldReader reader;
  ClientMessage message = message_of(from, reader);
  if (!reader.ok()) return rules::ParseError{reader.why()};
  return message;
}

}  // namespace rensa::proto
