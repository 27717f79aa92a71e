// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reports the locks of an Engine that match the alert rules, and changes of pinned locks. Also writes each
// alert as a line into a log file of bounded size. Lives on the thread of History; slots are called there,
// signals carry values. Owned by the composition in app/.

#include "core/engine/alerts/alertwatch.h"
#include "core/engine/engine.h"

#include <QObject>
#include <QTimer>

namespace lockscope
{

class Alerts final : public QObject
{
    Q_OBJECT
public:
    // logFile: one line per alert; empty: no file.
    explicit Alerts(QString logFile, QObject *parent = nullptr);

    void observe(Engine *engine); // before either moves to its thread

public slots:
    // Replaces all rules. A new rule is checked against all locks within a second. A rule that cannot be
    // parsed is reported by failed() and ignored. Locks recognised with less than `least` raise no alert.
    void setRules(const QStringList &rules, lockscope::Confidence least = Confidence::Likely);
    void setPins(const QSet<lockscope::LockName> &pins);
    void take(const lockscope::LockDelta &delta);
    void log(const std::vector<lockscope::Alert> &alerts); // of other engines, into the same file

signals:
    // In order, at most 1000 at once. All are of the connection opened last, until closed().
    void alerted(const std::vector<lockscope::Alert> &alerts);
    void closed(); // the connection: its locks raise no further alerts
    void failed(const lockscope::Failure &why);

private:
    void tell(const std::vector<Alert> &alerts);
    void write(const std::vector<Alert> &alerts, size_t more); // more: alerts that are not listed

    QString m_logFile;
    QString m_connection{}; // the name or the address of the observed connection, for the file
    AlertWatch m_watch;
    QTimer m_clock;
    bool m_logFailed = false;
};

// One line: time, what, lock, owner, reason, connection. Names as escapedText() shows them.
QString alertLine(const Alert &alert);

} // namespace lockscope
