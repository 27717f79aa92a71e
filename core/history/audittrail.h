// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes every receipt of an engine into the audit log. A child of the engine: made before the engine is
// moved to its thread, it works and ends there. What cannot be written is told by failed(), once a reason.

#include "core/engine/engine.h"
#include "core/history/auditlog.h"

namespace lockscope
{

class AuditTrail final : public QObject
{
    Q_OBJECT
public:
    AuditTrail(Engine *engine, const QString &folder);

signals:
    void failed(const lockscope::Failure &why);

private:
    AuditLog m_log;
    QString m_told; // the reason told last
};

} // namespace lockscope
