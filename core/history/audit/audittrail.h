// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The engine's journal, written to the audit log. A child of the engine: create it before the engine moves to
// its thread, where it works and ends. failed() reports write failures, once per act and reason.

#include "core/engine/engine.h"
#include "core/history/audit/auditlog.h"

namespace lockscope
{

class AuditTrail final : public QObject, public ActJournal
{
    Q_OBJECT
public:
    AuditTrail(Engine *engine, const QString &folder);

    Outcome<qint64> asked(const ActRequest &request, const ConnectionSpec &spec) override;
    Done sending(qint64 act, const ActStep &step) override;
    Done answered(qint64 act, const Receipt &receipt) override;
    // Copies each row to this socket of the system log. Before the engine moves to its thread.
    void setSyslog(const QString &socket);

    RecentActs sentSince(const ConnectionSpec &spec, WallTime from) override;

signals:
    void failed(const lockscope::Failure &why);
    void copyFailed(const lockscope::Failure &why); // a row did not reach the system log; once per act
    void written();                                 // another act or answer is in the log

private:
    Done told(Done outcome);

    AuditLog m_log;
    QString m_told; // the reason reported last
    bool m_copyTold = false;
};

} // namespace lockscope
