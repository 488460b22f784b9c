#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "clients/bindings/python/native/classes.h"
#include "server/tournament/statistics/elo.h"
#include "server/tournament/statistics/sprt.h"

// The sequential test of `rensa sprt`.

namespace rensa::python {

namespace {

using tournament::Sprt;
using tournament::SprtTerms;

SprtTerms terms_of(double elo0, double elo1, double alpha, double beta, bool is_logistic) {
  const auto is_within = [](double value, double low, double high) { return value >= low && value <= high; };
  for (const double elo : {elo0, elo1}) {
    if (!is_within(elo, -tournament::kMaxSprtElo, tournament::kMaxSprtElo)) {
      throw std::invalid_argument("a difference in Elo has to be from -200 to 200");
    }
  }
  if (elo1 - elo0 < tournament::kMinSprtWidth) {
    throw std::invalid_argument("elo1 has to be greater than elo0 by at least 0.1");
  }
  if (!is_within(alpha, 0.0001, 0.5) || !is_within(beta, 0.0001, 0.5) || alpha + beta >= 1) {
    throw std::invalid_argument("alpha and beta have to be from 0.0001 to 0.5, and their sum less than 1");
  }
  return {.scale = is_logistic ? tournament::EloScale::logistic : tournament::EloScale::normalised,
          .elo0 = elo0,
          .elo1 = elo1,
          .alpha = alpha,
          .beta = beta};
}

void add_pair_of_games(Sprt& test, int half_points) {
  if (half_points < 0 || half_points > 4) {
    throw std::invalid_argument("two games give 0 to 4 half points, not " + std::to_string(half_points));
  }
  if (test.verdict() != tournament::SprtVerdict::open) throw std::invalid_argument("the test has its answer already");
  test.add_pair(half_points);
}

void check_has_games(const Sprt& test) {
  if (test.counts().games() == 0) throw std::invalid_argument("no game was played yet");
}

// A bound that has no value is infinite.
py::tuple elo_of_test(const Sprt& test) {
  check_has_games(test);
  const tournament::EloEstimate estimate = tournament::estimate_elo(tournament::Sample(test.counts()));
  auto [value, low, high] = estimate.elo;
  if (estimate.is_unbounded) {
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    const bool is_won = value > 0;
    value = is_won ? kInfinite : -kInfinite;
    (is_won ? high : low) = value;
  }
  return py::make_tuple(value, low, high);
}

}  // namespace

void add_sprt(py::module_& module) {
  py::class_<Sprt>(module, "Sprt", "The sequential test of `rensa sprt`, to which pairs of games are added.")
      .def(py::init([](double elo0, double elo1, double alpha, double beta, bool is_logistic) {
             return Sprt(terms_of(elo0, elo1, alpha, beta, is_logistic));
           }),
           py::arg("elo0") = 0.0, py::arg("elo1") = 30.0, py::arg("alpha") = 0.05, py::arg("beta") = 0.05,
           py::arg("is_logistic") = false, "Decides between two differences of strength, in normalised Elo.")
      .def("add_pair", &add_pair_of_games, py::arg("half_points"),
           "Adds two games by the half points of the first player, 0 to 4, in the order in which they were planned.")
      .def_property_readonly("verdict", [](const Sprt& test) { return tournament::name_of(test.verdict()); })
      .def_property_readonly("llr", &Sprt::log_likelihood_ratio)
      .def_property_readonly("bounds",
                             [](const Sprt& test) {
                               const auto [low, high] = test.bounds();
                               return py::make_tuple(low, high);
                             })
      .def_property_readonly("pairs",
                             [](const Sprt& test) {
                               py::list pairs;
                               for (const std::int64_t count : test.counts().pairs) pairs.append(count);
                               return pairs;
                             })
      .def("elo", &elo_of_test, "The difference in Elo, and its 95 % interval.")
      .def(
          "los",
          [](const Sprt& test) {
            check_has_games(test);
            return tournament::likelihood_of_superiority(tournament::Sample(test.counts()));
          },
          "The probability that the first player is stronger.");
}

}  // namespace rensa::python
