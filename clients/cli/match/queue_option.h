#pragma once

#include <string>

#include "engine/rules/pair_queue.h"
#include "engine/rules/parsed.h"

namespace rensa::cli {

// Pairs as "RB YG ...", the 256 digits of the reference, or "official:N", one of the console games' queues.
rules::Parsed<rules::PairQueue> queue_of_option(const std::string& text, int colours);

}  // namespace rensa::cli
