// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One recorded act, and queries for the audit. Values and pure functions; any thread.

#include "core/engine/acts/actjournal.h"

#include <QString>
#include <QStringList>

namespace lockscope
{

inline constexpr std::array AllActResults{ActResult::Done,        ActResult::OwnerChanged,
                                          ActResult::AlreadyGone, ActResult::NotAcquired,
                                          ActResult::Refused,     ActResult::Unknown};

// What was sent to one server, with the keys' previous values.
struct AuditStep {
    qint64 atMs = 0;
    QByteArray node{};
    QString cli{};    // the redis-cli line that reaches it, without a password
    QByteArray act{}; // may differ from the entry's: partial grants of a group are released
    QByteArray script{};
    QByteArray foundOwner{};
    qint64 foundCount = 0;
    std::vector<KeyBackup> before{};
    friend bool operator==(const AuditStep &, const AuditStep &) = default;
};

// The answer of one node of a RedLock group.
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
    QString profile{}; // the profile's name, or the URL without passwords
    QByteArray act{};
    QByteArray key{};
    QByteArray kind{}; // of the lock; empty: not read
    QByteArray node{};
    QByteArray expectedOwner{}; // several are separated by commas
    qint64 expectedCount = 0;   // 0: any
    QByteArray foundOwner{};    // after the act
    qint64 foundCount = 0;
    QString reason{};
    QByteArray result{}; // an ActResult; "unknown" without an answer
    QString failure{};
    qint64 woken = 0;
    std::optional<qint64> endedMs{};
    QStringList commands{}; // redis-cli lines with the same effect
    std::vector<AuditStep> steps{};
    std::vector<AuditAnswer> answers{}; // for a RedLock group
    friend bool operator==(const AuditEntry &, const AuditEntry &) = default;
};

struct AuditQuery {
    std::optional<WallTime> from{};
    std::optional<WallTime> to{};
    QString text{};           // see mentions()
    QByteArray key{};         // exact; empty: any
    QString profile{};        // exact; empty: any
    QList<QByteArray> acts{}; // empty: any
    QList<QByteArray> results{};
    int most = 0;                   // keeps the newest; 0: all
    std::optional<qint64> number{}; // exactly this one
    bool withValues = true;         // include AuditStep::before, which may be large
};

// The name under which an act is recorded: the profile's name, else the URL without passwords. Pure.
QString auditedProfile(const ConnectionSpec &spec);
// True if the text is in the key, kind, owners, reason, user, host, profile, nodes, act or result, in their
// displayed form, ignoring case.
bool mentions(const AuditEntry &entry, const QString &text);
// The owner before the act: as read before it, or as the server reported if it had changed by then.
QByteArray ownerFound(const AuditEntry &entry);
// The redis-cli line that restores a key's value from before the step; empty: there was none, or it was not
// kept. RESTORE does not overwrite an existing key.
QString restoreLine(const AuditStep &step, const KeyBackup &value);
QStringList restoreLines(const AuditStep &step); // for all its keys

} // namespace lockscope
