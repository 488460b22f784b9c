#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "engine/duel/game.h"
#include "engine/duel/view.h"
#include "engine/record/record.h"
#include "engine/rules/rng.h"

namespace rensa::duel::test {

// Scripted players for tests, and whole games that they play.

using Player = std::function<Input(const View&)>;

Player random_placements(std::uint64_t seed);
Player builder();                        // chooses the placement with the best chain, or else the flattest field
Player random_keys(std::uint64_t seed);  // changes the held keys now and then; must be asked every frame
Player anything(std::uint64_t seed);     // gives placements at any time, possible or not, and keys between them

GameSetup setup_of(const std::string& ruleset, std::uint64_t seed);
// tsu-1 with the pairs of a picture like "RR RB YG".
GameSetup setup_with_pairs(const std::string& pairs);

// The same for a ruleset that is played in turns.
GameSetup turns_with_pairs(const std::string& ruleset, const std::string& pairs);

Input place(int x, rules::Rotation r);
Input up(int x);

// Asks both players for their inputs of one frame (or turn). Without `every_frame`, asks only players whose decision is
// due.
Inputs answers(const Game& game, std::array<Player, 2>& players, bool every_frame);

struct PlayedGame {
  record::Record record;
  std::vector<Events> events;  // of steps that had any
  std::uint64_t hash = 0;
};

struct PlayOptions {
  bool every_frame = false;
  int last = 100'000;  // frames or turns
  Outcome decided_outside{.winner = Seat::one, .cause = Cause::disconnected, .frame = 0};
  GameObserver* observer = nullptr;
};

PlayedGame play(const GameSetup& setup, std::array<Player, 2> players, const PlayOptions& options);

// Writes events as text to compare, one word for each: "1:lock(3,1,0) 1:link1(4,40)".
std::string text_of(const Event& event);
std::string text_of(const Events& events);

}  // namespace rensa::duel::test
