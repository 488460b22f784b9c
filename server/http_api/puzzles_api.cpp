#include <array>
#include <nlohmann/json.hpp>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/puzzles/generator.h"
#include "engine/puzzles/puzzle.h"
#include "engine/puzzles/puzzle_rating.h"
#include "engine/puzzles/solver.h"
#include "server/http_api/api_parts.h"
#include "server/http_api/puzzle_json.h"
#include "server/http_api/responses.h"
#include "server/tournament/plan/json_values.h"

namespace rensa::http_api {

namespace {

// The most work for one request, by the number of hands: at worst half a second of the background thread. Few random
// sketches of many hands are problems, and each sketch has to be solved to find out.
struct WorkLimit {
  std::size_t candidates;
  std::uint64_t sketches_backward;
  std::uint64_t sketches_random;
};
constexpr std::array<WorkLimit, kMaxHands> kWorkLimits = {
    {{48, 20'000, 20'000}, {48, 20'000, 20'000}, {32, 4'000, 2'000}, {16, 1'000, 100}}};

struct Candidates {
  std::vector<puzzles::Puzzle> puzzles;
  std::vector<puzzles::Features> features;
};

Candidates candidates_for(const NextPuzzleRequest& request, std::uint64_t seed) {
  const WorkLimit& limit = kWorkLimits[static_cast<std::size_t>(request.settings.hands - 1)];
  const bool is_random = request.settings.method == puzzles::SketchMethod::random;
  const std::uint64_t max_sketches = is_random ? limit.sketches_random : limit.sketches_backward;
  puzzles::Generator generator(request.settings, seed);
  Candidates candidates;
  while (candidates.puzzles.size() < limit.candidates && generator.sketches() < max_sketches) {
    auto generated = generator.next(max_sketches - generator.sketches());
    if (!generated || request.seen.contains(puzzle_key(generated->puzzle))) continue;
    candidates.features.push_back(puzzles::features_of(generated->puzzle, puzzles::solve(generated->puzzle, {})));
    candidates.puzzles.push_back(std::move(generated->puzzle));
  }
  return candidates;
}

constexpr int kMaxAtATime = 4;  // requests of one network
// These limits allow a fraction of a second.
constexpr puzzles::SolveLimits kSolveLimits{.max_solutions = 20, .max_nodes = 500'000};

std::optional<ChosenPuzzle> choose(const NextPuzzleRequest& request, std::uint64_t seed) {
  Candidates candidates = candidates_for(request, seed);
  if (candidates.puzzles.empty()) return std::nullopt;
  const puzzles::RatingModel model = puzzles::fit_to_person(puzzles::kPublishedRatingModel, request.ratings);
  const double level = puzzles::skill_level_of(request.ratings, model);
  const std::size_t best = puzzles::choose_next(candidates.features, model, level);
  const puzzles::Features& features = candidates.features[best];
  return ChosenPuzzle{.puzzle = std::move(candidates.puzzles[best]),
                      .features = features,
                      .rating = puzzles::predict_rating(features, model),
                      .level = level};
}

using Handler = net::HttpResponse (*)(const std::string& body);

std::uint64_t random_puzzle_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

net::HttpResponse next(const std::string& body) {
  const NextPuzzleRequest request = parse_next_request(body);
  const auto chosen = choose(request, request.seed ? *request.seed : random_puzzle_seed());
  if (!chosen) return error_response(404, "no such problem was found: ask again, or for another size");
  return json_response(json_of(*chosen));
}

net::HttpResponse solve(const std::string& body) {
  const puzzles::Puzzle puzzle = parse_solve_request(body);
  return json_response(json_of(puzzle, puzzles::solve(puzzle, kSolveLimits)));
}

net::HttpResponse check(const std::string& body) {
  const CheckRequest request = parse_check_request(body);
  return json_response(json_of(puzzles::check_attempt(request.puzzle, request.placements)));
}

// nullptr: there is no such request.
Handler handler_of(std::string_view name) {
  if (name == "next") return next;
  if (name == "solve") return solve;
  if (name == "check") return check;
  return nullptr;
}

net::HttpResponse made_or_invalid(Handler make, const std::string& body) {
  try {
    return make(body);
  } catch (const tournament::InvalidInput& wrong) {
    return error_response(400, wrong.what());
  } catch (const nlohmann::json::exception&) {
    return error_response(400, "a value has the wrong type, or is missing");
  }
}

}  // namespace

void PuzzlesApi::answer(const net::HttpRequest& request, const net::HttpReply& reply) {
  const Handler make = handler_of(std::string_view(request.path).substr(std::string_view(kPrefix).size()));
  if (make == nullptr) return reply(error_response(404, "the last part of the path must be next, solve or check"));
  if (request.method != "POST") return reply(error_response(405, "this is asked with POST"));
  int& running = running_[request.network];
  if (running == kMaxAtATime) {
    return reply(error_response(429, "this address has too many open requests: wait for their answers"));
  }
  ++running;
  run_in_background_([make, body = request.body] { return made_or_invalid(make, body); },
                     [this, network = request.network, reply](net::HttpResponse response) {
                       if (--running_[network] == 0) running_.erase(network);
                       reply(std::move(response));
                     });
}

}  // namespace rensa::http_api
