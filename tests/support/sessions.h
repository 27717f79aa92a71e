// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Blocking calls on a session. Main thread.

#include "core/redis/session.h"
#include "tests/support/finished.h"
#include "tests/support/reached.h"

#include <qcorotask.h>

namespace lockscope::test
{

inline QCoro::Task<Outcome<Replies>> awaited(PendingReplies pending)
{
    co_return co_await pending;
}

inline Outcome<Replies> sendAndWait(Session &session, Batch batch, std::optional<milliseconds> timeout = {})
{
    return finished(awaited(session.send(std::move(batch), timeout)));
}

inline Outcome<Reply> callAndWait(Session &session, Command command, std::optional<milliseconds> timeout = {})
{
    return finished(session.call(std::move(command), timeout));
}

inline bool becomes(Session &session, ConnectionPhase phase)
{
    return reached(
        session, &Session::connectionChanged, [&] { return session.connection().phase == phase; },
        milliseconds(10000));
}

// True once the first attempt to connect has failed.
inline bool isRefused(Session &session)
{
    const auto hasFailed = [&] {
        const ConnectionPhase phase = session.connection().phase;
        return phase == ConnectionPhase::Failed || phase == ConnectionPhase::Waiting;
    };
    return reached(session, &Session::connectionChanged, hasFailed, milliseconds(10000));
}

inline QByteArray kindName(const Failure &failure)
{
    return errorKindName(failure.kind);
}

} // namespace lockscope::test
