// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked and told of held locks when the window, its connection or the session ends.

#include "core/lab/sandbox/sandbox.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/ownholds/ownholdstest.h"
#include "ui/locks/lockpane.h"
#include "ui/ownholds/holdsquestion.h"
#include "ui/widgets/notice.h"
#include "ui/window/mainwindow.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

namespace tst_ownholdsends
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class tst_OwnHoldsEnds : public OwnHoldsTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { end(); }

    void quittingAsks()
    {
        take("lock:a");
        take("lock:b");
        QVERIFY(!m_window->close());
        QVERIFY(m_window->isVisible());
        auto *question = child<HoldsQuestion>();
        QVERIFY(question);
        QVERIFY(!m_window->close()); // Never asks twice at once
        QCOMPARE(m_window->findChildren<HoldsQuestion *>().size(), 1);
        question->cancelButton()->click();
        QTRY_VERIFY(!child<HoldsQuestion>());
        QVERIFY(m_window->isVisible());
        QCOMPARE(holds().all().size(), size_t(2));
        QVERIFY(!m_window->close());
        question = child<HoldsQuestion>();
        question->choose(holds().all()[1], HoldsQuestion::Choice::Leave);
        question->goOnButton()->click();
        QTRY_VERIFY(!m_window->isVisible());
        QCOMPARE(ask({"EXISTS", "lock:a"}), "0");
        QCOMPARE(ask({"EXISTS", "lock:b"}), "1");
        QVERIFY(ask({"PTTL", "lock:b"}).toLongLong() > 0);
    }

    void disconnectingAndConnectingAsk()
    {
        take("lock:a");
        m_window->disconnectFromServer();
        auto *question = child<HoldsQuestion>();
        QVERIFY(question);
        QVERIFY(m_window->deployment().spec);
        question->cancelButton()->click();
        QTRY_VERIFY(!child<HoldsQuestion>());
        const QSignalSpy sandboxes(m_window.get(), &MainWindow::sandboxWanted);
        m_window->actions().sandboxes.front()->trigger();
        question = child<HoldsQuestion>();
        QVERIFY(question);
        question->cancelButton()->click();
        QTRY_VERIFY(!child<HoldsQuestion>());
        QCOMPARE(sandboxes.count(), 0);
        QVERIFY(m_window->deployment().spec);
        auto other = Sandbox::start();
        VERIFY_OK(other);
        m_window->connectTo((*other)->tcp());
        question = child<HoldsQuestion>();
        QVERIFY(question);
        QCOMPARE(m_window->deployment().spec->port, m_redis->port());
        question->goOnButton()->click();
        QTRY_COMPARE(m_window->deployment().spec->port, (*other)->port());
        QCOMPARE(ask({"EXISTS", "lock:a"}), "0");
        QTRY_VERIFY(holds().isEmpty());
        m_window->disconnectFromServer(); // Nothing to ask about
        QVERIFY(!m_window->deployment().spec);
    }

    void leavingOneWithoutAnExpiryWarns()
    {
        take("lock:a");
        takeForEver("lock:ever");
        QVERIFY(!m_window->close());
        auto *question = child<HoldsQuestion>();
        QVERIFY(question->warning()->isHidden());
        question->leaveAllButton()->click();
        QVERIFY(!question->warning()->isHidden());
        QCOMPARE(question->warning()->level(), VerdictLevel::Critical);
        question->releaseAllButton()->click();
        QVERIFY(question->warning()->isHidden());
        question->goOnButton()->click();
        QTRY_VERIFY(!m_window->isVisible());
        QCOMPARE(ask({"DBSIZE"}), "0");
    }

    void whatCannotBeReleasedIsSaid()
    {
        take("lock:a");
        QVERIFY(!m_window->close());
        auto *question = child<HoldsQuestion>();
        m_redis->stop();
        question->goOnButton()->click();
        QTRY_COMPARE(question->warning()->level(), VerdictLevel::Warning);
        QVERIFY(m_window->isVisible());
        QTRY_VERIFY(question->goOnButton()->isEnabled());
        question->leaveAllButton()->click();
        question->goOnButton()->click();
        QTRY_VERIFY(!m_window->isVisible());
    }

    void theEndOfTheSessionAsksNothing()
    {
        take("lock:a");
        m_bridge->act(acquiring("lock:a", {}, true)); // Another owner: refused
        take("lock:b");
        bool left = false;
        m_window->leave(10s, [&left] { left = true; });
        QVERIFY(!left); // Not before they are released
        QTRY_VERIFY(left);
        QCOMPARE(ask({"DBSIZE"}), "0");
        QVERIFY(m_window->close());
        QVERIFY(!child<HoldsQuestion>());
    }

    void aServerThatHangsHoldsUpNoEnd()
    {
        take("lock:a");
        m_redis->pause();
        bool left = false;
        m_window->leave(200ms, [&left] { left = true; });
        QTRY_VERIFY(left);
        QVERIFY(m_window->close());
        m_redis->resume();
    }

    void aSessionThatDoesNotEndFindsItTold()
    {
        take("lock:a");
        bool left = false;
        m_window->leaveSession(10s, 1h, [&left] { left = true; });
        QTRY_VERIFY(left);
        QCOMPARE(ask({"DBSIZE"}), "0");
        const Banner &told = m_window->locks().banner();
        QVERIFY(!told.isHidden());
        QCOMPARE(told.sentence(), QStringLiteral("Released because the session was ending: lock:a"));
        take("lock:b");
        QVERIFY(!m_window->close());
        QVERIFY(child<HoldsQuestion>());
    }

    void aSessionThatDoesNotEndIsAskedAgain()
    {
        take("lock:a");
        m_redis->pause();
        bool left = false;
        m_window->leaveSession(200ms, 0ms, [&left] { left = true; });
        QTRY_VERIFY(left);
        QCOMPARE(m_window->locks().banner().sentence(),
                 QStringLiteral("Not released when the session was ending: lock:a"));
        QCoreApplication::processEvents(); // The waiting time is over
        QVERIFY(!m_window->close());
        QVERIFY(child<HoldsQuestion>());
        m_redis->resume();
    }

    void aSessionThatEndsAsksNothing()
    {
        take("lock:a");
        m_redis->pause();
        bool left = false;
        m_window->leaveSession(200ms, 1h, [&left] { left = true; });
        QTRY_VERIFY(left);
        QVERIFY(m_window->close());
        m_redis->resume();
    }
};

LOCKSCOPE_UI_TEST(tst_OwnHoldsEnds)

} // namespace tst_ownholdsends

#include "tst_ownholdsends.moc"
