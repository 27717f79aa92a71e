// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Rows of the audit as lines for the system log, which a user who can write to the audit file cannot change.
// A line contains no value of a key, no command and no error text, and has the hash of its row.

#include "core/base/clock.h"
#include "core/base/outcome.h"

#include <QByteArray>

#include <utility>
#include <vector>

namespace lockscope
{

using AuditFields = std::vector<std::pair<const char *, QByteArray>>;

// 'act=7 row=asked do="release" … hash=1c1f…'. Pure. Fields are quoted and shortened; empty ones are left
// out.
QByteArray auditLine(qint64 act, const char *row, const AuditFields &fields, const QByteArray &hash);

// To the socket of the system log (RFC 3164). Never waits. The failure names the socket.
Done writeToSyslog(const QString &socket, const QByteArray &line, WallTime at = wallNow());

} // namespace lockscope
