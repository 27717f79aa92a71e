// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Somebody who waits: listens on a channel and keeps what came. Ends the program without a subscription.

#include "core/redis/session.h"

#include <QSignalSpy>

#include <memory>

namespace lockscope::test
{

class Listener
{
public:
    Listener(ConnectionSpec spec, const QByteArray &channel, const QByteArray &command = "SUBSCRIBE");
    // The messages so far, once there are that many.
    QByteArrayList messages(qsizetype atLeast);

private:
    std::unique_ptr<Session> m_session;
    QSignalSpy m_pushed;
};

} // namespace lockscope::test
