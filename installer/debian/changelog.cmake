# SPDX-License-Identifier: GPL-3.0-or-later
# Debian's changelog, made of the releases in the metainfo.

# wrapped(TEXT RESULT): as an entry of the changelog, in lines that are short enough
function(wrapped text result)
    string(REGEX REPLACE "[ \n]+" ";" words "${text}")
    set(lines "")
    set(line "  *")
    foreach(word IN LISTS words)
        string(LENGTH "${line} ${word}" length)
        if(length GREATER 78)
            string(APPEND lines "${line}\n")
            set(line "   ")
        endif()
        string(APPEND line " ${word}")
    endforeach()
    set(${result} "${lines}${line}\n" PARENT_SCOPE)
endfunction()

# changelog_of(METAINFO REVISION MAINTAINER RESULT)
function(changelog_of metainfo revision maintainer result)
    file(READ "${metainfo}" text)
    string(REGEX REPLACE ".*<releases>" "" text "${text}")
    string(REGEX REPLACE "<(p|li) xml:lang[^<]*</(p|li)>" "" text "${text}") # only what is in English
    string(REPLACE ";" "," text "${text}") # CMake's lists end there
    string(REGEX MATCHALL "<release version=[^>]*>|<li>[^<]*</li>|</release>" pieces "${text}")
    set(changelog "")
    foreach(piece IN LISTS pieces)
        if(piece MATCHES "<release version=\"([^\"]*)\" date=\"([^\"]*)\"")
            string(APPEND changelog "lockscope (${CMAKE_MATCH_1}-${revision}) unstable; urgency=medium\n\n")
            execute_process(COMMAND date -u -R -d "${CMAKE_MATCH_2}" OUTPUT_VARIABLE date
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
        elseif(piece MATCHES "<li>(.*)</li>")
            wrapped("${CMAKE_MATCH_1}" entry)
            string(APPEND changelog "${entry}")
        else()
            string(APPEND changelog "\n -- ${maintainer}  ${date}\n\n")
        endif()
    endforeach()
    string(STRIP "${changelog}" changelog)
    set(${result} "${changelog}\n" PARENT_SCOPE)
endfunction()
