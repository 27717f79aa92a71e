// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The audit for other programs, as `lockscope-cli audit` and the window write it: JSON, whose fields may be
// added and never renamed, and CSV. Bytes that are no text stand in a field NAME_base64 of the JSON, escaped
// in the CSV. Times of the JSON are milliseconds since 1970, of the CSV UTC. Pure.

#include "core/history/audit/auditentry.h"

#include <QJsonDocument>

namespace lockscope
{

QByteArray auditJson(const std::vector<AuditEntry> &entries, QJsonDocument::JsonFormat format);
QByteArray auditCsv(const std::vector<AuditEntry> &entries);

} // namespace lockscope
