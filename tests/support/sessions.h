// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Blocking calls on a session. Main thread.

#include "core/redis/session.h"
#include "tests/support/finished.h"
#include "tests/support/reached.h"

#include <qcorotask.h>

namespace lockscope::test
{

// For what a test itself asks, which a server that stands still answers late.
inline ConnectionSpec patient(ConnectionSpec spec)
{
    spec.commandTimeout = std::chrono::seconds(20);
    return spec;
}

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
        milliseconds(30000));
}

// True once the first attempt to connect has failed.
inline bool isRefused(Session &session)
{
    const auto hasFailed = [&] {
        const ConnectionPhase phase = session.connection().phase;
        return phase == ConnectionPhase::Failed || phase == ConnectionPhase::Waiting;
    };
    return reached(session, &Session::connectionChanged, hasFailed, milliseconds(30000));
}

inline QByteArray kindName(const Failure &failure)
{
    return errorKindName(failure.kind);
}

} // namespace lockscope::test
