// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/compare/stretchfiles.h"

#include "core/history/demandrows.h"

#include <QSqlQuery>
#include <QVariant>

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds Disorder = 5s; // events are written within a second of their time
constexpr size_t NamesTried = 2'000;

} // namespace

// Events are written within a second of their time, so that some are outside of the stretch.
Done StretchFiles::find(const HistoryRange &range)
{
    for (const RecordingReader::Stretch &stretch : m_past.stretches(range)) {
        Part part{.index = stretch.part};
        const Done found = ask(part, [&](PartReader &reader) -> Done {
            const auto first = demandrows::firstEventAt(reader.file(), range.from - Disorder);
            const auto end = demandrows::firstEventAt(reader.file(), range.to + Disorder);
            if (!first || !end)
                return first ? end.failure() : first.failure();
            part.firstEvent = std::max(*first, reader.edges().restated + 1);
            part.endEvent = *end;
            return Nothing{};
        });
        if (!found.ok())
            return found;
        m_parts.push_back(std::move(part));
    }
    return Nothing{};
}

// Of all files, the newest first.
Outcome<std::vector<QByteArray>> StretchFiles::someLocks()
{
    return m_past.each([&]() -> Outcome<std::vector<QByteArray>> {
        std::vector<QByteArray> keys;
        for (size_t index = m_past.files(); index-- > 0 && keys.size() < NamesTried;) {
            const Done read = m_past.ask(index, [&](PartReader &reader) -> Done {
                QSqlQuery rows = reader.file().query();
                if (!rows.exec(QStringLiteral("SELECT bytes FROM lock_key ORDER BY id LIMIT %1")
                                   .arg(NamesTried - keys.size())))
                    return reader.file().failure(rows);
                while (rows.next())
                    keys.push_back(rows.value(0).toByteArray());
                return Nothing{};
            });
            if (!read.ok())
                return read.failure();
        }
        return keys;
    });
}

Outcome<bool> StretchFiles::hasAnyOf(const std::vector<QByteArray> &keys)
{
    bool has = false;
    for (size_t index = 0; index < m_past.files() && !has; ++index) {
        const Done read = m_past.ask(index, [&](PartReader &reader) -> Done {
            QSqlQuery rows = reader.file().query();
            rows.prepare(QStringLiteral("SELECT count(*) FROM lock_key WHERE bytes = ?"));
            for (size_t i = 0; i < keys.size() && !has; ++i) {
                rows.bindValue(0, keys[i]);
                if (!rows.exec())
                    return reader.file().failure(rows);
                has = rows.next() && rows.value(0).toInt() > 0;
            }
            return Nothing{};
        });
        if (!read.ok())
            return read.failure();
    }
    return has;
}

} // namespace lockscope
