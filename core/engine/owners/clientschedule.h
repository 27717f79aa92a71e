// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// When a node may be asked for its clients: every 10 s, and once in between for a user who inspects a lock,
// if the last answer is 2 s old and the node has few clients. Owned by ClientRegistry; pure value.

#include "core/base/clock.h"

#include <optional>

namespace lockscope
{

class ClientSchedule
{
public:
    static constexpr milliseconds Period{10'000};
    static constexpr milliseconds Fresh{2'000};
    static constexpr qint64 Few = 200; // clients

    // clients: the last known number on the node; nullopt: unknown.
    bool mayAsk(Instant at, std::optional<qint64> clients) const
    {
        if (!m_last || at - m_regular >= Period)
            return !m_last || at - *m_last >= Fresh;
        return m_last == m_regular && at - *m_last >= Fresh && clients && *clients < Few;
    }
    // isRegular: not an extra request in between.
    void noteAsked(Instant at, bool isRegular)
    {
        if (isRegular || !m_last || at - m_regular >= Period)
            m_regular = at;
        m_last = at;
    }

private:
    Instant m_regular{};
    std::optional<Instant> m_last{};
};

} // namespace lockscope
