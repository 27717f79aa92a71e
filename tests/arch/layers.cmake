# SPDX-License-Identifier: GPL-3.0-or-later
# Fails when a file includes another room than those named here, or when a table of rooms lacks one. Run: cmake -DROOT=. -P tests/arch/layers.cmake
cmake_minimum_required(VERSION 3.25)
get_filename_component(ROOT "${ROOT}" ABSOLUTE)
set(ROOMS)

# listed(DOCUMENT FOLDER INCLUDED...): the table of rooms in DOCUMENT has FOLDER, below the rooms that it includes.
function(listed document folder)
    get_filename_component(place "${ROOT}/${document}" DIRECTORY)
    file(STRINGS "${ROOT}/${document}" rows REGEX "^\\| \\[" ENCODING UTF-8)
    file(RELATIVE_PATH link "${place}" "${ROOT}/${folder}/README.md")
    string(FIND "${rows}" "(${link})" own)
    if(own LESS 0)
        message(SEND_ERROR "${document} lacks ${folder} in its table of rooms")
        return()
    endif()
    foreach(other IN LISTS ARGN)
        file(RELATIVE_PATH link "${place}" "${ROOT}/${other}/README.md")
        string(FIND "${rows}" "(${link})" found)
        if(found GREATER own)
            message(SEND_ERROR "${document}: ${folder} includes ${other}, which must be above it in the table of rooms")
        endif()
    endforeach()
endfunction()

# room(FOLDER INCLUDED...): a folder, and the folders whose headers its files include. Those must stand above it, so no
# circle is possible.
function(room folder)
    foreach(other IN LISTS ARGN)
        if(NOT other IN_LIST ROOMS)
            message(SEND_ERROR "${folder} may not include ${other}, which does not stand above it")
        endif()
    endforeach()
    file(GLOB files "${ROOT}/${folder}/*.h" "${ROOT}/${folder}/*.cpp")
    list(LENGTH files count)
    if(count EQUAL 0)
        message(SEND_ERROR "${folder} has no files: take it off the list")
    elseif(count GREATER 25)
        message(SEND_ERROR "${folder} has ${count} files: a room has at most 25")
    endif()
    set(used)
    foreach(file IN LISTS files)
        file(STRINGS "${file}" lines REGEX "^ *# *include *\"(core|ui|app)/")
        foreach(line IN LISTS lines)
            string(REGEX REPLACE ".*\"(.*)/[^/]*\".*" "\\1" other "${line}")
            if(NOT other STREQUAL folder AND NOT other IN_LIST ARGN)
                message(SEND_ERROR "${file} includes a room that ${folder} does not include: ${line}")
            endif()
            list(APPEND used "${other}")
        endforeach()
    endforeach()
    foreach(other IN LISTS ARGN)
        if(NOT other IN_LIST used)
            message(SEND_ERROR "${folder} does not include ${other} any more: take it off the list")
        endif()
    endforeach()
    if(folder MATCHES "^core/")
        listed(resources/docs/building.md ${folder} ${ARGN})
        listed(resources/docs/building.zh_CN.md ${folder} ${ARGN})
        listed(core/README.md ${folder} ${ARGN})
    elseif(folder MATCHES "^ui/")
        listed(ui/README.md ${folder} ${ARGN})
    elseif(folder MATCHES "^app/")
        listed(app/README.md ${folder})
    endif()
    set(ROOMS ${ROOMS} ${folder} PARENT_SCOPE)
endfunction()

room(core/base)
room(core/platform)
room(core/values core/base)
room(core/values/connection core/base core/values)
room(core/redis/transport core/base core/platform core/values/connection)
room(core/redis core/base core/values core/values/connection core/redis/transport)
room(core/deployment core/base core/platform core/values core/values/connection core/redis/transport core/redis)
room(core/deployment/health core/base core/values core/values/connection core/redis core/deployment)
room(core/formats core/base core/values core/redis)
room(core/formats/strings core/base core/formats)
room(core/formats/redisson core/base core/formats)
room(core/formats/families core/values core/redis core/formats core/formats/strings)
room(core/engine/reading core/base core/values core/redis core/formats core/formats/strings)
room(core/engine/verdicts/renewals core/values core/formats)
room(core/engine/verdicts core/base core/values core/formats core/formats/strings core/engine/verdicts/renewals)
room(core/engine/blocking core/base core/values core/formats core/engine/verdicts/renewals core/engine/verdicts)
room(core/engine/table core/base core/values core/redis core/formats core/formats/strings core/engine/reading core/engine/verdicts/renewals
    core/engine/verdicts core/engine/blocking)
room(core/engine/filter core/base core/values core/redis core/formats core/engine/verdicts)
room(core/engine/acts core/base core/values core/values/connection core/redis core/deployment core/deployment/health
    core/formats core/formats/strings core/formats/families core/engine/reading core/engine/verdicts)
room(core/engine/owners core/base core/values core/redis core/deployment core/formats core/engine/blocking core/engine/table
    core/engine/acts)
room(core/engine/following core/base core/values core/redis core/deployment core/formats core/engine/reading
    core/engine/verdicts core/engine/blocking core/engine/table core/engine/owners)
room(core/engine core/base core/values core/values/connection core/redis core/deployment core/deployment/health
    core/formats core/formats/strings core/engine/reading core/engine/verdicts core/engine/blocking core/engine/table
    core/engine/acts core/engine/owners core/engine/following)
room(core/engine/alerts core/base core/values core/engine/verdicts core/engine/table core/engine/filter core/engine)
room(core/config core/base core/values core/values/connection core/redis core/formats core/formats/families
    core/engine/verdicts core/engine/filter)
room(core/history/audit core/base core/platform core/values core/formats core/engine/acts core/engine)
room(core/history/orders core/base core/values)
room(core/history/values core/base core/values)
room(core/history/states core/base core/values core/history/values)
room(core/history/memory core/values core/engine/verdicts core/history/values)
room(core/history core/base core/platform core/values core/values/connection core/formats/families core/engine core/config
    core/history/orders core/history/values core/history/states core/history/memory)
room(core/fleet core/values core/values/connection core/engine/filter core/engine core/engine/following
    core/engine/alerts core/history/values core/history/memory)
room(core/history/recording core/base core/values core/deployment/health core/formats core/formats/families core/engine core/history)
room(core/history/playback core/base core/history/orders core/history/values core/history/states core/history/memory core/history)
room(core/history/causes core/base core/formats core/history/values core/history core/history/recording core/history/playback)
room(core/history/compare/statistics core/base)
room(core/history/compare core/base core/history/values core/history core/history/causes core/history/recording
    core/history/playback core/history/compare/statistics)
room(core/history/service core/history/recording core/history/causes core/history/compare core/history/playback)
room(core/history/sharing core/base core/values core/redis core/formats/families core/history/orders core/history/states
    core/history/values core/history core/history/recording core/history/compare core/history/playback)
room(core/export core/base core/platform core/values core/values/connection core/formats core/engine/reading
    core/engine/verdicts core/engine/blocking core/engine core/engine/alerts core/history/audit core/history/values)
room(core/lab/sandbox core/base core/platform core/values/connection core/redis)
room(core/lab/workers core/base core/platform core/values core/values/connection core/deployment core/formats
    core/engine/acts core/config core/lab/sandbox)
room(core/lab core/base core/values/connection core/deployment core/formats core/engine/blocking core/engine/acts
    core/engine core/lab/sandbox core/lab/workers)
room(core/lab/scenarios core/base core/lab)
room(ui/theme core/values core/values/connection)
room(ui/text core/base core/values core/values/connection core/formats core/engine/verdicts core/engine ui/theme)
room(ui/widgets core/base core/values ui/theme ui/text)
room(ui/bridges core/base core/values core/values/connection core/engine core/history/audit core/history core/history/causes
    core/history/service core/lab core/fleet
    ui/text)
room(ui/forms core/base core/values/connection core/engine/filter ui/theme ui/text ui/widgets)
room(ui/locks/model core/base core/values core/engine/verdicts core/engine/filter ui/text)
room(ui/locks core/values/connection ui/theme ui/text ui/widgets ui/bridges ui/forms ui/locks/model)
room(ui/blocking/graph core/base core/engine/blocking ui/theme ui/text ui/widgets)
room(ui/blocking core/base core/engine/blocking ui/theme ui/text ui/widgets ui/bridges ui/blocking/graph)
room(ui/redlock core/values ui/theme ui/text ui/widgets)
room(ui/holders core/base core/values core/config core/history/values ui/theme ui/text ui/widgets)
room(ui/plots/spark)
room(ui/plots core/base core/values core/history/values ui/theme ui/text ui/widgets ui/bridges)
room(ui/acts core/base core/values core/values/connection core/engine/verdicts/renewals core/engine/verdicts core/engine/blocking core/engine/acts
    ui/theme ui/text ui/widgets ui/bridges ui/forms ui/holders)
room(ui/ownholds core/base core/values ui/theme ui/text ui/widgets ui/bridges ui/forms)
room(ui/health core/base core/values core/deployment/health ui/theme ui/text ui/widgets ui/bridges ui/forms)
room(ui/audit core/base core/history/audit ui/theme ui/text ui/widgets ui/bridges ui/forms)
room(ui/lab/lanes core/lab ui/text ui/theme ui/widgets ui/plots)
room(ui/lab core/base core/values/connection core/lab ui/theme ui/text ui/widgets ui/bridges ui/forms ui/lab/lanes)
room(ui/connections core/base core/values/connection core/config ui/theme ui/text ui/widgets ui/bridges ui/forms)
room(ui/fleet core/base core/values/connection core/engine/verdicts core/engine/filter core/config core/fleet ui/theme ui/text
    ui/widgets ui/bridges ui/forms ui/locks/model ui/plots/spark)
room(ui/settings core/base core/values/connection core/engine/filter core/engine core/config core/history/audit ui/theme ui/text ui/widgets ui/bridges
    ui/forms ui/locks/model)
room(ui/help core/base ui/theme ui/text ui/bridges ui/forms)
room(ui/status core/values core/values/connection core/engine/verdicts core/engine/alerts ui/theme ui/text ui/widgets
    ui/bridges)
room(ui/timeline core/base core/values core/history/values core/engine/filter ui/theme ui/text ui/widgets ui/bridges ui/forms
    ui/locks/model ui/plots)
room(ui/contention/causes core/base core/history/causes core/history/orders ui/theme ui/text ui/widgets ui/bridges ui/plots)
room(ui/contention core/base core/values core/history/values core/history/causes ui/theme ui/text ui/widgets ui/bridges ui/forms
    ui/plots ui/plots/spark ui/contention/causes)
room(ui/recording core/base core/history/values core/history/causes core/history/recording core/history/compare core/history/playback
    core/history/sharing ui/theme ui/text ui/widgets
    ui/bridges ui/forms ui/health ui/help ui/holders ui/plots ui/timeline ui/contention)
room(ui/bulk core/base core/values core/values/connection core/engine/acts ui/theme ui/text ui/widgets ui/bridges
    ui/forms ui/holders ui/acts)
room(ui/detail core/base core/values core/engine/verdicts/renewals core/engine/verdicts core/engine/blocking core/engine core/config
    core/history/audit core/history/values core/export ui/theme ui/text ui/widgets ui/bridges ui/forms ui/holders ui/plots ui/ownholds)
room(ui/window core/base core/values core/values/connection core/engine/alerts core/history/audit core/history/values core/history/sharing core/fleet core/lab/sandbox ui/theme ui/text
    ui/bridges ui/forms ui/fleet ui/locks/model ui/locks ui/redlock ui/blocking ui/holders ui/plots ui/acts ui/ownholds ui/health ui/audit
    ui/lab ui/connections ui/settings ui/help ui/status ui/timeline ui/contention ui/bulk ui/detail ui/recording)
room(app)
room(app/cli/syntax core/base core/values core/formats core/engine/blocking core/engine/filter core/engine/owners core/history/audit
    core/history/causes core/history/compare core/lab/sandbox core/lab)
room(app/cli/text core/base core/values core/engine/verdicts core/engine/blocking core/engine core/engine/alerts
    core/history/causes core/history/compare core/lab)
room(app/cli/terminal core/base app/cli/syntax app/cli/text)
room(app/cli/run core/base core/values core/values/connection core/engine/reading core/engine/verdicts core/engine core/config
    core/history/memory core/history/compare core/history/playback core/history/sharing core/export app/cli/syntax app/cli/text
    app/cli/terminal)
room(app/cli/commands core/base core/values core/values/connection core/formats core/engine core/engine/alerts core/config core/history/audit
    core/history/values core/history core/history/causes core/history/orders core/history/playback core/export core/lab app/cli/syntax app/cli/text app/cli/terminal app/cli/run)
room(app/cli/acts core/base core/values core/formats core/formats/strings core/engine/acts core/export app/cli/syntax app/cli/text
    app/cli/terminal app/cli/run)
room(app/cli/recording core/base core/values/connection core/history core/history/recording core/history/causes core/history/compare core/history/playback core/history/sharing
    core/export app app/cli/syntax app/cli/text app/cli/terminal app/cli/run)
room(app/cli core/values core/formats core/config core/history/audit core/lab/sandbox core/lab app
    app/cli/syntax app/cli/text app/cli/terminal app/cli/run app/cli/commands app/cli/acts app/cli/recording)
room(app/desktop core/base core/engine/alerts core/config core/history/audit core/history core/lab/sandbox core/lab
    ui/theme ui/text ui/bridges ui/forms ui/locks/model ui/locks ui/connections ui/settings ui/status ui/recording ui/window app)
room(app/worker core/lab/workers)
room(app/serverclock)

file(GLOB_RECURSE all RELATIVE "${ROOT}" "${ROOT}/core/*.h" "${ROOT}/core/*.cpp" "${ROOT}/ui/*.h" "${ROOT}/ui/*.cpp"
    "${ROOT}/app/*.h" "${ROOT}/app/*.cpp")
foreach(file IN LISTS all)
    get_filename_component(folder "${file}" DIRECTORY)
    if(NOT folder IN_LIST ROOMS)
        message(SEND_ERROR "${file} is in no room: add a line for ${folder}")
    endif()
endforeach()

# forbid(FOLDER PATTERN): headers of others that no file below the folder includes.
function(forbid folder pattern)
    file(GLOB_RECURSE files "${ROOT}/${folder}/*.h" "${ROOT}/${folder}/*.cpp")
    foreach(file IN LISTS files)
        file(STRINGS "${file}" hits REGEX "^ *# *include *[<\"](${pattern})")
        if(hits)
            message(SEND_ERROR "${file} includes what ${folder} does without: ${hits}")
        endif()
    endforeach()
endfunction()
forbid(core "QtWidgets|QtGui|QWidget|QApplication|QGuiApplication|QColor|QIcon|QPixmap|QPainter")
forbid(core/base "hiredis|QtNetwork")
forbid(core/values "hiredis|QtNetwork")
forbid(core/deployment "hiredis")
forbid(core/formats "hiredis|QtNetwork|QTcpSocket|core/redis/session")
forbid(core/engine "hiredis")
forbid(core/config "hiredis")
forbid(core/history "hiredis")
forbid(core/export "hiredis")
forbid(ui "hiredis|core/redis|core/deployment/[^/]*[.]h|core/formats/([^f]|f[^o])")
forbid(app "hiredis")
