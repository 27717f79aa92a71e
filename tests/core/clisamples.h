// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A lock with everything that most kinds have, and what the program prints for it, to test the output.

#include "app/cli/text/lockrows.h"
#include "core/export/jsondocuments.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockscope::cli::samples
{

inline const Instant At = Instant{} + std::chrono::hours(1000);
inline const std::vector<std::string_view> Libraries{"redisson", "rueidis"};

inline Lock sample()
{
    using namespace std::chrono_literals;
    Lock lock;
    lock.key = {"lock:a"};
    lock.db = 3;
    lock.node = {"127.0.0.1:6379"};
    lock.kind = {"rlock"};
    lock.libraries = &Libraries;
    lock.confidence = Confidence::Likely;
    lock.type = ValueType::Hash;
    lock.holders = {Holder{.id = {"uuid:1"}, .count = 2}};
    lock.expiresAt = At + 12345ms;
    lock.lease = 30s;
    lock.heldSince = At - 5s;
    lock.renewals = {.count = 4, .missed = 1, .period = 10s, .lastAt = At - 2s};
    lock.waiters.subscribed = 2;
    lock.verdict = {VerdictLevel::Info, "waited-for"};
    return lock;
}

inline QStringList tableOf(const std::vector<LockPtr> &locks)
{
    QStringList lines;
    std::vector<FoundLock> found;
    for (const LockPtr &lock : locks)
        found.push_back({.lock = lock, .at = At});
    std::vector<int> widths;
    printLocks(
        found, {}, {}, [&lines](const QString &line) { lines += line; }, widths);
    return lines;
}

template<class F> QJsonObject written(F &&write)
{
    JsonWriter json;
    write(json);
    const QByteArray text = json.take();
    const QJsonDocument document = QJsonDocument::fromJson(text);
    if (!document.isObject())
        qWarning("no document: %s", text.constData());
    return document.object();
}

inline QJsonObject parsed(const char *text)
{
    return QJsonDocument::fromJson(text).object();
}

inline QJsonObject lockJson(const Lock &lock)
{
    return written([&lock](JsonWriter &json) {
        writeLock(json, lock, {QStringLiteral("Held"), {QStringLiteral("fact")}, QStringLiteral("wait")}, At);
    });
}

inline std::vector<NodeStatus> sampleNodes()
{
    using namespace std::chrono_literals;
    NodeStatus master{.node = {"h:1"}, .role = "master", .version = "7.0.15"};
    master.connection.phase = ConnectionPhase::Ready;
    master.clockOffset = 12ms;
    master.slotRanges = {{0, 99}, {200, 200}};
    NodeStatus replica{.node = {"h:2"}, .announced = {"10.0.0.2:2"}, .role = "slave"};
    replica.connection.phase = ConnectionPhase::Ready;
    replica.replica = Replication{.master = {"h:1"}, .linked = false, .lagBytes = 14, .lag = 1500ms};
    NodeStatus away{.node = {"h:3"}};
    away.connection.phase = ConnectionPhase::Waiting;
    away.connection.reason = {.kind = ErrorKind::Refused, .text = QStringLiteral("nothing listens there")};
    return {master, replica, away};
}

} // namespace lockscope::cli::samples
