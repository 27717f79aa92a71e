// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Creates and migrates the tables of the audit, which reject updates and deletes. Functions of AuditLog, on
// its thread and with its database.

#include "core/base/clock.h"

#include <QSqlDatabase>
#include <QSqlQuery>

namespace lockscope
{

// How long to wait for another program's write. SQLite has no queue, so with several constant writers one can
// wait for seconds.
constexpr milliseconds AuditPatience{5000};
// 1 had one row per act, without the value before; 2 had no chain.
constexpr int AuditVersion = 3;

// The first number that a statement returns; -1: it failed.
qint64 numberOf(QSqlQuery &query, const QString &statement);
// Sets up the write-ahead log and all tables; may wait up to AuditPatience for other programs. version: of
// the file. False: query has the error.
bool prepareAudit(const QSqlDatabase &db, QSqlQuery &query, qint64 version);

} // namespace lockscope
