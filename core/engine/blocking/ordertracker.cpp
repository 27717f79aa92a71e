// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/blocking/ordertracker.h"

#include <utility>

namespace lockscope
{

namespace
{

// Of a missing key; others bring a value that was made before, or change one.
bool makesLock(const QByteArray &event)
{
    return event == "hincrby" || event == "hset" || event == "set";
}

} // namespace

void OrderTracker::begin(Instant at)
{
    gap();
    m_since = at;
}

void OrderTracker::gap()
{
    const quint64 reads = m_reads; // One from before confirms nothing of what follows
    *this = {};
    m_reads = reads;
}

void OrderTracker::notePass(Instant began)
{
    m_hasPass = m_hasPass || (m_since && began >= *m_since);
}

void OrderTracker::noteEvent(const LockName &key, const QByteArray &event, bool wasAbsent, Instant at)
{
    if (!m_since || event == "new" || event == "keymiss" || event == "expire" || event == "persist")
        return;
    if (endingOf(event))
        end(key, event == "del", at);
    else
        write(key, event, wasAbsent, at);
}

void OrderTracker::write(const LockName &key, const QByteArray &event, bool wasAbsent, Instant at)
{
    const auto known = m_holds.constFind(key);
    // HINCRBY changes the count of a holder and replaces none: the hold goes on.
    if (known != m_holds.cend() && event == "hincrby")
        return;
    const bool wasKnown = known != m_holds.cend();
    if (wasKnown)
        end(key, false, at);
    else if (m_holds.size() >= Most)
        begin(at);
    const bool isUnsure = wasKnown || !wasAbsent || !m_hasPass || !makesLock(event);
    m_holds.insert(key, std::make_shared<Hold>(Hold{.key = key, .began = at, .isUnsure = isUnsure}));
}

void OrderTracker::end(const LockName &key, bool isDeleted, Instant at)
{
    const HoldPtr hold = m_holds.take(key);
    if (!hold)
        return;
    hold->ended = at;
    hold->isDeleted = isDeleted;
    tellSeen(*hold);
    hold->waiting.clear();
    if (hold->seenAt)
        m_ended.push_back(hold);
    forgetEnded(at);
}

void OrderTracker::noteRead(const Lock &lock, const QByteArray &thread, Instant askedAt)
{
    const HoldPtr hold = m_holds.value(lock.key);
    if (!hold || hold->isUnsure || thread.isEmpty() || askedAt <= hold->began)
        return;
    if (hold->thread.isEmpty()) {
        hold->thread = thread;
        hold->owner = lock.owner();
        hold->node = lock.node;
    } else if (hold->thread != thread || hold->waiting.empty()) {
        return; // what follows will end this hold; or it says nothing new
    }
    m_unsure.push_back({.hold = hold, .number = ++m_reads, .askedAt = askedAt});
}

void OrderTracker::noteOther(const LockName &key, Instant at)
{
    end(key, false, at);
    if (m_since)
        m_holds.insert(key, std::make_shared<Hold>(Hold{.key = key, .began = at, .isUnsure = true}));
}

std::vector<AcquireOrder> OrderTracker::confirm(quint64 read, Instant at, WallTime wallAt, int database)
{
    for (; !m_unsure.empty() && m_unsure.front().number <= read; m_unsure.pop_front()) {
        const HoldPtr hold = m_unsure.front().hold;
        if (hold->ended) // the read may be of the next one
            continue;
        const bool isNew = !hold->seenAt;
        hold->seenAt = m_unsure.front().askedAt;
        tellSeen(*hold);
        if (!isNew)
            continue;
        std::vector<HoldPtr> &others = m_sure[hold->thread];
        for (const HoldPtr &other : others) {
            const bool otherIsFirst = other->began < hold->began;
            const HoldPtr &second = otherIsFirst ? hold : other;
            const auto age = std::chrono::duration_cast<WallTime::duration>(at - second->began);
            pair(otherIsFirst ? other : hold, second,
                 {.second = second->key,
                  .owner = second->owner,
                  .node = second->node,
                  .database = database,
                  .at = wallAt - age});
        }
        others.push_back(hold);
    }
    forgetEnded(at);
    return std::exchange(m_told, {});
}

void OrderTracker::pair(const HoldPtr &first, const HoldPtr &second, AcquireOrder order)
{
    if (first->began >= second->began || (first->ended && *first->ended <= second->began) ||
        first->key == second->key || first->node != second->node || first->waiting.size() >= MostWaiting)
        return;
    order.first = first->key;
    first->waiting.push_back({.order = std::move(order), .secondBegan = second->began});
    tellSeen(*first);
    if (first->ended)
        first->waiting.clear();
    else if (!first->waiting.empty())
        m_wanted.push_back(first->key);
}

// Tells the orders of which it is known that the first hold still lasted when the second began.
void OrderTracker::tellSeen(Hold &first)
{
    std::erase_if(first.waiting, [&](const Waiting &waiting) {
        const bool lasted = (first.seenAt && *first.seenAt > waiting.secondBegan) ||
                            (first.isDeleted && *first.ended > waiting.secondBegan);
        if (lasted)
            m_told.push_back(waiting.order);
        return lasted;
    });
}

void OrderTracker::forgetEnded(Instant at)
{
    while (!m_ended.empty() && (*m_ended.front()->ended < at - EndedKept || m_ended.size() > size_t(Most))) {
        const HoldPtr ended = m_ended.front();
        m_ended.pop_front();
        const auto holds = m_sure.find(ended->thread);
        if (holds == m_sure.end())
            continue;
        std::erase(*holds, ended);
        if (holds->empty())
            m_sure.erase(holds);
    }
}

} // namespace lockscope
