// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The audit as JSON and CSV, for `lockscope-cli audit` and the window. JSON fields may be added, never
// renamed. Bytes that are not text are in a JSON field NAME_base64, and escaped in CSV. Times are ms since
// 1970 in JSON, UTC in CSV. Pure.

#include "core/history/audit/auditentry.h"

#include <QJsonDocument>

namespace lockscope
{

QByteArray auditJson(const std::vector<AuditEntry> &entries, QJsonDocument::JsonFormat format);
QByteArray auditCsv(const std::vector<AuditEntry> &entries);

} // namespace lockscope
