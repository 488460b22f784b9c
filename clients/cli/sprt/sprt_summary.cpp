#include "clients/cli/sprt/sprt_summary.h"

#include <nlohmann/json.hpp>

#include "server/base/formatted.h"
#include "server/tournament/statistics/elo.h"

namespace rensa::cli {

namespace {

using nlohmann::ordered_json;

using base::formatted;

const char* name_of(tournament::EloScale scale) { return scale == tournament::EloScale::normalised ? "nElo" : "Elo"; }

std::string answer(const SprtQuestion& question, tournament::SprtVerdict verdict) {
  const std::string scale = name_of(question.terms.scale);
  const std::string elo0 = formatted("%g", question.terms.elo0);
  const std::string elo1 = formatted("%g", question.terms.elo1);
  switch (verdict) {
    case tournament::SprtVerdict::accept_elo1:
      return "stronger: " + scale + " " + elo1 + " fits better than " + elo0;
    case tournament::SprtVerdict::accept_elo0:
      return "not stronger: " + scale + " " + elo0 + " fits better than " + elo1;
    case tournament::SprtVerdict::open:
      break;
  }
  return "no answer yet between " + scale + " " + elo0 + " and " + elo1;
}

const char* word_of(tournament::SprtVerdict verdict) {
  switch (verdict) {
    case tournament::SprtVerdict::accept_elo1:
      return "elo1";
    case tournament::SprtVerdict::accept_elo0:
      return "elo0";
    case tournament::SprtVerdict::open:
      break;
  }
  return "open";
}

// Of a score without bound only the end that it has.
std::string elo_text(const tournament::EloEstimate& elo) {
  const auto [value, low, high] = elo.elo;
  if (!elo.is_unbounded) return formatted("Elo %+.1f [%+.1f, %+.1f]", value, low, high);
  return value > 0 ? formatted("Elo above %+.1f", low) : formatted("Elo below %+.1f", high);
}

ordered_json elo_json(const tournament::EloEstimate& elo) {
  const ordered_json none;
  const auto [value, low, high] = elo.elo;
  const bool is_won = elo.is_unbounded && value > 0;
  const bool is_lost = elo.is_unbounded && value < 0;
  return {{"value", elo.is_unbounded ? none : ordered_json(value)},
          {"low", is_lost ? none : ordered_json(low)},
          {"high", is_won ? none : ordered_json(high)}};
}

}  // namespace

std::string sprt_standing(const tournament::Sprt& sprt) {
  const auto [low, high] = sprt.bounds();
  return formatted("%lld games, LLR %.2f of %.2f .. %.2f", static_cast<long long>(sprt.counts().games()),
                   sprt.log_likelihood_ratio(), low, high);
}

std::string sprt_text(const SprtQuestion& question, const tournament::Sprt& sprt) {
  std::string out = question.names[0] + " against " + question.names[1] + ": ";
  out += answer(question, sprt.verdict()) + "; " + sprt_standing(sprt);
  if (sprt.counts().games() == 0) return out += '\n';
  const tournament::Sample sample(sprt.counts());
  const auto normalised = tournament::estimate_normalised_elo(sample);
  out += "; " + elo_text(tournament::estimate_elo(sample));
  if (!normalised.is_unbounded) out += formatted(", nElo %+.1f +- %.1f", normalised.elo, normalised.error);
  return out += formatted(", LOS %.4f\n", tournament::likelihood_of_superiority(sample));
}

std::string sprt_json(const SprtQuestion& question, const tournament::Sprt& sprt) {
  const auto [low, high] = sprt.bounds();
  ordered_json out = {{"players", {question.names[0], question.names[1]}},
                      {"ruleset", question.ruleset},
                      {"seed", question.seed},
                      {"scale", question.terms.scale == tournament::EloScale::normalised ? "normalised" : "logistic"},
                      {"elo0", question.terms.elo0},
                      {"elo1", question.terms.elo1},
                      {"alpha", question.terms.alpha},
                      {"beta", question.terms.beta},
                      {"accepted", word_of(sprt.verdict())},
                      {"games", sprt.counts().games()},
                      {"pairs", sprt.counts().pairs},
                      {"llr", sprt.log_likelihood_ratio()},
                      {"bounds", {low, high}}};
  if (sprt.counts().games() > 0) {
    const tournament::Sample sample(sprt.counts());
    const auto normalised = tournament::estimate_normalised_elo(sample);
    out["elo"] = elo_json(tournament::estimate_elo(sample));
    if (!normalised.is_unbounded) out["normalised_elo"] = {{"value", normalised.elo}, {"error", normalised.error}};
    out["los"] = tournament::likelihood_of_superiority(sample);
  }
  return out.dump(2) + '\n';
}

}  // namespace rensa::cli
