// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One act as the audit keeps it, and what to look for in the audit. Values; any thread.

#include "core/engine/actjournal.h"

#include <QString>
#include <QStringList>

namespace lockscope
{

// What was sent to one server, with the keys as they were before.
struct AuditStep {
    qint64 atMs = 0;
    QByteArray node{};
    QByteArray script{};
    QByteArray foundOwner{};
    qint64 foundCount = 0;
    std::vector<ValueBefore> before{};
    friend bool operator==(const AuditStep &, const AuditStep &) = default;
};

struct AuditEntry {
    qint64 number = 0;
    qint64 atMs = 0; // Unix time
    QString user{};
    QString host{};
    QString program{}; // "lockscope-cli 0.3.0"
    QString profile{}; // its name, or the URL without passwords
    QByteArray act{};
    QByteArray key{};
    QByteArray kind{}; // of the lock; empty: it was not read
    QByteArray node{};
    QByteArray expectedOwner{};
    qint64 expectedCount = 0; // 0: any
    QByteArray foundOwner{};  // as read back
    qint64 foundCount = 0;
    QString reason{};
    QByteArray result{}; // as ActResult; without an answer "unknown"
    QString failure{};
    qint64 woken = 0;
    std::optional<qint64> endedMs{};
    QStringList commands{}; // redis-cli lines that do the same
    std::vector<AuditStep> steps{};
    friend bool operator==(const AuditEntry &, const AuditEntry &) = default;
};

struct AuditQuery {
    std::optional<WallTime> from{};
    std::optional<WallTime> to{};
    QString text{};   // in key, owners, reason, user, profile, node, act or result, without regard to case
    QByteArray key{}; // exactly; empty: any
    QList<QByteArray> acts{}; // empty: any
    QList<QByteArray> results{};
    int most = 0; // the newest; 0: all
};

} // namespace lockscope
