// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Implements --snapshot: waits in the event loop until the list is complete and calm, prints it, saves the
// picture and emits finished(). If only some servers were scanned, it saves what they have, and reports the
// others on standard error and as the status. Has a time limit. GUI thread; owner: the composition.

#include "ui/window/mainwindow.h"

#include <QTimer>

namespace lockscope
{

class Snapshot final : public QObject
{
    Q_OBJECT
public:
    Snapshot(MainWindow &window, const QString &file, QObject *parent = nullptr);
    // withWorkers: also waits for workersAreReady() and for renewals of their locks.
    void start(bool withWorkers);
    void setPage(MainWindow::Page page) { m_page = page; } // also show this page; call before start()
    void workersAreReady() { m_workersReady = true; }
    void fail(const Failure &failure);

signals:
    void finished(int status);

private:
    void look();
    bool isFilledInPart(bool late) const;
    std::vector<Failure> missing() const;
    QString lateText() const;
    bool hasSeenLife() const;
    void chooseLock();
    void take();
    bool save(const QPixmap &picture) const;
    void give(const QStringList &errors, int status);

    MainWindow &m_window;
    QString m_file;
    QTimer m_timer;
    Instant m_startedAt{};
    int m_calmLooks = 0;
    bool m_withWorkers = false;
    bool m_workersReady = true;
    bool m_lockChosen = false;
    bool m_isLate = false; // the time limit is over
    Instant m_filledAt{};
    std::optional<MainWindow::Page> m_page{};
};

} // namespace lockscope
