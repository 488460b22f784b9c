#include "server/http_api/puzzles_api.h"

#include <nlohmann/json.hpp>
#include <random>
#include <string_view>
#include <utility>

#include "server/http_api/answers.h"
#include "server/http_api/puzzle_answers.h"
#include "server/http_api/puzzle_choice.h"
#include "server/http_api/puzzle_request.h"
#include "server/contest/wrong.h"

namespace rensa::http_api {

namespace {

constexpr int kMostAtATime = 4;  // of one network
// A fraction of a second.
constexpr puzzles::SolveLimits kSolveLimits{.most_solutions = 20, .most_nodes = 500'000};

using Make = net::HttpResponse (*)(const std::string& body);

std::uint64_t drawn_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

net::HttpResponse next(const std::string& body) {
  const NextRequest request = next_request_of(body);
  const auto chosen = choose(request, request.seed ? *request.seed : drawn_seed());
  if (!chosen) return error(404, "no such problem came together: ask again, or for another size");
  return json_response(answer_of(*chosen));
}

net::HttpResponse solve(const std::string& body) {
  const puzzles::Puzzle puzzle = solve_request_of(body);
  return json_response(answer_of(puzzle, puzzles::solve(puzzle, kSolveLimits)));
}

net::HttpResponse check(const std::string& body) {
  const CheckRequest request = check_request_of(body);
  return json_response(answer_of(puzzles::attempt(request.puzzle, request.placements)));
}

// nullptr: there is no such thing.
Make make_of(std::string_view name) {
  if (name == "next") return next;
  if (name == "solve") return solve;
  if (name == "check") return check;
  return nullptr;
}

net::HttpResponse made(Make make, const std::string& body) {
  try {
    return make(body);
  } catch (const contest::Wrong& wrong) {
    return error(400, wrong.what());
  } catch (const nlohmann::json::exception& wrong) {
    return error(400, wrong.what());
  }
}

}  // namespace

void PuzzlesApi::answer(const net::HttpRequest& request, const net::HttpReply& reply) {
  const Make make = make_of(std::string_view(request.path).substr(std::string_view(kFolder).size()));
  if (make == nullptr) return reply(error(404, "of puzzles there are next, solve and check"));
  if (request.method != "POST") return reply(error(405, "this is asked with POST"));
  int& at_a_time = being_made_[request.network];
  if (at_a_time == kMostAtATime) {
    return reply(error(429, "wait for the answers to what was asked from this address before"));
  }
  ++at_a_time;
  elsewhere_([make, body = request.body] { return made(make, body); },
             [this, network = request.network, reply](net::HttpResponse response) {
               if (--being_made_[network] == 0) being_made_.erase(network);
               reply(std::move(response));
             });
}

}  // namespace rensa::http_api
