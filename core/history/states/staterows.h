// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The table of states in the file of a history; older versions ignore it. The queries belong to the caller,
// on its thread.

#include "core/history/states/staterow.h"

#include <QString>

class QSqlQuery;

namespace lockscope::staterows
{

extern const char *const Name;
extern const char *const Table;
extern const char *const Add; // see bind()

void bind(QSqlQuery &add, const StateRow &row);
// SQL that deletes later rows of the same kind: they were written before the clock was set back.
QString dropLater(const StateRow &row);
// Selects the last row of the kind until then, or all rows of a time range in order, for next(). False: it
// failed.
bool findLast(QSqlQuery &query, StateRow::Kind kind, WallTime until);
bool findWithin(QSqlQuery &query, WallTime from, WallTime to);
std::optional<StateRow> next(QSqlQuery &query); // skips unreadable rows; nullopt: no more rows
// SQL that deletes states that ended before `oldest` (ms since 1970), and all but the `most` newest of each
// kind.
QString trim(qint64 oldest, qint64 most);

} // namespace lockscope::staterows
