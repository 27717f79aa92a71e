// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A lock that is held, earlier holds of it, and the effect of its release, for tests.

#include "core/engine/blocking/releaseeffect.h"
#include "core/engine/blocking/releaseeffecttext.h"

namespace lockscope::test::effects
{

using namespace std::chrono_literals;

inline const Instant At = Instant() + 1000h;
inline const OwnerId ann{"8743c9c0-0795-4907-87fd-6c719a6b4586:1"};
inline const OwnerId bob{"8743c9c0-0795-4907-87fd-6c719a6b4586:2"};
inline const OwnerId cem{"1b7e90c4-52d1-4c8a-a2a4-7d0f4a1c9e11:3"};
inline const OwnerId dee{"1b7e90c4-52d1-4c8a-a2a4-7d0f4a1c9e11:4"};

// Renewed 10 s ago to 30 s, and held for 20 s.
inline Lock held(std::string_view kind, std::vector<Holder> holders = {{.id = ann}})
{
    Lock lock{.key = {"lock:a"}, .kind = {kind}, .expiresAt = At + 20s, .lease = 30s, .heldSince = At - 20s};
    for (Holder &holder : holders)
        lock.holders.append(std::move(holder));
    lock.heldIsLowerBound = false;
    lock.renewals = {.count = 1, .lastAt = At - 10s};
    lock.readAt = At;
    return lock;
}

inline LockEvent ended(milliseconds length, EventKind how = EventKind::Released)
{
    return {.kind = how, .key = {"lock:a"}, .owner = dee, .held = length};
}

// Of 10, 20, … s.
inline std::vector<LockEvent> holds(int count)
{
    std::vector<LockEvent> events;
    for (; count > 0; --count)
        events.push_back(ended(10s * count));
    return events;
}

inline std::optional<ReleaseEffect> effectOf(const Lock &lock, const std::vector<LockEvent> &events = {},
                                             ActRequest request = {.act = ActKind::ForceRelease})
{
    const Format *format = Registry::builtIn().find(lock.kind.name);
    request.key = lock.key;
    return format ? releaseEffect(*format, lock, events, request, At) : std::nullopt;
}

inline QString told(const ReleaseEffect &effect)
{
    return releaseLines(effect, At).join(u'\n');
}

inline QString text(const OwnerId &id)
{
    return QString::fromLatin1(id.bytes);
}

} // namespace lockscope::test::effects
