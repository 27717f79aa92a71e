// SPDX-License-Identifier: GPL-3.0-or-later
// Locks that the window's own engine holds, on a real redis-server: marked, managed, reported when lost.

#include "tests/support/uirunner.h"
#include "tests/ui/ownholds/ownholdstest.h"
#include "ui/acts/actdialogs.h"
#include "ui/bridges/enginebridge.h"
#include "ui/detail/detailpane.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/ownholds/holdbar.h"
#include "ui/ownholds/holdsdialog.h"
#include "ui/ownholds/holdsquestion.h"
#include "ui/ownholds/holdsview.h"
#include "ui/status/statusline.h"
#include "ui/window/mainwindow.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

namespace tst_ownholdswindow
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class tst_OwnHoldsWindow : public OwnHoldsTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { end(); }

    void isMarkedWhereverItIsShown()
    {
        ask({"SET", "lock:other", "token-1", "PX", "60000"});
        take("lock:a");
        QTRY_VERIFY(model().find({"lock:other"}));
        QVERIFY(keyCell("lock:a", LockModel::OwnRole).toBool());
        QVERIFY(!keyCell("lock:other", LockModel::OwnRole).toBool());
        for (const int role : {int(Qt::ToolTipRole), int(Qt::AccessibleTextRole)}) {
            QVERIFY(keyCell("lock:a", role).toString().contains(QStringLiteral("held by this Lockscope")));
            QVERIFY(!keyCell("lock:other", role).toString().contains(QStringLiteral("Lockscope")));
        }
        QVERIFY(m_window->status().text().contains(QStringLiteral("holds 1")));
        auto *bar = child<HoldBar>();
        m_window->locks().view().choose({"lock:other"});
        QTRY_COMPARE(m_window->detail().shownKey(), LockName{"lock:other"});
        QVERIFY(bar->isHidden());
        m_window->locks().view().choose({"lock:a"});
        QTRY_VERIFY(!bar->isHidden());
        bar->releaseButton()->click();
        QTRY_COMPARE(ask({"EXISTS", "lock:a"}), "0");
        QTRY_VERIFY(holds().isEmpty());
        QTRY_VERIFY(bar->isHidden());
        QVERIFY(!m_window->status().text().contains(QStringLiteral("holds")));
    }

    void isRenewedAndLeftToRunOutByHand()
    {
        take("lock:a", 600s, false);
        m_window->actions().holds->trigger();
        auto *dialog = child<HoldsDialog>();
        QVERIFY(dialog);
        QCOMPARE(dialog->view().topLevelItemCount(), 1);
        QVERIFY(!dialog->stopButton()->isEnabled()); // It is not renewed
        ask({"PEXPIRE", "lock:a", "90000"});         // As if held for long
        dialog->renewButton()->click();
        QTRY_VERIFY(ask({"PTTL", "lock:a"}).toLongLong() > 90'000);
        QVERIFY(ask({"PTTL", "lock:a"}).toLongLong() <= 600'000); // The original lease, not longer
        QTRY_VERIFY2(dialog->said().contains(QStringLiteral("lock:a")), qPrintable(dialog->said()));
        take("lock:b", 15s); // Longer than a busy machine stands still between two renewals
        dialog->view().setCurrentItem(dialog->view().itemOf(holds().all().back()));
        QVERIFY(dialog->stopButton()->isEnabled());
        dialog->stopButton()->click();
        QTRY_VERIFY(!holds().all().back().renewed);
        QTRY_COMPARE_WITH_TIMEOUT(ask({"EXISTS", "lock:b"}), "0", 2 * Patience);
        QTRY_COMPARE(holds().all().size(), size_t(1));
        QVERIFY(!m_window->locks().banner().isSaying()); // It was intended
        dialog->releaseAllButton()->click();
        QTRY_COMPARE(ask({"DBSIZE"}), "0");
        QTRY_VERIFY(holds().isEmpty());
    }

    void aDoubleClickReleasesOneLock()
    {
        take("lock:a");
        take("lock:b");
        m_window->actions().holds->trigger();
        auto *dialog = child<HoldsDialog>();
        QVERIFY(dialog->view().selected()); // It opens with a selection
        dialog->view().setCurrentItem(dialog->view().itemOf(holds().all().back()));
        dialog->releaseButton()->setFocus();
        dialog->releaseButton()->click();
        QVERIFY(!dialog->releaseButton()->isEnabled());
        QTRY_COMPARE(holds().all().size(), size_t(1));
        QTRY_VERIFY(!holds().isReleasing(holds().all().front()) && holds().releasing().empty());
        QVERIFY(!dialog->view().selected());
        // A second key press reaches the list; a row that is only current is not selected.
        QCOMPARE(dialog->focusWidget(), &dialog->view());
        dialog->view().setCurrentItem(dialog->view().topLevelItem(0), 0, QItemSelectionModel::NoUpdate);
        for (QPushButton *button : {dialog->releaseButton(), dialog->renewButton(), dialog->stopButton()})
            QVERIFY(!button->isEnabled());
        dialog->view().setCurrentItem(dialog->view().topLevelItem(0));
        QVERIFY(dialog->releaseButton()->isEnabled());
        QCOMPARE(ask({"EXISTS", "lock:a"}), "1");
        QCOMPARE(ask({"EXISTS", "lock:b"}), "0");
    }

    void twoClicksGiveBackOnePermit()
    {
        const QByteArray key = "lock:semaphore:permits";
        ask({"SET", key, "2"});
        m_bridge->act({.act = ActKind::Acquire, .key = {key}, .kind = "semaphore"});
        QTRY_COMPARE(holds().all().size(), size_t(1));
        QCOMPARE(ask({"GET", key}), "1");
        QTRY_VERIFY(model().find({key}));
        m_window->locks().view().choose({key});
        auto *bar = child<HoldBar>();
        QTRY_VERIFY(!bar->isHidden());
        QSignalSpy asked(m_bridge.get(), &EngineBridge::actWanted);
        const OwnHolding held = holds().all().front();
        bar->releaseButton()->click();
        QVERIFY(!bar->releaseButton()->isEnabled());
        bar->releaseWanted(held);
        bool over = false;
        holds().releaseAll({held}, 10s, this, [&over](const std::vector<Receipt> &) { over = true; });
        QTRY_VERIFY(over);
        QVERIFY(holds().isEmpty());
        QCOMPARE(asked.size(), 1);
        QCOMPARE(ask({"GET", key}), "2");
    }

    void eachHoldOfAnOwnerIsLeftOrReleasedByItself()
    {
        const OwnerId ann{"11111111-1111-4111-8111-111111111111:1"};
        for (const HoldMode mode : {HoldMode::Write, HoldMode::Read}) {
            const size_t before = holds().all().size();
            m_bridge->act({.act = ActKind::Acquire,
                           .key = {"lock:rw"},
                           .kind = "rw-lock",
                           .owner = ann,
                           .mode = mode,
                           .lease = 60s});
            QTRY_COMPARE(holds().all().size(), before + 1);
        }
        QCOMPARE(ask({"HLEN", "lock:rw"}), "3"); // The mode, and one field for each hold
        QVERIFY(!m_window->close());
        auto *question = child<HoldsQuestion>();
        QCOMPARE(holds().all().back().mode, HoldMode::Read);
        question->choose(holds().all().front(), HoldsQuestion::Choice::Leave);
        question->goOnButton()->click();
        QTRY_VERIFY(!m_window->isVisible());
        QCOMPARE(ask({"HKEYS", "lock:rw"}), "mode\n" + ann.bytes + ":write");
    }

    void allIsReleasedAsOftenAsItIsHeld()
    {
        take("lock:a");
        take("lock:b");
        ActRequest again = acquiring("lock:a", {}, true);
        again.owner = holds().all().front().owner;
        m_bridge->act(again);
        QTRY_COMPARE(holds().all().front().count, qint64(2));
        m_window->actions().holds->trigger();
        auto *dialog = child<HoldsDialog>();
        dialog->releaseAllButton()->click();
        QVERIFY(!dialog->releaseAllButton()->isEnabled());
        QTRY_COMPARE(dialog->said(), QStringLiteral("All released"));
        QVERIFY(holds().isEmpty());
        QCOMPARE(ask({"DBSIZE"}), "0");
    }

    void whatIsNotReleasedOfAllIsSaid()
    {
        take("lock:a");
        m_window->actions().holds->trigger();
        auto *dialog = child<HoldsDialog>();
        m_redis->stop();
        dialog->releaseAllButton()->click();
        QTRY_VERIFY(dialog->said().startsWith(QStringLiteral("Not released:")));
        QVERIFY2(dialog->said().contains(QStringLiteral("lock:a")), qPrintable(dialog->said()));
        QVERIFY(dialog->releaseAllButton()->isEnabled());
    }

    void aLossIsToldLoudly_data()
    {
        QTest::addColumn<bool>("watchdog");
        QTest::addColumn<bool>("taken");
        QTest::newRow("renewed, deleted") << true << false;
        QTest::newRow("renewed, taken by another") << true << true;
        QTest::newRow("not renewed, deleted") << false << false;
        QTest::newRow("not renewed, taken by another") << false << true;
    }
    void aLossIsToldLoudly()
    {
        QFETCH(bool, watchdog);
        QFETCH(bool, taken);
        QSignalSpy told(&m_window->teller(), &DesktopNotifier::told);
        take("lock:a", 60s, watchdog);
        if (taken)
            ask({"EVAL", "redis.call('DEL', KEYS[1]) return redis.call('HSET', KEYS[1], ARGV[1], 1)", "1",
                 "lock:a", "22222222-2222-4222-8222-222222222222:7"});
        else
            ask({"DEL", "lock:a"});
        QTRY_VERIFY(m_window->locks().banner().find(BannerMessage::About::Alarm));
        QVERIFY(m_window->locks().banner().sentence().contains(QStringLiteral("lock:a")));
        QCOMPARE(told.size(), 1);
        QVERIFY(told[0][1].toString().contains(QStringLiteral("lock:a")));
        QTRY_VERIFY(holds().isEmpty()); // Told after the loss
        QVERIFY(!keyCell("lock:a", LockModel::OwnRole).toBool());
    }

    void whatRunsOutIsToldCalmly()
    {
        QSignalSpy told(&m_window->teller(), &DesktopNotifier::told);
        size_t mostHeld = 0; // It may have run out before the test looks
        connect(&holds(), &OwnHolds::changed, this,
                [&] { mostHeld = std::max(mostHeld, holds().all().size()); });
        m_bridge->act(acquiring("lock:a", 4s, false));
        QTRY_COMPARE(mostHeld, size_t(1));
        QTRY_VERIFY(holds().isEmpty());
        QTRY_COMPARE(told.size(), 1);
        QVERIFY(!m_window->locks().banner().isSaying());
    }

    void heldTwiceIsReleasedTwice()
    {
        take("lock:a");
        ActRequest again = acquiring("lock:a", {}, true);
        again.owner = holds().all().front().owner;
        m_bridge->act(again);
        QTRY_COMPARE(holds().all().front().count, qint64(2));
        QCOMPARE(holds().all().size(), size_t(1));
        holds().release(holds().all().front());
        QTRY_COMPARE(holds().all().front().count, qint64(1));
        m_bridge->act(again);
        QTRY_COMPARE(holds().all().front().count, qint64(2));
        bool left = false;
        holds().releaseAll(holds().all(), 10s, this, [&left](const std::vector<Receipt> &) { left = true; });
        QTRY_VERIFY(left);
        QCOMPARE(ask({"DBSIZE"}), "0");
    }
};

LOCKSCOPE_UI_TEST(tst_OwnHoldsWindow)

} // namespace tst_ownholdswindow

#include "tst_ownholdswindow.moc"
