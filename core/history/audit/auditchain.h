// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The hash chain of the audit. Each row of its tables has a row in the chain, with the hash of the previous
// one and a hash over that and the row's content. Any change, removal or insertion breaks the chain, except
// at its end: to detect that the newest rows were removed, compare newestHash with a copy kept elsewhere.
// Functions of AuditLog, on its thread and with its database; after a failure, the query has the error.

#include "core/history/audit/auditcheck.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QStringList>

#include <array>

namespace lockscope
{

inline constexpr std::array AuditTables{"act", "sent", "answer"}; // the tables with rows in the chain

QStringList chainSchema();
// Begins a chain after the existing rows, if there is none. Call it in a transaction. False: it failed.
bool beginChain(QSqlQuery &query);
// Adds the row to the chain. Call it in the transaction that inserted the row. Returns its hash, hexadecimal;
// empty: it failed.
QByteArray extendChain(QSqlQuery &query, const QString &table, qint64 row);
// expected: a hash that must be in the chain; empty: none. nullopt: the file could not be read.
std::optional<AuditCheck> checkChain(const QSqlDatabase &db, QSqlQuery &query, const QByteArray &expected);

} // namespace lockscope
