// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QtGlobal>

namespace lockscope
{

// Whether the history is kept in a file, and its limits: the oldest events are removed when either is
// reached. A value; any thread.
struct HistorySettings {
    bool keep = false;
    milliseconds age{std::chrono::hours(24) * 365};
    qint64 bytes = qint64(1) << 30;
    // Above 0: at that size, the file is renamed to FILE.1 and a new one begins; this many old files are
    // kept.
    int rotated = 0;
    friend bool operator==(const HistorySettings &, const HistorySettings &) = default;
};

} // namespace lockscope
