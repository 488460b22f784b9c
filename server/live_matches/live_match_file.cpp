#include "server/live_matches/live_match_file.h"

#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/record/bytes.h"
#include "server/live_matches/log_entries.h"

namespace rensa::live_matches {

namespace {

std::vector<log::LogFile::Frame> keep_whole_matches(std::vector<std::vector<log::LogFile::Frame>> parts) {
  const LoggedMatches matches(std::move(parts));
  const std::vector<base::MatchId> ids = matches.ids();
  std::vector<log::LogFile::Frame> frames = matches.frames_of({ids.begin(), ids.end()});
  if (ids.empty() || ids.back() < matches.highest_id()) {
    record::ByteWriter ended;  // its number must not be given out again
    append_entry(ended, LoggedEnd{matches.highest_id()});
    frames.push_back(ended.take_bytes());
  }
  return frames;
}

}  // namespace

std::unique_ptr<log::LogFile> open_live_match_file(const std::filesystem::path& path, log::LogFile::Executor post) {
  return open_live_match_file(log::open_append_file(path), path.string(), std::move(post));
}

std::unique_ptr<log::LogFile> open_live_match_file(std::unique_ptr<log::AppendFile> file, const std::string& name,
                                                   log::LogFile::Executor post) {
  try {
    return std::make_unique<log::LogFile>(std::move(file), kLiveMatchHeader, std::move(post), keep_whole_matches);
  } catch (const std::bad_alloc&) {
    throw std::runtime_error(name + ": it is too large for the memory of this process: move the file away");
  } catch (const std::exception& problem) {
    throw std::runtime_error(name + ": " + problem.what());
  }
}

void write_live_match_file(const std::filesystem::path& path, base::MatchId id, const LoggedMatch& match) {
  record::ByteWriter entries;
  for (const match::MatchEvent& event : match.events) append_entry(entries, LoggedEvent{id, event});
  const std::string header = std::string(kLiveMatchHeader) + "\n";
  std::vector<std::uint8_t> bytes(header.begin(), header.end());
  const std::vector<std::uint8_t> frame = log::bytes_of_frame(entries.bytes());
  bytes.insert(bytes.end(), frame.begin(), frame.end());
  log::open_append_file(path)->replace(bytes);
}

}  // namespace rensa::live_matches
