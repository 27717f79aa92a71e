// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How the files of histories are called, and how they are renamed. A file to be renamed is closed, and has no
// write-ahead log. Any thread.

#include "core/base/outcome.h"
#include "core/values/events.h"

#include <QString>

namespace lockscope
{

// The file name for a connection. Escaped and shortened, because the connection's name may contain any text.
QString historyFileName(const QString &name);
// FILE becomes FILE.1, FILE.1 becomes FILE.2, up to FILE.kept, which is replaced.
Done rotateHistoryFile(const QString &file, int kept);
// NAME.sqlite becomes "NAME until 2026-06-02 150405.sqlite", in the local time zone; with a number if there
// is such a file.
Done setHistoryFileAside(const QString &file, WallTime at);

} // namespace lockscope
