// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/playback/recordingreader.h"

#include "core/base/unixms.h"

#include <QSet>
#include <QSqlQuery>

namespace lockscope
{

namespace
{

// Events are written within a second of their time, not strictly in its order.
constexpr qint64 Disorder = 5'000;

// In order; nothing: there are too many.
std::vector<LockName> keysOf(const std::vector<Hold> &holds, size_t most)
{
    std::vector<LockName> keys;
    QSet<LockName> there;
    for (const Hold &hold : holds) {
        if (there.contains(hold.key))
            continue;
        if (keys.size() == most)
            return {};
        there.insert(hold.key);
        keys.push_back(hold.key);
    }
    return keys;
}

} // namespace

Done RecordingReader::open()
{
    return openForReading();
}

Done RecordingReader::resume()
{
    if (const Done begun = m_file.begin(); !begun.ok())
        return begun;
    const auto version = m_file.ask(QStringLiteral("PRAGMA data_version"));
    if (!version)
        return version.failure();
    if (std::exchange(m_version, *version) == *version)
        return Nothing{};
    return readOpenHolds();
}

void RecordingReader::pause()
{
    (void)m_file.commit(); // nothing was written
}

Outcome<std::optional<HistoryRange>> RecordingReader::extent()
{
    const auto first = since();
    if (!first)
        return first.failure();
    const auto last = lastWritten();
    if (!last)
        return last.failure();
    if (!*first || !*last)
        return std::optional<HistoryRange>();
    return std::optional(HistoryRange{**first, std::max(**first, **last)});
}

Outcome<HistoryMoment> RecordingReader::judgedMoment(WallTime at, size_t most)
{
    Outcome<HistoryMoment> then = moment(at, most);
    if (!then)
        return then;
    const HistoryRange range{at, at + milliseconds(1)};
    const HoldsQuery query{.range = range, .keys = keysOf(then->holds, JudgedMost), .most = 1};
    if (query.keys.empty() && !then->holds.empty()) {
        then->unjudged.push_back({.over = range, .node = {}});
        return then;
    }
    auto judged = verdicts(query);
    if (!judged)
        return judged.failure();
    std::erase_if(judged->verdicts, [](const VerdictStep &step) { return step.level == VerdictLevel::Ok; });
    then->verdicts = std::move(judged->verdicts);
    then->unjudged = std::move(judged->unjudged);
    if (const Done counted = addWaitersThen(*then, query.keys); !counted.ok())
        return counted.failure();
    return then;
}

// Waiters from before a break in watching may have left.
Done RecordingReader::addWaitersThen(HistoryMoment &moment, const std::vector<LockName> &keys)
{
    const qint64 at = unixMs(moment.at);
    const auto until = lastEventUntil(moment.at);
    if (!until)
        return until.failure();
    const auto from = m_file.ask(QStringLiteral("SELECT max(events_before) FROM mark WHERE kind IN (%1, %2)"
                                                " AND at <= %3")
                                     .arg(int(Mark::Kind::Opened))
                                     .arg(int(Mark::Kind::Closed))
                                     .arg(at));
    if (!from)
        return from.failure();
    QSqlQuery rows = m_file.query();
    rows.prepare(
        QStringLiteral("SELECT at, count FROM event WHERE kind = %1 AND key = (SELECT id FROM lock_key"
                       " WHERE bytes = ?) AND id <= ? AND id > ? AND at <= ? ORDER BY id DESC LIMIT 1")
            .arg(int(EventKind::Waiters)));
    for (const LockName &key : keys) {
        rows.bindValue(0, key.bytes);
        rows.bindValue(1, *until + Disorder);
        rows.bindValue(2, *from);
        rows.bindValue(3, at);
        if (!rows.exec())
            return m_file.failure(rows);
        if (rows.next())
            moment.waiters.push_back(
                {key, wallTimeOf(rows.value(0).toLongLong()), historyrow::storedCount(rows.value(1))});
    }
    return Nothing{};
}

// The last event until then, save for disorder, found in a few steps: there is no index by time.
Outcome<qint64> RecordingReader::lastEventUntil(WallTime at)
{
    const auto first = m_file.ask(QStringLiteral("SELECT min(id) FROM event"));
    const auto last = m_file.ask(QStringLiteral("SELECT max(id) FROM event"));
    if (!first || !last)
        return first ? last.failure() : first.failure();
    qint64 low = *first;
    qint64 high = *last;
    while (low < high) {
        const qint64 middle = low + (high - low + 1) / 2;
        const auto time = m_file.ask(
            QStringLiteral("SELECT at FROM event WHERE id <= %1 ORDER BY id DESC LIMIT 1").arg(middle));
        if (!time)
            return time.failure();
        if (*time <= unixMs(at))
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

// The columns: time, key.
Outcome<std::optional<PlaybackFound>> RecordingReader::found(QSqlQuery &rows)
{
    if (!rows.exec())
        return m_file.failure(rows);
    if (!rows.next() || rows.value(0).isNull())
        return std::optional<PlaybackFound>();
    return std::optional(
        PlaybackFound{wallTimeOf(rows.value(0).toLongLong()), LockName{rows.value(1).toByteArray()}});
}

// SQLite takes other columns from the row that has the minimum or maximum.
Outcome<std::optional<PlaybackFound>> RecordingReader::stop(const PlaybackQuery &query)
{
    const bool isOfOne = !query.key.isEmpty();
    const QString time = query.forward ? QStringLiteral("min(at)") : QStringLiteral("max(at)");
    const QString beyond = query.forward ? QStringLiteral("at > ?") : QStringLiteral("at < ?");
    if (query.what == PlaybackStop::Event && !isOfOne)
        return nextEvent(query);
    if (query.what == PlaybackStop::Verdict) { // a file of an older version has none
        const auto there = m_file.hasTable("judged");
        if (!there)
            return there.failure();
        if (!*there)
            return std::optional<PlaybackFound>();
    }
    QSqlQuery rows = m_file.query();
    if (query.what == PlaybackStop::Event)
        rows.prepare(QStringLiteral("SELECT %1, NULL FROM event WHERE %2 AND key = (SELECT id FROM lock_key"
                                    " WHERE bytes = ?)")
                         .arg(time, beyond));
    else if (query.what == PlaybackStop::Verdict)
        rows.prepare(
            QStringLiteral("SELECT %1, key FROM judged WHERE %2 AND %3")
                .arg(time, beyond, isOfOne ? QStringLiteral("key = ?") : QStringLiteral("key IS NOT NULL")));
    else
        rows.prepare(QStringLiteral("SELECT %1, NULL FROM mark WHERE %2 AND kind = %3")
                         .arg(time, beyond, QString::number(int(Mark::Kind::Failover))));
    rows.addBindValue(unixMs(query.from));
    if (isOfOne && query.what != PlaybackStop::Failover)
        rows.addBindValue(query.key.bytes);
    auto there = found(rows);
    if (there && *there && isOfOne && query.what != PlaybackStop::Failover)
        (*there)->key = query.key;
    return there;
}

Outcome<std::optional<PlaybackFound>> RecordingReader::nextEvent(const PlaybackQuery &query)
{
    const auto near = lastEventUntil(query.from);
    if (!near)
        return near.failure();
    const QString key = QStringLiteral("(SELECT bytes FROM lock_key WHERE id = key)");
    QSqlQuery rows = m_file.query();
    rows.prepare(QStringLiteral("SELECT %1, %2 FROM event WHERE id > ? AND id <= ? AND at %3 ?")
                     .arg(query.forward ? QStringLiteral("min(at)") : QStringLiteral("max(at)"), key,
                          query.forward ? QStringLiteral(">") : QStringLiteral("<")));
    for (const qint64 value : {*near - Disorder, *near + Disorder, unixMs(query.from)})
        rows.addBindValue(value);
    const auto beside = found(rows);
    if (!beside || *beside)
        return beside;
    rows.prepare(
        (query.forward
             ? QStringLiteral("SELECT at, %1 FROM event WHERE id > ? AND at > ? ORDER BY id LIMIT 1")
             : QStringLiteral("SELECT at, %1 FROM event WHERE id <= ? AND at < ? ORDER BY id DESC LIMIT 1"))
            .arg(key));
    rows.addBindValue(query.forward ? *near + Disorder : *near - Disorder);
    rows.addBindValue(unixMs(query.from));
    return found(rows);
}

} // namespace lockscope
