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
    void asksAgainWhoWasBusyAfterTheLogin();
};

// The server freezes after the login, for longer than a command may take but not than a silent connection.
void TestNode::asksAgainWhoWasSlowAfterTheLogin()
{
    auto sandbox = Sandbox::start();
    QVERIFY(sandbox.ok());
    ConnectionSpec spec = (*sandbox)->tcp();
    spec.commandTimeout = 6s;
    Session other((*sandbox)->tcp());
    other.open();
    QTRY_VERIFY(other.isReady());
    Node node(spec);
    // Written at the end of this event-loop turn, after the pause.
    connect(&node.reading(), &Session::ready, this, [&] { (*sandbox)->pause(); });
    node.open();
    QTRY_VERIFY(node.reading().isReady());
    const bool answered = finished(other.call({"PING"}, 7s)).ok(); // At 12 s it is lost
    (*sandbox)->resume();
    QVERIFY(!answered);
    QTRY_VERIFY(node.isReady());
    QVERIFY(!node.status().version.isEmpty());
    QCOMPARE(node.reading().generation(), 1u);
    other.close();
}

// What a busy server refuses to say is not known: neither its version nor its role.
void TestNode::asksAgainWhoWasBusyAfterTheLogin()
{
    auto sandbox = Sandbox::start();
    QVERIFY(sandbox.ok());
    Session script((*sandbox)->tcp());
    Session other((*sandbox)->tcp());
    script.open();
    other.open();
    QTRY_VERIFY(script.isReady() && other.isReady());
    QVERIFY(finished(other.call({"CONFIG", "SET", "busy-reply-threshold", "1"})).ok());
    Node node((*sandbox)->tcp());
    // Sent before what the node asks at the end of this event-loop turn.
    connect(&node.reading(), &Session::ready, this, [&] {
        Batch endless;
        endless.add({"EVAL", "while true do end", "0"});
        script.send(std::move(endless), 60s);
    });
    node.open();
    QTRY_VERIFY(node.reading().isReady());
    QTRY_VERIFY(!finished(other.call({"PING"})).ok());
    QVERIFY(!node.isReady());
    QVERIFY(finished(other.call({"SCRIPT", "KILL"})).ok());
    QTRY_VERIFY(node.isReady());
    QVERIFY(!node.status().version.isEmpty());
    QVERIFY(!node.status().isReplica());
    script.close();
    other.close();
}

LOCKSCOPE_TEST(TestNode)

} // namespace tst_node

#include "tst_node.moc"
