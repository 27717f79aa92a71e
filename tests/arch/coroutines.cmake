# SPDX-License-Identifier: GPL-3.0-or-later
# Fails when a coroutine waits inside a conditional expression, or for a call with an aggregate in braces: GCC 12
# destroys what it waited for twice. Write an if, or name the aggregate. Only what is on one line is found.
# Run: cmake -DROOT=. -P tests/arch/coroutines.cmake
cmake_minimum_required(VERSION 3.25)
get_filename_component(ROOT "${ROOT}" ABSOLUTE)
include("${CMAKE_CURRENT_LIST_DIR}/only.cmake")

set(MEANING "a wait inside a conditional expression")
only("[?] co_await|[?] [^;]+: co_await")
set(MEANING "a wait for a call with an aggregate in braces")
only("co_await [^;]*[(,] ?[{][.]")
