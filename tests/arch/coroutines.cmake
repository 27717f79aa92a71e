# SPDX-License-Identifier: GPL-3.0-or-later
# Fails when a coroutine waits inside a conditional expression: GCC 12 destroys what it waited for twice. Write an if.
# Run: cmake -DROOT=. -P tests/arch/coroutines.cmake
cmake_minimum_required(VERSION 3.25)
get_filename_component(ROOT "${ROOT}" ABSOLUTE)
set(MEANING "a wait inside a conditional expression")
include("${CMAKE_CURRENT_LIST_DIR}/only.cmake")

only("[?] co_await|[?] [^;]+: co_await")
