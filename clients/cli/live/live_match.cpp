#include "clients/cli/live/live_match.h"

namespace rensa::cli {

std::string why_not_live() { return "not built yet"; }

Tally play_live(const MatchSetup&, const LiveOptions&) { return {}; }

}  // namespace rensa::cli
