// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The closer look at one lock: asks the engine for its detail and for the plans of the acts that may be done
// to it, soon after the lock was chosen and at most once a second while it changes. An answer to an older
// question is dropped by its number. Owner: the detail pane; GUI thread; never waits.

#include "core/engine/engine.h"

#include <QHash>
#include <QObject>
#include <QTimer>

namespace lockscope
{

class EngineBridge;

class LockInspection final : public QObject
{
    Q_OBJECT
public:
    explicit LockInspection(EngineBridge &link, QObject *parent = nullptr);

    void look(const LockPtr &lock);    // another lock: what was asked before is forgotten
    void changed(const LockPtr &lock); // the same one: look again, not too often
    void stop();

    static constexpr milliseconds Settle{80}; // a key held down runs over many rows
    static constexpr milliseconds AgainAfter{1000};

signals:
    void detailReady(const lockscope::LockDetail &detail);
    void failed(const lockscope::Failure &failure);
    void planReady(lockscope::ActKind act, const lockscope::Outcome<lockscope::ActPlan> &plan);

private:
    void ask();

    EngineBridge &m_link;
    LockPtr m_lock;
    QTimer m_timer;
    std::optional<Instant> m_askedAt;
    quint64 m_detailId = 0;
    QHash<quint64, ActKind> m_plans;
};

} // namespace lockscope
