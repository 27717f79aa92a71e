# SPDX-License-Identifier: GPL-3.0-or-later
# Run by cpack over the tree that it packs: puts into the bundle what its programs need of Qt and of other
# libraries.
cmake_minimum_required(VERSION 3.25)
find_program(MACDEPLOYQT NAMES macdeployqt macdeployqt6 REQUIRED)
set(bundle "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/lockscope.app")
execute_process(COMMAND "${MACDEPLOYQT}" "${bundle}"
    "-executable=${bundle}/Contents/MacOS/lockscope-cli" "-executable=${bundle}/Contents/MacOS/lockscope-worker"
    COMMAND_ERROR_IS_FATAL ANY)
