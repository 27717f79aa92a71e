# SPDX-License-Identifier: GPL-3.0-or-later
# Run by cpack over the tree that it packs: puts beside the programs what they need of Qt (by windeployqt) and of
# other libraries, which must be found in PATH.
cmake_minimum_required(VERSION 3.25)
find_program(WINDEPLOYQT NAMES windeployqt6 windeployqt windeployqt-qt6 REQUIRED)
file(GLOB programs "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/bin/*.exe")
execute_process(COMMAND "${WINDEPLOYQT}" ${programs} COMMAND_ERROR_IS_FATAL ANY)

cmake_path(CONVERT "$ENV{PATH}" TO_CMAKE_PATH_LIST folders)
file(GET_RUNTIME_DEPENDENCIES
    EXECUTABLES ${programs}
    DIRECTORIES ${folders}
    RESOLVED_DEPENDENCIES_VAR libraries
    PRE_EXCLUDE_REGEXES "^api-ms-" "^ext-ms-"
    POST_EXCLUDE_REGEXES "[\\/][Ss]ystem32[\\/]" "/bin/Qt6[A-Za-z]+\\.dll$")
file(COPY ${libraries} DESTINATION "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/bin")
