// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The table of states in the file of a history. Older versions do not look at it. The queries belong to the
// caller, on its thread.

#include "core/history/states/staterow.h"

#include <QString>

class QSqlQuery;

namespace lockscope::staterows
{

extern const char *const Name;
extern const char *const Table;
extern const char *const Add; // see bind()

void bind(QSqlQuery &add, const StateRow &row);
// Deletes the rows of its kind that are later than a new one: they are from before the clock was set back.
QString dropLater(const StateRow &row);
// The last row of the kind until then, and the rows of a stretch in order; see next(). False: it failed.
bool findLast(QSqlQuery &query, StateRow::Kind kind, WallTime until);
bool findWithin(QSqlQuery &query, WallTime from, WallTime to);
std::optional<StateRow> next(QSqlQuery &query); // without those that cannot be read; none: no more
// Deletes what ended before oldest (ms since 1970), and all but the `most` newest of each kind.
QString trim(qint64 oldest, qint64 most);

} // namespace lockscope::staterows
