# Builds for aarch64 on another machine, with Debian's cross compiler and the libraries that scripts/aarch64.sh has unpacked into
# build/aarch64: cmake --toolchain cmake/aarch64.cmake. Programs of the build, such as its tests, run under qemu.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
get_filename_component(aarch64 "${CMAKE_CURRENT_LIST_DIR}/../build/aarch64" ABSOLUTE)
set(CMAKE_SYSROOT "${aarch64}/root")
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR "${aarch64}/bin/qemu;-L;${CMAKE_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH "${CMAKE_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# The compiler of messages is of the machine that builds; the package for Python is for a Python of aarch64.
set(Protobuf_PROTOC_EXECUTABLE /usr/bin/protoc)
set(Python_EXECUTABLE "${aarch64}/bin/python3" CACHE FILEPATH "The interpreter for which the package is built")
set(Python_INCLUDE_DIR "${CMAKE_SYSROOT}/usr/include/python3.11" CACHE PATH "Its headers")
