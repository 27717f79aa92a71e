// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/momentsorter.h"

#include "ui/timeline/timelinelanes.h"

#include <algorithm>

namespace lockscope
{

namespace
{

// What is unknown comes first.
qint64 rank(const Hold &hold, MomentOrder by, const MomentLookup &look)
{
    if (by == MomentOrder::Waiters)
        return look.waiters(hold).value_or(-1);
    if (by == MomentOrder::Ttl) {
        const auto expiry = look.expiry(hold);
        return !expiry ? -1 : expiry->expires.value_or(WallTime::max()).time_since_epoch() / milliseconds(1);
    }
    const auto verdict = look.verdict(hold);
    return verdict ? qint64(verdict->level) : -1;
}

// Ties are resolved by the other fields, so that the order is reproducible.
bool before(const Hold &a, const Hold &b, MomentOrder by, const MomentLookup &look)
{
    if (by == MomentOrder::Kind && a.kind != b.kind)
        return a.kind < b.kind;
    if (by == MomentOrder::Owner && a.owner != b.owner)
        return a.owner.bytes < b.owner.bytes;
    if (by == MomentOrder::Length && a.began != b.began)
        return a.began > b.began;
    if (by == MomentOrder::Waiters || by == MomentOrder::Verdict || by == MomentOrder::Ttl) {
        const qint64 ranks[] = {rank(a, by, look), rank(b, by, look)};
        if (ranks[0] != ranks[1])
            return ranks[0] < ranks[1];
    }
    if (a.key != b.key)
        return a.key < b.key;
    return a.began != b.began ? a.began < b.began : a.owner.bytes < b.owner.bytes;
}

} // namespace

MomentLookup::MomentLookup(const HistoryMoment &moment) : m_at(moment.at)
{
    for (const WaitersStep &step : moment.waiters)
        m_waiters.insert(step.key, step.waiters);
    for (const VerdictStep &step : moment.verdicts)
        m_verdicts.insert(step.key, &step);
    for (const ExpiryStep &step : moment.expiries)
        m_expiries.insert({step.key, step.owner}, &step);
    for (const Unjudged &part : moment.unjudged) {
        if (part.node.isEmpty())
            m_allUnjudged = true;
        else
            m_unjudged.insert(part.node);
    }
}

std::optional<qint64> MomentLookup::waiters(const Hold &hold) const
{
    const auto found = m_waiters.constFind(hold.key);
    return found != m_waiters.cend() ? std::optional(*found) : std::nullopt;
}

// The verdict also knows of a hold that had none when it was first seen.
std::optional<ExpiryStep> MomentLookup::expiry(const Hold &hold) const
{
    if (isLost(hold))
        return {};
    if (const ExpiryStep *step = m_expiries.value({hold.key, hold.owner}))
        return *step;
    const auto judged = verdict(hold);
    return judged && judged->code == "no-expiry" ? std::optional(ExpiryStep{hold.key, hold.owner, {}})
                                                 : std::nullopt;
}

std::optional<VerdictStep> MomentLookup::verdict(const Hold &hold) const
{
    if (m_allUnjudged || isLost(hold))
        return {};
    const VerdictStep *step = m_verdicts.value(hold.key);
    return step ? *step : VerdictStep{.key = hold.key};
}

void sortMoment(HistoryMoment &moment, MomentOrder by, bool descending)
{
    std::vector<Hold> &holds = moment.holds;
    const MomentLookup look(moment);
    std::sort(holds.begin(), holds.end(), [&](const Hold &a, const Hold &b) {
        return descending ? before(b, a, by, look) : before(a, b, by, look);
    });
}

MomentSorter::MomentSorter(QObject *parent) : QObject(parent)
{
    m_thread.setObjectName(QStringLiteral("moments"));
    m_worker.moveToThread(&m_thread);
    m_thread.start();
}

MomentSorter::~MomentSorter()
{
    ++m_wanted;
    m_thread.quit();
    m_thread.wait();
}

void MomentSorter::stop()
{
    ++m_wanted;
}

void MomentSorter::start(const MomentPtr &moment, MomentOrder by, bool descending)
{
    const quint64 number = ++m_wanted;
    QMetaObject::invokeMethod(&m_worker, [this, number, moment, by, descending] {
        if (m_wanted.load(std::memory_order_relaxed) != number)
            return;
        HistoryMoment ordered = *moment;
        sortMoment(ordered, by, descending);
        const auto result = std::make_shared<const HistoryMoment>(std::move(ordered));
        QMetaObject::invokeMethod(this, [this, number, result] {
            if (m_wanted.load(std::memory_order_relaxed) == number)
                emit sorted(result);
        });
    });
}

} // namespace lockscope
