// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes a shared recording: a history file with documents. One thread.

#include "core/history/historystore.h"
#include "core/history/recording/attachedfiles.h"

namespace lockscope
{

class SharedStore final : public HistoryStore
{
public:
    explicit SharedStore(const QString &file) : HistoryStore(file) {}

    using HistoryStore::append;
    Done append(const OrderSeen &order);  // adds to earlier sightings of the same order
    Done append(const VerdictStep &step); // without a key: from then on, all verdicts are known
    Done noteSelection();                 // marks it as containing only some locks; see isSelection()
    Done attach(const std::vector<AttachedFile> &files);
    Outcome<bool> hasLock(const LockName &key);
    Outcome<qint64> locks();
    Outcome<qint64> events();
    // Completes the file, which then needs no write-ahead log. Nothing may be written after it.
    Done finish();
};

} // namespace lockscope
