#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "server/live_matches/logged_matches.h"
#include "server/log/log_file.h"

namespace rensa::live_matches {

// The file of the log of running matches: the setting `data`, and this name.
inline constexpr const char* kLiveMatchFileName = "matches.log";
// Its first line. A version that changes the form of entries changes the number.
inline constexpr const char* kLiveMatchHeader = "rensa live matches 1";

// Opens the log, and makes it if there is none. Throws std::runtime_error with a sentence if this version cannot read
// it.
std::unique_ptr<log::LogFile> open_live_match_file(const std::filesystem::path& path, log::LogFile::Executor post);

// The same on a file that was opened before. `name`: of the file, for the sentence.
std::unique_ptr<log::LogFile> open_live_match_file(std::unique_ptr<log::AppendFile> file, const std::string& name,
                                                   log::LogFile::Executor post);

// Writes a match as a log of its own, which only its owner can read, since it has the seeds of its games.
void write_live_match_file(const std::filesystem::path& path, base::MatchId id, const LoggedMatch& match);

}  // namespace rensa::live_matches
