# A clean rebuild from ccache takes a fiftieth of the time, and filling it costs a tenth more, so it is used where it is
# installed and works: without a home folder to write to, it would fail every compilation.
find_program(RENSA_CCACHE ccache)
if(RENSA_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  file(WRITE "${PROJECT_BINARY_DIR}/ccache_works.cpp" "")
  execute_process(
    COMMAND "${RENSA_CCACHE}" "${CMAKE_CXX_COMPILER}" -c ccache_works.cpp -o ccache_works.o
    WORKING_DIRECTORY "${PROJECT_BINARY_DIR}" RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(NOT failed)
    # It keeps nothing of what uses precompiled headers unless it is told that their macros, and the time, do not matter.
    # The language of the compiler's messages does not matter, either.
    # Paths below the checkout count relative to the build folder, so that a second clone elsewhere finds the same.
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros,locale
      "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1 "${RENSA_CCACHE}")
    set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
  endif()
endif()
