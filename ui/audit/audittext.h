// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An act of the audit in words, in the language of the application. Pure functions, GUI thread. A word that
// this version does not know is shown as it is.

#include "core/history/audit/auditentry.h"

namespace lockscope::text
{

QString auditedAct(const QByteArray &act);
QString auditedResult(const QByteArray &result);
VerdictLevel auditedLevel(const AuditEntry &entry); // of its result
QString auditedBy(const AuditEntry &entry);         // "ann@box"
QString auditedOwner(const QByteArray &owner);      // nobody: "–"
QString auditedTime(qint64 ms);                     // local, to the second
QString valueBefore(const KeyBackup &value);        // "lock:a: 45 bytes, expires in 29 s"
// All of it in lines, to paste into a ticket.
QString auditedInFull(const AuditEntry &entry);

} // namespace lockscope::text
