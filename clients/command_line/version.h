#pragma once

#include <string>

namespace rensa::command_line {

// The commit of which the programs of this build were made; "unknown" if the sources were no checkout of git. Only
// programs have this value (rensa_program of cmake/RensaTargets.cmake), so no library changes with a commit.
extern const char* const kCommit;

// Describes a build beside its version: the commit, and the instruction set that the engine uses on this machine.
std::string build_text(const std::string& commit);

}  // namespace rensa::command_line
