#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/duel/game_setup.h"
#include "engine/record/game_history.h"

namespace rensa::losses {

// Why a side lost a game that the rules ended.
enum class LossCause : std::uint8_t {
  answered,   // A: it fired first, and the opponent answered with more
  outgunned,  // B: the opponent's main chain hit it, and its own answer was too small
  worn_down,  // C: attacks that are no main chains buried it
  choked,     // D: no garbage fell; its own building filled the field
};
inline constexpr std::array kLossCauses = {LossCause::answered, LossCause::outgunned, LossCause::worn_down,
                                           LossCause::choked};
inline constexpr std::array<std::string_view, 4> kLossCauseNames = {"answered", "outgunned", "worn_down", "choked"};

constexpr std::string_view name_of(LossCause cause) { return kLossCauseNames[static_cast<std::size_t>(cause)]; }
constexpr char letter_of(LossCause cause) { return static_cast<char>('A' + static_cast<int>(cause)); }
std::string_view description_of(LossCause cause);

inline constexpr int kMainAttack = 150;  // garbage; a chain that makes so much is a main chain
inline constexpr int kOwnAttack = 30;    // garbage; less is no attack that the opponent has to answer

// The facts from which the cause follows. An attack is counted whole: the garbage that it sent, and that it cancelled.
struct LossFacts {
  int fallen = 0;           // garbage that fell on the loser from the lost hand on
  int greatest_attack = 0;  // garbage of the opponent's greatest attack that this garbage came from
  int cancelled_by_it = 0;  // the part of that attack that cancelled an attack of the loser
  friend bool operator==(const LossFacts&, const LossFacts&) = default;
};

LossCause cause_of(const LossFacts& facts);

// Finds the facts in the hands of a game, in the order in which they locked. `since` is the clock of the decision with
// which the loser lost the game.
LossFacts loss_facts(std::span<const record::HandResult> hands, duel::Seat loser, int since);

}  // namespace rensa::losses
