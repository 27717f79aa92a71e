# SPDX-License-Identifier: GPL-3.0-or-later
# only(PATTERN FILE…) fails when another source has the pattern, or one of these has it no more. Wants ROOT, and
# MEANING, what the pattern is.
function(only pattern)
    file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/core/*.h" "${ROOT}/core/*.cpp" "${ROOT}/ui/*.h"
        "${ROOT}/ui/*.cpp" "${ROOT}/app/*.h" "${ROOT}/app/*.cpp")
    set(found)
    foreach(file IN LISTS files)
        file(STRINGS "${ROOT}/${file}" hits REGEX "${pattern}")
        if(hits)
            list(APPEND found "${file}")
        endif()
    endforeach()
    foreach(file IN LISTS found)
        if(NOT file IN_LIST ARGN)
            message(SEND_ERROR "${file} has '${pattern}': ${MEANING}")
        endif()
    endforeach()
    foreach(file IN LISTS ARGN)
        if(NOT file IN_LIST found)
            message(SEND_ERROR "${file} has no '${pattern}' any more: take it off the list")
        endif()
    endforeach()
endfunction()
