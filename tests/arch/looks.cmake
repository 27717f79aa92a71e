# SPDX-License-Identifier: GPL-3.0-or-later
# Fails when room, type or a colour is told by a number outside of ui/metrics and ui/theme, which are the places
# for them, or when a text would be shown as other letters than it has. Run: cmake -DROOT=. -P tests/arch/looks.cmake
cmake_minimum_required(VERSION 3.25)
get_filename_component(ROOT "${ROOT}" ABSOLUTE)
file(GLOB_RECURSE FILES RELATIVE "${ROOT}" "${ROOT}/ui/*.h" "${ROOT}/ui/*.cpp" "${ROOT}/app/desktop/*.h"
    "${ROOT}/app/desktop/*.cpp")
function(forbid what pattern)
    foreach(file IN LISTS FILES)
        if(file IN_LIST ARGN)
            continue()
        endif()
        file(STRINGS "${ROOT}/${file}" hits REGEX "${pattern}" ENCODING UTF-8)
        if(hits)
            message(SEND_ERROR "${file}: ${what}: ${hits}")
        endif()
    endforeach()
endfunction()

# Zero is no measure, and characters and lines of text are one.
forbid("room in pixels, see ui/theme/metrics.h"
    "(setContentsMargins|set(Horizontal|Vertical|Row|Column|)Spacing|addSpacing|setMargin)\\((.*, *)?[1-9]")
forbid("a size in pixels, see ui/theme/metrics.h"
    "set(Fixed|Minimum|Maximum)(Size|Width|Height)\\([{]?([0-9]+, *)?[1-9][0-9]|setIconSize\\([{(]*(QSize\\()?[1-9]"
    ui/theme/metrics.cpp)
forbid("a font made by hand, see ui/theme/metrics.h"
    "setPointSize|setPixelSize|setBold\\(|setWeight\\(|QFontDatabase::systemFont" ui/theme/metrics.cpp
    ui/theme/appearance.cpp) # the size of all text
forbid("a colour, see ui/theme/theme.h"
    "QColor\\((0x|[0-9]|\"|Qt::|QStringLiteral)|QColor::from(Rgb|Hsl|Hsv|String)|Qt::(black|white|red|green|blue|yellow|cyan|magenta|gray|(dark|light)[A-Z][a-z]+)[^A-Za-z]|\"#[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]|setAlphaF?\\("
    ui/theme/theme.cpp ui/theme/theme.h)
set(FOREACH "(^|[^A-Za-z_:.>])(foreach|Q_FOREACH) *\\(")
forbid("Qt's foreach, which copies: use for" "${FOREACH}")
forbid("text that is not ASCII read as Latin 1" "QLatin1String\\(\"[^\"]*[^ -~\"]")
# What failed is said in every language; a remedy may be a command.
file(GLOB_RECURSE FILES RELATIVE "${ROOT}" "${ROOT}/core/*.cpp")
forbid("Qt's foreach, which copies: use for" "${FOREACH}")
forbid("what failed, in English only" "[.]text = QStringLiteral\\(\"[^\"]*[a-z] [a-z]")
file(STRINGS "${ROOT}/resources/themes/lockscope.qss" pixels REGEX "[1-9][0-9]*(px|pt)|#[0-9a-fA-F]+[; ]")
if(pixels)
    message(SEND_ERROR "lockscope.qss: a size or a colour by number: ${pixels}")
endif()
