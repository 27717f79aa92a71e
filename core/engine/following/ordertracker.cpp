// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/following/ordertracker.h"

#include <algorithm>

namespace lockscope
{

namespace
{

bool isEnding(const QByteArray &event)
{
    return event == "del" || event == "expired" || event == "evicted" || event == "rename_from" ||
           event == "move_from";
}

// Brings a value that was made elsewhere or before.
bool isCopy(const QByteArray &event)
{
    return event == "rename_to" || event == "move_to" || event == "copy_to" || event == "restore";
}

} // namespace

void OrderTracker::begin(Instant at)
{
    *this = {};
    m_since = at;
}

void OrderTracker::gap()
{
    *this = {};
}

void OrderTracker::notePass(Instant began)
{
    m_hasPass = m_hasPass || (m_since && began >= *m_since);
}

void OrderTracker::noteEvent(const LockName &key, const QByteArray &event, bool wasAbsent, Instant at)
{
    if (!m_since || event == "new" || event == "keymiss")
        return;
    if (isEnding(event)) {
        end(key, at);
    } else if (event != "expire" && event != "persist") {
        write(key, event, wasAbsent, at);
    } else if (const auto hold = m_holds.find(key); hold != m_holds.end()) {
        hold->isDeadlineKnown = false; // it may be nearer; the read that follows shows it
        if (Hold *sure = sureOf(*hold))
            sure->isDeadlineKnown = false;
    }
}

void OrderTracker::write(const LockName &key, const QByteArray &event, bool wasAbsent, Instant at)
{
    const auto known = m_holds.find(key);
    if (known == m_holds.end()) {
        if (m_holds.size() >= Most)
            begin(at);
        m_holds.insert(key, {.key = key, .began = at, .isUnsure = !wasAbsent || !m_hasPass || isCopy(event)});
        return;
    }
    // It counts in a field and replaces none: whoever holds the lock still does.
    if (event == "hincrby")
        return;
    end(key, at);
    m_holds.insert(key, {.key = key, .began = at, .isUnsure = true});
}

void OrderTracker::end(const LockName &key, Instant at)
{
    const auto hold = m_holds.find(key);
    if (hold == m_holds.end())
        return;
    if (Hold *sure = sureOf(*hold)) {
        sure->ended = at;
        m_ended.emplace_back(at, hold->thread);
    }
    m_holds.erase(hold);
    forgetEnded(at);
}

void OrderTracker::noteRead(const Lock &lock, const QByteArray &thread, Instant askedAt)
{
    const auto hold = m_holds.find(lock.key);
    if (hold == m_holds.end() || hold->isUnsure || thread.isEmpty() || askedAt <= hold->began)
        return;
    if (hold->read == 0) {
        hold->thread = thread;
        hold->owner = lock.owner();
        hold->node = lock.node;
        hold->read = ++m_reads;
        m_unsure.push_back(lock.key);
    } else if (hold->thread != thread) {
        return; // what follows will end this hold
    }
    hold->deadline = lock.holders.front().expiresAt ? lock.holders.front().expiresAt : lock.expiresAt;
    hold->isDeadlineKnown = true;
    if (Hold *sure = sureOf(*hold)) {
        sure->deadline = hold->deadline;
        sure->isDeadlineKnown = true;
    }
}

void OrderTracker::noteOther(const LockName &key, Instant at)
{
    end(key, at);
}

std::vector<AcquireOrder> OrderTracker::confirm(quint64 read, Instant at, WallTime wallAt)
{
    std::vector<AcquireOrder> orders;
    while (!m_unsure.empty()) {
        const auto hold = m_holds.constFind(m_unsure.front());
        const bool isThere = hold != m_holds.cend() && hold->read > 0;
        if (isThere && hold->read > read)
            break;
        m_unsure.pop_front();
        if (!isThere || sureOf(*hold)) // ended before it was confirmed; or twice in the list
            continue;
        Holds &others = m_sure[hold->thread];
        for (const Hold &other : others) {
            const bool otherIsFirst = other.began < hold->began;
            const Hold &first = otherIsFirst ? other : *hold;
            const Hold &second = otherIsFirst ? *hold : other;
            const bool wasHeld = first.began < second.began &&
                                 (!first.ended || *first.ended > second.began) && first.isDeadlineKnown &&
                                 (!first.deadline || *first.deadline - Margin > second.began);
            if (!wasHeld || first.key == second.key || first.node != second.node)
                continue;
            const auto age = std::chrono::duration_cast<WallTime::duration>(at - second.began);
            orders.push_back({.first = first.key,
                              .second = second.key,
                              .owner = second.owner,
                              .node = second.node,
                              .at = wallAt - age});
        }
        others.push_back(*hold);
    }
    forgetEnded(at);
    return orders;
}

OrderTracker::Hold *OrderTracker::sureOf(const Hold &hold)
{
    const auto holds = m_sure.find(hold.thread);
    if (hold.thread.isEmpty() || holds == m_sure.end())
        return nullptr;
    const auto found = std::find_if(holds->begin(), holds->end(), [&hold](const Hold &sure) {
        return sure.key == hold.key && sure.began == hold.began;
    });
    return found == holds->end() ? nullptr : &*found;
}

void OrderTracker::forgetEnded(Instant at)
{
    while (!m_ended.empty() && (m_ended.front().first < at - EndedKept || m_ended.size() > size_t(Most))) {
        const Instant ended = m_ended.front().first;
        const auto holds = m_sure.find(m_ended.front().second);
        m_ended.pop_front();
        if (holds == m_sure.end())
            continue;
        std::erase_if(*holds, [ended](const Hold &hold) { return hold.ended && *hold.ended <= ended; });
        if (holds->empty())
            m_sure.erase(holds);
    }
}

} // namespace lockscope
