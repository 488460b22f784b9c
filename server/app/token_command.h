#pragma once

#include <cstdint>
#include <string>

namespace rensa::app {

// rensa-server token create | list | revoke, on the store of a server that runs or does not. Each throws
// std::runtime_error with a sentence and returns the exit status.
int create_token(const std::string& data, const std::string& name, bool for_administrator);
int list_tokens(const std::string& data);
int revoke_token(const std::string& data, std::int64_t id);

}  // namespace rensa::app
