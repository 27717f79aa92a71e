// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/node.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"

#include <QTest>
#include <qcorotask.h>

namespace tst_node
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::test::finished;

class TestNode : public QObject
{
    Q_OBJECT
private slots:
    void asksAgainWhoWasSlowAfterTheLogin();
};

// The server freezes after the login, for longer than a command may take but not than a silent connection.
void TestNode::asksAgainWhoWasSlowAfterTheLogin()
{
    auto sandbox = Sandbox::start();
    QVERIFY(sandbox.ok());
    ConnectionSpec spec = (*sandbox)->tcp();
    spec.commandTimeout = 2s;
    Session other((*sandbox)->tcp());
    other.open();
    QTRY_VERIFY(other.isReady());
    Node node(spec);
    // Written at the end of this event-loop turn, after the pause.
    connect(&node.reading(), &Session::ready, this, [&] { (*sandbox)->pause(); });
    node.open();
    QTRY_VERIFY(node.reading().isReady());
    const bool answered = finished(other.call({"PING"}, 2600ms)).ok();
    (*sandbox)->resume();
    QVERIFY(!answered);
    QTRY_VERIFY(node.isReady());
    QVERIFY(!node.status().version.isEmpty());
    QCOMPARE(node.reading().generation(), 1u);
    other.close();
}

LOCKSCOPE_TEST(TestNode)

} // namespace tst_node

#include "tst_node.moc"
