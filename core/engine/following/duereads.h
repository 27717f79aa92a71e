// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// When to read each key again, and the timer for it. Owned by the Follower, on the engine thread.

#include "core/engine/table/deadlines.h"

#include <QObject>
#include <QTimer>

namespace lockscope
{

class DueReads final : public QObject
{
    Q_OBJECT
public:
    explicit DueReads(QObject *parent = nullptr);

    // Replaces the earlier time; nullopt: do not read again. Call start() after it, once for many keys.
    void set(const LockName &key, std::optional<Instant> at) { m_deadlines.set(key, at); }
    void start();

signals:
    void due(const std::vector<lockscope::LockName> &keys);

private:
    Deadlines m_deadlines;
    QTimer m_timer;
};

} // namespace lockscope
