// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/righttext.h"

#include "core/base/tr.h"

namespace lockscope::text
{

QString right(Right right)
{
    switch (right) {
    case Right::Scan:
        return Tr::tr("Find locks (SCAN)");
    case Right::Read:
        return Tr::tr("Read locks (PTTL, HGETALL…)");
    case Right::Follow:
        return Tr::tr("Follow changes (CLIENT TRACKING)");
    case Right::Subscribe:
        return Tr::tr("Receive keyspace events (PSUBSCRIBE)");
    case Right::Waiters:
        return Tr::tr("Count waiters (PUBSUB NUMSUB)");
    case Right::Clients:
        return Tr::tr("Identify clients (CLIENT LIST)");
    case Right::Settings:
        return Tr::tr("Check settings (CONFIG GET)");
    case Right::Script:
        return Tr::tr("Run scripts (EVALSHA, EVAL)");
    case Right::Write:
        return Tr::tr("Change locks (HDEL, PEXPIRE…)");
    case Right::Publish:
        return Tr::tr("Wake waiters (PUBLISH)");
    case Right::Monitor:
        return Tr::tr("Watch commands (MONITOR)");
    }
    return {};
}

QString withoutRight(Right right)
{
    switch (right) {
    case Right::Scan:
        return Tr::tr("no locks are found");
    case Right::Read:
        return Tr::tr("owners and times are unknown");
    case Right::Follow:
        return Tr::tr("changes are seen by keyspace events, or late by polling");
    case Right::Subscribe:
        return Tr::tr("changes are seen by client tracking, or late by polling");
    case Right::Waiters:
        return Tr::tr("waiters are unknown");
    case Right::Clients:
        return Tr::tr("an owner cannot be traced to its connection");
    case Right::Settings:
        return Tr::tr("some risks to locks are not detected");
    case Right::Script:
    case Right::Write:
        return Tr::tr("locks can be seen, but not acquired, renewed or released here");
    case Right::Publish:
        return Tr::tr("waiters are not notified when a lock is released here");
    case Right::Monitor:
        return Tr::tr("owners are not identified by their renewals");
    }
    return {};
}

QString rightState(RightState state)
{
    switch (state) {
    case RightState::Allowed:
        return Tr::tr("allowed");
    case RightState::Denied:
        return Tr::tr("denied");
    case RightState::NotKnown:
        return Tr::tr("unknown");
    }
    return {};
}

VerdictLevel rightLevel(const RightInfo &told, bool readOnly)
{
    if (told.state != RightState::Denied)
        return told.state == RightState::Allowed ? VerdictLevel::Ok : VerdictLevel::Info;
    switch (told.right) {
    case Right::Scan:
    case Right::Read:
        return VerdictLevel::Critical;
    case Right::Script:
    case Right::Write:
    case Right::Publish:
        return readOnly ? VerdictLevel::Info : VerdictLevel::Warning;
    case Right::Follow:
    case Right::Subscribe:
    case Right::Waiters:
    case Right::Settings:
        return VerdictLevel::Warning;
    case Right::Clients:
    case Right::Monitor:
        return VerdictLevel::Info;
    }
    return VerdictLevel::Info;
}

} // namespace lockscope::text
