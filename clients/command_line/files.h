#pragma once

#include <exception>
#include <string>

#include "engine/rules/parsed.h"

namespace rensa::command_line {

// Files that people name on a command line.

// Returns the whole text of a file of at most one megabyte. The error names the file.
rules::Parsed<std::string> read_text_file(const std::string& path);

// Returns the first line of a file without the white space around it. Throws std::runtime_error that names the file.
std::string read_token_file(const std::string& path);

// Writes a text to a file, which is replaced. Throws std::runtime_error that names the file and the reason.
void write_output_file(const std::string& path, const std::string& text);

// Throws std::runtime_error: the file cannot be written, for the reason in errno, where streams leave it. Call it
// before another call can fail.
[[noreturn]] void fail_to_write(const std::string& path);

// Makes a folder, and those above it, unless it is there already. Throws std::runtime_error that names the folder and
// the reason.
void make_folders(const std::string& path);

// Returns the sentence of an error for people. Control characters become question
// marks. The standard library's errors of files do not begin with the path.
std::string message_of(const std::exception& error);

// Returns the reason why a file cannot be written, as far as it is known before the work; empty if there is none.
// The path may also be a prefix of the names of several files.
std::string why_not_writable(const std::string& path);

}  // namespace rensa::command_line
