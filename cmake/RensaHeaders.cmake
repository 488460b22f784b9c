# More than half of what a compiler reads is the standard library and a few big ones: it reads them once for all targets
# that see the same of them. A file still includes what it uses: every build must also do without
# (-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON).
#
# rensa_headers(json OPTIMISE -O2 HEADERS ... LINKS ...) makes one such kind, rensa_use_headers(target json) lets a target
# use it. A precompiled header is valid for one level of optimisation and one way of hardening only, so the kind also
# says how its targets are optimised and hardened in a release. PIE: its targets become parts of programs only.
function(rensa_headers kind)
  cmake_parse_arguments(ARG "PIE" "OPTIMISE;HARDENED" "HEADERS;LINKS" ${ARGN})
  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/headers.cpp" CONTENT "")
  add_library(rensa_${kind}_headers OBJECT EXCLUDE_FROM_ALL "${CMAKE_CURRENT_BINARY_DIR}/headers.cpp")
  target_link_libraries(rensa_${kind}_headers PRIVATE ${ARG_LINKS})
  add_library(rensa_${kind}_optimised INTERFACE)
  target_compile_options(rensa_${kind}_optimised INTERFACE $<$<CONFIG:Release>:${ARG_OPTIMISE}>)
  if(ARG_HARDENED)
    target_link_libraries(rensa_${kind}_optimised INTERFACE ${ARG_HARDENED})
  endif()
  if(ARG_PIE AND RENSA_IS_HARDENED)
    target_compile_options(rensa_${kind}_optimised INTERFACE -fPIE)
  endif()
  target_link_libraries(rensa_${kind}_headers PRIVATE rensa_${kind}_optimised)
  target_precompile_headers(rensa_${kind}_headers PRIVATE ${ARG_HEADERS})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # Without the times of the headers in it, it is the same in every checkout, and a compiler cache serves what uses it.
    target_compile_options(rensa_${kind}_headers PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endfunction()

function(rensa_use_headers target kind)
  target_precompile_headers(${target} REUSE_FROM rensa_${kind}_headers)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:rensa_${kind}_optimised>)
endfunction()

# The headers that the engine may use: no clock, no threads, no streams. Without their headers a slip does not even compile.
set(plain_headers
  <algorithm> <array> <bit> <cassert> <charconv> <cmath> <compare> <cstddef> <cstdint> <cstdlib> <limits> <map> <memory>
  <numeric> <optional> <set> <span> <string> <string_view> <tuple> <type_traits> <utility> <variant> <vector>)
# Not <iostream>: it makes every file that reads it set up the streams at the start.
set(std_headers
  ${plain_headers} <cerrno> <chrono> <csignal> <cstdio> <cstring> <deque> <exception> <filesystem> <fstream> <functional>
  <mutex> <sstream> <stdexcept> <thread> <unordered_map>)

rensa_headers(engine OPTIMISE -O3 HARDENED rensa_hardened_engine LINKS rensa_options HEADERS ${plain_headers})
# The parts of the engine that read texts and bytes from outside.
rensa_headers(engine_reader OPTIMISE -O3 HARDENED rensa_hardened LINKS rensa_options HEADERS ${plain_headers})
foreach(kind engine engine_reader)
  rensa_shareable(rensa_${kind}_headers)  # as the targets that use it
endforeach()
rensa_headers(std PIE OPTIMISE -O2 HARDENED rensa_hardened LINKS rensa_options HEADERS ${std_headers})
rensa_headers(json PIE OPTIMISE -O2 HARDENED rensa_hardened LINKS rensa_options nlohmann_json::nlohmann_json HEADERS ${std_headers} <nlohmann/json.hpp>)
if(RENSA_PROGRAMS)
  rensa_headers(asio PIE OPTIMISE -O2 HARDENED rensa_hardened LINKS rensa_options rensa_asio
    HEADERS ${std_headers} <boost/asio/io_context.hpp> <boost/asio/ip/tcp.hpp> <boost/asio/local/stream_protocol.hpp>
      <boost/asio/post.hpp> <boost/asio/posix/stream_descriptor.hpp> <boost/asio/ssl/context.hpp>
      <boost/asio/ssl/stream.hpp> <boost/asio/steady_timer.hpp>)
endif()

# The fuzzers have to see which branches of the libraries run; the branches of tests do not matter to them.
option(RENSA_FUZZ "Build the fuzzers (clang only)" OFF)
if(RENSA_FUZZ)
  foreach(kind engine engine_reader std json asio)
    target_compile_options(rensa_${kind}_optimised INTERFACE -fsanitize=fuzzer-no-link)
  endforeach()
endif()
