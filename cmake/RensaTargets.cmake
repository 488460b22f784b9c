# One target a folder: rensa_library(engine/rules SOURCES ... LINKS ...) makes the library rensa_engine_rules.
# Includes are from the root, so a folder needs no include path of its own; the link graph is the architecture.

# Targets of another project link ours, too, which pass rensa_options on. Our warnings, includes and other habits are for
# our own targets: CMake copies the variable RENSA_IS_OURS into a property of each target of this folder and those below.
define_property(TARGET PROPERTY RENSA_IS_OURS INITIALIZE_FROM_VARIABLE RENSA_IS_OURS)
set(RENSA_IS_OURS ON)
function(rensa_own_options)
  foreach(option IN LISTS ARGN)
    target_compile_options(rensa_options INTERFACE
      "$<BUILD_INTERFACE:$<$<BOOL:$<TARGET_PROPERTY:RENSA_IS_OURS>>:${option}>>")
  endforeach()
endfunction()

add_library(rensa_options INTERFACE)
target_compile_features(rensa_options INTERFACE cxx_std_20)
rensa_own_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion)
if(PROJECT_IS_TOP_LEVEL)  # another project may use a compiler that warns of more
  rensa_own_options(-Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Below -O3, g++ 12 reports strings and vectors that are written past their end where none are.
  rensa_own_options(-Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -Wno-restrict)
  # The compiler then frees memory of its own less often, which saves a tenth of its time and takes a fifth more memory.
  rensa_own_options("SHELL:--param ggc-min-heapsize=1048576" "SHELL:--param ggc-min-expand=200")
endif()
target_include_directories(rensa_options INTERFACE
  "$<BUILD_INTERFACE:$<$<BOOL:$<TARGET_PROPERTY:RENSA_IS_OURS>>:${PROJECT_SOURCE_DIR}>>")
# Assertions name files of the checkout without its folder: a compiler cache then serves a clone in any folder.
rensa_own_options("-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=")

# address,undefined | thread | empty; set by the presets.
set(RENSA_SANITIZE "" CACHE STRING "Sanitizers for the whole build")
if(RENSA_SANITIZE)
  target_compile_definitions(rensa_options INTERFACE RENSA_IS_SANITIZED)
  rensa_own_options(-fsanitize=${RENSA_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # The checks that g++ adds to the code set off warnings of its own (shifts, unset values in <regex>). The same code
    # must be free of warnings in every other build.
    rensa_own_options(-Wno-error)
  endif()
  target_link_options(rensa_options INTERFACE -fsanitize=${RENSA_SANITIZE})
  if(RENSA_SANITIZE STREQUAL "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    rensa_own_options(-Wno-tsan)
  endif()
endif()

option(RENSA_COVERAGE "Count the lines that run" OFF)
if(RENSA_COVERAGE)
  # Threads count too: without atomic counters their races leave numbers that are no counts.
  rensa_own_options(--coverage -fprofile-update=atomic)
  target_link_options(rensa_options INTERFACE --coverage)
endif()

# Files of one folder include the same headers and use the same templates. Compiled several at a time, a build from nothing
# takes about half of the processor's time. OFF compiles each file by itself, as every file must also allow.
option(RENSA_TOGETHER "Compile the files of a folder several at a time" ON)
if(RENSA_TOGETHER AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # To g++ the second file is a header, where what nobody else can name would be a mistake.
  rensa_own_options(-Wno-subobject-linkage)
endif()

# The engine also becomes a part of a shared library (clients/bindings/c): its code may lie at any address, and only the
# functions of rensa.h are visible from outside.
function(rensa_shareable target)
  set_target_properties(${target} PROPERTIES
    POSITION_INDEPENDENT_CODE ON
    C_VISIBILITY_PRESET hidden
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON)
endfunction()

# rensa_library(engine/rules ...) makes the library rensa_engine_rules of all .cpp files in a folder (not below it).
#   WITHOUT  files of the folder that do not belong to the library
#   SOURCES  files that do belong to it and are made by the build
#   HEADERS  the kind of precompiled headers (RensaHeaders.cmake); without, it is the standard library
#   APART    the files are never compiled several at a time, for their local names collide
function(rensa_library folder)
  cmake_parse_arguments(ARG "APART" "HEADERS" "SOURCES;WITHOUT;LINKS;PRIVATE_LINKS" ${ARGN})
  string(REPLACE "/" "_" name "rensa_${folder}")
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.cpp")
  list(TRANSFORM ARG_WITHOUT PREPEND "${PROJECT_SOURCE_DIR}/${folder}/")
  if(ARG_WITHOUT)
    list(REMOVE_ITEM sources ${ARG_WITHOUT})
  endif()
  add_library(${name} STATIC ${sources} ${ARG_SOURCES})
  # Of these two only headers are used: programs that link an installed library do not need them.
  list(TRANSFORM ARG_PRIVATE_LINKS REPLACE "^(nlohmann_json|CLI11)::.*" "$<BUILD_INTERFACE:\\0>")
  if(folder MATCHES "^(engine|clients/bindings)/")
    rensa_shareable(${name})
  endif()
  target_link_libraries(${name} PUBLIC rensa_options ${ARG_LINKS} PRIVATE ${ARG_PRIVATE_LINKS})
  if(NOT ARG_HEADERS)
    set(ARG_HEADERS std)
  endif()
  rensa_use_headers(${name} ${ARG_HEADERS})
  if(NOT ARG_APART)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ${RENSA_TOGETHER})
  endif()
endfunction()

# rensa_public_headers(TARGET PUBLIC|INTERFACE FOLDER...) lets programs that link a library include <rensa/...> of these
# folders, and <rensa/version.h>. Our own code does not need the version, so its compile commands do not name that folder.
configure_file("${PROJECT_SOURCE_DIR}/cmake/version.h.in" "${PROJECT_BINARY_DIR}/include/rensa/version.h" @ONLY)
function(rensa_public_headers target scope)
  foreach(folder IN LISTS ARGN)
    target_include_directories(${target} ${scope} "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/${folder}>")
  endforeach()
  target_include_directories(${target} ${scope} "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>"
    "$<BUILD_INTERFACE:$<$<NOT:$<BOOL:$<TARGET_PROPERTY:RENSA_IS_OURS>>>:${PROJECT_BINARY_DIR}/include>>")
endfunction()

# The commit of this checkout, for --version. It is looked up in each build, and only programs are linked again after it.
set(RENSA_COMMIT "" CACHE STRING "The commit of the sources, if they are no checkout of git")
set(commit_file "${PROJECT_BINARY_DIR}/commit.cpp")
add_custom_target(rensa_write_commit BYPRODUCTS "${commit_file}"
  COMMAND "${CMAKE_COMMAND}" -D "SOURCE=${PROJECT_SOURCE_DIR}" -D "FILE=${commit_file}" -D "COMMIT=${RENSA_COMMIT}"
    -P "${PROJECT_SOURCE_DIR}/cmake/write_commit.cmake"
  VERBATIM)
add_library(rensa_commit OBJECT EXCLUDE_FROM_ALL "${commit_file}")
add_dependencies(rensa_commit rensa_write_commit)
target_link_libraries(rensa_commit PRIVATE rensa_options)

# rensa_program(rensa-worker FOLDER clients/worker SOURCES main.cpp LINKS ...) makes a program of some files of a folder.
# All programs stand in one folder of the build: bin. STATIC: it contains its libraries.
function(rensa_program name)
  cmake_parse_arguments(ARG "STATIC" "FOLDER;HEADERS" "SOURCES;LINKS" ${ARGN})
  if(ARG_FOLDER)
    list(TRANSFORM ARG_SOURCES PREPEND "${PROJECT_SOURCE_DIR}/${ARG_FOLDER}/")
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE rensa_options ${ARG_LINKS})
  target_compile_definitions(${name} PRIVATE RENSA_VERSION="${PROJECT_VERSION}")
  if(NOT ARG_STATIC)
    target_sources(${name} PRIVATE $<TARGET_OBJECTS:rensa_commit>)
  endif()
  target_link_libraries(${name} PRIVATE rensa_hardened_program)
  if(RENSA_IS_HARDENED AND NOT ARG_STATIC)
    target_link_options(${name} PRIVATE -pie)
  elseif(RENSA_IS_HARDENED)
    target_link_options(${name} PRIVATE -static-pie)
  elseif(ARG_STATIC AND NOT RENSA_SANITIZE)
    target_link_options(${name} PRIVATE -static)
  endif()
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  if(NOT ARG_HEADERS)
    set(ARG_HEADERS std)
  endif()
  rensa_use_headers(${name} ${ARG_HEADERS})
endfunction()
