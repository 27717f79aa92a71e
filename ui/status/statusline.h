// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The status bar: how locks are followed and why, progress of the scan, keys the server refused, state of the
// nodes, messages. Ages update by themselves. GUI thread.

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

class ElidedLabel;

class StatusLine final : public QStatusBar
{
    Q_OBJECT
public:
    // health: the action behind the button beside the nodes; hidden while there are no nodes.
    explicit StatusLine(QAction *health, QWidget *parent = nullptr);
    void show(const DeploymentState &deployment);
    using QStatusBar::show;
    // Shows a message for that long (ms; 0: until the next one) behind all else, where nothing moves. Instead
    // of QStatusBar::showMessage(), which hides all else.
    void tell(const QString &message, int timeout);
    QString told() const; // The message shown; empty: none
    // worst: the most severe finding of the health check; empty while unknown.
    void showHealth(std::optional<VerdictLevel> worst, const QString &summary);
    // count: locks that this program holds, shown by the action `holds`; 0 hides the part.
    void showHolds(int count, QAction *holds);
    // why: the reason that the history is not being written to its file; an empty text hides the part.
    void showHistory(const Failure &why);
    QString text() const; // The whole line, for tests and the clipboard

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
    // spoken: the help without running times, for screen readers; by default the help itself.
    void setPart(Part &part, VerdictLevel level, bool quiet, const QString &text, const QString &help,
                 const std::optional<QString> &spoken = std::nullopt);
    void showPart(QWidget *part, bool wanted);
    void refresh();
    void showLive();
    void showScan();
    void showFailedScan();
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
    ElidedLabel *m_message = nullptr;
    QTimer m_hush;
    int m_holdCount = 0;
    std::optional<VerdictLevel> m_worst{};
    QTimer m_clock;
};

} // namespace lockscope
