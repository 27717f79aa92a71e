// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lock orders in the file of a history: one row for each order. The queries belong to the caller, on its
// thread.

#include "core/history/orders/lockorders.h"

#include <QString>

class QSqlQuery;

namespace lockscope::orderrows
{

extern const char *const Table;
extern const char *const Index;
extern const char *const Add; // a sighting; see bind()
extern const char *const Count;
extern const char *const All; // see seenAt()

void bind(QSqlQuery &add, const AcquireOrder &order);
OrderSeen seenAt(const QSqlQuery &row, int column = 0); // column: the first of its columns
// SQL that deletes orders not seen since `oldest` (ms since 1970), and all but the `most` last seen.
QString trim(qint64 oldest, qint64 most);
// Inversions with an order that was seen since then. False: the query failed.
bool read(QSqlQuery &query, WallTime since, OrdersAnswer &answer);

} // namespace lockscope::orderrows
