#include "server/http_api/event_streams.h"

#include <algorithm>
#include <deque>
#include <gmock/gmock.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "server/tournament/journal/journal_text.h"
#include "tests/server/tournament/plan/test_plan.h"

namespace rensa::http_api {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using sessions::RunState;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class FakeStream final : public net::HttpStream {
 public:
  void send(net::SharedMessage part) override {
    parts.push_back(part);
    text += *part;
  }
  std::size_t queued_bytes() const override { return queued; }
  void end() override { is_over = true; }
  bool is_open() const override { return !is_over; }

  std::vector<net::SharedMessage> parts;
  std::string text;
  std::size_t queued = 0;
  bool is_over = false;
};

// An event as a client reads it.
struct SeenEvent {
  std::string type;
  std::string id;
  json data;
};

std::vector<SeenEvent> events_in(const std::string& text) {
  std::vector<SeenEvent> events;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find("\n\n", at);
    SeenEvent event;
    for (std::size_t line = at; line < end;) {
      const std::size_t line_end = std::min(text.find('\n', line), end);
      const std::string one = text.substr(line, line_end - line);
      if (one.starts_with("event: ")) event.type = one.substr(7);
      if (one.starts_with("id: ")) event.id = one.substr(4);
      if (one.starts_with("data: ")) event.data = json::parse(one.substr(6));
      line = line_end + 1;
    }
    if (!event.type.empty()) events.push_back(event);
    at = end + 2;
  }
  return events;
}

std::vector<std::string> types_in(const std::string& text) {
  std::vector<std::string> types;
  for (const SeenEvent& event : events_in(text)) types.push_back(event.type);
  return types;
}

// A tournament of two players that plays when the test says so.
class FakeSource final : public EventSource {
 public:
  explicit FakeSource(std::string name = "cup") : name_(std::move(name)) {
    add(encoder_.plan_line(0x1234));
    apply(tournament::StageStarted{{0, 1}});
    apply(tournament::PairScheduled{{.first = 0, .second = 1, .legs = 1'000}});
    tell();
  }

  void apply(const tournament::Event& event) {
    EXPECT_TRUE(progress_.apply(event));
    add(encoder_.event_line(event));
    if (tournament::can_change_standings(event)) standings_number_ = lines_.size();
  }
  void play() {
    const tournament::GameId game{.pair = 0, .leg = games_++, .attempt = 0};
    apply(tournament::GameStarted{game});
    apply(tournament::GameEnded{.game = game, .winner = 0, .cause = duel::Cause::choked});
  }
  // From now on, all events so far may be told.
  void tell() { told_ = lines_.size(); }

  const std::string& name() const override { return name_; }
  bool is_deleted() const override { return false; }
  std::uint64_t event_count() const override { return told_; }
  RunState state() const override { return state_now; }
  JournalNames names() const override { return {.plan = plan_, .progress = progress_}; }
  void read_lines(std::uint64_t from, std::uint64_t most,
                  storage::Completion<std::vector<std::string>> done) const override {
    ++reads;
    EXPECT_LE(from + most, told_) << "only events that may be told";
    answers.push_back([this, from, most, done] {
      if (!is_readable) return done(storage::StoreError{.message = "The disk is on fire."});
      const auto first = lines_.begin() + static_cast<std::ptrdiff_t>(from);
      done(std::vector<std::string>(first, first + static_cast<std::ptrdiff_t>(most)));
    });
  }
  std::uint64_t standings_number() const override { return standings_number_; }
  Standings standings() const override {
    ++standings_made;
    return {.number = standings_number_,
            .events = lines_.size(),
            .snapshot = std::make_shared<tournament::TournamentSnapshot>(
                tournament::TournamentSnapshot{.plan = plan_,
                                               .progress = progress_,
                                               .stages = tournament::StageSequence(plan_.stage_sequence_plan()),
                                               .shared_summary = nullptr})};
  }
  void save_soon() override { ++saves; }

  RunState state_now = RunState::running;
  bool is_readable = true;
  int saves = 0;
  mutable int reads = 0;
  mutable int standings_made = 0;
  mutable std::deque<std::function<void()>> answers;

 private:
  void add(std::string line) {
    line.pop_back();
    lines_.push_back(std::move(line));
  }

  const std::string name_;
  const tournament::TournamentPlan plan_ = tournament::test::plan_of(R"({"name": "Cup", "players": ["ann", "bob"]})");
  tournament::JournalEncoder encoder_;
  tournament::TournamentProgress progress_{2};
  std::vector<std::string> lines_;
  std::uint64_t told_ = 0;
  std::uint64_t standings_number_ = 0;
  int games_ = 0;
};

class EventStreamsTest : public testing::Test {
 protected:
  // Returns the stream of a reader, or nullptr with `refusal`.
  std::shared_ptr<FakeStream> open(const std::string& last_id = "", std::optional<std::uint64_t> from = std::nullopt,
                                   const std::string& network = "a") {
    net::HttpRequest request;
    request.method = "GET";
    request.network = network;
    request.last_event_id = last_id;
    net::HttpResponse answer = streams_.answer(source_, request, from);
    if (answer.status != 200) {
      refusal_ = answer;
      return nullptr;
    }
    auto stream = std::make_shared<FakeStream>();
    answer.stream(stream);
    return stream;
  }
  // Lets the time of the next timer come, and then the store answer.
  void step() {
    ASSERT_EQ(timers_.size(), 1U);
    const auto [span, call] = timers_.front();
    timers_.pop_front();
    now_ += span;
    call();
    for (; !source_->answers.empty(); source_->answers.pop_front()) source_->answers.front()();
  }
  void pass(base::Span time) {
    const base::Time end = now_ + time;
    while (now_ < end && !timers_.empty()) step();
  }
  static std::string last_id(const FakeStream& stream) { return events_in(stream.text).back().id; }

  base::Time now_{};
  std::deque<std::pair<std::chrono::milliseconds, std::function<void()>>> timers_;
  std::shared_ptr<FakeSource> source_ = std::make_shared<FakeSource>();
  net::HttpResponse refusal_;
  std::deque<std::function<void()>> background_;
  bool runs_background_at_once_ = true;
  const net::RunInBackground run_in_background_ = [this](const auto& make, const auto& reply) {
    if (runs_background_at_once_) return reply(make());
    background_.push_back([make, reply] { reply(make()); });
  };
  EventStreams streams_{{.now = [this] { return now_; },
                         .post_later = [this](std::chrono::milliseconds span,
                                              std::function<void()> call) { timers_.emplace_back(span, call); },
                         .run_in_background = run_in_background_},
                        {.of_network = 3, .in_all = 5}};
};

TEST_F(EventStreamsTest, ANewReaderGetsTheStateTheStandingsAndThenWhatHappens) {
  const auto stream = open();
  pass(1s);
  EXPECT_THAT(types_in(stream->text), ElementsAre("state", "standings"));
  source_->play();
  source_->tell();
  pass(3s);
  const std::vector<SeenEvent> events = events_in(stream->text);
  EXPECT_THAT(types_in(stream->text), ElementsAre("state", "standings", "game_started", "game_ended", "standings"));
  EXPECT_EQ(events[0].data, json::parse(R"({"name": "Cup", "state": "running", "starts": null})"));
  EXPECT_EQ(events[3].data["winner"], "ann");
  EXPECT_EQ(events[4].data["games"], 1);
  EXPECT_EQ(events[4].data["standings"][0], json::parse(R"({"player": "ann", "points": 1.0, "games": 1})"));
  std::set<std::string> ids;
  for (const SeenEvent& event : events) EXPECT_TRUE(ids.insert(event.id).second) << event.id;
}

TEST_F(EventStreamsTest, StatesFollowTheEventsBeforeThem) {
  const auto stream = open();
  pass(1s);
  source_->play();
  source_->tell();
  source_->state_now = RunState::over;
  pass(3s);
  EXPECT_THAT(types_in(stream->text),
              ElementsAre("state", "standings", "game_started", "game_ended", "state", "standings"));
  EXPECT_EQ(events_in(stream->text)[4].data["state"], "over");
}

TEST_F(EventStreamsTest, FromABeginningAllEventsCome) {
  for (int i = 0; i < 100; ++i) source_->play();
  source_->tell();
  const auto stream = open("", 0);
  pass(3s);
  const std::vector<SeenEvent> events = events_in(stream->text);
  ASSERT_EQ(events.size(), 1U + 1 + 200 + 2);
  EXPECT_EQ(events[0].type, "stage_started");
  EXPECT_EQ(events[202].type, "state");
}

// Wherever a connection is lost, a reader that returns with the last id that it has seen gets the rest, once each.
TEST_F(EventStreamsTest, AReaderGoesOnAfterAnyEvent) {
  const auto whole = open("", 0);
  for (int i = 0; i < 30; ++i) {
    source_->play();
    source_->tell();
    if (i == 10) source_->state_now = RunState::paused;
    if (i == 20) source_->state_now = RunState::running;
    pass(1500ms);
  }
  source_->state_now = RunState::over;
  pass(3s);
  const std::vector<SeenEvent> all = events_in(whole->text);
  const auto is_of_journal = [](const SeenEvent& event) { return event.type != "state" && event.type != "standings"; };
  whole->is_over = true;
  for (std::size_t seen = 0; seen < all.size(); ++seen) {
    SCOPED_TRACE(all[seen].id);
    const auto stream = open(all[seen].id);
    ASSERT_TRUE(stream);
    pass(3s);
    std::vector<std::string> wanted;
    std::vector<std::string> told;
    for (std::size_t i = seen + 1; i < all.size(); ++i) {
      if (is_of_journal(all[i])) wanted.push_back(all[i].data.dump());
    }
    for (const SeenEvent& event : events_in(stream->text)) {
      if (is_of_journal(event)) told.push_back(event.data.dump());
    }
    EXPECT_EQ(told, wanted);
    // The state and the standings are those of now, and come only if they differ from those that it has seen.
    const auto last_of = [&](const std::string& type, std::size_t end) {
      json data;
      for (std::size_t i = 0; i <= end; ++i) {
        if (all[i].type == type) data = all[i].data;
      }
      return data;
    };
    for (const char* type : {"state", "standings"}) {
      const json now = last_of(type, all.size() - 1);
      const bool is_known = last_of(type, seen) == now;
      std::vector<json> sent;
      for (const SeenEvent& event : events_in(stream->text)) {
        if (event.type == type) sent.push_back(event.data);
      }
      EXPECT_EQ(sent, is_known ? std::vector<json>{} : std::vector<json>{now}) << type;
    }
    stream->is_over = true;
  }
}

TEST_F(EventStreamsTest, ARestartedServerGoesOnFromTheSameId) {
  source_->play();
  source_->tell();
  auto stream = open("", 0);
  pass(3s);
  const std::string id = last_id(*stream);
  stream->is_over = true;
  pass(1s);
  EventStreams restarted{{.now = [this] { return now_; },
                          .post_later = [this](std::chrono::milliseconds span,
                                               std::function<void()> call) { timers_.emplace_back(span, call); },
                          .run_in_background = run_in_background_},
                         {}};
  net::HttpRequest request;
  request.last_event_id = id;
  net::HttpResponse answer = restarted.answer(source_, request, std::nullopt);
  ASSERT_EQ(answer.status, 200);
  stream = std::make_shared<FakeStream>();
  answer.stream(stream);
  pass(3s);
  EXPECT_THAT(types_in(stream->text), IsEmpty());
  source_->play();
  source_->tell();
  pass(3s);
  EXPECT_THAT(types_in(stream->text), ElementsAre("game_started", "game_ended", "standings"));
}

TEST_F(EventStreamsTest, EventsThatSpectatorsMayNotKnowYetAreNotTold) {
  const auto stream = open();
  pass(3s);
  const std::size_t before = stream->parts.size();
  source_->play();
  pass(10s);
  EXPECT_EQ(stream->parts.size(), before) << "neither the game nor its standings";
  source_->tell();
  pass(1s);
  EXPECT_THAT(types_in(stream->text), ElementsAre("state", "standings", "game_started", "game_ended", "standings"));
}

TEST_F(EventStreamsTest, StandingsDoNotWaitForEverBehindADelay) {
  const auto stream = open();
  pass(3s);
  for (int i = 0; i < 20; ++i) {
    source_->tell();
    source_->play();  // there is always an event that may not be told yet
    pass(2s);
  }
  const std::vector<std::string> types = types_in(stream->text);
  EXPECT_GE(std::ranges::count(types, "standings"), 5);
  std::size_t games = 0;
  for (const SeenEvent& event : events_in(stream->text)) {
    if (event.type == "game_ended") ++games;
    if (event.type != "standings") continue;
    EXPECT_LE(event.data["games"].get<std::size_t>(), games) << "they are not ahead";
  }
}

TEST_F(EventStreamsTest, TextsAreMadeOnceForAllReadersAtAPlace) {
  std::vector<std::shared_ptr<FakeStream>> streams;
  for (const char* network : {"a", "a", "a", "b", "b"}) streams.push_back(open("", std::nullopt, network));
  pass(3s);
  source_->reads = 0;
  source_->play();
  source_->tell();
  pass(3s);
  EXPECT_EQ(source_->reads, 1);
  EXPECT_EQ(source_->standings_made, 2);
  for (const auto& stream : streams) {
    ASSERT_EQ(stream->parts.size(), streams[0]->parts.size());
    for (std::size_t i = 0; i < stream->parts.size(); ++i) EXPECT_EQ(stream->parts[i], streams[0]->parts[i]);
  }
}

TEST_F(EventStreamsTest, OneTurnOfTheLoopServesAFewReadersOnly) {
  EventStreams many{{.now = [this] { return now_; },
                     .post_later = [this](std::chrono::milliseconds span,
                                          std::function<void()> call) { timers_.emplace_back(span, call); },
                     .run_in_background = run_in_background_},
                    {.of_network = 1'000, .in_all = 1'000}};
  std::vector<std::shared_ptr<FakeStream>> streams;
  for (int i = 0; i < 1'000; ++i) {
    net::HttpResponse answer = many.answer(source_, {}, std::nullopt);
    streams.push_back(std::make_shared<FakeStream>());
    answer.stream(streams.back());
  }
  pass(3s);
  source_->play();
  source_->tell();
  std::size_t most = 0;
  const auto count = [&] {
    std::size_t parts = 0;
    for (const auto& stream : streams) parts += stream->parts.size();
    return parts;
  };
  std::size_t before = count();
  const base::Time end = now_ + 3s;
  while (now_ < end) {
    step();
    most = std::max(most, count() - before);
    before = count();
  }
  EXPECT_LE(most, 32U);
  for (const auto& stream : streams) {
    EXPECT_THAT(types_in(stream->text), ElementsAre("state", "standings", "game_started", "game_ended", "standings"));
  }
}

TEST_F(EventStreamsTest, ASlowReaderIsSentNothingAndGoesOnLater) {
  const auto slow = open();
  const auto quick = open();
  pass(3s);
  const std::size_t parts = slow->parts.size();
  slow->queued = 100'000;
  for (int i = 0; i < 100; ++i) {
    source_->play();
    source_->tell();
    pass(1s);
  }
  EXPECT_EQ(slow->parts.size(), parts);
  EXPECT_GT(quick->parts.size(), parts + 100);
  slow->queued = 0;
  pass(3s);
  const std::vector<std::string> types = types_in(slow->text);
  EXPECT_EQ(std::ranges::count(types, "game_ended"), 100);
}

TEST_F(EventStreamsTest, ASilentStreamHasAHeartbeat) {
  const auto stream = open();
  pass(3s);
  const std::size_t parts = stream->parts.size();
  pass(14s);
  EXPECT_LE(stream->parts.size(), parts + 1);
  pass(60s);
  EXPECT_GE(stream->parts.size(), parts + 4);
  EXPECT_EQ(*stream->parts.back(), ":\n\n");
  EXPECT_THAT(types_in(stream->text), ElementsAre("state", "standings"));
}

TEST_F(EventStreamsTest, AStreamEndsIfItsEventsCannotBeRead) {
  source_->is_readable = false;
  const auto stream = open("", 0);
  pass(1s);
  EXPECT_TRUE(stream->is_over);
  EXPECT_EQ(streams_.stream_count(), 0U);
  EXPECT_TRUE(timers_.empty());
}

TEST_F(EventStreamsTest, IdsThatThisTournamentHasNotGivenAreRefused) {
  source_->play();
  source_->tell();
  for (const char* id : {"garbage", "cup", "cup:3", "other:3:running:2", "cup:3:running:4", "\xFF\xFE"}) {
    EXPECT_FALSE(open(id)) << id;
    EXPECT_EQ(refusal_.status, 400);
    EXPECT_THAT(refusal_.body, HasSubstr("Last-Event-ID: it is not the id of an event of this tournament"));
  }
  EXPECT_TRUE(open("cup:5:running:5"));
  EXPECT_FALSE(open("cup:6:running:5"));
  EXPECT_EQ(refusal_.status, 400);
  EXPECT_THAT(refusal_.body, HasSubstr("this tournament has only 5 events"));
  EXPECT_FALSE(open("", 6));
  EXPECT_EQ(refusal_.status, 400);
  EXPECT_THAT(refusal_.body, HasSubstr("from: this tournament has 5 events so far"));
}

TEST_F(EventStreamsTest, StreamsAreLimitedForAnAddressAndInAll) {
  std::vector<std::shared_ptr<FakeStream>> streams;
  for (int i = 0; i < 3; ++i) streams.push_back(open());
  EXPECT_FALSE(open());
  EXPECT_EQ(refusal_.status, 429);
  EXPECT_THAT(refusal_.body, HasSubstr("this address has 3 streams"));
  for (int i = 0; i < 2; ++i) streams.push_back(open("", std::nullopt, "b"));
  EXPECT_FALSE(open("", std::nullopt, "b"));
  EXPECT_EQ(refusal_.status, 503);
  EXPECT_EQ(refusal_.headers, (std::vector<net::HttpHeader>{{"Retry-After", "60"}}));
  streams[0]->is_over = true;
  EXPECT_TRUE(open("", std::nullopt, "b")) << "an ended stream makes room at once";
}

TEST_F(EventStreamsTest, AConnectionThatEndsBeforeItsStreamBeginsTakesNoPlace) {
  for (int i = 0; i < 100; ++i) {
    const net::HttpResponse answer = streams_.answer(source_, {}, std::nullopt);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(streams_.stream_count(), 1U);
  }
  EXPECT_EQ(streams_.stream_count(), 0U);
}

TEST_F(EventStreamsTest, NothingIsDoneWithoutReaders) {
  auto stream = open();
  pass(1s);
  EXPECT_GT(source_->saves, 0);
  stream.reset();
  pass(1s);
  EXPECT_TRUE(timers_.empty());
  EXPECT_EQ(streams_.stream_count(), 0U);
}

// The places from which many readers begin cost no more than the pages that may be read at a time.
TEST_F(EventStreamsTest, ReadersAtDifferentPlacesAllGetTheirEvents) {
  for (int i = 0; i < 500; ++i) source_->play();
  source_->tell();
  EventStreams many{{.now = [this] { return now_; },
                     .post_later = [this](std::chrono::milliseconds span,
                                          std::function<void()> call) { timers_.emplace_back(span, call); },
                     .run_in_background = run_in_background_},
                    {.of_network = 1'000, .in_all = 1'000}};
  std::vector<std::shared_ptr<FakeStream>> streams;
  for (std::uint64_t i = 0; i < 100; ++i) {
    net::HttpResponse answer = many.answer(source_, {}, 3 + 2 * i);
    streams.push_back(std::make_shared<FakeStream>());
    answer.stream(streams.back());
  }
  std::size_t most = 0;
  const base::Time end = now_ + 60s;
  while (now_ < end) {
    const auto [span, call] = timers_.front();
    timers_.pop_front();
    now_ += span;
    call();
    most = std::max(most, source_->answers.size());
    for (; !source_->answers.empty(); source_->answers.pop_front()) source_->answers.front()();
  }
  EXPECT_LE(most, 32U);
  for (std::size_t i = 0; i < streams.size(); ++i) {
    const std::vector<std::string> types = types_in(streams[i]->text);
    EXPECT_EQ(std::ranges::count(types, "game_ended"), 500 - static_cast<int>(i));
  }
}

}  // namespace
}  // namespace rensa::http_api
