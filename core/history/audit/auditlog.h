// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Records every write that Lockscope made or tried: when, who, which lock, the value before, why, and the
// result. An SQLite file in the configuration folder, mode 0600; its tables reject updates and deletes, and
// each row is in a chain of hashes. An act has three kinds of rows, each written before the next step: asked,
// sent to a server, answered. An act that takes something away is on the disk before it is sent. Several
// programs may write at once. Opens its own connection; use it only on the thread that created it. Every
// failure to write is returned.

#include "core/history/audit/auditcheck.h"
#include "core/history/audit/auditentry.h"
#include "core/history/audit/auditsyslog.h"

#include <QHash>
#include <QVariantList>

#include <functional>

class QSqlQuery;

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

    // copy: receives each row as a line after it was written; see auditsyslog.h.
    void setCopy(std::function<void(const QByteArray &line)> copy) { m_copy = std::move(copy); }

    Outcome<std::vector<AuditEntry>> find(const AuditQuery &query); // oldest first
    // A number that changes whenever another program has written. Negative: no file.
    qint64 changes();
    // Compares the rows with their hashes. expectedHash: a hash that must be in the chain; empty: none. A
    // missing or empty file is intact.
    Outcome<AuditCheck> verify(const QByteArray &expectedHash = {});
    const QString &fileName() const { return m_file; }

private:
    Done open();
    Done openFile();
    void close();
    struct Added {
        qint64 row = 0;
        QByteArray hash{};
    };
    // of: the act that the row belongs to, which must be in this file; nullopt: the row is an act.
    Outcome<Added> add(const QString &into, const QVariantList &values, std::optional<qint64> of = {});
    void copy(qint64 act, const char *row, const AuditFields &fields, const QByteArray &hash) const;
    Outcome<qint64> insert(QSqlQuery &query, const QString &into, const QVariantList &values,
                           std::optional<qint64> of);

    QString m_file;
    QString m_connection;
    bool m_isOpen = false;
    quint64 m_fileNumber = 0;
    // This program's acts without an answer yet, and their time in Unix ms.
    QHash<qint64, qint64> m_askedAt{};
    std::function<void(const QByteArray &line)> m_copy{};
};

} // namespace lockscope
