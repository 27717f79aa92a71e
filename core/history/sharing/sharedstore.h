// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The recording that is written for others: a history file, with documents. One thread.

#include "core/history/historystore.h"
#include "core/history/recording/attachedfiles.h"

namespace lockscope
{

class SharedStore final : public HistoryStore
{
public:
    explicit SharedStore(const QString &file) : HistoryStore(file) {}

    using HistoryStore::append;
    Done append(const OrderSeen &order);  // added to what is known of the same order
    Done append(const VerdictStep &step); // without a key: from here on, all verdicts are known
    Done noteSelection();                 // it has some locks only; see HistoryReader::isSelection()
    Done attach(const std::vector<AttachedFile> &files);
    Outcome<bool> hasLock(const LockName &key);
    Outcome<qint64> locks();
    Outcome<qint64> events();
    // The file alone is whole then, and not changed any more.
    Done finish();
};

} // namespace lockscope
