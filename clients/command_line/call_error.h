#pragma once

#include <map>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
class ParseError;
}  // namespace CLI

namespace rensa::command_line {

using Choices = std::map<const CLI::Option*, std::vector<std::string>>;  // option -> the texts that it accepts

// Returns the commands of a command. The library treats a group of options as a command without a name, so groups are
// left out.
std::vector<const CLI::App*> commands_of(const CLI::App& command);

// Returns the error of a wrong call. If a command is missing or unknown, the library only says that one is needed, so
// this also names the unknown command and the known ones. The library lists all arguments that were not read, the last
// one first. Other errors of an option are told as they are.
std::string why_call_refused(const CLI::App& program, const Choices& choices, const CLI::ParseError& error);

}  // namespace rensa::command_line
