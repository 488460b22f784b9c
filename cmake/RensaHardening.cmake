# Programs of a release make the use of a mistake in memory harder: their addresses are random (PIE), tables of addresses
# are read-only (full RELRO), functions with arrays notice an overflow when they return (stack protector), functions of
# the C library check the sizes that the compiler knows (_FORTIFY_SOURCE), and jumps and returns can only go where the
# code means them to (CET, where processor and system have it). Options that the compiler does not know are left out.
#
# rensa_hardened is for all code but that of the engine which plays and searches. That code reads nothing from outside,
# and most of the time of a game passes in it: rensa_hardened_engine has no stack protector. docs/server.md says so.
include(CheckCXXCompilerFlag)
include(CheckLinkerFlag)

option(RENSA_HARDENING "Harden the programs of a release" ON)
add_library(rensa_hardened INTERFACE)
add_library(rensa_hardened_engine INTERFACE)
add_library(rensa_hardened_program INTERFACE)  # for linking; without -pie, which a static program cannot have

set(RENSA_IS_HARDENED OFF)
if(RENSA_HARDENING AND CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT RENSA_SANITIZE AND NOT RENSA_COVERAGE)
  set(RENSA_IS_HARDENED ON)
  check_cxx_compiler_flag(-fstack-protector-strong RENSA_HAS_STACK_PROTECTOR)
  check_cxx_compiler_flag(-fcf-protection=full RENSA_HAS_CET)
  check_linker_flag(CXX "LINKER:-z,relro,-z,now" RENSA_HAS_RELRO)
  # The start files of Debian's C library have no mark of CET, so the linker is told to mark the whole program.
  check_linker_flag(CXX "LINKER:-z,ibt,-z,shstk" RENSA_HAS_CET_MARK)

  target_compile_options(rensa_hardened_engine INTERFACE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
  if(RENSA_HAS_CET)
    target_compile_options(rensa_hardened_engine INTERFACE -fcf-protection=full)
  endif()
  target_link_libraries(rensa_hardened INTERFACE rensa_hardened_engine)
  if(RENSA_HAS_STACK_PROTECTOR)
    target_compile_options(rensa_hardened INTERFACE -fstack-protector-strong)
  endif()
  if(RENSA_HAS_RELRO)
    target_link_options(rensa_hardened_program INTERFACE "LINKER:-z,relro,-z,now")
  endif()
  if(RENSA_HAS_CET AND RENSA_HAS_CET_MARK)
    target_link_options(rensa_hardened_program INTERFACE "LINKER:-z,ibt,-z,shstk")
  endif()
endif()
