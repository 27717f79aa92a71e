// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/following/orderwatch.h"

#include "core/engine/blocking/party.h"

namespace lockscope
{

OrderWatch::OrderWatch(const Registry &registry, LockTable &table, int database, QObject *parent)
    : QObject(parent), m_registry(registry), m_table(table), m_database(database)
{
}

void OrderWatch::begin(LiveFeed *feed)
{
    m_tracker.gap();
    const bool hasEvents = feed && feed->tellsEachEnd();
    m_feed = hasEvents ? feed : nullptr;
    if (hasEvents)
        m_tracker.begin(now());
}

void OrderWatch::noteEvent(const LockName &key, const QByteArray &event, Instant at)
{
    const LockPtr lock = m_table.find(key);
    m_tracker.noteEvent(key, event, !lock || !lock->held(), at);
}

void OrderWatch::take(const std::vector<KeyReading> &readings, Instant askedAt)
{
    if (!m_feed)
        return;
    for (const KeyReading &reading : readings) {
        const LockPtr lock = m_table.find(reading.key);
        if (lock && lock->readAt == reading.readAt) // otherwise the table did not believe it
            m_tracker.noteRead(*lock, threadOf(*lock), askedAt);
        else if (!lock && reading.type != ValueType::None)
            m_tracker.noteOther(reading.key, now());
    }
    if (!m_confirming && !m_tracker.isComplete())
        confirm(this);
}

// Of its holder, if only one client can hold the lock, and its id names a thread; otherwise empty.
QByteArray OrderWatch::threadOf(const Lock &lock) const
{
    const Format *format = m_registry.find(lock.kind.name);
    if (lock.holders.size() != 1 || lock.type == ValueType::None || !format ||
        lock.confidence == Confidence::Guess)
        return {};
    const Holder &holder = lock.holders.front();
    const bool excludes = format->nature() == Nature::Mutex && holder.mode == HoldMode::Exclusive;
    return excludes && holder.part.isEmpty() ? partyOf(format, holder.id, {}).thread : QByteArray();
}

QCoro::Task<> OrderWatch::confirm(QPointer<OrderWatch> self)
{
    self->m_confirming = true;
    bool hasAll = true;
    while (self && self->m_feed && hasAll && !self->m_tracker.isComplete()) {
        const quint64 reads = self->m_tracker.reads();
        LiveFeed *feed = self->m_feed;
        hasAll = co_await feed->caughtUp();
        if (!self)
            co_return;
        if (!hasAll || self->m_feed != feed)
            break;
        const std::vector<AcquireOrder> orders =
            self->m_tracker.confirm(reads, now(), wallNow(), self->m_database);
        self->m_table.note(orders);
        if (const auto wanted = self->m_tracker.takeWanted(); !wanted.empty())
            emit self->readWanted(wanted);
        if (self && !orders.empty())
            emit self->tableTouched();
    }
    if (self)
        self->m_confirming = false;
}

} // namespace lockscope
