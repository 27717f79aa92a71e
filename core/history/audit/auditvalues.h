// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// JSON columns of the audit: the values before an act, and the answers of the nodes. Pure.

#include "core/history/audit/auditentry.h"

namespace lockscope
{

QByteArray beforeToJson(const std::vector<KeyBackup> &values);
QByteArray answersToJson(const std::vector<NodeReceipt> &nodes);
std::vector<AuditAnswer> answersFromJson(const QByteArray &json);
std::vector<KeyBackup> beforeFromJson(const QByteArray &json);

} // namespace lockscope
