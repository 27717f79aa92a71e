// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Copies a stretch of recordings into a recording that can be given away: with pseudonyms, and with the
// documents of an incident inside. Several recordings, such as those of a rotated set, become one past. The
// sources are not changed, and may still be written. Memory is for the locks that are held at a moment.
// Any thread; blocks.

#include "core/history/recording/attachedfiles.h"
#include "core/history/values/hold.h"

#include <QStringList>

#include <functional>

namespace lockscope
{

struct ShareQuery {
    QStringList files{}; // in any order; their times must not overlap
    QString output{};
    bool replaces = false; // an output that exists
    HistoryRange range{WallTime{}, WallTime::max()};
    std::vector<QByteArray> keys{}; // only locks that match one of these globs; with locks empty: all
    std::vector<LockName> locks{};  // and these
    bool keepsNames = false;
    // Of an incident, as they are. Empty: those that a source has.
    std::vector<AttachedFile> attached{};
    std::function<bool(double)> progress{}; // from 0 to 1, some times a second; false: stop
};

struct ShareReceipt {
    enum class Names { Replaced, Kept, WereReplaced }; // WereReplaced: by what recorded it
    QString file{};
    HistoryRange range{}; // from the first to the last time that it has
    size_t recordings = 0;
    qint64 events = 0;
    qint64 locks = 0;
    qint64 bytes = 0;
    Names names = Names::Replaced;
    bool hasMinutes = true; // false: figures by minute are of all locks
    QStringList attached{};
};

// The earlier files of a rotated recording that belong to it: FILE.1, FILE.2, …; the latest first. flaws:
// what is wrong with others, for people.
QStringList rotatedFiles(const QString &file, QStringList *flaws = nullptr);

// BadInput: the files, the stretch or the output cannot be used. Cancelled: progress() returned false.
Outcome<ShareReceipt> share(const ShareQuery &query);

} // namespace lockscope
