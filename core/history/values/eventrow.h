// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One row of the table of events, as it is written: thousands are made each second, so only bind() makes
// values of SQL of them. Any thread.

#include "core/base/clock.h"

#include <QString>

#include <optional>

class QSqlQuery;

namespace lockscope
{

struct EventRow {
    qint64 id = 0;
    qint64 at = 0; // all times in ms
    qint64 kind = 0;
    qint64 key = 0;
    std::optional<qint64> owner{}; // the event that has its bytes; 0: there is none; nullopt: this event
    qint64 lockKind = 0;
    qint64 node = 0;
    qint64 source = 0;
    qint64 count = 0;
    std::optional<qint64> ttl{};
    std::optional<qint64> held{};
    qint64 flags = 0;
    std::optional<qint64> step{};

    static constexpr qsizetype Columns = 13;
    static QString insertion(qsizetype rows); // a statement that adds so many
    static std::optional<qint64> number(std::optional<milliseconds> time)
    {
        return time ? std::optional<qint64>(time->count()) : std::nullopt;
    }
    void bind(QSqlQuery &query, qsizetype place) const; // place: of its first value among placeholders()
};

} // namespace lockscope
