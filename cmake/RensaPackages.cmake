# `cpack` makes a Debian package of each component of RensaInstall.cmake: ./dev packages.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME rensa)
set(CPACK_PACKAGE_CONTACT "Rensa maintainers <maintainers@rensa.invalid>")
set(CPACK_COMPONENTS_ALL ${RENSA_COMPONENTS})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_SET_DESTDIR ON)  # paths below /etc are not below the prefix
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_OUTPUT_FILE_PREFIX "${PROJECT_BINARY_DIR}/packages")

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(same_version "(= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")

set(CPACK_DEBIAN_SERVER_PACKAGE_NAME rensa-server)
set(CPACK_DEBIAN_SERVER_PACKAGE_SECTION games)
set(CPACK_COMPONENT_SERVER_DESCRIPTION "Match server for two-player falling-pair duels
 Plays matches between people, who use a browser, and programs: in real time,
 in virtual time and in turns. Holds tournaments, and keeps all games.
 The service listens on this machine only, until /etc/rensa/server.json says
 otherwise.")
# rensa-keeper, and the players that a tournament names
set(CPACK_DEBIAN_SERVER_PACKAGE_DEPENDS "rensa-tools ${same_version}, init-system-helpers")
set(CPACK_DEBIAN_SERVER_PACKAGE_RECOMMENDS "bubblewrap")
set(server_scripts "${PROJECT_SOURCE_DIR}/packaging/server")
set(CPACK_DEBIAN_SERVER_PACKAGE_CONTROL_EXTRA
  "${server_scripts}/conffiles" "${server_scripts}/postinst" "${server_scripts}/prerm" "${server_scripts}/postrm")

set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME rensa-tools)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION games)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS "rensa-server")
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "Programs for falling-pair duels: matches, tournaments, players
 rensa plays matches, tournaments and experiments in the terminal.
 rensa-worker brings a built-in player to a server, and rensa-bridge a program
 that speaks the text protocol of puyoai's duel server.")

set(CPACK_DEBIAN_DEV_PACKAGE_NAME librensa-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
# rensa-config.cmake looks for these, if a program links rensa::worker.
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libicu-dev, libprotobuf-dev, protobuf-compiler")
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS "cmake, pkg-config")
set(CPACK_DEBIAN_DEV_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_COMPONENT_DEV_DESCRIPTION "Libraries for bots and programs that use Rensa's engine
 Headers, static libraries with a configuration for CMake, and the shared
 library librensa with one for pkg-config.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-rensa)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
# The compiled module is for this version of Python only.
math(EXPR next_minor "${Python_VERSION_MINOR} + 1")
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
  "python3 (>= 3.${Python_VERSION_MINOR}), python3 (<< 3.${next_minor}), python3-numpy")
set(python_scripts "${PROJECT_SOURCE_DIR}/packaging/python")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA "${python_scripts}/postinst" "${python_scripts}/prerm")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "Engine and environments of falling-pair duels for Python
 Fields and chains, duels, records, built-in players, environments for
 reinforcement learning, and a client that brings bots to a server.")

set(CPACK_DEBIAN_JS_PACKAGE_NAME node-rensa)
set(CPACK_DEBIAN_JS_PACKAGE_SECTION javascript)
set(CPACK_DEBIAN_JS_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_JS_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_JS_PACKAGE_DEPENDS "nodejs (>= 18)")
set(CPACK_DEBIAN_JS_PACKAGE_SUGGESTS "node-ws, npm")
set(CPACK_COMPONENT_JS_DESCRIPTION "Bots and the engine of falling-pair duels for JavaScript
 Fields and chains, and a client that brings bots to a server, for Node and
 browsers. Projects install it by npm from /usr/share/nodejs/rensa.")

include(CPack)
