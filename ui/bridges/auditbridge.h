// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The window's end of the line to the audit: questions go out as queued signals, answers come back with the
// number of the question. Lives on the GUI thread; never waits. Owner: the main window. The reader lives on
// another thread.

#include "core/history/audit/auditreader.h"

#include <QObject>

namespace lockscope
{

class AuditBridge final : public QObject
{
    Q_OBJECT
public:
    explicit AuditBridge(QObject *parent = nullptr) : QObject(parent) {}

    void attach(AuditReader *reader); // connects both ways; once
    // The number comes back with the answer.
    quint64 find(const AuditQuery &query);
    quint64 save(const AuditQuery &query, const QString &fileName);
    void watch(bool on) { emit watchWanted(on); }

signals:
    // to the reader
    void wanted(quint64 id, const lockscope::AuditQuery &query);
    void saveWanted(quint64 id, const lockscope::AuditQuery &query, const QString &fileName);
    void watchWanted(bool on);
    // from it
    void found(quint64 id, const std::vector<lockscope::AuditEntry> &entries); // newest first
    void failed(quint64 id, const lockscope::Failure &why);
    void saved(quint64 id, const QString &fileName);
    void changed(); // another act is on record, or an answer to one

private:
    quint64 m_last = 0;
};

} // namespace lockscope
