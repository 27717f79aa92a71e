// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/righttext.h"

#include <QCoreApplication>

namespace lockscope::text
{

namespace
{

struct Words {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Rights)
};

} // namespace

QString right(Right right)
{
    switch (right) {
    case Right::Scan:
        return Words::tr("Find locks (SCAN)");
    case Right::Read:
        return Words::tr("Read locks (PTTL, HGETALL…)");
    case Right::Follow:
        return Words::tr("Follow changes (CLIENT TRACKING)");
    case Right::Subscribe:
        return Words::tr("Hear keyspace events (PSUBSCRIBE)");
    case Right::Waiters:
        return Words::tr("Count who waits (PUBSUB NUMSUB)");
    case Right::Clients:
        return Words::tr("Tell clients (CLIENT LIST)");
    case Right::Settings:
        return Words::tr("Judge settings (CONFIG GET)");
    case Right::Script:
        return Words::tr("Run scripts (EVALSHA, EVAL)");
    case Right::Write:
        return Words::tr("Change locks (HDEL, PEXPIRE…)");
    case Right::Publish:
        return Words::tr("Wake waiters (PUBLISH)");
    case Right::Monitor:
        return Words::tr("Watch commands (MONITOR)");
    }
    return {};
}

QString withoutRight(Right right)
{
    switch (right) {
    case Right::Scan:
        return Words::tr("no lock is found");
    case Right::Read:
        return Words::tr("owners and times are not known");
    case Right::Follow:
        return Words::tr("changes are seen by keyspace events, or late by asking again");
    case Right::Subscribe:
        return Words::tr("changes are seen by client tracking, or late by asking again");
    case Right::Waiters:
        return Words::tr("nobody knows who waits for a lock");
    case Right::Clients:
        return Words::tr("an owner cannot be traced to its connection");
    case Right::Settings:
        return Words::tr("some dangers to locks are not seen");
    case Right::Script:
    case Right::Write:
        return Words::tr("locks can be seen, but not taken, renewed or released from here");
    case Right::Publish:
        return Words::tr("whoever waits for a lock is not told when it is released from here");
    case Right::Monitor:
        return Words::tr("owners are not learnt from their renewals");
    }
    return {};
}

QString rightState(RightState state)
{
    switch (state) {
    case RightState::Allowed:
        return Words::tr("allowed");
    case RightState::Denied:
        return Words::tr("denied");
    case RightState::NotKnown:
        return Words::tr("unknown");
    }
    return {};
}

VerdictLevel rightLevel(const RightTold &told, bool readOnly)
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
