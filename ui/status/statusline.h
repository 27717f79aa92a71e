// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The line at the bottom: how locks are followed and why so, how far the scan is and what the server kept
// from it, how the nodes are. Ages run by themselves. GUI thread.

#include "core/values/lock.h"
#include "ui/bridges/deploymentstate.h"

#include <QStatusBar>
#include <QTimer>

class QAction;
class QLabel;
class QProgressBar;
class QToolButton;

namespace lockscope
{

class StatusLine final : public QStatusBar
{
    Q_OBJECT
public:
    // health: opened beside the nodes, while there are any.
    explicit StatusLine(QAction *health, QWidget *parent = nullptr);
    void show(const DeploymentState &deployment);
    using QStatusBar::show;
    // worst: of what the examination found; nothing: not known.
    void showHealth(std::optional<VerdictLevel> worst, const QString &summary);
    // How many locks this program holds, to be looked at by that action; 0: nothing is said.
    void showHolds(int count, QAction *holds);
    // why: the history should be written to a file, and is not; its text is empty: all is well.
    void showHistory(const Failure &why);
    QString text() const; // all of it, for tests and for the clipboard

signals:
    void stopScanWanted();

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Part {
        QLabel *icon = nullptr;
        QLabel *label = nullptr;
        QWidget *box = nullptr;
    };
    Part makePart(const QString &name);
    // spoken: of the help what does not run, where times run in it.
    void setPart(Part &part, VerdictLevel level, bool quiet, const QString &text, const QString &help,
                 const std::optional<QString> &spoken = std::nullopt);
    void showPart(QWidget *part, bool wanted);
    void refresh();
    void showLive();
    void showScan();
    void showRefused();
    void showNodes();
    void showHealthIcon();
    void showHistoryFailure();

    DeploymentState m_deployment;
    Part m_live, m_scan, m_refused, m_nodes, m_history;
    Failure m_historyFailure{};
    QProgressBar *m_progress = nullptr;
    QToolButton *m_stop = nullptr;
    QToolButton *m_health = nullptr;
    QToolButton *m_holds = nullptr;
    int m_holdCount = 0;
    std::optional<VerdictLevel> m_worst{};
    QTimer m_clock;
};

} // namespace lockscope
