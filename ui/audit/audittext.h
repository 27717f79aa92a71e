// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Texts for an act of the audit, in the application's language. Pure functions, GUI thread. A word unknown to
// this version is shown as it is.

#include "core/history/audit/auditentry.h"

namespace lockscope::text
{

QString auditedAct(const QByteArray &act);
QString auditedResult(const QByteArray &result);
VerdictLevel auditedLevel(const AuditEntry &entry);
QString auditedBy(const AuditEntry &entry);    // "ann@box"
QString auditedOwner(const QByteArray &owner); // "—" for no owner
QString auditedTime(qint64 ms);                // Local time, to the second
QString valueBefore(const KeyBackup &value);   // "lock:a: 45 bytes, expires in 29 s"
// All details as lines, to paste into a ticket.
QString auditedInFull(const AuditEntry &entry);

} // namespace lockscope::text
