// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Copies a stretch of recordings into a new recording for others, with pseudonyms and with the documents of
// an incident. Several recordings, such as the files of a rotated one, are joined. The sources are not
// changed, and may still be written. Needs memory only for the locks held at one time. Any thread; blocks.

#include "core/history/recording/attachedfiles.h"
#include "core/history/values/hold.h"

#include <QStringList>

#include <functional>

namespace lockscope
{

struct ShareQuery {
    QStringList files{}; // in any order; their times must not overlap
    QString output{};
    bool replaces = false; // replaces an existing output
    HistoryRange range{WallTime{}, WallTime::max()};
    std::vector<QByteArray> keys{}; // only locks that match one of these globs; if locks is empty too: all
    std::vector<LockName> locks{};  // and these locks
    bool keepsNames = false;
    // Documents of an incident, copied unchanged. Empty: those of the sources.
    std::vector<AttachedFile> attached{};
    std::function<bool(double)> progress{}; // from 0 to 1, some times a second; false: stop
};

struct ShareReceipt {
    enum class Names { Replaced, Kept, WereReplaced }; // WereReplaced: already when recorded
    QString file{};
    HistoryRange range{}; // from the first to the last time in the file
    size_t recordings = 0;
    qint64 events = 0;
    qint64 locks = 0;
    qint64 bytes = 0;
    Names names = Names::Replaced;
    bool hasMinutes = true; // false: left out, because they cover all locks
    QStringList attached{};
};

// The earlier files of a rotated recording, FILE.1, FILE.2, …; the newest first. flaws: problems with others,
// as texts.
QStringList rotatedFiles(const QString &file, QStringList *flaws = nullptr);

// Failure BadInput: files, stretch or output cannot be used. Cancelled: progress() returned false.
Outcome<ShareReceipt> share(const ShareQuery &query);

} // namespace lockscope
