// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The hash chain of the audit: for each row of its tables one row that has the hash of the one before and its
// own, over both. A change, removal or insertion anywhere but at the end breaks it. That the newest rows were
// removed cannot be seen from the file: compare newestHash with one that was noted elsewhere.

#include "core/history/audit/auditcheck.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QStringList>

#include <array>

namespace lockscope
{

inline constexpr std::array AuditTables{"act", "sent", "answer"}; // whose rows are in the chain

QStringList chainSchema();
// Begins a chain after the rows that are there, if there is none. In a transaction. False: query has the
// error.
bool beginChain(QSqlQuery &query);
// Adds the row to the chain, in the transaction that has inserted it. Returns its hash, hexadecimal; empty:
// query has the error.
QByteArray extendChain(QSqlQuery &query, const QString &table, qint64 row);
// expected: a hash that some row must have; empty: none. None: query has the error.
std::optional<AuditCheck> checkChain(const QSqlDatabase &db, QSqlQuery &query, const QByteArray &expected);

} // namespace lockscope
