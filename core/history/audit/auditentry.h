// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One act as the audit keeps it, and what to look for in the audit. Values and pure functions; any thread.

#include "core/engine/acts/actjournal.h"

#include <QString>
#include <QStringList>

namespace lockscope
{

inline constexpr std::array AllActResults{ActResult::Done,        ActResult::OwnerChanged,
                                          ActResult::AlreadyGone, ActResult::NotAcquired,
                                          ActResult::Refused,     ActResult::Unknown};

// What was sent to one server, with the keys as they were before.
struct AuditStep {
    qint64 atMs = 0;
    QByteArray node{};
    QString cli{};    // how redis-cli reaches it, without a password
    QByteArray act{}; // may be another than the entry's: what a group did not grant is given back
    QByteArray script{};
    QByteArray foundOwner{};
    qint64 foundCount = 0;
    std::vector<KeyBackup> before{};
    friend bool operator==(const AuditStep &, const AuditStep &) = default;
};

// What one node of a RedLock group answered.
struct AuditAnswer {
    QByteArray node{};
    QByteArray result{};
    QByteArray foundOwner{};
    QString failure{};
    friend bool operator==(const AuditAnswer &, const AuditAnswer &) = default;
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
    QByteArray expectedOwner{}; // of several, all of them with commas between
    qint64 expectedCount = 0;   // 0: any
    QByteArray foundOwner{};    // as read back
    qint64 foundCount = 0;
    QString reason{};
    QByteArray result{}; // as ActResult; without an answer "unknown"
    QString failure{};
    qint64 woken = 0;
    std::optional<qint64> endedMs{};
    QStringList commands{}; // redis-cli lines that do the same
    std::vector<AuditStep> steps{};
    std::vector<AuditAnswer> answers{}; // of a RedLock group
    friend bool operator==(const AuditEntry &, const AuditEntry &) = default;
};

struct AuditQuery {
    std::optional<WallTime> from{};
    std::optional<WallTime> to{};
    QString text{};           // as mentions()
    QByteArray key{};         // exactly; empty: any
    QString profile{};        // exactly; empty: any
    QList<QByteArray> acts{}; // empty: any
    QList<QByteArray> results{};
    int most = 0;                   // the newest; 0: all
    std::optional<qint64> number{}; // exactly this one
    bool withValues = true;         // AuditStep::before: many and large, where nobody looks at them
};

// Whether the text is in its key, kind, owners, reason, user, host, profile, nodes, act or result, as they
// are shown, without regard to case. Pure, like all of these.
bool mentions(const AuditEntry &entry, const QString &text);
// Who had it when it was acted on: as read just before, or as the server told where that was another by then.
QByteArray ownerFound(const AuditEntry &entry);
// The redis-cli line for a shell that puts a key back as it was before the step; empty: it was not there, or
// not kept. It refuses to overwrite: a key that is there again is not touched.
QString restoreLine(const AuditStep &step, const KeyBackup &value);
QStringList restoreLines(const AuditStep &step); // of all its keys

} // namespace lockscope
