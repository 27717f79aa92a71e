// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads the audit for a window while others write it: numbered requests, answered by signals. Lives on a
// thread that may block on the disk, and opens the file there with the first request. Owner: the composition.

#include "core/history/audit/auditlog.h"

#include <QTimer>

#include <memory>

namespace lockscope
{

class AuditReader final : public QObject
{
    Q_OBJECT
public:
    static constexpr milliseconds LookEvery{500};

    explicit AuditReader(const QString &folder);

    void request(quint64 id, const AuditQuery &query);
    // Writes CSV if the name ends in .csv, else JSON.
    void save(quint64 id, const AuditQuery &query, const QString &fileName);
    void verify(quint64 id);
    // Starts or stops emitting changed() when any program writes.
    void watch(bool on);

signals:
    void found(quint64 id, const std::vector<lockscope::AuditEntry> &entries); // newest first
    void failed(quint64 id, const lockscope::Failure &why);
    void saved(quint64 id, const QString &fileName);
    void verified(quint64 id, const lockscope::AuditCheck &check);
    void changed();

private:
    AuditLog &log();
    void look();

    QString m_folder;
    std::unique_ptr<AuditLog> m_log; // created on this object's thread
    QTimer m_clock;
    qint64 m_seen = -1;
};

} // namespace lockscope
