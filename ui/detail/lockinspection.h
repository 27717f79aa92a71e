// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Requests the detail of one lock and the plans of the acts possible on it: shortly after the lock is
// selected, and at most once a second while it changes. Drops answers to older requests. Owner: the detail
// pane; GUI thread; never waits.

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
    explicit LockInspection(EngineBridge &bridge, QObject *parent = nullptr);

    void look(const LockPtr &lock);    // Another lock: earlier requests are dropped
    void changed(const LockPtr &lock); // The same lock: asks again, rate limited
    void stop();

    static constexpr milliseconds Settle{80}; // A held arrow key passes over many rows
    static constexpr milliseconds AgainAfter{1000};

signals:
    void detailReady(const lockscope::LockDetail &detail);
    void failed(const lockscope::Failure &failure);
    void planReady(lockscope::ActKind act, const lockscope::Outcome<lockscope::ActPlan> &plan);

private:
    void ask();

    EngineBridge &m_bridge;
    LockPtr m_lock;
    QTimer m_timer;
    std::optional<Instant> m_askedAt;
    quint64 m_detailId = 0;
    QHash<quint64, ActKind> m_plans;
};

} // namespace lockscope
