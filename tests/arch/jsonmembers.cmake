# SPDX-License-Identifier: GPL-3.0-or-later
# Fails when a member of the JSON that lockscope-cli prints is in no English document, or is in json.md and not in its
# translation. Members are the first string of a call that writes one, and every string with an underscore in these
# files, because values have hyphens. Run: cmake -DROOT=. -P tests/arch/jsonmembers.cmake
cmake_minimum_required(VERSION 3.25)
get_filename_component(ROOT "${ROOT}" ABSOLUTE)

# States inside a recording, which only Lockscope reads.
set(NOT_PRINTED core/history/states/staterow.cpp)
# They print by QJsonObject; all others by JsonWriter.
set(BY_OBJECT core/config/rulejson.cpp core/history/audit/auditdocument.cpp core/lab/labjson.cpp app/cli/commands/labcommand.cpp)
# Where members are described.
set(DOCUMENTS json blocking audit rules guide)

# The text without what would break a list of CMake, and with each member between backticks alone: `a[].b[]` as `b`.
function(documented_in file result)
    file(READ "${file}" text)
    string(REPLACE "[]" "" text "${text}")
    string(REPLACE "[" " " text "${text}")
    string(REPLACE "]" " " text "${text}")
    string(REPLACE ";" " " text "${text}")
    string(REGEX REPLACE "`[a-z0-9_.]+\\.([a-z0-9_]+)`" "`\\1`" text "${text}")
    set(${result} "${text}" PARENT_SCOPE)
endfunction()

set(english "")
foreach(document IN LISTS DOCUMENTS)
    documented_in("${ROOT}/resources/docs/${document}.md" text)
    string(APPEND english "${text}")
endforeach()
documented_in("${ROOT}/resources/docs/json.md" reference)
documented_in("${ROOT}/resources/docs/json.zh_CN.md" translation)

file(GLOB_RECURSE sources RELATIVE "${ROOT}" "${ROOT}/core/*.cpp" "${ROOT}/core/*.h" "${ROOT}/app/*.cpp" "${ROOT}/app/*.h")
list(REMOVE_ITEM sources ${NOT_PRINTED})
set(known "")
set(files 0)
foreach(source IN LISTS sources)
    file(READ "${ROOT}/${source}" code)
    if(NOT code MATCHES "JsonWriter" AND NOT source IN_LIST BY_OBJECT)
        continue()
    endif()
    math(EXPR files "${files} + 1")
    string(REGEX REPLACE "#include[^\n]*|//[^\n]*" "" code "${code}")
    string(REPLACE "[" " " code "${code}")
    string(REPLACE "]" " " code "${code}")
    string(REPLACE ";" " " code "${code}")
    string(REPLACE "QStringLiteral(\"" "(\"" code "${code}")
    string(REGEX REPLACE "[ \n]+" " " code "${code}")
    # json.text("NAME", writeList(json, "NAME", known("NAME", ? "NAME" : "NAME", {"NAME", and for objects ("NAME"),
    set(writes "json\\.[a-zA-Z]+\\(\"([a-z0-9_]+)\"" "\\((json|object), \"([a-z0-9_]+)\"" "(known|put)\\(\"([a-z0-9_]+)\""
        "json\\.[a-zA-Z]+\\([^\"()]*\\? \"([a-z0-9_]+)\"" "json\\.[a-zA-Z]+\\([^\"()]*\\? \"[a-z0-9_]+\" : \"([a-z0-9_]+)\""
        "{\"([a-z0-9_]+)\", [a-zA-Z]" "\"([a-z0-9]+_[a-z0-9_]*[a-z0-9])\"")
    if(source IN_LIST BY_OBJECT)
        list(APPEND writes "{\\(\"([a-z0-9_]+)\"\\)," "insert\\( ?\\(\"([a-z0-9_]+)\"\\)," "json +\\(\"([a-z0-9_]+)\"\\) +=" "json \\(\"([a-z0-9_]+)\"\\)"
            "oneLine\\(\"([a-z0-9_]+)\"")
    endif()
    foreach(write IN LISTS writes)
        string(REGEX MATCHALL "${write}" found "${code}")
        foreach(one IN LISTS found)
            string(REGEX MATCH "\"([a-z0-9_]+)\"[^\"]*$" last "${one}")
            set(name "${CMAKE_MATCH_1}")
            if(name IN_LIST known)
                continue()
            endif()
            list(APPEND known "${name}")
            string(FIND "${english}" "`${name}`" place)
            if(place LESS 0)
                message(SEND_ERROR "${source}: the member ${name} is in no document, see resources/docs/json.md")
            endif()
            string(FIND "${reference}" "`${name}`" place)
            string(FIND "${translation}" "`${name}`" translated)
            if(place GREATER_EQUAL 0 AND translated LESS 0)
                message(SEND_ERROR "${source}: the member ${name} is in json.md, not in json.zh_CN.md")
            endif()
        endforeach()
    endforeach()
endforeach()
# What finds nothing proves nothing.
list(LENGTH known count)
if(files LESS 25 OR count LESS 300)
    message(SEND_ERROR "only ${count} members were found, in ${files} files")
endif()
