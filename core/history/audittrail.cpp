// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/audittrail.h"

namespace lockscope
{

AuditTrail::AuditTrail(Engine *engine, const QString &folder) : QObject(engine), m_log(folder)
{
    connect(engine, &Engine::receiptWritten, this, [this](const ActRequest &request, const Receipt &receipt) {
        const Done written = m_log.append(request, receipt);
        const QString reason = written.ok() ? QString() : written.failure().line();
        if (!written.ok() && reason != m_told)
            emit failed(written.failure());
        m_told = reason;
    });
}

} // namespace lockscope
