# A clean rebuild from ccache takes a fiftieth of the time, and filling it costs a tenth more, so it is used where it is
# installed and works: without a home folder to write to, it would fail every compilation.
find_program(RENSA_CCACHE ccache)
if(RENSA_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  file(WRITE "${CMAKE_BINARY_DIR}/ccache_works.cpp" "")
  execute_process(
    COMMAND "${RENSA_CCACHE}" "${CMAKE_CXX_COMPILER}" -c ccache_works.cpp -o ccache_works.o
    WORKING_DIRECTORY "${CMAKE_BINARY_DIR}" RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(NOT failed)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${RENSA_CCACHE}")
  endif()
endif()
