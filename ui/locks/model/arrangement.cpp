// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/model/arrangement.h"

#include "core/values/kindname.h"
#include "ui/text/holdertext.h"

#include <QHash>

#include <algorithm>
#include <iterator>
#include <limits>

namespace lockscope
{
namespace
{

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isSeparator(char c)
{
    return c == ':' || c == '/' || c == '|' || c == '.';
}

// A number, a hash or a UUID: the part that differs between locks of one purpose.
bool isId(QByteArrayView part)
{
    const bool hex = std::all_of(part.begin(), part.end(), [](char c) {
        return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == '-';
    });
    return hex && std::any_of(part.begin(), part.end(), isDigit);
}

QByteArray prefixOf(const QByteArray &key)
{
    QByteArray prefix;
    qsizetype from = 0;
    for (qsizetype at = 0; at < key.size(); ++at) {
        if (!isSeparator(key[at]))
            continue;
        // A hash tag only selects the slot: {order}:7 and order:7 belong to one group.
        QByteArray part = key.mid(from, at - from);
        part.replace('{', QByteArray()).replace('}', QByteArray());
        prefix += isId(part) ? QByteArrayLiteral("*") : part;
        prefix += key[at];
        from = at + 1;
    }
    return prefix;
}

template<class T> int ordered(const T &a, const T &b)
{
    return a < b ? -1 : (b < a ? 1 : 0);
}

Instant deadline(const Lock &lock)
{
    return lock.expiresAt.value_or(Instant::max());
}

int compareBy(LockColumn column, const Lock &a, const Lock &b)
{
    switch (column) {
    case LockColumn::Verdict:
        return ordered(a.shownVerdict().level, b.shownVerdict().level);
    case LockColumn::Key:
        return compareNaturally(a.key.bytes, b.key.bytes);
    case LockColumn::Kind:
        return ordered(a.kind.name, b.kind.name);
    case LockColumn::Owner:
        return compareHolding(a, b);
    case LockColumn::Holds:
        return ordered(holdsOf(a), holdsOf(b));
    case LockColumn::Ttl:
        return ordered(deadline(a), deadline(b));
    case LockColumn::Held: // The longest held lock is the largest, a free lock the smallest
        return ordered(b.held() ? b.heldSince : Instant::max(), a.held() ? a.heldSince : Instant::max());
    case LockColumn::Renewals:
        return ordered(a.renewals.count, b.renewals.count);
    case LockColumn::Waiters:
        return ordered(a.waiters.count().figure(), b.waiters.count().figure());
    case LockColumn::Node:
        return compareNaturally(a.node.bytes, b.node.bytes);
    case LockColumn::Client:
        return compareNaturally(clientSortKey(a), clientSortKey(b));
    }
    return 0;
}

} // namespace

bool LockOrder::less(const Lock &a, const Lock &b) const
{
    const int column = compareBy(m_column, a, b);
    if (column != 0)
        return m_order == Qt::AscendingOrder ? column < 0 : column > 0;
    return m_column != LockColumn::Key && compareNaturally(a.key.bytes, b.key.bytes) < 0;
}

int compareNaturally(const QByteArray &a, const QByteArray &b)
{
    qsizetype i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (!isDigit(a[i]) || !isDigit(b[j])) {
            if (a[i] != b[j])
                return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]) ? -1 : 1;
            ++i, ++j;
            continue;
        }
        while (i < a.size() && a[i] == '0')
            ++i;
        while (j < b.size() && b[j] == '0')
            ++j;
        const qsizetype numberA = i, numberB = j;
        while (i < a.size() && isDigit(a[i]))
            ++i;
        while (j < b.size() && isDigit(b[j]))
            ++j;
        if (i - numberA != j - numberB)
            return i - numberA < j - numberB ? -1 : 1;
        const int digits = QByteArrayView(a)
                               .sliced(numberA, i - numberA)
                               .compare(QByteArrayView(b).sliced(numberB, j - numberB));
        if (digits != 0)
            return digits;
    }
    if (i < a.size() || j < b.size())
        return i < a.size() ? 1 : -1;
    return a.compare(b); // Equal by value but not by bytes: "a01" and "a1"
}

QByteArray groupOf(const Lock &lock, Grouping grouping)
{
    switch (grouping) {
    case Grouping::None:
        return {};
    case Grouping::Prefix:
        return prefixOf(lock.key.bytes);
    case Grouping::Owner:
        return lock.owner().bytes;
    case Grouping::Kind:
        return kindName(lock.kind);
    case Grouping::Verdict:
        return QByteArray(1, char('0' + int(lock.shownVerdict().level)));
    }
    return {};
}

bool groupLess(const QByteArray &a, const QByteArray &b, Grouping grouping)
{
    return grouping == Grouping::Verdict ? b < a : compareNaturally(a, b) < 0;
}

Arrangement arrange(std::vector<LockPtr> locks, std::vector<LockPtr> ended, const Criteria &criteria,
                    Instant at, const std::atomic<quint64> &wanted, quint64 number)
{
    const auto unwanted = [&] { return wanted.load(std::memory_order_relaxed) != number; };
    Arrangement arrangement;
    if (!criteria.filter.isEmpty())
        std::erase_if(locks, [&](const LockPtr &lock) { return !criteria.filter.matches(*lock, at); });
    std::move(ended.begin(), ended.end(), std::back_inserter(locks));
    if (criteria.grouping == Grouping::None) {
        arrangement.groups.push_back({.name = {}, .rows = std::move(locks)});
    } else {
        QHash<QByteArray, size_t> places;
        for (LockPtr &lock : locks) {
            const QByteArray name = groupOf(*lock, criteria.grouping);
            const auto place = places.constFind(name);
            const size_t at = place != places.constEnd() ? *place : arrangement.groups.size();
            if (at == arrangement.groups.size()) {
                places.insert(name, at);
                arrangement.groups.push_back({.name = name});
            }
            arrangement.groups[at].rows.push_back(std::move(lock));
        }
    }
    for (LockGroup &group : arrangement.groups) {
        if (unwanted())
            return arrangement;
        std::sort(group.rows.begin(), group.rows.end(), LockOrder(criteria));
    }
    std::sort(
        arrangement.groups.begin(), arrangement.groups.end(),
        [&](const LockGroup &a, const LockGroup &b) { return groupLess(a.name, b.name, criteria.grouping); });
    return arrangement;
}

} // namespace lockscope
