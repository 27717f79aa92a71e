// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keeps the file of watch --metrics up to date: writes it as soon as there is data, then every 10 s, and once
// at the end. Keeps only counters of past events. Owned by the watch command; main thread.

#include "core/engine/engine.h"
#include "core/export/metrics.h"
#include "core/history/memory/counters.h"

#include <QTimer>

namespace lockscope::cli
{

class MetricsFile final : public QObject
{
    Q_OBJECT
public:
    MetricsFile(Engine &engine, QString fileName);
    // Checks before the first write that the file can be written. BadInput if not.
    static Done check(const QString &fileName);
    void addGap(); // one besides those that the engine tells
    Done finish(); // the last write

signals:
    void failed(const lockscope::Failure &why); // only once

private:
    void count(Engine &engine);
    void onSecond();
    Done write();

    const QString m_fileName;
    Counters m_counters;
    QTimer m_clock; // runs while a connection is open
    Metrics m_metrics;
    qint64 m_added = 0; // gaps
    int m_seconds = 0;
    bool m_opened = false; // at least one connection was opened
    bool m_failed = false;
};

} // namespace lockscope::cli
