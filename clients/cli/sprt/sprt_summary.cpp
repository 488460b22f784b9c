#include "clients/cli/sprt/sprt_summary.h"

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "server/league/elo.h"

namespace rensa::cli {

namespace {

using nlohmann::ordered_json;

template <typename... Values>
std::string text(const char* format, Values... values) {
  std::array<char, 256> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, values...);
  return buffer.data();
}

const char* name_of(league::EloScale scale) { return scale == league::EloScale::normalised ? "nElo" : "Elo"; }

std::string answer(const SprtSetup& setup, league::SprtVerdict verdict) {
  const std::string scale = name_of(setup.terms.scale);
  const std::string elo0 = text("%g", setup.terms.elo0);
  const std::string elo1 = text("%g", setup.terms.elo1);
  switch (verdict) {
    case league::SprtVerdict::accept_elo1:
      return "stronger: " + scale + " " + elo1 + " fits better than " + elo0;
    case league::SprtVerdict::accept_elo0:
      return "not stronger: " + scale + " " + elo0 + " fits better than " + elo1;
    case league::SprtVerdict::open:
      break;
  }
  return "no answer yet between " + scale + " " + elo0 + " and " + elo1;
}

const char* word_of(league::SprtVerdict verdict) {
  switch (verdict) {
    case league::SprtVerdict::accept_elo1:
      return "elo1";
    case league::SprtVerdict::accept_elo0:
      return "elo0";
    case league::SprtVerdict::open:
      break;
  }
  return "open";
}

// Of a score without bound only the end that it has.
std::string elo_text(const league::EloEstimate& elo) {
  const auto [value, low, high] = elo.elo;
  if (!elo.is_unbounded) return text("Elo %+.1f [%+.1f, %+.1f]", value, low, high);
  return value > 0 ? text("Elo above %+.1f", low) : text("Elo below %+.1f", high);
}

ordered_json elo_json(const league::EloEstimate& elo) {
  const ordered_json none;
  const auto [value, low, high] = elo.elo;
  const bool is_won = elo.is_unbounded && value > 0;
  const bool is_lost = elo.is_unbounded && value < 0;
  return {{"value", elo.is_unbounded ? none : ordered_json(value)},
          {"low", is_lost ? none : ordered_json(low)},
          {"high", is_won ? none : ordered_json(high)}};
}

}  // namespace

std::string sprt_standing(const league::Sprt& sprt) {
  const auto [low, high] = sprt.bounds();
  return text("%lld games, LLR %.2f of %.2f .. %.2f", static_cast<long long>(sprt.counts().games()),
              sprt.log_likelihood_ratio(), low, high);
}

std::string sprt_text(const SprtSetup& setup, const league::Sprt& sprt) {
  std::string out = setup.match.entrants[0].name + " against " + setup.match.entrants[1].name + ": ";
  out += answer(setup, sprt.verdict()) + "; " + sprt_standing(sprt);
  if (sprt.counts().games() == 0) return out += '\n';
  const league::Sample sample(sprt.counts());
  const auto normalised = league::normalised_elo_from(sample);
  out += "; " + elo_text(league::elo_from(sample));
  if (!normalised.is_unbounded) out += text(", nElo %+.1f +- %.1f", normalised.elo, normalised.error);
  return out += text(", LOS %.4f\n", league::likelihood_of_superiority(sample));
}

std::string sprt_json(const SprtSetup& setup, const league::Sprt& sprt) {
  const auto [low, high] = sprt.bounds();
  ordered_json out = {{"players", {setup.match.entrants[0].name, setup.match.entrants[1].name}},
                      {"ruleset", setup.match.ruleset.id},
                      {"seed", setup.match.seed},
                      {"scale", setup.terms.scale == league::EloScale::normalised ? "normalised" : "logistic"},
                      {"elo0", setup.terms.elo0},
                      {"elo1", setup.terms.elo1},
                      {"alpha", setup.terms.alpha},
                      {"beta", setup.terms.beta},
                      {"accepted", word_of(sprt.verdict())},
                      {"games", sprt.counts().games()},
                      {"pairs", sprt.counts().pairs},
                      {"llr", sprt.log_likelihood_ratio()},
                      {"bounds", {low, high}}};
  if (sprt.counts().games() > 0) {
    const league::Sample sample(sprt.counts());
    const auto normalised = league::normalised_elo_from(sample);
    out["elo"] = elo_json(league::elo_from(sample));
    if (!normalised.is_unbounded) out["normalised_elo"] = {{"value", normalised.elo}, {"error", normalised.error}};
    out["los"] = league::likelihood_of_superiority(sample);
  }
  return out.dump(2) + '\n';
}

}  // namespace rensa::cli
