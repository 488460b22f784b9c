#include "clients/worker/options.h"

#include <charconv>
#include <stdexcept>
#include <string_view>

#include "clients/command_line/files.h"
#include "engine/rules/ruleset.h"

namespace rensa::worker {

namespace {

proto::Clock clock_of(const WorkerOptions& options, const rules::Ruleset& ruleset) {
  const bool turns = ruleset.pacing == rules::Pacing::turns;
  if (options.clock.empty()) return turns ? proto::Clock::turns : proto::Clock::virtual_time;
  const proto::Clock clock = options.clock == "real"    ? proto::Clock::real
                             : options.clock == "turns" ? proto::Clock::turns
                                                        : proto::Clock::virtual_time;
  if (turns != (clock == proto::Clock::turns)) {
    throw std::invalid_argument("--clock: " + ruleset.id + (turns ? " is played by turns" : " is not played by turns"));
  }
  return clock;
}

void read_charge(const std::string& text, proto::Terms& terms) {
  constexpr std::string_view kFixed = "fixed:";
  if (text == "none") return;
  if (terms.clock != proto::Clock::virtual_time) {
    throw std::invalid_argument("--charge: thinking is charged under --clock virtual only");
  }
  if (text == "measured") {
    terms.charge = proto::ThinkingCost::measured;
    return;
  }
  int frames = 0;
  const char* const end = text.data() + text.size();
  const bool fixed = text.starts_with(kFixed);
  const auto [last, error] = std::from_chars(text.data() + (fixed ? kFixed.size() : 0), end, frames);
  if (!fixed || error != std::errc() || last != end || frames < 1 || frames > proto::kMaxChargeFrames) {
    throw std::invalid_argument("--charge: none, measured or fixed:N, N from 1 to " +
                                std::to_string(proto::kMaxChargeFrames));
  }
  terms.charge = proto::ThinkingCost::fixed;
  terms.charge_frames = frames;
}

}  // namespace

void accept(const Invitation& invitation, WorkerOptions& options) {
  if (options.server.empty()) options.server = invitation.server;
  if (options.server.empty()) throw std::invalid_argument("--server is required where RENSA_SERVER does not say it");
  if (options.token.empty() && options.token_file.empty()) options.token = invitation.token;
}

proto::Terms terms_of(const WorkerOptions& options) {
  const rules::Ruleset* ruleset = rules::find_ruleset(options.ruleset);
  if (ruleset == nullptr) throw std::invalid_argument("--ruleset: there is no " + options.ruleset);
  proto::Terms terms;
  terms.ruleset = ruleset->id;
  terms.clock = clock_of(options, *ruleset);
  terms.games = options.games;
  read_charge(options.charge, terms);
  return terms;
}

std::string token_of(const WorkerOptions& options) {
  return options.token_file.empty() ? options.token : command_line::read_token_file(options.token_file);
}

}  // namespace rensa::worker
