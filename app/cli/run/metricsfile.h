// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keeps the file of watch --metrics up to date: once as soon as something is known, then every 10 s, and a
// last time when it ends. Of what happened it keeps figures only. Owner: the watch command; main thread.

#include "core/engine/engine.h"
#include "core/export/metrics.h"
#include "core/history/counters.h"

#include <QTimer>

namespace lockscope::cli
{

class MetricsFile final : public QObject
{
    Q_OBJECT
public:
    MetricsFile(Engine &engine, QString fileName);
    // Whether it can be written at all, before anything is known; a failure is BadInput.
    static Done check(const QString &fileName);
    Done finish(); // the last time

signals:
    void failed(const lockscope::Failure &why); // the first time

private:
    void count(Engine &engine);
    void onSecond();
    Done write();

    const QString m_fileName;
    Counters m_counters;
    QTimer m_clock; // while a connection is open
    Metrics m_metrics;
    int m_seconds = 0;
    bool m_opened = false; // a connection, at any time
    bool m_failed = false;
};

} // namespace lockscope::cli
