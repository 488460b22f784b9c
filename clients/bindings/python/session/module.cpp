#include <chrono>
#include <cstdint>
#include <optional>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "clients/bindings/python/session/bot_session.h"
#include "engine/json/settings_json.h"
#include "engine/rules/pair.h"

// rensa._session: sessions of bots on a server. It is a module of its own, because only bots on servers need Protobuf.

namespace rensa::python {

namespace py = pybind11;

namespace {

rules::Placement placement_of(std::uint32_t index) {
  if (index >= rules::kPlacementCount) throw std::invalid_argument(std::to_string(index) + " is no placement");
  return rules::kPlacements[index];
}

proto::Terms terms_of(const std::string& ruleset, const std::string& clock, int games) {
  proto::Terms terms;
  terms.ruleset = ruleset;
  const std::optional<proto::Clock> known = match::clock_of_name(clock);
  if (!known) throw std::invalid_argument("clock is \"virtual\", \"turns\" or \"real\", and not \"" + clock + "\"");
  terms.clock = *known;
  terms.games = games;
  return terms;
}

session::MatchSource source_of(const std::string& origin) {
  if (origin == "requests") return session::MatchSource::quick_matches;
  if (origin == "host") return session::MatchSource::host;
  if (origin == "challenges") return session::MatchSource::challenges;
  throw std::invalid_argument("origin is \"requests\", \"host\" or \"challenges\", and not \"" + origin + "\"");
}

py::bytes bytes_of(const rensa_view& view) { return {reinterpret_cast<const char*>(&view), sizeof view}; }

const char* name_of(session::ConnectionState state) {
  switch (state) {
    case session::ConnectionState::closed:
      return "closed";
    case session::ConnectionState::open:
      return "open";
    case session::ConnectionState::arranged:
      return "arranged";
  }
  return "";
}

// rensa._session.Session, which one thread of Python uses.
class Session {
 public:
  explicit Session(worker::PlayOptions options) : session_(std::in_place, std::move(options)) {}
  ~Session() { close(); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  int fileno() { return queue().news_descriptor(); }

  // Serves the connection until there are news, for about a second at most. Signals are handled meanwhile. Returns true
  // if there are news.
  bool wait() {
    BotSession& session = open();
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    do {
      bool has_news = false;
      {
        const py::gil_scoped_release released;
        has_news = session.serve();
      }
      if (has_news) return true;
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    } while (std::chrono::steady_clock::now() < until);
    return false;
  }

  // The questions as tuples (ticket, view, possible placements, whether advice is wanted), the notices, the state of
  // the connection, and whether the session is over.
  py::tuple take(std::size_t most_questions) {
    const BotNews news = queue().take_news(most_questions);
    py::list questions(news.questions.size());
    for (std::size_t i = 0; i < news.questions.size(); ++i) {
      const BotQuestion& asked = news.questions[i];
      questions[i] = py::make_tuple(asked.ticket, bytes_of(asked.view), asked.possible, asked.wants_advice);
    }
    return py::make_tuple(std::move(questions), news.notices, name_of(news.connection), news.is_over);
  }

  void answer(std::uint64_t ticket, std::uint32_t placement) { queue().answer(ticket, placement_of(placement)); }

  void advise(std::uint64_t ticket, const std::vector<std::pair<std::uint32_t, std::optional<std::int64_t>>>& ranking) {
    std::vector<players::Candidate> candidates;
    for (const auto& [placement, worth] : ranking) candidates.push_back({placement_of(placement), worth});
    queue().advise(ticket, std::move(candidates));
  }

  void refuse(std::uint64_t ticket, const std::string& why) { queue().refuse(ticket, why); }

  void leave() { open().leave(); }

  // Ends the session without another word to the server.
  void close() {
    if (!session_) return;
    const py::gil_scoped_release released;
    session_.reset();
  }

  // The reason why the session has failed, whether a tournament has dismissed the bot, and the counts of a Summary.
  py::tuple report() {
    const worker::PlayReport& report = open().report();
    return py::make_tuple(report.why_failed, report.is_dismissed, report.totals.matches, report.totals.won,
                          report.totals.drawn, report.totals.lost, report.connections_lost);
  }

 private:
  BotSession& open() {
    if (!session_) throw std::runtime_error("the session is closed");
    return *session_;
  }
  QuestionQueue& queue() { return open().questions(); }

  std::optional<BotSession> session_;
};

worker::PlayOptions options_of(const std::string& server, const std::string& token, const std::string& name,
                               const proto::Terms& terms, std::optional<int> matches, int slots,
                               const std::string& origin, const std::string& opponent,
                               const std::vector<std::string>& rulesets) {
  const rules::Parsed<session::Address> address = session::address_of(server);
  if (!address) throw std::invalid_argument(address.error().message);
  worker::PlayOptions options;
  options.server = server;
  options.token = token;
  options.name = name;
  options.software = "rensa for Python";
  options.terms = terms;
  options.matches = matches;
  options.slots = slots;
  options.source = source_of(origin);
  options.opponent = opponent;
  for (const std::string& text : rulesets) {
    auto ruleset = json::ruleset_of_json(text);
    if (!ruleset) throw std::invalid_argument("ruleset: " + ruleset.error().message);
    options.own_rulesets.push_back(std::move(ruleset).value());
  }
  return options;
}

}  // namespace

PYBIND11_MODULE(_session, module) {
  module.doc() = "Sessions of bots on a server of Rensa.";
  py::class_<Session>(module, "Session",
                      "One bot on a server, with all its seats. A thread of its own talks to the server.")
      .def(py::init([](const std::string& server, const std::string& token, const std::string& name,
                       const std::string& ruleset, const std::string& clock, int games, std::optional<int> matches,
                       int slots, const std::string& origin, const std::string& opponent,
                       const std::vector<std::string>& rulesets) {
             return std::make_unique<Session>(options_of(server, token, name, terms_of(ruleset, clock, games), matches,
                                                         slots, origin, opponent, rulesets));
           }),
           py::arg("server"), py::arg("token"), py::arg("name"), py::arg("ruleset"), py::arg("clock"), py::arg("games"),
           py::arg("matches"), py::arg("slots"), py::arg("origin"), py::arg("opponent"), py::arg("rulesets"),
           "Begins to play.")
      .def("fileno", &Session::fileno, "A descriptor that is readable when take() has something to give.")
      .def("wait", &Session::wait,
           "Waits until take() has something to give, for about a second at most. Returns True if it has.")
      .def("take", &Session::take, py::arg("most"),
           "The questions, at most so many, the notices, the state of the connection, and whether the session is over.")
      .def("answer", &Session::answer, py::arg("ticket"), py::arg("placement"), "Answers a question for a placement.")
      .def("advise", &Session::advise, py::arg("ticket"), py::arg("ranking"), "Answers a question for advice.")
      .def("refuse", &Session::refuse, py::arg("ticket"), py::arg("why"),
           "Resigns the match of a question for a placement, or answers one for advice with none, and gives notice of "
           "it.")
      .def("leave", &Session::leave, "Resigns all matches. The session is over soon.")
      .def("close", &Session::close, "Ends the session without another word to the server.")
      .def("report", &Session::report, "What was played. The session must be over.");
}

}  // namespace rensa::python
