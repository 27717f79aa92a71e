// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/sharing/sharesource.h"

#include "core/base/tr.h"
#include "core/base/unixms.h"
#include "core/formats/families/ruleformat.h"
#include "core/history/playback/statethen.h"
#include "core/history/states/staterows.h"

#include <QHash>
#include <QSet>
#include <QSqlQuery>
#include <QVariant>

#include <algorithm>
#include <utility>

namespace lockscope
{

namespace
{

constexpr size_t HeldMost = 250'000;
constexpr auto MinutesAtOnce = std::chrono::hours(24);

const QString OpenedOrClosed =
    QStringLiteral("kind IN (%1, %2)").arg(int(Mark::Kind::Opened)).arg(int(Mark::Kind::Closed));

// Of an order that was also seen outside of the stretch, the one sighting that is known to be inside.
std::optional<OrderSeen> within(const OrderSeen &order, const HistoryRange &range)
{
    const auto isInside = [&range](WallTime at) { return at >= range.from && at < range.to; };
    OrderSeen inside = order;
    if (isInside(order.began) && isInside(order.last))
        return inside;
    inside.count = 1;
    if (isInside(order.last)) {
        inside.began = order.last;
        return inside;
    }
    if (!isInside(order.began))
        return {};
    inside.last = order.began;
    inside.owner = {}; // that of another sighting
    return inside;
}

bool isLastKnown(const Hold &hold, WallTime at)
{
    return hold.lastKnown && *hold.lastKnown < at;
}

// As History writes what is held when it begins.
LockEvent firstSightOf(const Hold &hold, WallTime at)
{
    return {.kind = EventKind::Acquired,
            .key = hold.key,
            .lockKind = storedKind(hold.kind),
            .owner = hold.owner,
            .count = 1,
            .held = hold.knownLength(at),
            .heldIsLowerBound = hold.beganBefore || isLastKnown(hold, at),
            .asLastKnown = isLastKnown(hold, at),
            .node = hold.nodeAt(at),
            .source = EventSource::Scan,
            .sampled = hold.sampled,
            .wallAt = at};
}

} // namespace

Done ShareSource::open()
{
    if (const Done opened = openForReading(); !opened.ok())
        return opened;
    const auto first = since();
    const auto last = lastWritten();
    if (!first || !last)
        return first ? last.failure() : first.failure();
    if (*first && *last)
        m_extent = HistoryRange{**first, std::max(**first, **last)};
    const auto before = m_file.ask(
        QStringLiteral("SELECT count(*) FROM mark WHERE events_before + 1 < (SELECT min(id) FROM event)"));
    const auto kind = m_file.ask(
        QStringLiteral("SELECT kind FROM mark WHERE %1 ORDER BY id DESC LIMIT 1").arg(OpenedOrClosed));
    const auto firstEvent = m_file.ask(QStringLiteral("SELECT coalesce(min(id), 1) FROM event"));
    for (const Outcome<qint64> *number : {&before, &kind, &firstEvent}) {
        if (!number->ok())
            return number->failure();
    }
    m_isTrimmed = *before > 0 || *firstEvent > 1;
    m_isClosed = *kind == int(Mark::Kind::Closed);
    const auto place = m_file.place();
    if (!place)
        return place.failure();
    m_subject = *place ? (*place)->subject : QByteArray();
    const auto part = describe();
    if (!part)
        return part.failure();
    m_part = *part;
    return readNames();
}

bool ShareSource::join(ShareSource &earlier)
{
    if (!m_part.goesOnFrom(earlier.m_part) || m_isTrimmed || !earlier.m_isClosed)
        return false;
    PartEdges before = earlier.edges();
    before.closedAt = earlier.m_part.closedAt;
    earlier.setEdges(before);
    setEdges({.restated = m_part.restated, .restatedUntil = m_part.restatedUntil});
    return true;
}

Done ShareSource::checkSubject(const ShareSource &earlier) const
{
    const bool areNamed = m_names == SharedNames::Source::Names && earlier.m_names == m_names;
    if (!areNamed || m_subject.isEmpty() || earlier.m_subject.isEmpty() || m_subject == earlier.m_subject)
        return Nothing{};
    return Failure{
        .kind = ErrorKind::BadInput,
        .text = Tr::tr("%1 is a recording of %2, %3 of %4")
                    .arg(earlier.m_name, escapedText(earlier.m_subject), m_name, escapedText(m_subject)),
        .remedy = Tr::tr("share each of them alone")};
}

// Pseudonyms only if everything that has a name has one: a single pseudonym may be the name of a lock.
Done ShareSource::readNames()
{
    bool hasLocks = false;
    QSqlQuery rows = m_file.query();
    for (const auto &[sql, what] :
         {std::pair("SELECT bytes FROM lock_key", "key"),
          std::pair("SELECT bytes FROM word WHERE id IN (SELECT node FROM event)", "node")}) {
        if (!rows.exec(QLatin1String(sql)))
            return m_file.failure(rows);
        while (rows.next()) {
            const QByteArray name = rows.value(0).toByteArray();
            if (!name.isEmpty() && !isPseudonymOf(what, name))
                return Nothing{};
            hasLocks = true;
        }
    }
    if (hasLocks)
        m_names = SharedNames::Source::Pseudonyms;
    return Nothing{};
}

double ShareSource::progress(WallTime at) const
{
    if (!m_extent || m_extent->to <= m_extent->from)
        return 1;
    return std::clamp(double(unixMs(at) - unixMs(m_extent->from)) /
                          double(unixMs(m_extent->to) - unixMs(m_extent->from)),
                      0.0, 1.0);
}

// Without such a mark before, watching began before what is known.
Outcome<bool> ShareSource::isWatchedAt(WallTime at)
{
    QSqlQuery rows = m_file.query();
    rows.prepare(QStringLiteral("SELECT kind FROM mark WHERE at <= ? AND %1 ORDER BY id DESC LIMIT 1")
                     .arg(OpenedOrClosed));
    rows.addBindValue(unixMs(at));
    if (!rows.exec())
        return m_file.failure(rows);
    const bool isClosed = rows.next() && rows.value(0).toInt() == int(Mark::Kind::Closed);
    return m_extent && at >= m_extent->from && at <= m_extent->to && !isClosed;
}

Outcome<ShareState> ShareSource::stateAt(WallTime at)
{
    ShareState state;
    const auto watched = isWatchedAt(at);
    if (!watched)
        return watched.failure();
    state.watched = *watched;
    if (!state.watched)
        return state;
    for (const auto add : {&ShareSource::addHeld, &ShareSource::addWaiting, &ShareSource::addUnreadable,
                           &ShareSource::addVerdicts, &ShareSource::addLost, &ShareSource::addRows}) {
        if (const Done done = (this->*add)(state, at); !done.ok())
            return done.failure();
    }
    return state;
}

// Of an owner with several parts of a lock, the one held for longest: the ends of the others have their own
// beginnings.
Done ShareSource::addHeld(ShareState &state, WallTime at)
{
    const auto then = moment(at, HeldMost);
    if (!then)
        return then.failure();
    QHash<std::pair<LockName, OwnerId>, size_t> there;
    for (const Hold &hold : then->holds) {
        if (hold.began >= at) // it has its own event
            continue;
        const auto known = there.constFind({hold.key, hold.owner});
        if (known == there.cend()) {
            there.insert({hold.key, hold.owner}, state.held.size());
            state.held.push_back(firstSightOf(hold, at));
            state.held.back().count = countOf(hold, at);
        } else if (LockEvent &sight = state.held[*known]; hold.knownLength(at) > *sight.held) {
            const qint64 count = sight.count;
            sight = firstSightOf(hold, at);
            sight.count = count;
        }
    }
    return addExpiries(state, then->holds, at);
}

Done ShareSource::addExpiries(ShareState &state, const std::vector<Hold> &holds, WallTime at)
{
    const auto expiries = expiriesAt(holds, at);
    if (!expiries)
        return expiries.failure();
    QHash<std::pair<LockName, OwnerId>, std::optional<WallTime>> found;
    for (const ExpiryStep &step : *expiries)
        found.insert({step.key, step.owner}, step.expires);
    for (LockEvent &sight : state.held) {
        if (const auto expires = found.value({sight.key, sight.owner}))
            sight.ttl = std::chrono::duration_cast<milliseconds>(*expires - at);
    }
    return Nothing{};
}

// As the last events before say it.
qint64 ShareSource::countOf(const Hold &hold, WallTime at)
{
    constexpr int EventsTried = 50;
    QSqlQuery rows = m_file.query();
    rows.prepare(eventColumns() +
                 QStringLiteral("WHERE e.key = (SELECT id FROM lock_key WHERE bytes = ?) AND e.at < ?"
                                " AND e.kind <> %1 ORDER BY e.id DESC LIMIT %2")
                     .arg(int(EventKind::Waiters))
                     .arg(EventsTried));
    rows.addBindValue(hold.key.bytes);
    rows.addBindValue(unixMs(at));
    if (!rows.exec())
        return 1;
    while (rows.next()) {
        const LockEvent event = eventAt(rows);
        if (event.owner == hold.owner && event.wallAt >= hold.began)
            return std::max<qint64>(event.count, 1);
    }
    return 1;
}

// Waiters from before a break in watching may have left.
Done ShareSource::addWaiting(ShareState &state, WallTime at)
{
    QSqlQuery rows = m_file.query();
    rows.prepare(eventColumns() +
                 QStringLiteral("WHERE e.count > 0 AND e.id IN (SELECT max(id) FROM event WHERE kind = %1"
                                " AND at < ? AND id > (SELECT coalesce(max(events_before), 0) FROM mark"
                                " WHERE %2 AND at <= ?) GROUP BY key) ORDER BY e.id")
                     .arg(QString::number(int(EventKind::Waiters)), OpenedOrClosed));
    rows.addBindValue(unixMs(at));
    rows.addBindValue(unixMs(at));
    if (!rows.exec())
        return m_file.failure(rows);
    while (rows.next()) {
        LockEvent count = eventAt(rows);
        count.wallAt = at;
        state.waiting.push_back(std::move(count));
    }
    return Nothing{};
}

// Those whose last event says so, since watching began.
Done ShareSource::addUnreadable(ShareState &state, WallTime at)
{
    QSqlQuery rows = m_file.query();
    rows.prepare(eventColumns() +
                 QStringLiteral("WHERE e.flags & %1 AND e.id IN (SELECT max(id) FROM event WHERE kind <> %2"
                                " AND at < ? AND id > (SELECT coalesce(max(events_before), 0) FROM mark WHERE"
                                " %3 AND at <= ?) AND key IN (SELECT key FROM event WHERE flags & %1)"
                                " GROUP BY key) ORDER BY e.id")
                     .arg(QString::number(int(historyrow::Unreadable)),
                          QString::number(int(EventKind::Waiters)), OpenedOrClosed));
    rows.addBindValue(unixMs(at));
    rows.addBindValue(unixMs(at));
    if (!rows.exec())
        return m_file.failure(rows);
    while (rows.next()) {
        LockEvent event = eventAt(rows);
        event.wallAt = at;
        event.held.reset();
        event.owner = {};
        state.unreadable.push_back(std::move(event));
    }
    return Nothing{};
}

Done ShareSource::addVerdicts(ShareState &state, WallTime at)
{
    const auto there = m_file.hasTable("judged");
    if (!there)
        return there.failure();
    if (!*there)
        return Nothing{};
    const auto begin = m_file.ask(
        QStringLiteral("SELECT id FROM judged WHERE key IS NULL AND at <= %1 AND NOT EXISTS (SELECT 1 FROM"
                       " mark WHERE %2 AND mark.at > judged.at AND mark.at <= %1) ORDER BY id DESC LIMIT 1")
            .arg(QString::number(unixMs(at)), OpenedOrClosed));
    if (!begin)
        return begin.failure();
    if (*begin == 0)
        return Nothing{};
    QSqlQuery rows = m_file.query();
    rows.prepare(QStringLiteral("SELECT key, level, code FROM judged WHERE id IN (SELECT max(id) FROM judged"
                                " WHERE id >= ? AND at < ? AND key IS NOT NULL GROUP BY key) ORDER BY id"));
    rows.addBindValue(*begin);
    rows.addBindValue(unixMs(at));
    if (!rows.exec())
        return m_file.failure(rows);
    state.verdicts.emplace();
    while (rows.next()) {
        const auto level = VerdictLevel(std::clamp(rows.value(1).toInt(), 0, 3));
        if (level != VerdictLevel::Ok)
            state.verdicts->push_back({.key = {rows.value(0).toByteArray()},
                                       .at = at,
                                       .level = level,
                                       .code = rows.value(2).toByteArray()});
    }
    return Nothing{};
}

Done ShareSource::addLost(ShareState &state, WallTime at)
{
    QSqlQuery rows = m_file.query();
    rows.prepare(QStringLiteral("SELECT at, kind, node, other FROM mark WHERE at < ? AND id > (SELECT"
                                " coalesce(max(id), 0) FROM mark WHERE %1 AND at <= ?) ORDER BY id")
                     .arg(OpenedOrClosed));
    rows.addBindValue(unixMs(at));
    rows.addBindValue(unixMs(at));
    if (!rows.exec())
        return m_file.failure(rows);
    QSet<NodeId> lost;
    while (rows.next()) {
        const Mark mark = markAt(rows);
        if (mark.kind == Mark::Kind::Lost)
            lost.insert(mark.node);
        else if (mark.kind == Mark::Kind::Back)
            lost.remove(mark.node);
        else if (mark.kind == Mark::Kind::Failover)
            lost.remove(mark.other);
    }
    state.lost.assign(lost.cbegin(), lost.cend());
    return Nothing{};
}

// Those from before a break in watching may have changed.
Done ShareSource::addRows(ShareState &state, WallTime at)
{
    for (const StateRow::Kind kind : {StateRow::Kind::Findings, StateRow::Kind::Nodes}) {
        auto found = lastState(m_file, kind, at);
        if (!found)
            return found.failure();
        if (!*found || (*found)->isLastKnown)
            continue;
        (*found)->row.at = at;
        state.rows.push_back(std::move((*found)->row));
    }
    return Nothing{};
}

Outcome<std::vector<LockEvent>> ShareSource::heldUntil(WallTime at)
{
    const auto then = moment(at, HeldMost);
    if (!then)
        return then.failure();
    std::vector<LockEvent> ends;
    for (const Hold &hold : then->holds) {
        if (hold.began >= at)
            continue;
        LockEvent end = firstSightOf(hold, at);
        end.kind = EventKind::Changed;
        end.held = std::chrono::duration_cast<milliseconds>(at - hold.began);
        end.heldIsLowerBound = hold.beganBefore;
        end.asLastKnown = false;
        end.count = 0;
        end.untilClosing = true;
        ends.push_back(std::move(end));
    }
    return ends;
}

// What was so already when the file was begun is known from the one before.
WallTime ShareSource::firstOfItsOwn(WallTime from) const
{
    return isJoined() ? std::max(from, *edges().restatedUntil + milliseconds(1)) : from;
}

Done ShareSource::eachVerdict(const HistoryRange &range, const std::function<Done(const VerdictStep &)> &take)
{
    const auto there = m_file.hasTable("judged");
    if (!there)
        return there.failure();
    if (!*there)
        return Nothing{};
    QSqlQuery rows = m_file.query();
    rows.prepare(
        QStringLiteral("SELECT key, at, level, code FROM judged WHERE at >= ? AND at < ? ORDER BY id"));
    rows.addBindValue(unixMs(firstOfItsOwn(range.from)));
    rows.addBindValue(unixMs(range.to));
    if (!rows.exec())
        return m_file.failure(rows);
    while (rows.next()) {
        const VerdictStep step{.key = {rows.value(0).toByteArray()},
                               .at = wallTimeOf(rows.value(1).toLongLong()),
                               .level = VerdictLevel(std::clamp(rows.value(2).toInt(), 0, 3)),
                               .code = rows.value(3).toByteArray()};
        if (const Done taken = take(step); !taken.ok())
            return taken;
    }
    return Nothing{};
}

Done ShareSource::eachState(const HistoryRange &range, const std::function<Done(const StateRow &)> &take)
{
    const auto there = m_file.hasTable(staterows::Name);
    if (!there)
        return there.failure();
    if (!*there)
        return Nothing{};
    QSqlQuery rows = m_file.query();
    if (!staterows::findWithin(rows, firstOfItsOwn(range.from), range.to))
        return m_file.failure(rows);
    while (const auto row = staterows::next(rows)) {
        if (const Done taken = take(*row); !taken.ok())
            return taken;
    }
    return Nothing{};
}

// Whole ones.
Done ShareSource::eachMinute(const HistoryRange &range, const std::function<Done(const Tally &)> &take)
{
    if (!m_extent)
        return Nothing{};
    const WallTime end = std::min(range.to, m_extent->to + std::chrono::minutes(1));
    const WallTime first = m_extent->from - std::chrono::minutes(1);
    for (WallTime from = std::max(range.from, first); from < end; from += MinutesAtOnce) {
        const auto rows = minutes({from, std::min<WallTime>(from + MinutesAtOnce, end)}, milliseconds(1));
        if (!rows)
            return rows.failure();
        for (const Tally &minute : *rows) {
            if (minute.from + minute.length > range.to)
                continue;
            if (const Done taken = take(minute); !taken.ok())
                return taken;
        }
    }
    return Nothing{};
}

Done ShareSource::eachOrder(const HistoryRange &range,
                            const std::function<Done(const OrderSeen &, LockKind kind)> &take)
{
    const auto there = m_file.hasTable("lock_order");
    if (!there)
        return there.failure();
    if (!*there)
        return Nothing{};
    QSqlQuery rows = m_file.query();
    if (!rows.exec(QStringLiteral(
            "SELECT first, second, owner, node, database, count, began, last, (SELECT w.bytes FROM event e"
            " JOIN word w ON w.id = e.lock_kind WHERE e.key = (SELECT id FROM lock_key WHERE bytes = second)"
            " ORDER BY e.id DESC LIMIT 1) FROM lock_order")))
        return m_file.failure(rows);
    while (rows.next()) {
        const OrderSeen order{.first = {rows.value(0).toByteArray()},
                              .second = {rows.value(1).toByteArray()},
                              .owner = {rows.value(2).toByteArray()},
                              .node = {rows.value(3).toByteArray()},
                              .database = rows.value(4).toInt(),
                              .count = historyrow::storedCount(rows.value(5)),
                              .began = wallTimeOf(rows.value(6).toLongLong()),
                              .last = wallTimeOf(rows.value(7).toLongLong())};
        const auto inside = within(order, range);
        if (!inside)
            continue;
        if (const Done taken = take(*inside, storedKind(rows.value(8).toByteArray())); !taken.ok())
            return taken;
    }
    return Nothing{};
}

} // namespace lockscope
