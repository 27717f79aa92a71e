// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// GUI-thread end of the connection to the audit: sends queries as queued signals; answers carry the number of
// their query. Never waits. Owner: the main window. The reader lives on another thread.

#include "core/history/audit/auditreader.h"
#include "ui/bridges/bridge.h"

namespace lockscope
{

class AuditBridge final : public Bridge
{
    Q_OBJECT
public:
    explicit AuditBridge(QObject *parent = nullptr) : Bridge(parent) {}

    void attach(AuditReader *reader); // Connects both directions. Call once.
    // Return the number of the query, which its answer carries.
    quint64 find(const AuditQuery &query) { return ask(&AuditBridge::wanted, query); }
    quint64 save(const AuditQuery &query, const QString &fileName)
    {
        return ask(&AuditBridge::saveWanted, query, fileName);
    }
    quint64 verify() { return ask(&AuditBridge::verifyWanted); }
    void watch(bool on) { emit watchWanted(on); }

signals:
    // To the reader
    void wanted(quint64 id, const lockscope::AuditQuery &query);
    void saveWanted(quint64 id, const lockscope::AuditQuery &query, const QString &fileName);
    void verifyWanted(quint64 id);
    void watchWanted(bool on);
    // From the reader
    void found(quint64 id, const std::vector<lockscope::AuditEntry> &entries); // Newest first
    void failed(quint64 id, const lockscope::Failure &why);
    void saved(quint64 id, const QString &fileName);
    void verified(quint64 id, const lockscope::AuditCheck &check);
    void changed(); // The audit has a new entry, or a result for one
};

} // namespace lockscope
