// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Every write Lockscope made: when, who, which lock, why, what came of it. An append-only SQLite table in the
// data folder, mode 0600. Opens its own connection for the thread it is made on; use it there only.
// A log that cannot be written is told, never silently dropped: append() says why.

#include "core/values/act.h"
#include "core/values/clock.h"

#include <QString>

#include <vector>

namespace lockscope
{

struct AuditEntry {
    qint64 atMs = 0; // Unix time
    QString user{};
    QString host{};
    QByteArray act{};
    QByteArray key{};
    QByteArray node{};
    QByteArray expectedOwner{};
    QByteArray foundOwner{};
    QString reason{};
    QByteArray result{};
    QString failure{};
};

class AuditLog
{
public:
    explicit AuditLog(const QString &folder);
    ~AuditLog();
    Q_DISABLE_COPY_MOVE(AuditLog)

    Done append(const ActRequest &request, const Receipt &receipt);
    Outcome<std::vector<AuditEntry>> since(WallTime from); // oldest first

private:
    Done open();

    QString m_file;
    QString m_connection;
    bool m_isOpen = false;
};

} // namespace lockscope
