// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Every write Lockscope made or tried: when, who, which lock, what was there before, why, what came of it. An
// SQLite file in the data folder, mode 0600, that is only ever added to (its tables refuse updates and
// deletes). An act is three kinds of rows, each written before the next step is made: asked, sent to a
// server, answered. What takes something away is on the disk before it is sent. Several programs may write at
// once. Opens its own connection for the thread it is made
// on; use it there only. A log that cannot be written is told, never silently dropped.

#include "core/history/audit/auditentry.h"

#include <QHash>
#include <QVariantList>

namespace lockscope
{

class AuditLog
{
public:
    explicit AuditLog(const QString &folder);
    ~AuditLog();
    Q_DISABLE_COPY_MOVE(AuditLog)

    Outcome<qint64> asked(const ActRequest &request, const ConnectionSpec &spec, WallTime at = wallNow());
    Done sending(qint64 act, const ActStep &step, WallTime at = wallNow());
    Done answered(qint64 act, const Receipt &receipt, WallTime at = wallNow());
    Outcome<RecentActs> sentSince(const ConnectionSpec &spec, WallTime from);

    Outcome<std::vector<AuditEntry>> find(const AuditQuery &query); // oldest first
    // Another number than before: others have written since. Below 0: there is no file.
    qint64 changes();
    const QString &fileName() const { return m_file; }

private:
    Done open();
    Done openFile();
    void close();
    // of: the act that the row belongs to, which must be in this file; nothing: the row is an act.
    Outcome<qint64> add(const QString &into, const QVariantList &values, std::optional<qint64> of = {});

    QString m_file;
    QString m_connection;
    bool m_isOpen = false;
    quint64 m_fileNumber = 0;
    QHash<qint64, qint64> m_askedAt{}; // acts of this program that have no answer yet: when, Unix ms
};

// Under which an act is kept: the name of the profile, else the URL without passwords. Pure.
QString auditedProfile(const ConnectionSpec &spec);

} // namespace lockscope
