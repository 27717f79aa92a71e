// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/audit/audittrail.h"

#include <utility>

namespace lockscope
{

AuditTrail::AuditTrail(Engine *engine, const QString &folder) : QObject(engine), m_log(folder)
{
    engine->setJournal(this);
}

void AuditTrail::setSyslog(const QString &socket)
{
    if (socket.isEmpty())
        return m_log.setCopy({});
    m_log.setCopy([this, socket](const QByteArray &line) {
        const Done sent = writeToSyslog(socket, line);
        if (!sent && !std::exchange(m_copyTold, true))
            emit copyFailed(sent.failure());
    });
}

Done AuditTrail::told(Done outcome)
{
    const QString reason = outcome.ok() ? QString() : outcome.failure().line();
    if (!outcome.ok() && reason != m_told)
        emit failed(outcome.failure());
    m_told = reason;
    if (outcome.ok())
        emit written();
    return outcome;
}

Outcome<qint64> AuditTrail::asked(const ActRequest &request, const ConnectionSpec &spec)
{
    m_told.clear(); // report once per act
    m_copyTold = false;
    Outcome<qint64> number = m_log.asked(request, spec);
    static_cast<void>(told(number ? Done(Nothing{}) : Done(number.failure()))); // it is also returned
    return number;
}

Done AuditTrail::sending(qint64 act, const ActStep &step)
{
    return told(m_log.sending(act, step));
}

Done AuditTrail::answered(qint64 act, const Receipt &receipt)
{
    return told(m_log.answered(act, receipt));
}

// If acts cannot be counted, there is no limit; the act itself reports that the log is unusable.
RecentActs AuditTrail::sentSince(const ConnectionSpec &spec, WallTime from)
{
    const Outcome<RecentActs> recent = m_log.sentSince(spec, from);
    return recent ? *recent : RecentActs{};
}

} // namespace lockscope
