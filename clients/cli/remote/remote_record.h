#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rensa::cli {

// Records of a server, by the address of the page of their replay, or their own address below /api/.

// Returns true if the text is an address and not the name of a file.
bool is_web_address(std::string_view text);

// Downloads a record. Throws std::runtime_error with a sentence: the address names no record, or the server does not
// have it, or there is no answer.
std::vector<std::uint8_t> download_record(const std::string& address);

}  // namespace rensa::cli
