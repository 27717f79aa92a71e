// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/playback/playbackstop.h"

#include "core/base/unixms.h"
#include "core/history/playback/recordingreader.h"

#include <QSqlQuery>
#include <QVariant>

namespace lockscope
{

namespace
{

using MaybeStop = Outcome<std::optional<PlaybackFound>>;

// The next stop in one file. Lives as long as that file is open.
class PartStops
{
public:
    // next: the holds that the next file takes over.
    PartStops(const PartReader &part, const PlaybackQuery &query, const RecordingReader::Across &next)
        : m_part(part), m_query(query), m_next(next)
    {
    }

    MaybeStop find()
    {
        if (m_query.what != PlaybackStop::Event)
            return m_query.what == PlaybackStop::Verdict ? verdict() : failover();
        while (true) {
            auto found = isOfOne() ? eventOfLock() : event();
            if (!found || !*found || m_next.isEmpty())
                return found;
            auto told = toldAt(**found);
            if (!told || *told)
                return told;
            m_query.from = (*found)->at;
        }
    }

private:
    bool isOfOne() const { return !m_query.key.isEmpty(); }
    QString first(const QString &column) const
    {
        return (m_query.forward ? QStringLiteral("min(%1)") : QStringLiteral("max(%1)")).arg(column);
    }
    QString beyond() const { return m_query.forward ? QStringLiteral("at > ?") : QStringLiteral("at < ?"); }

    // The columns: time, key.
    MaybeStop found(QSqlQuery &rows) const
    {
        if (!rows.exec())
            return m_part.file().failure(rows);
        if (!rows.next() || rows.value(0).isNull())
            return std::optional<PlaybackFound>();
        return std::optional(
            PlaybackFound{wallTimeOf(rows.value(0).toLongLong()), LockName{rows.value(1).toByteArray()}});
    }

    MaybeStop ofLock(MaybeStop found) const
    {
        if (found && *found)
            (*found)->key = m_query.key;
        return found;
    }

    // The condition for rows of events that are more than an end or a beginning of this file of several.
    QString isEvent() const
    {
        const PartEdges &edges = m_part.edges();
        QString condition =
            QStringLiteral(" AND id > %1 AND id <= %2").arg(edges.restated).arg(edges.lastEvent);
        if (edges.closedAt)
            condition += QStringLiteral(" AND (coalesce(flags, 0) & %1 = 0 OR at < %2)")
                             .arg(int(historyrow::UntilClosing))
                             .arg(unixMs(*edges.closedAt));
        return condition;
    }

    // SQLite takes other columns from the row that has the minimum or maximum.
    MaybeStop eventOfLock() const
    {
        QSqlQuery rows = m_part.file().query();
        rows.prepare(QStringLiteral("SELECT %1, NULL FROM event WHERE %2 AND key = (SELECT id FROM lock_key"
                                    " WHERE bytes = ?)%3")
                         .arg(first(QStringLiteral("at")), beyond(), isEvent()));
        rows.addBindValue(unixMs(m_query.from));
        rows.addBindValue(m_query.key.bytes);
        return ofLock(found(rows));
    }

    MaybeStop event() const
    {
        const auto near = m_part.lastEventUntil(m_query.from);
        if (!near)
            return near.failure();
        const QString key = QStringLiteral("(SELECT bytes FROM lock_key WHERE id = key)");
        QSqlQuery rows = m_part.file().query();
        rows.prepare(QStringLiteral("SELECT %1, %2 FROM event WHERE id > ? AND id <= ? AND %3%4")
                         .arg(first(QStringLiteral("at")), key, beyond(), isEvent()));
        for (const qint64 value :
             {*near - PartReader::Disorder, *near + PartReader::Disorder, unixMs(m_query.from)})
            rows.addBindValue(value);
        auto beside = found(rows);
        if (!beside || *beside)
            return beside;
        rows.prepare(
            (m_query.forward
                 ? QStringLiteral("SELECT at, %1 FROM event WHERE id > ? AND %2%3 ORDER BY id LIMIT 1")
                 : QStringLiteral("SELECT at, %1 FROM event WHERE id <= ? AND %2%3 ORDER BY id DESC LIMIT 1"))
                .arg(key, beyond(), isEvent()));
        rows.addBindValue(m_query.forward ? *near + PartReader::Disorder : *near - PartReader::Disorder);
        rows.addBindValue(unixMs(m_query.from));
        return found(rows);
    }

    // An event of that time that is not the end of a hold that goes on. Where the clock was set, there may be
    // none of that time nearby.
    MaybeStop toldAt(const PlaybackFound &found) const
    {
        const auto near = m_part.lastEventUntil(found.at);
        if (!near)
            return near.failure();
        QSqlQuery rows = m_part.file().query();
        rows.prepare(
            PartReader::eventColumns() +
            QStringLiteral("WHERE e.id IN (SELECT id FROM event WHERE at = ? AND id > ? AND id <= ?%1)"
                           "%2 ORDER BY e.id")
                .arg(isEvent(), isOfOne() ? QStringLiteral(" AND k.bytes = ?") : QString()));
        for (const qint64 value :
             {unixMs(found.at), *near - PartReader::Disorder, *near + PartReader::Disorder})
            rows.addBindValue(value);
        if (isOfOne())
            rows.addBindValue(m_query.key.bytes);
        if (!rows.exec())
            return m_part.file().failure(rows);
        bool isNearby = false;
        for (; rows.next(); isNearby = true) {
            const LockEvent event = PartReader::eventAt(rows);
            if (!isEnd(event) || !RecordingReader::isTakenOver(holdOf(event), m_next))
                return std::optional(PlaybackFound{found.at, event.key});
        }
        return isNearby ? std::nullopt : std::optional(found);
    }

    MaybeStop verdict() const
    {
        const auto there = m_part.file().hasTable("judged"); // a file of an older version has none
        if (!there)
            return there.failure();
        if (!*there)
            return std::optional<PlaybackFound>();
        const std::optional<WallTime> &restated = m_part.edges().restatedUntil;
        QSqlQuery rows = m_part.file().query();
        rows.prepare(QStringLiteral("SELECT %1, key FROM judged WHERE %2 AND %3 AND at > %4")
                         .arg(first(QStringLiteral("at")), beyond(),
                              isOfOne() ? QStringLiteral("key = ?") : QStringLiteral("key IS NOT NULL"))
                         .arg(restated ? unixMs(*restated) : 0));
        rows.addBindValue(unixMs(m_query.from));
        if (isOfOne())
            rows.addBindValue(m_query.key.bytes);
        return isOfOne() ? ofLock(found(rows)) : found(rows);
    }

    MaybeStop failover() const
    {
        QSqlQuery rows = m_part.file().query();
        rows.prepare(QStringLiteral("SELECT %1, NULL FROM mark WHERE %2 AND kind = %3")
                         .arg(first(QStringLiteral("at")), beyond())
                         .arg(int(Mark::Kind::Failover)));
        rows.addBindValue(unixMs(m_query.from));
        return found(rows);
    }

    const PartReader &m_part;
    PlaybackQuery m_query;
    const RecordingReader::Across m_next;
};

MaybeStop stopIn(RecordingReader &reader, size_t part, const PlaybackQuery &query)
{
    const auto next = query.what == PlaybackStop::Event
                          ? reader.takenOver(part)
                          : Outcome<RecordingReader::Across>(RecordingReader::Across());
    if (!next)
        return next.failure();
    return reader.ask(part, [&](PartReader &one) { return PartStops(one, query, *next).find(); });
}

} // namespace

MaybeStop findStop(RecordingReader &reader, const PlaybackQuery &query)
{
    return reader.each([&]() -> MaybeStop {
        const qsizetype step = query.forward ? 1 : -1;
        qsizetype part = qsizetype(reader.stretches({query.from, query.from}).front().part);
        for (; part >= 0 && part < qsizetype(reader.files()); part += step) {
            auto found = stopIn(reader, size_t(part), query);
            if (!found || *found)
                return found;
        }
        return std::optional<PlaybackFound>();
    });
}

} // namespace lockscope
