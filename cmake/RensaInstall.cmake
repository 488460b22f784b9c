# `cmake --install` puts everything where Debian expects it, in components, each of which becomes a package:
#   server  rensa-server with its page, its unit for systemd and its file of settings
#   tools   the other programs, and rensa-keeper
#   dev     headers and libraries for programs of others, with rensa-config.cmake and rensa.pc
#   python  the package rensa for Python (clients/bindings/python)
#   js      the package rensa for JavaScript (clients/bindings/js)
include(CMakePackageConfigHelpers)

# Each package says by what right it is used.
set(RENSA_COMPONENTS server tools dev js)
set(RENSA_PACKAGES rensa-server rensa-tools librensa-dev node-rensa)
if(RENSA_PYTHON)
  list(APPEND RENSA_COMPONENTS python)
  list(APPEND RENSA_PACKAGES python3-rensa)
endif()
foreach(component package IN ZIP_LISTS RENSA_COMPONENTS RENSA_PACKAGES)
  install(FILES LICENSE RENAME copyright COMPONENT ${component} DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${package}")
endforeach()

# ---- Libraries: find_package(rensa) provides rensa::engine, rensa::worker and rensa::shared.

# Appends a library and all libraries of ours that it needs to a list of the caller.
function(rensa_add_needed_libraries list target)
  if(NOT TARGET ${target})
    return()
  endif()
  get_target_property(imported ${target} IMPORTED)
  if(imported OR target IN_LIST ${list})
    return()
  endif()
  list(APPEND ${list} ${target})
  get_target_property(needed ${target} INTERFACE_LINK_LIBRARIES)
  foreach(library IN LISTS needed)
    string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" library "${library}")
    rensa_add_needed_libraries(${list} "${library}")
  endforeach()
  set(${list} ${${list}} PARENT_SCOPE)
endfunction()

set(libraries "")
rensa_add_needed_libraries(libraries rensa_clients_worker)
foreach(library IN LISTS libraries)
  string(REPLACE "rensa_" "internal_" name ${library})
  set_target_properties(${library} PROPERTIES EXPORT_NAME ${name})
endforeach()
set_target_properties(rensa_clients_bindings_c PROPERTIES EXPORT_NAME engine)
set_target_properties(rensa_clients_worker PROPERTIES EXPORT_NAME worker)
set_target_properties(librensa PROPERTIES EXPORT_NAME shared)

set(cmake_folder "${CMAKE_INSTALL_LIBDIR}/cmake/rensa")
install(TARGETS ${libraries} EXPORT rensa-targets COMPONENT dev ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}/rensa")
install(TARGETS librensa EXPORT rensa-targets COMPONENT dev LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(EXPORT rensa-targets NAMESPACE rensa:: COMPONENT dev DESTINATION "${cmake_folder}")
configure_package_config_file(cmake/rensa-config.cmake.in "${PROJECT_BINARY_DIR}/rensa-config.cmake"
  INSTALL_DESTINATION "${cmake_folder}")
# Before version 1, each minor version may change what the headers say.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/rensa-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/rensa-config.cmake" "${PROJECT_BINARY_DIR}/rensa-config-version.cmake"
  COMPONENT dev DESTINATION "${cmake_folder}")

set(pkgconfig_folder "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
string(REGEX REPLACE "[^/]+" ".." RENSA_PREFIX_OF_PKGCONFIG "${pkgconfig_folder}")
configure_file(cmake/rensa.pc.in "${PROJECT_BINARY_DIR}/rensa.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/rensa.pc" COMPONENT dev DESTINATION "${pkgconfig_folder}")

install(FILES clients/bindings/c/rensa/rensa.h clients/worker/rensa/worker.h
    "${PROJECT_BINARY_DIR}/include/rensa/version.h"
  COMPONENT dev DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/rensa")
install(FILES clients/worker/example_bot.cpp tests/clients/bindings/c/example.c
  COMPONENT dev DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/librensa-dev/examples")
if(NOT RENSA_PROGRAMS)
  return()
endif()

# ---- Programs, with the texts that each of them makes of its own options.

# rensa_program_texts(PROGRAM COMPONENT) makes and installs the manual page of a program and its completion for shells.
function(rensa_program_texts program component)
  set(manual "${PROJECT_BINARY_DIR}/${CMAKE_INSTALL_MANDIR}/man1/${program}.1")
  set(bash "${PROJECT_BINARY_DIR}/${CMAKE_INSTALL_DATADIR}/bash-completion/completions/${program}")
  set(zsh "${PROJECT_BINARY_DIR}/${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions/_${program}")
  foreach(file IN ITEMS "${manual}" "${bash}" "${zsh}")
    cmake_path(GET file PARENT_PATH folder)
    file(MAKE_DIRECTORY "${folder}")
  endforeach()
  add_custom_command(OUTPUT "${manual}.gz" "${bash}" "${zsh}"
    COMMAND ${program} --print-manual > "${manual}"
    COMMAND gzip -9nf "${manual}"
    COMMAND ${program} --print-completion bash > "${bash}"
    COMMAND ${program} --print-completion zsh > "${zsh}"
    DEPENDS ${program} VERBATIM)
  add_custom_target(${program}-texts ALL DEPENDS "${manual}.gz" "${bash}" "${zsh}")
  install(FILES "${manual}.gz" COMPONENT ${component} DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  install(FILES "${bash}" COMPONENT ${component} DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
  install(FILES "${zsh}" COMPONENT ${component} DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions")
endfunction()

install(TARGETS rensa-server COMPONENT server RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
rensa_program_texts(rensa-server server)
foreach(program rensa rensa-worker rensa-bridge rensa-load)
  install(TARGETS ${program} COMPONENT tools RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  rensa_program_texts(${program} tools)
endforeach()
# Only our own programs start it.
install(TARGETS rensa-keeper COMPONENT tools RUNTIME DESTINATION libexec/rensa)
# The benches of rensa use fields of real games.
install(FILES tests/data/chain_dev.jsonl.gz COMPONENT tools DESTINATION "${CMAKE_INSTALL_DATADIR}/rensa")
# The server has these files inside. An operator who wants a page of his own copies them, and sets web_root.
install(DIRECTORY clients/web/ COMPONENT server DESTINATION "${CMAKE_INSTALL_DATADIR}/rensa/web")

# ---- The server as a service: its settings, each default of which is a comment, and its unit.

set(settings_file "${PROJECT_BINARY_DIR}/server.json")
add_custom_command(OUTPUT "${settings_file}"
  COMMAND rensa-server --data /var/lib/rensa --print-config-file > "${settings_file}" DEPENDS rensa-server VERBATIM)
add_custom_target(rensa-server-settings ALL DEPENDS "${settings_file}")
configure_file(cmake/install_service.cmake.in "${PROJECT_BINARY_DIR}/install_service.cmake" @ONLY)
install(SCRIPT "${PROJECT_BINARY_DIR}/install_service.cmake" COMPONENT server)
