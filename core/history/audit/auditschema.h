// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The tables of the audit, which refuse to forget, and how a file comes to have them.

#include "core/base/clock.h"

#include <QSqlDatabase>
#include <QSqlQuery>

namespace lockscope
{

// How long another program's write is waited for. Less is too little: SQLite has no queue, and with several
// that write all the time one waits for seconds.
constexpr milliseconds AuditPatience{5000};
constexpr int AuditVersion = 2; // 1 had one row an act, without what was there before

// The first number that a statement gives; -1: it failed.
qint64 numberOf(QSqlQuery &query, const QString &statement);
// Makes the file one with a write-ahead log and with all tables. version: of the file. False: query tells
// why.
bool prepareAudit(const QSqlDatabase &db, QSqlQuery &query, qint64 version);

} // namespace lockscope
