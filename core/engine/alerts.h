// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Hears an Engine, tells of what the rules ask for and of pinned locks, and writes each alert as a line into
// a file that is bounded in size. Lives where History lives; slots are called there, signals carry values.
// Owner: the composition.

#include "core/engine/alertwatch.h"
#include "core/engine/engine.h"

#include <QObject>
#include <QTimer>

namespace lockscope
{

class Alerts final : public QObject
{
    Q_OBJECT
public:
    // logFile: the line of each alert; empty: none.
    explicit Alerts(QString logFile, QObject *parent = nullptr);

    void observe(Engine *engine); // before either moves to its thread

public slots:
    // All rules at once; one that is new is held against all locks within a second. Those that cannot be read
    // are told of by failed(), the others hold.
    void setRules(const QStringList &rules);
    void setPins(const QSet<lockscope::LockName> &pins);
    void take(const lockscope::LockDelta &delta);

signals:
    void alerted(const std::vector<lockscope::Alert> &alerts); // in order, at most 1000 at once
    void failed(const lockscope::Failure &why);

private:
    void tell(const std::vector<Alert> &alerts);
    void write(const std::vector<Alert> &alerts, size_t more); // more: that are not listed

    QString m_logFile;
    AlertWatch m_watch;
    QTimer m_clock;
    bool m_logFailed = false;
};

// One line: when, what, which lock, by whom, why. Names as escapedText() shows them.
QString alertLine(const Alert &alert);

} // namespace lockscope
