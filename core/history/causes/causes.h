// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Answers from a history what caused waiting, and what changed. Lives on the history's thread and is deleted
// with it. Call slots on that thread (queued from others); signals carry values.

#include "core/history/causes/waitingcost.h"
#include "core/history/causes/whatchanged.h"
#include "core/history/history.h"

#include <QObject>

namespace lockscope
{

class Causes final : public QObject
{
    Q_OBJECT
public:
    explicit Causes(History *history); // owned by it; may be called on another thread

    // For callers on its thread (tests).
    WaitingCosts costs(const HistoryRange &range);
    Changes changes(const ChangeQuery &query);

public slots:
    // Each is answered by a signal with the same id.
    void requestCosts(quint64 id, const lockscope::HistoryRange &range);
    void requestChanges(quint64 id, const lockscope::ChangeQuery &query);

signals:
    void costsReady(quint64 id, const lockscope::WaitingCosts &costs);
    void changesReady(quint64 id, const lockscope::Changes &changes);

private:
    History *m_history;
};

} // namespace lockscope
