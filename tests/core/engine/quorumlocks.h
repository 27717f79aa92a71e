// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Owners and renewed locks, for tests of groups.

#include "core/values/lock.h"

namespace lockscope::test::quorumlocks
{

using namespace std::chrono_literals;

// An owner of a Redisson client whose uuid ends in that letter.
inline OwnerId id(char client, int thread)
{
    return {"6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5" + QByteArray(1, client) + ':' + QByteArray::number(thread)};
}

inline const Instant Start = Instant() + 1000h;

// So far renewed every 10 s to 30 s.
inline LockPtr renewing(const QByteArray &key, const OwnerId &owner, Instant last, qint64 count = 3)
{
    auto lock = std::make_shared<Lock>();
    lock->key = {key};
    lock->kind = {"rlock"};
    lock->confidence = Confidence::Certain;
    lock->holders.append(Holder{.id = owner});
    lock->heldSince = Start - 1min;
    lock->lease = 30s;
    lock->expiresAt = last + 30s;
    lock->renewals = {.count = count, .period = 10s, .lastAt = last};
    lock->readAt = last;
    return lock;
}

} // namespace lockscope::test::quorumlocks
