# cmake -D SOURCE=... -D FILE=... -D COMMIT=... -P write_commit.cmake writes the commit of the checkout into a C++ file, if
# it has changed since. Without a checkout of git, COMMIT says it, or the environment variable RENSA_COMMIT.
if(NOT COMMIT)
  set(COMMIT "$ENV{RENSA_COMMIT}")
endif()
if(NOT COMMIT AND EXISTS "${SOURCE}/.git")  # not that of a project around it
  execute_process(COMMAND git describe --always --dirty=+changes --abbrev=12 --exclude=* WORKING_DIRECTORY "${SOURCE}"
    OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT COMMIT MATCHES "^[0-9a-zA-Z.+-]+$")
  set(COMMIT unknown)
endif()
file(CONFIGURE OUTPUT "${FILE}" @ONLY CONTENT [[
#include "clients/command_line/version.h"

const char* const rensa::command_line::kCommit = "@COMMIT@";
]])
