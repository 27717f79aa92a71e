# SPDX-License-Identifier: GPL-3.0-or-later
# Fails when something besides those named here writes to a terminal, a log or a table: each passes what it writes
# through printable(), so that no text of a server, a file or a user can move the cursor, colour, reorder or forge a
# line. Run: cmake -DROOT=. -P tests/arch/prints.cmake
cmake_minimum_required(VERSION 3.25)
get_filename_component(ROOT "${ROOT}" ABSOLUTE)
set(MEANING "a way out for foreign text that escapes nothing")
include("${CMAKE_CURRENT_LIST_DIR}/only.cmake")

# Output renders each line; lineprompt asks on /dev/tty; the worker speaks JSON to a pipe; lockscope prints a line.
only("writeWhole\\(" app/cli/terminal/output.cpp app/cli/terminal/streams.h app/cli/terminal/streams_unix.cpp
    app/cli/terminal/streams_win.cpp)
only("[^A-Za-z]::write\\(" app/cli/terminal/interruption_unix.cpp app/cli/terminal/lineprompt_unix.cpp
    app/cli/terminal/streams_unix.cpp core/lab/workers/workerprocessmain.cpp)
only("QTextStream *(out)?\\(std(out|err)\\)|QTextStream [a-z]+\\(std(out|err)\\)" app/desktop/composition.cpp
    app/desktop/main.cpp app/desktop/snapshot.cpp app/worker/main.cpp)
only("std::c(out|err|log)|[^a-zA-Z_s]f?printf\\(|[^a-zA-Z_]f?puts\\(|std::print|[^a-zA-Z]q(Debug|Info|Warning|Critical)\\(")
only("[^a-zA-Z]v?syslog\\(|sd_journal")
# Escape sequences: the colours, and the line of progress.
only("\\\\x1b|\\\\033|\\\\u001b|\\\\e\\[" app/cli/terminal/output.cpp app/cli/text/tint.cpp)
# The raw bytes of a line of Output, and its documents.
only("renderedLine\\(" app/cli/terminal/output.cpp app/cli/text/tint.cpp app/cli/text/tint.h)
# Each table for other programs.
only("'\"'.*\"\\\\\"\\\\\"\"|QLatin1String\\(\"\\\\\"\\\\\"\"\\)" core/base/csv.cpp)
