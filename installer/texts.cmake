# SPDX-License-Identifier: GPL-3.0-or-later
# Texts that are installed on every system: man pages, and the documents for users.
set(METAINFO installer/org.lockscope.Lockscope.metainfo.xml)

# Man pages bear the date of the release that the metainfo tells of.
file(STRINGS "${CMAKE_SOURCE_DIR}/${METAINFO}.in" NEWEST_RELEASE REGEX "<release " LIMIT_COUNT 1)
if(NOT NEWEST_RELEASE MATCHES "date=\"([0-9]+)-([0-9]+)-0?([0-9]+)\"")
    message(FATAL_ERROR "${METAINFO}.in names no release with a date")
endif()
set(MONTHS x January February March April May June July August September October November December)
list(GET MONTHS ${CMAKE_MATCH_2} MONTH)
set(RELEASE_DATE "${MONTH} ${CMAKE_MATCH_3}, ${CMAKE_MATCH_1}")

# installed_text(FROM TO FOLDER): a text with @NAME@ in it, and where it goes.
function(installed_text from to folder)
    configure_file("${CMAKE_SOURCE_DIR}/${from}" "${CMAKE_BINARY_DIR}/install/${to}" @ONLY)
    install(FILES "${CMAKE_BINARY_DIR}/install/${to}" DESTINATION "${folder}")
endfunction()

# manual(PROGRAM FOLDER): its man page, in English and in Chinese
function(manual program folder)
    installed_text(resources/man/${program}.1.in ${program}.1 "${folder}/man1")
    installed_text(resources/man/zh_CN/${program}.1.in zh_CN/${program}.1 "${folder}/zh_CN/man1")
endfunction()

# documents(FOLDER): all but the builder's guide, which leads into the source.
function(documents folder)
    install(DIRECTORY resources/docs/ DESTINATION "${folder}"
        PATTERN "building*.md" EXCLUDE PATTERN architecture.svg EXCLUDE)
    install(FILES LICENSE DESTINATION "${folder}")
endfunction()
