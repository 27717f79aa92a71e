// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/momentsorter.h"

#include "ui/timeline/timelinelanes.h"

#include <algorithm>

namespace lockscope
{

namespace
{

// Ties are resolved by the other fields, so that the order is reproducible.
bool before(const Hold &a, const Hold &b, MomentOrder by)
{
    if (by == MomentOrder::Owner && a.owner != b.owner)
        return a.owner.bytes < b.owner.bytes;
    if (by == MomentOrder::Length && a.began != b.began)
        return a.began > b.began;
    if (a.key != b.key)
        return a.key < b.key;
    return a.began != b.began ? a.began < b.began : a.owner.bytes < b.owner.bytes;
}

} // namespace

void sortMoment(HistoryMoment &moment, MomentOrder by, bool descending)
{
    std::vector<Hold> &holds = moment.holds;
    std::sort(holds.begin(), holds.end(), [by, descending](const Hold &a, const Hold &b) {
        return descending ? before(b, a, by) : before(a, b, by);
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
