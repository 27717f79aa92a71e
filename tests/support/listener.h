// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A waiter: subscribes to a channel and keeps its messages. Ends the program if it cannot subscribe.

#include "core/redis/session.h"

#include <QSignalSpy>

#include <memory>

namespace lockscope::test
{

class Listener
{
public:
    Listener(ConnectionSpec spec, const QByteArray &channel, const QByteArray &command = "SUBSCRIBE");
    // All messages so far, once there are at least that many.
    QByteArrayList messages(qsizetype atLeast);

private:
    std::unique_ptr<Session> m_session;
    QSignalSpy m_pushed;
};

} // namespace lockscope::test
