// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/compare/stretchreader.h"

#include "core/base/tr.h"
#include "core/base/unixms.h"
#include "core/history/causes/keyprefix.h"
#include "core/history/compare/comparisontext.h"
#include "core/history/recording/pseudonyms.h"

#include <QSqlQuery>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr WallTime Never{milliseconds(-1)};
constexpr int NamesKept = 100'000;  // prefixes or locks, of which the most frequent are compared
constexpr size_t OpenMost = 50'000; // holds

// The code of a row: its kind, and with these bits what is known of it. See historyrow.
constexpr int FlagShift = 8;
constexpr int EndShift = 16;
constexpr int PartShift = 17;

constexpr qint64 WaitersMost = 1 << 20; // of one lock; a file may have any number

Failure refused(const QString &text, const QString &remedy = {})
{
    return {.kind = ErrorKind::BadInput, .text = text, .remedy = remedy};
}

} // namespace

struct StretchReader::Event {
    qint64 at = 0;
    int code = 0;
    qint64 value = 0;         // of an end: the length of the hold that is certain. Of waiters: their number
    bool isSeenAgain = false; // an end, but the next file has the hold still

    int kind() const { return code & ((1 << FlagShift) - 1); }
    bool has(historyrow::Flag flag) const { return (code >> FlagShift) & flag; }
    bool isEnd() const { return code & (1 << EndShift); }
    bool isOfAPart() const { return code & (1 << PartShift); }
};

Done StretchReader::open(const HistoryRange &range)
{
    if (const Done opened = m_files.past().open(); !opened.ok())
        return opened;
    const auto extent = m_files.past().extent();
    if (!extent)
        return extent.failure();
    if (!*extent || (*extent)->to <= (*extent)->from)
        return refused(Tr::tr("the recording %1 is empty").arg(m_name));
    ComparedStretch &stretch = m_tally.stretch;
    stretch.file = m_name;
    stretch.recorded = **extent;
    stretch.range = {std::max(range.from, (*extent)->from), std::min(range.to, (*extent)->to)};
    if (range.to <= range.from)
        return refused(Tr::tr("a period is empty: %1").arg(rangeText(range)),
                       Tr::tr("it must end after it begins"));
    if (stretch.range.to <= stretch.range.from)
        return refused(Tr::tr("%1 is outside of the recording %2").arg(rangeText(range), m_name),
                       Tr::tr("it has %1").arg(rangeText(stretch.recorded)));
    const auto names = m_files.someLocks();
    if (!names)
        return names.failure();
    stretch.redacted = !names->empty() && std::ranges::all_of(*names, isPseudonym);
    if (const Done read = readTimes(); !read.ok())
        return read;
    stretch.flaws = m_files.past().flaws();
    return m_files.find(stretch.range);
}

Done StretchReader::readTimes()
{
    const auto known = m_files.past().verdicts({.range = range(), .most = 0});
    if (!known)
        return known.failure();
    auto parts = unwatched(known->unjudged);
    if (!parts)
        return parts.failure();
    m_tally.watched = WatchedTime(range(), *parts);
    for (const Unjudged &part : known->unjudged) {
        if (part.node.isEmpty())
            parts->push_back(part.over);
    }
    m_tally.judged = WatchedTime(range(), *parts);
    m_tally.stretch.watched = milliseconds(m_tally.watched.total());
    m_tally.stretch.judged = milliseconds(m_tally.judged.total());
    return Nothing{};
}

// Also finds when watching began anew, and how often changes were missed.
Outcome<std::vector<HistoryRange>> StretchReader::unwatched(const std::vector<Unjudged> &lost)
{
    const auto answer = m_files.past().holds({.range = range(), .most = 0});
    if (!answer)
        return answer.failure();
    const auto rows =
        m_files.past().minutes({range().from - std::chrono::minutes(1), range().to}, std::chrono::minutes(1));
    if (!rows)
        return rows.failure();
    for (const Mark &mark : answer->marks) {
        if (mark.kind == Mark::Kind::Opened || mark.kind == Mark::Kind::Closed)
            m_breaks.push_back(unixMs(mark.at));
        m_tally.stretch.gaps += mark.kind == Mark::Kind::Gap ? 1 : 0;
    }
    return unwatchedParts(*answer, lost, *rows);
}

QByteArray StretchReader::groupName(const QByteArray &key) const
{
    return m_by == CompareBy::Lock ? key : keyPrefix({key});
}

bool StretchReader::isWanted(const QByteArray &key) const
{
    return m_prefixes.empty() || std::ranges::any_of(m_prefixes, [&key](const QByteArray &prefix) {
               return key.startsWith(prefix);
           });
}

Outcome<QHash<QByteArray, qint64>> StretchReader::findLocks(const CompareQuery &query)
{
    m_by = query.by;
    m_prefixes = query.prefixes;
    QHash<QByteArray, qint64> events;
    for (StretchFiles::Part &part : m_files.parts()) {
        if (const Done found = findLocks(part, events); !found.ok())
            return found.failure();
    }
    return events;
}

Done StretchReader::findLocks(StretchFiles::Part &part, QHash<QByteArray, qint64> &events)
{
    return m_files.ask(part, [&](PartReader &reader) -> Done {
        QSqlQuery rows = reader.file().query();
        if (!rows.exec(QStringLiteral(
                           "SELECT k.id, k.bytes, c.events FROM (SELECT key, count(*) AS events FROM event"
                           " WHERE id >= %1 AND id < %2 GROUP BY key) c JOIN lock_key k ON k.id = c.key"
                           " ORDER BY c.events DESC, k.id")
                           .arg(part.firstEvent)
                           .arg(part.endEvent)))
            return reader.file().failure(rows);
        while (rows.next()) {
            const QByteArray key = rows.value(1).toByteArray();
            if (!isWanted(key))
                continue;
            const QByteArray name = groupName(key);
            if (m_groups.size() < NamesKept && !m_groups.contains(name))
                m_groups.insert(name, int(m_groups.size()));
            const int group = m_groups.value(name, -1);
            part.locks.insert(rows.value(0).toLongLong(), placeOf(key, group));
            if (group >= 0)
                events[name] += rows.value(2).toLongLong();
        }
        return Nothing{};
    });
}

// The lock's place; a new one, if it has none.
qint32 StretchReader::placeOf(const QByteArray &key, qint32 group)
{
    const bool isOnce = m_files.parts().size() == 1;
    const auto known = isOnce ? m_places.cend() : m_places.constFind(key);
    if (known != m_places.cend())
        return *known;
    const auto place = qint32(m_locks.size());
    m_locks.push_back({.group = group});
    if (!isOnce)
        m_places.insert(key, place);
    return place;
}

StretchReader::LockState *StretchReader::lockOf(const StretchFiles::Part &part, qint64 id)
{
    const auto place = part.locks.constFind(id);
    return place == part.locks.cend() ? nullptr : &m_locks[size_t(*place)];
}

void StretchReader::placeLocks(const std::vector<QByteArray> &names)
{
    m_others = int(names.size()) + 1;
    std::vector<int> places(size_t(m_groups.size()), m_others);
    QHash<QByteArray, int> groups;
    for (size_t i = 0; i < names.size(); ++i) {
        groups.insert(names[i], int(i) + 1);
        if (const auto met = m_groups.constFind(names[i]); met != m_groups.cend())
            places[size_t(*met)] = int(i) + 1;
    }
    for (LockState &lock : m_locks)
        lock.group = lock.group < 0 ? m_others : places[size_t(lock.group)];
    m_groups = groups;
    m_tally.groups.resize(size_t(m_others) + 1);
    m_waiting.resize(m_tally.groups.size());
}

Outcome<StretchTally> StretchReader::read(const std::vector<QByteArray> &names)
{
    placeLocks(names);
    using Step = Done (StretchReader::*)();
    for (const Step step : {&StretchReader::readWaitersBefore, &StretchReader::readEvents,
                            &StretchReader::readOpenAtEnd, &StretchReader::readVerdicts}) {
        if (const Done done = (this->*step)(); !done.ok())
            return done.failure();
    }
    return m_tally;
}

template<class Add> void StretchReader::each(int group, const Add &add)
{
    add(0);
    add(group);
}

// Waiters from before a break in watching may have left. A later file begins with those of its time.
Done StretchReader::readWaitersBefore()
{
    StretchFiles::Part &part = m_files.parts().front();
    return m_files.ask(part, [&](PartReader &reader) -> Done {
        const auto from =
            reader.file().ask(QStringLiteral("SELECT coalesce(max(events_before), 0) + 1 FROM mark"
                                             " WHERE kind IN (%1, %2) AND events_before < %3")
                                  .arg(int(Mark::Kind::Opened))
                                  .arg(int(Mark::Kind::Closed))
                                  .arg(part.firstEvent));
        if (!from)
            return from.failure();
        QSqlQuery rows = reader.file().query();
        if (!rows.exec(
                QStringLiteral("SELECT e.key, e.count, k.bytes FROM event e JOIN lock_key k ON k.id = e.key"
                               " WHERE e.id IN (SELECT max(id) FROM event WHERE kind = %1 AND id >= %2"
                               " AND id < %3 GROUP BY key)")
                    .arg(int(EventKind::Waiters))
                    .arg(*from)
                    .arg(part.firstEvent)))
            return reader.file().failure(rows);
        while (rows.next()) {
            m_tally.hasWaiters = true;
            const auto waiters = std::clamp<qint64>(rows.value(1).toLongLong(), 0, WaitersMost);
            const QByteArray key = rows.value(2).toByteArray();
            if (waiters == 0 || !isWanted(key))
                continue;
            const qint64 id = rows.value(0).toLongLong();
            if (!part.locks.contains(id)) // no event of it is in this file's stretch
                part.locks.insert(id, placeOf(key, groupOf(key)));
            setWaiting(*lockOf(part, id), unixMs(range().from), qint32(waiters), false);
        }
        return Nothing{};
    });
}

Done StretchReader::readEvents()
{
    size_t breaks = 0;
    for (const StretchFiles::Part &part : m_files.parts()) {
        if (const Done read = readEvents(part, breaks); !read.ok())
            return read;
    }
    for (size_t group = 0; group < m_waiting.size(); ++group)
        m_waiting[group].change(unixMs(range().to), 0, 0, m_tally.watched, m_tally.groups[group]);
    return Nothing{};
}

Done StretchReader::readEvents(const StretchFiles::Part &part, size_t &breaks)
{
    const auto next = m_files.past().takenOver(part.index);
    if (!next)
        return next.failure();
    return m_files.ask(part, [&](PartReader &reader) -> Done {
        const std::optional<WallTime> closedAt = reader.edges().closedAt;
        QSqlQuery rows = reader.file().query();
        if (!rows.exec(QStringLiteral(
                           "SELECT at, key, kind | (coalesce(flags, 0) << %3) | ((step IS NOT NULL) << %4)"
                           " | ((step IS NOT NULL AND count > 0) << %5), iif(step IS NULL, count, held), id"
                           " FROM event WHERE id >= %1 AND id < %2 ORDER BY id")
                           .arg(part.firstEvent)
                           .arg(part.endEvent)
                           .arg(FlagShift)
                           .arg(EndShift)
                           .arg(PartShift)))
            return reader.file().failure(rows);
        while (rows.next()) {
            Event event{.at = rows.value(0).toLongLong(),
                        .code = rows.value(2).toInt(),
                        .value = rows.value(3).toLongLong()};
            for (; breaks < m_breaks.size() && m_breaks[breaks] <= event.at; ++breaks)
                forgetWaiters(m_breaks[breaks]);
            const bool goesOn =
                closedAt && event.at >= unixMs(*closedAt) && event.has(historyrow::UntilClosing);
            LockState *lock = goesOn ? nullptr : lockOf(part, rows.value(1).toLongLong());
            if (!lock)
                continue;
            if (event.isEnd() && event.kind() == int(EventKind::Changed)) {
                const auto hold = reader.endedHold(rows.value(4).toLongLong());
                if (!hold)
                    return hold.failure();
                event.value = hold->knownLength(*hold->ended).count();
                event.isSeenAgain = RecordingReader::isTakenOver(*hold, *next);
            }
            take(event, *lock);
        }
        return Nothing{};
    });
}

void StretchReader::take(const Event &event, LockState &lock)
{
    const bool isInside = event.at >= unixMs(range().from) && event.at < unixMs(range().to);
    const int block = isInside ? m_tally.watched.blockAt(event.at) : -1;
    if (isInside && !std::exchange(lock.isCounted, true))
        each(lock.group, [&](int group) { ++m_tally.groups[size_t(group)].locks; });
    const auto count = [&](BlockAmounts GroupTally::*amounts) {
        if (block < 0)
            return;
        each(lock.group, [&](int group) {
            GroupTally &tally = m_tally.groups[size_t(group)];
            ++(tally.*amounts)[size_t(block)];
            tally.sampled += amounts == &GroupTally::acquired && event.has(historyrow::Sampled) ? 1 : 0;
        });
    };
    const int kind = event.kind();
    if (kind == int(EventKind::Waiters)) {
        m_tally.hasWaiters = m_tally.hasWaiters || isInside;
        setWaiting(lock, event.at, qint32(std::clamp<qint64>(event.value, 0, WaitersMost)), false);
    } else if (kind == int(EventKind::Acquired) || kind == historyrow::Seen) {
        ++lock.open;
        setWaiting(lock, event.at, lock.waiters, false);
        if (kind != historyrow::Seen)
            count(&GroupTally::acquired);
    } else if (kind == int(EventKind::Renewed)) {
        count(&GroupTally::renewed);
    }
    if (!event.isEnd())
        return;
    if (kind == int(EventKind::Expired))
        count(&GroupTally::expired);
    else if (kind == int(EventKind::Forced))
        count(&GroupTally::forced);
    if (isInside && !event.isSeenAgain)
        takeEnd(event, lock, block);
    if (!event.isOfAPart())
        lock.open = std::max(lock.open - 1, 0);
    if (lock.open == 0)
        setWaiting(lock, event.at, lock.waiters, true);
}

void StretchReader::takeEnd(const Event &event, LockState &lock, int block)
{
    const milliseconds length = std::max(storedTime(event.value), milliseconds(0));
    const bool isWhole = block >= 0 && !event.has(historyrow::LowerBound) &&
                         event.kind() != int(EventKind::Changed) &&
                         isWatched(event.at - length.count(), event.at);
    each(lock.group, [&](int group) {
        GroupTally &tally = m_tally.groups[size_t(group)];
        if (!isWhole)
            return tally.addPartlySeen(length);
        tally.lengths.add(length, block);
        tally.sampled += event.has(historyrow::Sampled) ? 1 : 0;
    });
}

void StretchReader::setWaiting(LockState &lock, qint64 at, qint32 waiters, bool isFree)
{
    const qint32 before = lock.counting();
    lock.waiters = waiters;
    lock.isFree = isFree;
    const qint32 after = lock.counting();
    if (before == after)
        return;
    each(lock.group, [&](int group) {
        m_waiting[size_t(group)].change(at, after - before, int(after > 0) - int(before > 0), m_tally.watched,
                                        m_tally.groups[size_t(group)]);
    });
}

// As far as it lies in the stretch.
bool StretchReader::isWatched(qint64 from, qint64 to) const
{
    from = std::max(from, unixMs(range().from));
    qint64 watched = 0;
    m_tally.watched.each(from, to, [&watched](int, qint64 part) { watched += part; });
    return watched >= to - from;
}

void StretchReader::forgetWaiters(qint64 at)
{
    for (LockState &lock : m_locks) {
        setWaiting(lock, at, 0, false);
        lock.open = 0;
    }
}

Done StretchReader::readOpenAtEnd()
{
    const auto open = m_files.past().moment(range().to - milliseconds(1), OpenMost);
    if (!open)
        return open.failure();
    m_tally.stretch.openTruncated = open->truncated;
    for (const Hold &hold : open->holds) {
        if (!isWanted(hold.key.bytes) || (hold.ended && *hold.ended < range().to))
            continue;
        each(groupOf(hold.key.bytes),
             [&](int group) { m_tally.groups[size_t(group)].addPartlySeen(hold.knownLength(range().to)); });
    }
    return Nothing{};
}

Done StretchReader::readVerdicts()
{
    if (m_tally.judged.total() == 0)
        return Nothing{};
    QHash<QByteArray, VerdictState> locks;
    for (const StretchFiles::Part &part : m_files.parts()) {
        if (const Done read = readVerdicts(part, locks); !read.ok())
            return read;
    }
    endVerdicts(locks, unixMs(range().to));
    return Nothing{};
}

// A file that goes on from another begins with the verdicts that are known from there.
Done StretchReader::readVerdicts(const StretchFiles::Part &part, QHash<QByteArray, VerdictState> &locks)
{
    return m_files.ask(part, [&](PartReader &reader) -> Done {
        const auto there = reader.file().hasTable("judged");
        if (!there || !*there)
            return there ? Done(Nothing{}) : Done(there.failure());
        const auto begin = reader.file().ask(
            QStringLiteral("SELECT id FROM judged WHERE key IS NULL AND at <= %1 ORDER BY id DESC LIMIT 1")
                .arg(unixMs(range().from)));
        if (!begin)
            return begin.failure();
        const bool isFirst = part.index == m_files.parts().front().index;
        const WallTime known = isFirst ? Never : reader.edges().restatedUntil.value_or(Never);
        QSqlQuery rows = reader.file().query();
        if (!rows.exec(QStringLiteral("SELECT at, key, level, code FROM judged WHERE id >= %1 AND at < %2"
                                      " AND at > %3 ORDER BY id")
                           .arg(*begin)
                           .arg(unixMs(range().to))
                           .arg(unixMs(known))))
            return reader.file().failure(rows);
        while (rows.next()) {
            const qint64 at = rows.value(0).toLongLong();
            if (rows.value(1).isNull()) { // all verdicts that are not OK follow
                endVerdicts(locks, at);
                continue;
            }
            const QByteArray key = rows.value(1).toByteArray();
            if (!isWanted(key))
                continue;
            auto lock = locks.find(key);
            if (lock == locks.end())
                lock = locks.insert(key, {.group = groupOf(key), .since = at});
            const QByteArray code = rows.value(3).toByteArray();
            setVerdict(*lock, at, VerdictLevel(std::clamp(rows.value(2).toInt(), 0, 3)),
                       code == "renewal-overdue" || code == "client-silent");
            if (lock->level == VerdictLevel::Ok)
                locks.erase(lock);
        }
        return Nothing{};
    });
}

void StretchReader::endVerdicts(QHash<QByteArray, VerdictState> &locks, qint64 at)
{
    for (VerdictState &lock : locks)
        setVerdict(lock, at, VerdictLevel::Ok, false);
    locks.clear();
}

void StretchReader::setVerdict(VerdictState &lock, qint64 at, VerdictLevel level, bool isOverdue)
{
    qint64 ms = 0;
    m_tally.judged.each(lock.since, at, [&ms](int, qint64 part) { ms += part; });
    const int block = m_tally.judged.blockAt(at);
    each(lock.group, [&](int group) {
        GroupTally &tally = m_tally.groups[size_t(group)];
        if (lock.level == VerdictLevel::Warning)
            tally.warningSeconds += double(ms) / 1000;
        else if (lock.level == VerdictLevel::Critical)
            tally.criticalSeconds += double(ms) / 1000;
        if (isOverdue && !lock.isOverdue && block >= 0)
            ++tally.overdue[size_t(block)];
    });
    lock.level = level;
    lock.isOverdue = isOverdue;
    lock.since = at;
}

} // namespace lockscope
