# SPDX-License-Identifier: GPL-3.0-or-later
# tests/fuzz of the build folder: one program for all targets, fuzz/NAME of ctest for each fuzz_NAME.cpp. With
# LOCKSCOPE_FUZZ it searches for inputs, otherwise it only runs the corpus.
file(GLOB FUZZ_FILES CONFIGURE_DEPENDS fuzz/*.h fuzz/*.cpp)
if(LOCKSCOPE_FUZZ)
    list(FILTER FUZZ_FILES EXCLUDE REGEX "/replay\\.cpp$")
else()
    list(FILTER FUZZ_FILES EXCLUDE REGEX "/search\\.cpp$")
endif()
add_executable(lockscope_fuzz ${FUZZ_FILES})
target_link_libraries(lockscope_fuzz PRIVATE lockscope_core Qt6::Sql)
target_compile_definitions(lockscope_fuzz PRIVATE LOCKSCOPE_FUZZ_CORPUS="${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus"
    LOCKSCOPE_FUZZ_SEEDS="${CMAKE_BINARY_DIR}/tests/fuzz-seeds")
set_target_properties(lockscope_fuzz PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests" OUTPUT_NAME fuzz)
target_precompile_headers(lockscope_fuzz PRIVATE <QByteArray> <QString> <chrono> <memory> <optional> <vector>)
lockscope_unity(lockscope_fuzz 12 1)
if(LOCKSCOPE_FUZZ)
    target_compile_options(lockscope_fuzz PRIVATE -O1 -fsanitize=fuzzer-no-link)
    target_link_options(lockscope_fuzz PRIVATE -fsanitize=fuzzer)
endif()

# How many inputs each tries here, about 10 s; with the seed they are the same each time. For a longer search:
# resources/docs/building.md.
set(FUZZ_RUNS_audit 1000)
set(FUZZ_RUNS_history 400)
set(FUZZ_RUNS_keys 5000)
foreach(source IN LISTS FUZZ_FILES)
    get_filename_component(name "${source}" NAME_WE)
    if(NOT name MATCHES "^fuzz_")
        continue()
    endif()
    string(REPLACE "fuzz_" "" name ${name})
    set(runs 20000)
    if(FUZZ_RUNS_${name})
        set(runs ${FUZZ_RUNS_${name}})
    endif()
    add_test(NAME fuzz/${name} COMMAND lockscope_fuzz ${name} -runs=${runs} -max_total_time=15 -seed=21 -timeout=10
        -rss_limit_mb=2048 "-artifact_prefix=${CMAKE_BINARY_DIR}/tests/${name}-")
    set_tests_properties(fuzz/${name} PROPERTIES LABELS fuzz TIMEOUT 180)
endforeach()
