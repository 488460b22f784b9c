#pragma once

#include <string>
#include <string_view>

#include "engine/record/record.h"
#include "engine/rules/parsed.h"

namespace rensa::json {

// Records as JSON, for people and other programs. The JSON form holds the same data as the binary form:
//
//   {"format": "rensa-record", "version": 1,
//    "ruleset": {"id": "tsu-1", ...}, "ruleset_digest": "<16 hex digits>", "seed": "<decimal>",
//    "queue": "RB YG ..." or null, "players": ["one", "two"],
//    "outcome": {"winner": 1, 2 or null, "cause": "choked", "frame": 973},
//    "inputs": [{"frame": 74, "seat": 1, "x": 3, "r": 0, "tag": "<4 hex digits>"},
//               {"frame": 75, "seat": 2, "keys": "LDA", "tag": "..."}],
//    "checkpoints": ["<16 hex digits>", ...]}
//
// The record of a game that was interrupted has version 2, and "interruptions": [1204, ...] after the outcome.
// In a turn game, "frame" holds the turn. Keys are some of L R D A B in this order.

inline constexpr std::string_view kKeyLetters = "LRDAB";  // by bit

// Precondition: why_malformed(record) returns nothing, and the ruleset can be played and has an id.
std::string json_of(const record::Record& record);

// Accepts exactly the texts that json_of() writes, in any order of members and with any white space.
rules::Parsed<record::Record> record_of_json(std::string_view text);

}  // namespace rensa::json
