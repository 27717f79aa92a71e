// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/listener.h"

#include "tests/support/familyserver.h"

#include <QTest>

namespace lockscope::test
{

Listener::Listener(ConnectionSpec spec, const QByteArray &channel, const QByteArray &command)
    : m_session(connectedTo(std::move(spec))), m_pushed(m_session.get(), &Session::pushed)
{
    m_session->subscribe({command, channel});
    if (!QTest::qWaitFor([this] { return !m_pushed.isEmpty(); }, 10000)) // A message may have come with it
        qFatal("no subscription");
}

QByteArrayList Listener::messages(qsizetype atLeast)
{
    if (!QTest::qWaitFor([&] { return m_pushed.size() > atLeast; }, 5000))
        qWarning("fewer messages came than awaited");
    QByteArrayList all;
    for (qsizetype i = 1; i < m_pushed.size(); ++i)
        all << m_pushed.at(i).first().value<Reply>().items.at(2).bytes;
    return all;
}

} // namespace lockscope::test
